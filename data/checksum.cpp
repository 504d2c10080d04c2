// SPDX-License-Identifier: MIT
#include "data/checksum.hpp"

#include <xxhash.h>

#include <array>
#include <memory>

#include "data/file.hpp"

namespace hone {

std::uint64_t checksum(std::string_view bytes) { return XXH3_64bits(bytes.data(), bytes.size()); }

std::uint64_t checksum_of_file(const std::filesystem::path& file) {
  const std::unique_ptr<XXH3_state_t, decltype(&XXH3_freeState)> state(XXH3_createState(), XXH3_freeState);
  XXH3_64bits_reset(state.get());
  const File in(file, File::Mode::read);
  std::array<char, 1 << 16> part;
  while (const std::size_t size = in.read(part.data(), part.size())) {
    XXH3_64bits_update(state.get(), part.data(), size);
  }
  return XXH3_64bits_digest(state.get());
}

}  // namespace hone
