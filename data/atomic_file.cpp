// SPDX-License-Identifier: MIT
#include "data/atomic_file.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <system_error>

#include "data/file.hpp"

namespace hone {
namespace {

namespace fs = std::filesystem;

void write_and_sync(const fs::path& file, std::string_view bytes) {
  const File out(file, File::Mode::replace);
  out.write(bytes);
  out.sync();
}

// Thread ids are unlike each other in the whole system.
fs::path neighbour_of(const fs::path& file) {
  fs::path name = file;
  name += fmt::format(".{}.tmp", ::gettid());
  return name;
}

void replace(const fs::path& file, std::string_view bytes) {
  const fs::path neighbour = neighbour_of(file);
  try {
    write_and_sync(neighbour, bytes);
    if (std::rename(neighbour.c_str(), file.c_str()) != 0) throw_system_error(file, "write");
  } catch (...) {
    std::error_code ignored;
    fs::remove(neighbour, ignored);
    throw;
  }
  sync_folder_of(file);
}

}  // namespace

std::string read_file(const fs::path& file) {
  const File in(file, File::Mode::read);
  std::string bytes;
  std::array<char, 1 << 16> chunk;
  while (const std::size_t count = in.read(chunk.data(), chunk.size())) bytes.append(chunk.data(), count);
  return bytes;
}

void write_file_atomically(const fs::path& file, std::string_view bytes) {
  std::error_code ignored;
  const fs::file_status status = fs::status(file, ignored);
  if (!fs::exists(status)) return replace(file, bytes);
  if (!fs::is_regular_file(status)) return write_and_sync(file, bytes);
  replace(fs::canonical(file), bytes);
}

PendingFile::PendingFile(const fs::path& file) : file_(file) {
  std::error_code ignored;
  const fs::file_status status = fs::status(file, ignored);
  if (fs::is_regular_file(status)) file_ = fs::canonical(file);
  path_ = fs::exists(status) && !fs::is_regular_file(status) ? file_ : neighbour_of(file_);
}

PendingFile::~PendingFile() {
  std::error_code ignored;
  if (!is_committed_ && path_ != file_) fs::remove(path_, ignored);
}

void PendingFile::commit() {
  if (path_ != file_) {
    File(path_, File::Mode::append).sync();
    if (std::rename(path_.c_str(), file_.c_str()) != 0) throw_system_error(file_, "write");
    sync_folder_of(file_);
  }
  is_committed_ = true;
}

}  // namespace hone
