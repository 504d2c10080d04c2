// SPDX-License-Identifier: MIT
//
// Maps a whole file into memory for reading. Pages come from the disk when they are touched. A file that is shortened
// while it is mapped ends the process with SIGBUS; files that are replaced by renaming (data/atomic_file.hpp) never
// are.
#pragma once

#include <string>
#include <string_view>

#include "data/file.hpp"

namespace hone {

class MappedFile {
 public:
  // The file may be closed afterwards. Throws Error.
  explicit MappedFile(const File& file);
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;
  ~MappedFile();

  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] std::string_view bytes() const { return {data_, size_}; }  // begins at a page boundary
  // Frees the memory of these bytes until they are touched again.
  void release(std::string_view part) const;

 private:
  std::string name_;
  char* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace hone
