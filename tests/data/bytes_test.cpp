// SPDX-License-Identifier: MIT
#include "data/bytes.hpp"

#include <gmock/gmock.h>

#include <cstdint>
#include <limits>
#include <string>

namespace hone {
namespace {

std::string varint_bytes(std::uint64_t value) {
  ByteWriter to;
  to.varint(value);
  return to.bytes();
}

// protobuf.dev/programming-guides/encoding: 150 is 96 01; ZigZag maps 0, -1, 1, -2 to 0, 1, 2, 3 and
// 0x7fffffff, -0x80000000 to 0xfffffffe, 0xffffffff.
TEST(Bytes, VarintsAndZigzagAreProtobufs) {
  EXPECT_EQ(varint_bytes(150), "\x96\x01");
  EXPECT_EQ(zigzag(0), 0U);
  EXPECT_EQ(zigzag(-1), 1U);
  EXPECT_EQ(zigzag(1), 2U);
  EXPECT_EQ(zigzag(-2), 3U);
  EXPECT_EQ(zigzag(0x7fffffff), 0xfffffffeU);
  EXPECT_EQ(zigzag(-std::int64_t{0x80000000}), 0xffffffffU);
}

TEST(Bytes, FixedNumbersAreLittleEndian) {
  ByteWriter to;
  to.u32(0x04030201);
  to.u64(0x0c0b0a0908070605);
  EXPECT_EQ(to.bytes(), "\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b\x0c");
}

// IEEE 754: 1 has the exponent 127 or 1023, and the sign is the highest bit.
TEST(Bytes, RealNumbersAreThoseOfIeee754) {
  ByteWriter to;
  to.f32(1);
  to.f64(-1);
  EXPECT_EQ(to.bytes(), std::string("\0\0\x80\x3f\0\0\0\0\0\0\xf0\xbf", 12));
}

TEST(Bytes, ComeBack) {
  ByteWriter to;
  to.u8(200);
  to.f32(0.1F);
  to.f64(-0.1);
  to.text("");
  to.text(std::string("nul \0 inside", 12));
  for (const std::int64_t value : {INT64_MIN, INT64_MAX, INT64_C(0), INT64_C(-1)}) to.zigzag(value);
  for (int shift = 0; shift < 64; ++shift) to.varint(UINT64_MAX >> shift);

  ByteReader from(to.bytes());
  EXPECT_EQ(from.u8(), 200);
  EXPECT_EQ(from.f32(), 0.1F);
  EXPECT_EQ(from.f64(), -0.1);
  EXPECT_EQ(from.text(), "");
  EXPECT_EQ(from.text(), std::string("nul \0 inside", 12));
  for (const std::int64_t value : {INT64_MIN, INT64_MAX, INT64_C(0), INT64_C(-1)}) EXPECT_EQ(from.zigzag(), value);
  for (int shift = 0; shift < 64; ++shift) EXPECT_EQ(from.varint(), UINT64_MAX >> shift);
  EXPECT_TRUE(from.done());
}

TEST(Bytes, BadVarintsAreRefused) {
  const std::string ten(10, '\xff');
  for (const std::string& bytes : {std::string(), std::string("\x80"), std::string("\x80\0", 2), ten, ten + '\x01',
                                   std::string(9, '\xff') + '\x02', std::string(9, '\x80') + std::string(1, '\0')}) {
    ByteReader from(bytes);
    EXPECT_EQ(from.varint(), 0U);
    EXPECT_TRUE(from.bad());
    EXPECT_FALSE(from.done());
  }
  ByteReader largest(std::string_view("\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"));
  EXPECT_EQ(largest.varint(), UINT64_MAX);
  EXPECT_TRUE(largest.done());
}

TEST(Bytes, NothingIsReadBehindAFault) {
  ByteReader from(
      std::string_view("\x05"
                       "abc"));
  EXPECT_EQ(from.text(), "");
  EXPECT_TRUE(from.bad());
  EXPECT_EQ(from.u8(), 0);
  EXPECT_EQ(from.left(), 0U);
}

TEST(Bytes, NumbersMustFitTheirType) {
  ByteWriter to;
  to.varint(255);
  to.varint(256);
  ByteReader from(to.bytes());
  EXPECT_EQ(from.varint_as<std::uint8_t>(), 255);
  EXPECT_FALSE(from.bad());
  EXPECT_EQ(from.varint_as<std::uint8_t>(), 0);
  EXPECT_TRUE(from.bad());

  ByteWriter low;
  low.zigzag(-128);
  low.zigzag(-129);
  ByteReader from_low(low.bytes());
  EXPECT_EQ(from_low.zigzag_as<std::int8_t>(), -128);
  EXPECT_FALSE(from_low.bad());
  (void)from_low.zigzag_as<std::int8_t>();
  EXPECT_TRUE(from_low.bad());
}

}  // namespace
}  // namespace hone
