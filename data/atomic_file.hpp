// SPDX-License-Identifier: MIT
//
// Whole files. A file that is replaced is at any moment, whatever is killed or fails, the old or the new one.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace hone {

// The contents; throws Error when the file is missing or cannot be read.
[[nodiscard]] std::string read_file(const std::filesystem::path& file);

// Writes a neighbour of the file, syncs it and renames it. A link stays a link; what is not a regular file
// (/dev/stdout) is written to directly. Throws Error; then the old file is untouched and the neighbour gone.
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
