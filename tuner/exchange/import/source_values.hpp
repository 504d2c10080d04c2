// SPDX-License-Identifier: MIT
//
// The values of names in source text: numbers, lists of them in any brackets, and calls such as S(10, 20).
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "tuner/exchange/import/source_tokens.hpp"

namespace hone::exchange {

using SourceTokens = std::span<const SourceToken>;

// A number, or a list whose elements may have names.
struct SourceValue {
  double number = 0;
  bool is_list = false;
  bool is_pair = false;  // of the stages
  bool is_call = false;  // the pair stands in brackets behind a name, as S(1, 2)
  std::vector<SourceValue> elements = {};
  std::vector<std::string> keys = {};  // of the elements; none: they have no names

  [[nodiscard]] bool has_keys() const { return !keys.empty(); }
  [[nodiscard]] std::size_t count() const;  // of values and lists, itself included
};

// What stands where a number or a list of numbers is wanted, and is none: a text, a type, the name of something else.
struct NoNumbers {
  int line = 0;
  std::string found;
  bool is_type = false;
};

// The value that begins at the token `at`, up to the end of its expression. Throws NoNumbers.
[[nodiscard]] SourceValue read_source_value(SourceTokens tokens, std::size_t at);

[[nodiscard]] inline bool opens(const SourceToken& token) { return token.is("(") || token.is("[") || token.is("{"); }
[[nodiscard]] inline bool closes(const SourceToken& token) { return token.is(")") || token.is("]") || token.is("}"); }

// The place of the bracket that closes the one at `open`; the end where there is none.
[[nodiscard]] std::size_t closing(SourceTokens tokens, std::size_t open);

}  // namespace hone::exchange
