// SPDX-License-Identifier: MIT
//
// The blocks that append-only files are made of, each compressed and checksummed by itself:
//
//   offset  bytes
//        0      8  checksum   XXH3-64 of the rest of the block
//        8      4  kind       four letters
//       12      4  count      of what the payload holds
//       16      4  raw size   of the payload
//       20      4  size       of the payload as it lies here
//       24   size  a zstd frame
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace hone {

inline constexpr std::size_t block_head_size = 24;
// uncompressed; a block that claims more is damaged
inline constexpr std::size_t max_block_payload = std::size_t{1} << 24;

struct BlockHead {
  std::uint64_t checksum = 0;
  std::array<char, 4> kind{};
  std::uint32_t count = 0;
  std::uint32_t raw_size = 0;
  std::uint32_t size = 0;

  friend bool operator==(const BlockHead&, const BlockHead&) = default;
};

// Returns nothing when a size exceeds what a block may have. `bytes` holds block_head_size bytes.
[[nodiscard]] std::optional<BlockHead> parse_block_head(std::string_view bytes);

// Packs and unpacks blocks. It keeps the compressor's tables from one block to the next.
class BlockCodec {
 public:
  BlockCodec();
  BlockCodec(BlockCodec&&) noexcept;
  BlockCodec& operator=(BlockCodec&&) noexcept;
  ~BlockCodec();

  // Throws Error when the payload is larger than max_block_payload. Equal payloads give equal blocks.
  [[nodiscard]] std::string pack(std::array<char, 4> kind, std::uint32_t count, std::string_view payload);
  // Returns the payload of a whole block, or nothing when the checksum or the frame is wrong.
  [[nodiscard]] std::optional<std::string> unpack(const BlockHead& head, std::string_view block);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace hone
