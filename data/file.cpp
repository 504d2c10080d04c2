// SPDX-License-Identifier: MIT
#include "data/file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <string>
#include <system_error>
#include <utility>

#include "data/failure_kind.hpp"

namespace hone {
namespace {

int flags_of(File::Mode mode) {
  switch (mode) {
    case File::Mode::read:
      return O_RDONLY;
    case File::Mode::replace:
      return O_WRONLY | O_CREAT | O_TRUNC;
    case File::Mode::append:
      return O_WRONLY | O_APPEND;
    case File::Mode::open:
      return O_WRONLY | O_APPEND | O_CREAT;
  }
  return O_RDONLY;
}

// Repeats the system call while signals interrupt it.
template <class Call>
auto retry(Call call) {
  auto result = call();
  while (result < 0 && errno == EINTR) result = call();
  return result;
}

// Waits for a writer of the pipe and its first bytes, or its end.
void await_input(const std::filesystem::path& file, int pipe) {
  pollfd wanted{pipe, POLLIN, 0};
  if (::poll(&wanted, 1, -1) >= 0) return;
  ::close(pipe);
  throw Error(file.string(), 0, "interrupted while waiting for someone to write to this pipe", Error::Kind::system);
}

// For file systems that cannot make a file without a name.
int open_and_unlink(const std::filesystem::path& folder) {
  std::string name = (folder / "hone-XXXXXX").string();
  const int descriptor = ::mkostemp(name.data(), O_CLOEXEC);
  if (descriptor >= 0) ::unlink(name.c_str());
  return descriptor;
}

}  // namespace

Error::Kind kind_of_failure(int code) {
  const bool bad_name =
      code == ENOENT || code == ENOTDIR || code == EISDIR || code == EEXIST || code == ENAMETOOLONG || code == ELOOP;
  return bad_name ? Error::Kind::input : Error::Kind::system;
}

void throw_system_error(const std::filesystem::path& file, std::string_view what) {
  const int code = errno;
  throw Error(file.string(), 0, fmt::format("cannot {}: {}", what, std::strerror(code)), kind_of_failure(code));
}

int open_input(const std::filesystem::path& file) {
  const int descriptor = retry([&] { return ::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK); });
  if (descriptor < 0) throw_system_error(file, "read");
  struct stat info {};
  if (::fstat(descriptor, &info) == 0 && S_ISFIFO(info.st_mode)) await_input(file, descriptor);
  ::fcntl(descriptor, F_SETFL, ::fcntl(descriptor, F_GETFL) & ~O_NONBLOCK);
  return descriptor;
}

File::File(std::filesystem::path name, Mode mode) : name_(std::move(name)) {
  if (mode == Mode::read) {
    descriptor_ = open_input(name_);
    return;
  }
  descriptor_ = retry([&] { return ::open(name_.c_str(), flags_of(mode) | O_CLOEXEC, 0666); });
  if (descriptor_ < 0) throw_system_error(name_, "write");
}

File File::temporary(const std::filesystem::path& folder) {
  const std::filesystem::path in = folder.empty() ? "." : folder;
  int descriptor = retry([&] { return ::open(in.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600); });
  if (descriptor < 0 && (errno == EOPNOTSUPP || errno == EISDIR)) descriptor = open_and_unlink(in);
  const std::filesystem::path name = in / "(temporary file)";
  if (descriptor < 0) throw_system_error(name, "write");
  return {name, descriptor};
}

File::File(File&& other) noexcept : name_(std::move(other.name_)), descriptor_(std::exchange(other.descriptor_, -1)) {}

File& File::operator=(File&& other) noexcept {
  std::swap(name_, other.name_);
  std::swap(descriptor_, other.descriptor_);
  return *this;
}

File::~File() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

std::uint64_t File::size() const {
  struct stat info {};
  if (::fstat(descriptor_, &info) != 0) throw_system_error(name_, "read");
  return static_cast<std::uint64_t>(info.st_size);
}

std::size_t File::read(char* to, std::size_t size) const {
  std::size_t done = 0;
  while (done < size) {
    const ssize_t count = retry([&] { return ::read(descriptor_, to + done, size - done); });
    if (count < 0) throw_system_error(name_, "read");
    if (count == 0) break;
    done += static_cast<std::size_t>(count);
  }
  return done;
}

void File::write(std::string_view bytes) const {
  while (!bytes.empty()) {
    const ssize_t count = retry([&] { return ::write(descriptor_, bytes.data(), bytes.size()); });
    if (count < 0) throw_system_error(name_, "write");
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
}

void File::truncate(std::uint64_t size) const {
  if (retry([&] { return ::ftruncate(descriptor_, static_cast<off_t>(size)); }) != 0) {
    throw_system_error(name_, "shorten");
  }
}

void File::sync() const {
  // EINVAL means a pipe or a terminal, which cannot be synced.
  if (retry([&] { return ::fsync(descriptor_); }) != 0 && errno != EINVAL) throw_system_error(name_, "sync");
}

bool File::try_lock() const {
  if (retry([&] { return ::flock(descriptor_, LOCK_EX | LOCK_NB); }) == 0) return true;
  if (errno != EWOULDBLOCK) throw_system_error(name_, "lock");
  return false;
}

void File::lock() const {
  if (!try_lock()) throw Error(name_.string(), 0, "is being written by another process");
}

bool File::is_locked_elsewhere() const {
  if (retry([&] { return ::flock(descriptor_, LOCK_SH | LOCK_NB); }) != 0) return errno == EWOULDBLOCK;
  ::flock(descriptor_, LOCK_UN);
  return false;
}

std::string host_name() {
  std::array<char, 256> name{};
  return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "";
}

std::uint64_t unique_number() {
  static thread_local std::random_device random;
  return std::uint64_t{random()} << 32 | random();
}

void rename_file(const std::filesystem::path& from, const std::filesystem::path& to) {
  if (std::rename(from.c_str(), to.c_str()) != 0) throw_system_error(to, "write");
}

bool rename_to_new_file(const std::filesystem::path& from, const std::filesystem::path& to) {
  if (::link(from.c_str(), to.c_str()) == 0) {
    ::unlink(from.c_str());
    return true;
  }
  if (errno == EEXIST) return false;
  // A disk without links: the moment between looking and renaming is short.
  struct stat info {};
  if (::lstat(to.c_str(), &info) == 0) return false;
  rename_file(from, to);
  return true;
}

void remove_file(const std::filesystem::path& file) {
  if (::unlink(file.c_str()) != 0 && errno != ENOENT) throw_system_error(file, "remove");
}

void make_folder(const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (!error) return;
  errno = error.value();
  throw_system_error(folder, "make the folder");
}

std::vector<std::filesystem::directory_entry> entries_in(const std::filesystem::path& folder) {
  std::error_code error;
  std::vector<std::filesystem::directory_entry> entries;
  for (std::filesystem::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    entries.push_back(*at);
  }
  if (!error) return entries;
  errno = error.value();
  throw_system_error(folder, "read the folder");
}

void sync_folder_of(const std::filesystem::path& file) {
  const std::filesystem::path parent = file.parent_path(), folder = parent.empty() ? "." : parent;
  if (::access(folder.c_str(), R_OK) != 0 && errno == EACCES) return;
  File(folder, File::Mode::read).sync();
}

}  // namespace hone
