// SPDX-License-Identifier: MIT
#include "data/block.hpp"

#include <fmt/format.h>
#include <zstd.h>

#include <cassert>

#include "data/bytes.hpp"
#include "data/checksum.hpp"
#include "data/error.hpp"

namespace hone {
namespace {

constexpr int compression_level = 3;  // a higher level does not make a single game smaller
constexpr std::size_t checksum_size = 8;

struct FreeCompressor {
  void operator()(ZSTD_CCtx* context) const { ZSTD_freeCCtx(context); }
};
struct FreeDecompressor {
  void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
};

}  // namespace

struct BlockCodec::State {
  std::unique_ptr<ZSTD_CCtx, FreeCompressor> compressor{ZSTD_createCCtx()};
  std::unique_ptr<ZSTD_DCtx, FreeDecompressor> decompressor{ZSTD_createDCtx()};

  std::string compress(std::string_view bytes) const {
    std::string frame(ZSTD_compressBound(bytes.size()), '\0');
    const std::size_t size =
        ZSTD_compressCCtx(compressor.get(), frame.data(), frame.size(), bytes.data(), bytes.size(), compression_level);
    if (ZSTD_isError(size) != 0) throw Error(fmt::format("zstd: {}", ZSTD_getErrorName(size)), Error::Kind::system);
    frame.resize(size);
    return frame;
  }

  std::optional<std::string> decompress(std::string_view frame, std::size_t raw_size) const {
    std::string bytes(raw_size, '\0');
    const std::size_t size =
        ZSTD_decompressDCtx(decompressor.get(), bytes.data(), bytes.size(), frame.data(), frame.size());
    return size == raw_size ? std::optional(std::move(bytes)) : std::nullopt;
  }
};

BlockCodec::BlockCodec() : state_(std::make_unique<State>()) {}
BlockCodec::BlockCodec(BlockCodec&&) noexcept = default;
BlockCodec& BlockCodec::operator=(BlockCodec&&) noexcept = default;
BlockCodec::~BlockCodec() = default;

std::optional<BlockHead> parse_block_head(std::string_view bytes) {
  assert(bytes.size() == block_head_size);
  ByteReader from(bytes);
  BlockHead head;
  head.checksum = from.u64();
  for (char& letter : head.kind) letter = static_cast<char>(from.u8());
  head.count = from.u32();
  head.raw_size = from.u32();
  head.size = from.u32();
  const bool sound = head.raw_size <= max_block_payload && head.size <= ZSTD_compressBound(max_block_payload);
  return sound ? std::optional(head) : std::nullopt;
}

std::string BlockCodec::pack(std::array<char, 4> kind, std::uint32_t count, std::string_view payload) {
  if (payload.size() > max_block_payload) throw Error(fmt::format("a block of {} bytes is too large", payload.size()));
  const std::string frame = state_->compress(payload);
  ByteWriter rest;
  rest.raw({kind.data(), kind.size()});
  rest.u32(count);
  rest.u32(static_cast<std::uint32_t>(payload.size()));
  rest.u32(static_cast<std::uint32_t>(frame.size()));
  rest.raw(frame);
  ByteWriter block;
  block.u64(checksum(rest.bytes()));
  block.raw(rest.bytes());
  return block.bytes();
}

std::optional<std::string> BlockCodec::unpack(const BlockHead& head, std::string_view block) {
  assert(block.size() == block_head_size + head.size);
  if (checksum(block.substr(checksum_size)) != head.checksum) return std::nullopt;
  return state_->decompress(block.substr(block_head_size), head.raw_size);
}

}  // namespace hone
