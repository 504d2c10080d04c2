// SPDX-License-Identifier: MIT
#include "data/mapped_file.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cassert>

namespace hone {

MappedFile::MappedFile(const File& file) : name_(file.name().string()), size_(file.size()) {
  if (size_ == 0) return;
  void* const address = ::mmap(nullptr, size_, PROT_READ, MAP_SHARED, file.descriptor(), 0);
  if (address == MAP_FAILED) throw_system_error(file.name(), "map");
  data_ = static_cast<char*>(address);
}

MappedFile::~MappedFile() {
  if (data_ != nullptr) ::munmap(data_, size_);
}

// Gives back whole pages. Other data on the first and the last page is read again when it is needed. This is advice to
// the system, so failure does not matter.
void MappedFile::release(std::string_view part) const {
  if (part.empty()) return;
  assert(data_ <= part.data() && part.data() + part.size() <= data_ + size_);
  const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  const auto begin = static_cast<std::size_t>(part.data() - data_) / page * page;
  const auto end = static_cast<std::size_t>(part.data() - data_) + part.size();
  (void)::madvise(data_ + begin, end - begin, MADV_DONTNEED);
}

}  // namespace hone
