// SPDX-License-Identifier: MIT
//
// An open file of the operating system, closed by its owner's end and not inherited by child processes.
// Every failure is an Error that names the file and the system's reason.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string_view>
#include <utility>

namespace hone {

class File {
 public:
  enum class Mode {
    read,     // an existing file
    replace,  // for writing, emptied if it exists
    append,   // an existing file, for writing at its end
    open,     // the same, made if there is none
  };

  File(std::filesystem::path name, Mode mode);
  // For writing and reading, without a name: gone when it is closed, whatever is killed.
  [[nodiscard]] static File temporary(const std::filesystem::path& folder);
  File(File&& other) noexcept;
  File& operator=(File&& other) noexcept;
  ~File();

  [[nodiscard]] const std::filesystem::path& name() const { return name_; }
  [[nodiscard]] std::uint64_t size() const;

  // Up to `size` bytes into `to`; fewer only at the end of the file.
  [[nodiscard]] std::size_t read(char* to, std::size_t size) const;
  void write(std::string_view bytes) const;  // all of them, or throws
  void truncate(std::uint64_t size) const;
  void sync() const;
  // False when another process or another File holds the lock; it ends with this File.
  [[nodiscard]] bool try_lock() const;
  void lock() const;  // throws instead
  // Whether lock() would throw; holds the lock for a moment to know it. This File must not hold it already.
  [[nodiscard]] bool is_locked_elsewhere() const;

  // For calls of the system that are not wrapped here; stays this object's own.
  [[nodiscard]] int descriptor() const { return descriptor_; }

 private:
  File(std::filesystem::path name, int descriptor) : name_(std::move(name)), descriptor_(descriptor) {}

  std::filesystem::path name_;
  int descriptor_;
};

void rename_file(const std::filesystem::path& from, const std::filesystem::path& to);  // in place of what was there

// Makes a rename in the folder of `file` last.
void sync_folder_of(const std::filesystem::path& file);

// Error "cannot WHAT: reason" for the errno of the call that just failed: Kind::input where the name itself is
// wrong (no such file, a folder, ...), otherwise Kind::system.
[[noreturn]] void throw_system_error(const std::filesystem::path& file, std::string_view what);

}  // namespace hone
