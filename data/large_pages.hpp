// SPDX-License-Identifier: MIT
//
// Memory in pages of 2 MiB instead of 4 KiB, for tables that a search reads at random and for long arrays. In small
// pages nearly every look at a table of 16 MiB also misses the processor's cache of page addresses, in large ones
// hardly any does; and where an array is written for the first time, the kernel is called for every page. The kernel is
// asked for large pages, and if it has none the memory is as before.
#pragma once

#include <sys/mman.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <new>

namespace hone {

// A wish: that the kernel has no large pages is no error of whoever uses the memory.
inline void ask_for_large_pages(void* memory, std::size_t bytes) {
  static_cast<void>(::madvise(memory, bytes, MADV_HUGEPAGE));
}

// An allocator for standard containers.
template <class T>
class LargePages {
 public:
  using value_type = T;

  LargePages() = default;
  template <class Other>
  LargePages(const LargePages<Other>& /*other*/) {}  // NOLINT(google-explicit-constructor): allocators convert

  [[nodiscard]] T* allocate(std::size_t count) {
    if (count > max_bytes / sizeof(T)) throw std::bad_array_new_length();
    const bool large = count * sizeof(T) >= least_bytes;
    const std::size_t alignment = large ? page : std::max(alignof(T), alignof(std::max_align_t));
    const std::size_t bytes = (count * sizeof(T) + alignment - 1) / alignment * alignment;
    void* const memory = std::aligned_alloc(alignment, bytes);
    if (memory == nullptr) throw std::bad_alloc();
    if (large) ask_for_large_pages(memory, bytes);
    return static_cast<T*>(memory);
  }
  void deallocate(T* memory, std::size_t /*count*/) { std::free(memory); }

  friend bool operator==(const LargePages& /*a*/, const LargePages& /*b*/) { return true; }

 private:
  static constexpr std::size_t page = std::size_t{2} << 20;
  static constexpr std::size_t least_bytes = page / 4;  // smaller tables would mostly waste their page
  static constexpr std::size_t max_bytes = static_cast<std::size_t>(-1) / 4;
};

// The same; elements that a container grows by without saying their values are not set to 0, as they are written next.
template <class T>
class UnsetLargePages : public LargePages<T> {
 public:
  template <class Other>
  struct rebind {
    using other = UnsetLargePages<Other>;
  };

  UnsetLargePages() = default;
  template <class Other>
  UnsetLargePages(const UnsetLargePages<Other>& /*other*/) {}  // NOLINT(google-explicit-constructor): as above

  template <class Element>
  void construct(Element* place) {
    ::new (static_cast<void*>(place)) Element;
  }
};

}  // namespace hone
