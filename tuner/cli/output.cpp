// SPDX-License-Identifier: MIT
#include "tuner/cli/output.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "data/atomic_file.hpp"
#include "data/error.hpp"
#include "data/failure_kind.hpp"

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

void require_writable(const std::filesystem::path& file) {
  std::error_code ignored;
  const std::filesystem::file_status status = std::filesystem::status(file, ignored);
  if (std::filesystem::is_directory(status)) refuse(file, EISDIR);
  if (!std::filesystem::exists(status) || std::filesystem::is_regular_file(status)) {
    try_neighbour(file);
  } else if (access(file.c_str(), W_OK) != 0) {
    refuse(file, errno);
  }
}

std::filesystem::path temporary_folder(const std::filesystem::path& file) {
  std::error_code ignored;
  const std::filesystem::file_status status = std::filesystem::status(file, ignored);
  const bool device = std::filesystem::exists(status) && !std::filesystem::is_regular_file(status);
  return device ? std::filesystem::temp_directory_path() : file.parent_path();
}

namespace {

// A file that is named as standard output may be shared with other programs, and must not be replaced.
bool is_standard_output(const std::string& file) { return file == "-" || file == "/dev/stdout"; }

}  // namespace

JsonOutput::JsonOutput(std::string file) : file_(std::move(file)) {
  if (wanted() && !is_standard_output(file_)) require_writable(file_);
}

void JsonOutput::write(const nlohmann::ordered_json& result) const {
  if (!wanted()) return;
  const std::string text = result.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
  if (is_standard_output(file_)) {
    std::fwrite(text.data(), 1, text.size(), stdout);
  } else {
    write_file_atomically(file_, text);
  }
}

}  // namespace hone::cli
