// SPDX-License-Identifier: MIT
//
// Whole files. A file that is replaced is at any moment, whatever is killed or fails, the old or the new one.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "data/file.hpp"

namespace hone {

// A file that is written bit by bit and takes its name in the end. It is a neighbour of that name until then; a link
// stays a link; what is not a regular file (/dev/stdout) is written to directly. Throws Error.
class AtomicFile {
 public:
  explicit AtomicFile(const std::filesystem::path& file);
  AtomicFile(AtomicFile&& other) noexcept;
  AtomicFile& operator=(AtomicFile&&) = delete;
  ~AtomicFile();  // without commit(): the old file is untouched and the neighbour gone

  void write(std::string_view bytes) const { out_.write(bytes); }
  void commit();  // syncs and renames

 private:
  std::filesystem::path file_, neighbour_;  // the latter empty when there is nothing to rename
  File out_;
};

// The contents; throws Error when the file is missing or cannot be read.
[[nodiscard]] std::string read_file(const std::filesystem::path& file);

// A whole AtomicFile.
void write_file_atomically(const std::filesystem::path& file, std::string_view bytes);

// A file too large to be held as a whole: written elsewhere first, it has its name once it is complete.
class PendingFile {
 public:
  explicit PendingFile(const std::filesystem::path& file);
  PendingFile(const PendingFile&) = delete;
  PendingFile& operator=(const PendingFile&) = delete;
  ~PendingFile();  // without commit(): as if nothing had been written

  // Where to write until then: a neighbour of the file. What is not a regular file is written to directly.
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  // Syncs and renames; whoever wrote must have closed the file. Throws Error.
  void commit();

 private:
  std::filesystem::path file_;
  std::filesystem::path path_;
  bool is_committed_ = false;
};

}  // namespace hone
