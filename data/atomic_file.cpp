// SPDX-License-Identifier: MIT
#include "data/atomic_file.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <array>
#include <cstdio>
#include <system_error>
#include <utility>

#include "data/error.hpp"

namespace hone {
namespace {

namespace fs = std::filesystem;

// What is to replace an old file gets its permissions. A disk that keeps none is no fault.
void take_permissions(const File& file, const fs::path& old) {
  struct stat info {};
  if (::stat(old.c_str(), &info) == 0) ::fchmod(file.descriptor(), info.st_mode & 0777);
}

// No two writers choose the same neighbour, be they on different machines.
fs::path neighbour_of(const fs::path& file) {
  fs::path name = file;
  name += fmt::format(".{}.tmp", unique_number());
  return name;
}

}  // namespace

bool is_written_directly(const fs::path& file) {
  std::error_code ignored;
  const fs::file_status status = fs::status(file, ignored);
  return fs::exists(status) && !fs::is_regular_file(status);
}

fs::path end_of_links(const fs::path& file) {
  constexpr int most_links = 40;  // one after another, as the kernel follows them
  std::error_code ignored;
  if (fs::exists(file, ignored)) return fs::canonical(file);
  fs::path end = file;
  for (int links = 0; links < most_links && fs::is_symlink(end, ignored); ++links) {
    end = end.parent_path() / fs::read_symlink(end);
  }
  const fs::path folder = end.parent_path();
  if (end != file && !folder.empty() && fs::status(folder, ignored).type() == fs::file_type::not_found) {
    throw Error(file.string(), 0, fmt::format("is a symbolic link to {}, and there is no such folder", end.string()));
  }
  return end;
}

AtomicFile::AtomicFile(const fs::path& file)
    : file_(is_written_directly(file) ? file : end_of_links(file)),
      neighbour_(is_written_directly(file) ? fs::path() : neighbour_of(file_)),
      out_(neighbour_.empty() ? file_ : neighbour_, File::Mode::replace) {
  if (!neighbour_.empty()) take_permissions(out_, file_);
}

AtomicFile::AtomicFile(AtomicFile&& other) noexcept
    : file_(std::move(other.file_)), neighbour_(std::exchange(other.neighbour_, {})), out_(std::move(other.out_)) {}

AtomicFile::~AtomicFile() {
  std::error_code ignored;
  if (!neighbour_.empty()) fs::remove(neighbour_, ignored);
}

void AtomicFile::commit() {
  out_.sync();
  if (neighbour_.empty()) return;
  rename_file(neighbour_, file_);
  neighbour_.clear();
  sync_folder_of(file_);
}

void AtomicFile::commit_new() {
  out_.sync();
  if (neighbour_.empty() || !rename_to_new_file(neighbour_, file_)) {
    throw Error(file_.string(), 0, "there is such a file already");
  }
  neighbour_.clear();
  sync_folder_of(file_);
}

namespace {

std::string size_text(std::uint64_t bytes) {
  const bool is_whole = bytes >> 20 > 0 && (bytes & ((1U << 20) - 1)) == 0;
  return is_whole ? fmt::format("{} MB", bytes >> 20) : fmt::format("{} bytes", bytes);
}

void require_file_or_pipe(const fs::path& file) {
  std::error_code ignored;  // opening it will tell
  const fs::file_status status = fs::status(file, ignored);
  if (fs::is_character_file(status) || fs::is_block_file(status)) {
    throw Error(file.string(), 0, expected_found("a file", "a device"));
  }
}

}  // namespace

std::string read_file(const fs::path& file, std::uint64_t most) {
  require_file_or_pipe(file);
  const File in(file, File::Mode::read);
  std::string bytes;
  std::array<char, 1 << 16> chunk;
  while (const std::size_t count = in.read(chunk.data(), chunk.size())) {
    if (count > most - bytes.size()) {
      throw Error(file.string(), 0, fmt::format("is too large: expected at most {}", size_text(most)));
    }
    bytes.append(chunk.data(), count);
  }
  return bytes;
}

void write_file_atomically(const fs::path& file, std::string_view bytes) {
  AtomicFile out(file);
  out.write(bytes);
  out.commit();
}

PendingFile::PendingFile(const fs::path& file) : file_(file) {
  const bool is_direct = is_written_directly(file);
  if (!is_direct) file_ = end_of_links(file);
  path_ = is_direct ? file_ : neighbour_of(file_);
}

PendingFile::~PendingFile() {
  std::error_code ignored;
  if (!is_committed_ && path_ != file_) fs::remove(path_, ignored);
}

void PendingFile::commit() {
  if (path_ != file_) {
    const File written(path_, File::Mode::append);
    take_permissions(written, file_);
    written.sync();
    rename_file(path_, file_);
    sync_folder_of(file_);
  }
  is_committed_ = true;
}

}  // namespace hone
