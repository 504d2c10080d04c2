// SPDX-License-Identifier: MIT
//
// Reads and replaces whole files. At any moment, whatever is killed or fails, the file is either the old or the new
// one.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "data/file.hpp"

namespace hone {

// A file that is written piece by piece and gets its name at the end. Until then it is a neighbour with another name. A
// symbolic link stays a link, and a file that is replaced keeps its permissions. A name that is not a regular file
// (/dev/stdout) is written to directly. Members throw Error.
class AtomicFile {
 public:
  explicit AtomicFile(const std::filesystem::path& file);
  AtomicFile(AtomicFile&& other) noexcept;
  AtomicFile& operator=(AtomicFile&&) = delete;
  ~AtomicFile();  // without commit() the old file stays and the neighbour is removed

  void write(std::string_view bytes) const { out_.write(bytes); }
  void commit();  // syncs and renames
  // The same for a file that must be new: throws, and leaves what is there, where something has its name by now.
  void commit_new();

 private:
  std::filesystem::path file_, neighbour_;  // the neighbour is empty when there is nothing to rename
  File out_;
};

// Whether there is something under this name that is no regular file: a pipe or a device, which is written as it goes
// and never replaced.
[[nodiscard]] bool is_written_directly(const std::filesystem::path& file);

// What is written under this name: the file that a symbolic link points to, be it there or not; any other file itself.
// Throws Error where a link points into a folder that is not there.
[[nodiscard]] std::filesystem::path end_of_links(const std::filesystem::path& file);

// Far more than weights, options or names take.
inline constexpr std::uint64_t largest_read = std::uint64_t{64} << 20;  // bytes

// Returns the contents of a regular file, or what a pipe gives. Throws Error when the file is missing, cannot be read,
// is a device, or holds more than `most` bytes; no more than these are ever read.
[[nodiscard]] std::string read_file(const std::filesystem::path& file, std::uint64_t most = largest_read);

// Writes all of the file with an AtomicFile.
void write_file_atomically(const std::filesystem::path& file, std::string_view bytes);

// A file too large to be held in memory. It is written elsewhere first and gets its name once it is complete.
class PendingFile {
 public:
  explicit PendingFile(const std::filesystem::path& file);
  PendingFile(const PendingFile&) = delete;
  PendingFile& operator=(const PendingFile&) = delete;
  ~PendingFile();  // without commit() nothing is left of what was written

  // The file to write to before commit(): a neighbour, or the file itself if it is not a regular file.
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  // Syncs and renames. The writer must have closed the file. Throws Error.
  void commit();

 private:
  std::filesystem::path file_;
  std::filesystem::path path_;
  bool is_committed_ = false;
};

}  // namespace hone
