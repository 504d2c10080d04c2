// SPDX-License-Identifier: MIT
//
// Numbers and texts as bytes, the same on every machine: fixed width little-endian, real numbers as their IEEE 754
// bits; varint, 7 bits a byte, low bits first, the high bit set on all bytes but the last; zigzag, a signed number as a
// varint; text, its length as a varint and its bytes. The reader does not trust its input: a value that does not fit
// makes it bad(), and from then on it returns zeros and empty texts.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

namespace hone {

// 0, -1, 1, -2, ... -> 0, 1, 2, 3, ... and back.
[[nodiscard]] constexpr std::uint64_t zigzag(std::int64_t value) {
  return (static_cast<std::uint64_t>(value) << 1) ^ static_cast<std::uint64_t>(value >> 63);
}
[[nodiscard]] constexpr std::int64_t unzigzag(std::uint64_t code) {
  return static_cast<std::int64_t>((code >> 1) ^ (0 - (code & 1)));
}

class ByteWriter {
 public:
  void u8(std::uint8_t value) { bytes_.push_back(static_cast<char>(value)); }
  void u32(std::uint32_t value) { fixed(value, 4); }
  void u64(std::uint64_t value) { fixed(value, 8); }
  void f32(float value) { u32(std::bit_cast<std::uint32_t>(value)); }
  void f64(double value) { u64(std::bit_cast<std::uint64_t>(value)); }

  void varint(std::uint64_t value) {
    for (; value >= 0x80; value >>= 7) u8(static_cast<std::uint8_t>(value | 0x80));
    u8(static_cast<std::uint8_t>(value));
  }
  void zigzag(std::int64_t value) { varint(hone::zigzag(value)); }
  void text(std::string_view value) {
    varint(value.size());
    raw(value);
  }
  void raw(std::string_view value) { bytes_ += value; }

  [[nodiscard]] const std::string& bytes() const { return bytes_; }

 private:
  void fixed(std::uint64_t value, int size) {
    for (int i = 0; i < size; ++i) u8(static_cast<std::uint8_t>(value >> (8 * i)));
  }

  std::string bytes_;
};

// Reads from bytes, which must outlive the reader.
class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : rest_(bytes) {}

  std::uint8_t u8() { return static_cast<std::uint8_t>(fixed(1)); }
  std::uint32_t u32() { return static_cast<std::uint32_t>(fixed(4)); }
  std::uint64_t u64() { return fixed(8); }
  float f32() { return std::bit_cast<float>(u32()); }
  double f64() { return std::bit_cast<double>(u64()); }

  // Accepts the shortest form only, so that each value has exactly one encoding.
  std::uint64_t varint() {
    std::uint64_t value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      const std::uint64_t byte = u8();
      const bool last = byte < 0x80;
      if (bad_ || (shift == 63 && byte > 1) || (last && byte == 0 && shift > 0)) return fail();
      value |= (byte & 0x7f) << shift;
      if (last) return value;
    }
    return fail();
  }
  std::int64_t zigzag() { return unzigzag(varint()); }
  std::string_view text() { return raw(varint()); }
  std::string_view raw(std::uint64_t size) {
    if (size > rest_.size()) return fail(), std::string_view();
    const std::string_view value = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return value;
  }

  // A varint or zigzag within the range of a smaller type.
  template <class T>
  T varint_as() {
    const std::uint64_t value = varint();
    return value <= std::numeric_limits<T>::max() ? static_cast<T>(value) : static_cast<T>(fail());
  }
  template <class T>
  T zigzag_as() {
    const std::int64_t value = zigzag();
    const bool fits = std::numeric_limits<T>::min() <= value && value <= std::numeric_limits<T>::max();
    return fits ? static_cast<T>(value) : static_cast<T>(fail());
  }

  [[nodiscard]] std::size_t left() const { return rest_.size(); }
  [[nodiscard]] bool bad() const { return bad_; }
  [[nodiscard]] bool done() const { return !bad_ && rest_.empty(); }
  // For rules that the caller checks: marks the input as bad when a value is not allowed for its type.
  std::uint64_t fail() {
    bad_ = true;
    rest_ = {};
    return 0;
  }

 private:
  std::uint64_t fixed(std::size_t size) {
    std::uint64_t value = 0;
    int shift = 0;
    for (const char byte : raw(size)) {
      value |= std::uint64_t{static_cast<unsigned char>(byte)} << shift;
      shift += 8;
    }
    return value;
  }

  std::string_view rest_;
  bool bad_ = false;
};

}  // namespace hone
