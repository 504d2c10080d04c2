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

}  // namespace hone
