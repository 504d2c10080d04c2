// SPDX-License-Identifier: MIT
//
// An open file of the operating system. It is closed when its owner is destroyed and is not inherited by child
// processes. Every failure is an Error that names the file and the system's reason.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace hone {

class File {
 public:
  enum class Mode {
    read,     // an existing file
    replace,  // for writing, emptied if it exists
    append,   // an existing file, for writing at its end
    open,     // like append, but the file is created if it does not exist
  };

  File(std::filesystem::path name, Mode mode);
  // Opens a file without a name for writing and reading. It is gone when it is closed, even if the process is killed.
  [[nodiscard]] static File temporary(const std::filesystem::path& folder);
  File(File&& other) noexcept;
  File& operator=(File&& other) noexcept;
  ~File();

  [[nodiscard]] const std::filesystem::path& name() const { return name_; }
  [[nodiscard]] std::uint64_t size() const;

  // Reads up to `size` bytes into `to`; it reads fewer only at the end of the file.
  [[nodiscard]] std::size_t read(char* to, std::size_t size) const;
  void write(std::string_view bytes) const;  // writes all of them or throws
  void truncate(std::uint64_t size) const;
  void sync() const;
  // Returns false when another process or another File holds the lock. The lock ends with this File.
  [[nodiscard]] bool try_lock() const;
  void lock() const;  // throws where try_lock() returns false
  // Returns whether lock() would throw. It takes the lock for a moment to find out, so this File must not hold it
  // already.
  [[nodiscard]] bool is_locked_elsewhere() const;

  // The descriptor, for system calls that are not wrapped here. This object keeps ownership.
  [[nodiscard]] int descriptor() const { return descriptor_; }

 private:
  File(std::filesystem::path name, int descriptor) : name_(std::move(name)), descriptor_(descriptor) {}

  std::filesystem::path name_;
  int descriptor_;
};

// Opens an existing file for reading and returns its descriptor, which the caller closes. A pipe is waited for until it
// has something to read; unlike the wait of open(), this one ends with a signal that the program handles, and throws
// Error of Kind::system.
[[nodiscard]] int open_input(const std::filesystem::path& file);

// The name of this machine; empty where the system tells none.
[[nodiscard]] std::string host_name();

// A number that nobody else has drawn, on this machine or another that shares its disk: 64 random bits.
[[nodiscard]] std::uint64_t unique_number();

// replaces a file that is already there
void rename_file(const std::filesystem::path& from, const std::filesystem::path& to);

// Renames a file to a name that nothing has yet. Returns false, and leaves both alone, where something has it: of
// several processes that give the same name, one succeeds.
[[nodiscard]] bool rename_to_new_file(const std::filesystem::path& from, const std::filesystem::path& to);

// Removes a file, if it is there.
void remove_file(const std::filesystem::path& file);

// Makes the folder, and those that it lies in, unless it is there.
void make_folder(const std::filesystem::path& folder);

// What lies in the folder, in no order.
[[nodiscard]] std::vector<std::filesystem::directory_entry> entries_in(const std::filesystem::path& folder);

// Syncs the folder of `file`, so that a rename in it survives a power failure. A folder that may be written to, but not
// read, cannot be synced and is passed over.
void sync_folder_of(const std::filesystem::path& file);

// Throws Error "cannot WHAT: reason" for the errno of the call that has just failed. The kind is Kind::input where the
// name itself is wrong (no such file, a folder, ...) and Kind::system otherwise.
[[noreturn]] void throw_system_error(const std::filesystem::path& file, std::string_view what);

}  // namespace hone
