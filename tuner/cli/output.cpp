// SPDX-License-Identifier: MIT
#include "tuner/cli/output.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "data/atomic_file.hpp"
#include "data/error.hpp"
#include "data/failure_kind.hpp"
#include "data/file.hpp"
#include "tuner/run/directory.hpp"

namespace hone::cli {

namespace {

[[noreturn]] void refuse(const std::filesystem::path& file, int error) {
  throw Error(file.string(), 0, std::string("cannot be written: ") + std::strerror(error), kind_of_failure(error));
}

// Replacing a file takes the right to write in its folder, so a file beside it is created and removed.
void try_neighbour(const std::filesystem::path& file) {
  std::string neighbour = file.string() + ".XXXXXX";
  const int descriptor = mkstemp(neighbour.data());
  if (descriptor < 0) refuse(file, errno);
  close(descriptor);
  unlink(neighbour.c_str());
}

}  // namespace

void require_outside_runs(const std::filesystem::path& file) {
  if (const auto run = run::run_that_keeps(file)) {
    throw Error(file.string(), 0, fmt::format("is a file of the run in {}, and only the run writes it", run->string()));
  }
}

void require_writable(const std::filesystem::path& file) {
  require_outside_runs(file);
  std::error_code ignored;
  const std::filesystem::file_status status = std::filesystem::status(file, ignored);
  if (std::filesystem::is_directory(status)) refuse(file, EISDIR);
  if (!std::filesystem::exists(status) || std::filesystem::is_regular_file(status)) {
    try_neighbour(end_of_links(file));
  } else if (access(file.c_str(), W_OK) != 0) {
    refuse(file, errno);
  }
}

namespace {

std::string beginning_of(const std::filesystem::path& file, std::size_t most) {
  std::string begin(most, ' ');
  begin.resize(File(file, File::Mode::read).read(begin.data(), begin.size()));
  return begin;
}

// Only a regular file that holds something can be something else.
bool may_hold_something_else(const std::filesystem::path& file) {
  std::error_code unreadable;
  return std::filesystem::is_regular_file(file, unreadable) && !std::filesystem::is_empty(file, unreadable);
}

}  // namespace

bool is_weights_file(const std::filesystem::path& file) {
  return beginning_of(file, std::size_t{1} << 12).find("\"hone weights ") != std::string::npos;
}

void require_writable_weights(const std::filesystem::path& file) {
  require_writable(file);
  if (!may_hold_something_else(file) || is_weights_file(file)) return;
  throw Error(file.string(), 0, "is there and holds no weights: only a file of weights is replaced");
}

void require_writable_as(const std::filesystem::path& file, std::string_view format, std::string_view what) {
  require_writable(file);
  if (!may_hold_something_else(file) || beginning_of(file, format.size()) == format) return;
  throw Error(file.string(), 0, fmt::format("is there and is no {0}: only a {0} is replaced", what));
}

bool is_same_file(const std::filesystem::path& a, const std::filesystem::path& b) {
  return std::filesystem::weakly_canonical(a) == std::filesystem::weakly_canonical(b);
}

std::filesystem::path temporary_folder(const std::filesystem::path& file) {
  return is_written_directly(file) ? std::filesystem::temp_directory_path() : file.parent_path();
}

namespace {

// A file that is named as standard output may be shared with other programs, and must not be replaced.
bool names_standard_output(const std::string& file) { return file == "-" || file == "/dev/stdout"; }

}  // namespace

JsonOutput::JsonOutput(std::string file) : file_(std::move(file)) {
  if (names_standard_output(file_)) {
    standard_output_ = std::make_shared<StandardOutputForProgram>();
  } else if (wanted()) {
    require_writable(file_);
  }
}

void JsonOutput::write(const nlohmann::ordered_json& result) const {
  if (!wanted()) return;
  const std::string text = result.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
  standard_output_ ? standard_output_->write(text) : write_file_atomically(file_, text);
}

}  // namespace hone::cli
