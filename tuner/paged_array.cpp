// SPDX-License-Identifier: MIT
#include "tuner/paged_array.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "data/error.hpp"

namespace hone {
namespace {

Error no_room(std::size_t size, const std::string& where, int code) {
  const std::string reason = std::error_code(code, std::generic_category()).message();
  return Error(fmt::format("no room for {} bytes {}: {}", size, where, reason), Error::Kind::system);
}

// A descriptor of a file that is gone with it, whose blocks are there already: a full disk shows here, not as SIGBUS.
int nameless_file(std::size_t size, const std::filesystem::path& folder) {
  const std::string where = fmt::format("in {}", folder.string());
  const int file = ::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (file < 0) throw no_room(size, where, errno);
  const int code = ::posix_fallocate(file, 0, static_cast<off_t>(size));
  if (code == 0) return file;
  ::close(file);
  throw no_room(size, where, code);
}

}  // namespace

PagedBytes::PagedBytes(std::size_t size, const std::optional<std::filesystem::path>& folder) : size_(size) {
  if (size == 0) return;
  const int file = folder ? nameless_file(size, *folder) : -1;
  const int flags = folder ? MAP_SHARED : MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
  void* const data = ::mmap(nullptr, size, PROT_READ | PROT_WRITE, flags, file, 0);
  const int code = errno;
  if (file >= 0) ::close(file);
  if (data == MAP_FAILED) throw no_room(size, "of memory", code);
  data_ = data;
}

PagedBytes::~PagedBytes() {
  if (data_ != nullptr) ::munmap(data_, size_);
}

}  // namespace hone
