// SPDX-License-Identifier: MIT
//
// Hashes of numbers and texts, the same on every machine. They give seeds that depend only on their place in a run.
#pragma once

#include <cstdint>
#include <string_view>

namespace hone {

// The increment and the finaliser of SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number
// Generators, OOPSLA 2014; constants of Vigna's splitmix64.c). The finaliser is a bijection.
inline constexpr std::uint64_t golden_gamma = 0x9e3779b97f4a7c15;

[[nodiscard]] constexpr std::uint64_t mix(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
  return x ^ (x >> 31);
}

// The 128-bit product of two words, folded: what changes in either word changes all of it, as long as the other is not
// zero (Wang Yi, "wyhash", 2019).
[[nodiscard]] constexpr std::uint64_t folded_product(std::uint64_t a, std::uint64_t b) {
  __extension__ using Wide = unsigned __int128;
  const Wide product = Wide{a} * b;
  return static_cast<std::uint64_t>(product >> 64) ^ static_cast<std::uint64_t>(product);
}

// Returns the seed of game n of a run. No two games of a run have the same seed.
[[nodiscard]] constexpr std::uint64_t hash_seed(std::uint64_t run_seed, std::uint64_t n) {
  return mix(mix(run_seed + golden_gamma) + n);
}

// Takes the bytes of the text one after the other, from this hash on.
[[nodiscard]] constexpr std::uint64_t hash_text(std::string_view text, std::uint64_t hash) {
  for (const char letter : text) hash = hash_seed(hash, static_cast<unsigned char>(letter));
  return hash;
}

}  // namespace hone
