// SPDX-License-Identifier: MIT
//
// Large arrays of zeroed pages: in a nameless file when a folder is given, so that the kernel can write pages out and
// read back data larger than memory block by block, otherwise in plain memory, of large pages where the kernel has
// them.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <utility>

namespace hone::learn {

// The pages of one array.
class PagedBytes {
 public:
  PagedBytes() = default;
  // Throws Error when there is no room.
  PagedBytes(std::size_t size, const std::optional<std::filesystem::path>& folder);
  PagedBytes(PagedBytes&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}
  PagedBytes& operator=(PagedBytes&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    return *this;
  }
  ~PagedBytes();

  [[nodiscard]] void* data() const { return data_; }

 private:
  void* data_ = nullptr;
  std::size_t size_ = 0;
};

template <class T>
class PagedArray {
 public:
  PagedArray() = default;
  PagedArray(std::size_t size, const std::optional<std::filesystem::path>& folder)
      : bytes_(size * sizeof(T), folder), size_(size) {}

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] T* data() const { return static_cast<T*>(bytes_.data()); }
  [[nodiscard]] T& operator[](std::size_t i) const { return data()[i]; }

 private:
  PagedBytes bytes_;
  std::size_t size_ = 0;
};

}  // namespace hone::learn
