// SPDX-License-Identifier: MIT
#include "tuner/learn/fit/paged_array.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>

#include <cerrno>
#include <string>
#include <system_error>

#include "data/error.hpp"
#include "data/file.hpp"
#include "data/large_pages.hpp"

namespace hone::learn {

namespace {

Error no_room(std::size_t size, const std::string& where, int code) {
  const std::string reason = std::error_code(code, std::generic_category()).message();
  return Error(fmt::format("no room for {} bytes {}: {}", size, where, reason), Error::Kind::system);
}

void* map_pages(std::size_t size, int flags, int file) {
  void* const data = ::mmap(nullptr, size, PROT_READ | PROT_WRITE, flags, file, 0);
  if (data == MAP_FAILED) throw no_room(size, "of memory", errno);
  return data;
}

void* map_memory(std::size_t size) {
  void* const data = map_pages(size, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1);
  ask_for_large_pages(data, size);
  return data;
}

// The blocks of the file are allocated at once, so that a full disk is an error here and not a SIGBUS later.
void* map_nameless_file(std::size_t size, const std::filesystem::path& folder) {
  const File file = File::temporary(folder);
  const int code = ::posix_fallocate(file.descriptor(), 0, static_cast<off_t>(size));
  if (code != 0) throw no_room(size, fmt::format("in {}", file.name().string()), code);
  return map_pages(size, MAP_SHARED, file.descriptor());
}

}  // namespace

PagedBytes::PagedBytes(std::size_t size, const std::optional<std::filesystem::path>& folder) : size_(size) {
  if (size == 0) return;
  data_ = folder ? map_nameless_file(size, *folder) : map_memory(size);
}

PagedBytes::~PagedBytes() {
  if (data_ != nullptr) ::munmap(data_, size_);
}

}  // namespace hone::learn
