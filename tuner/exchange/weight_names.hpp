// SPDX-License-Identifier: MIT
//
// The names that single weights, terms and groups have in the files of other programs: GROUP_INDEX_STAGE, in the case
// that is customary there, after a prefix. What is written under these names is read back by making them again.
//
//   psqt.knight[2,5] mg    snake  psqt_knight_f3_mg        camel   psqtKnightF3Mg
//   mobility.queen[3] eg   upper  MOBILITY_QUEEN_3_EG      pascal  MobilityQueen3Eg
//   tempo mg               kebab  tempo-mg
//
// A term of a board is named like a square of it: columns a, b, ... from the left, rows 1, 2, ... from the first
// player's side, whatever the order in which a file lists them. Where a board has more than 26 columns it is
// ROW_COLUMN, both from 0. The index of a list counts from 0. A stage is named where the schema has several.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "data/schema.hpp"

namespace hone::exchange {

enum class Case { snake, camel, pascal, upper, kebab };

struct KeyStyle {
  Case letters = Case::snake;
  std::string prefix = {};  // stands before every name, as it is
};

// The names of the cases: "snake", "camel", ...
[[nodiscard]] std::span<const std::pair<std::string, Case>> letter_cases();

// Puts words together, each of lower case letters, digits and '_', which separates words as well. Two digits never
// meet: camel and pascal keep a '_' between them.
[[nodiscard]] std::string spelled(const std::vector<std::string>& words, const KeyStyle& style);

// Of a term within its group: "3" of a list, "f3" of a board, "2_30" of a wide one, empty for a scalar.
[[nodiscard]] std::string index_word(const GroupShape& shape, int index);

// The keys of a group, of a group at a phase, and of a term.
[[nodiscard]] std::string group_key(const Group& group, const KeyStyle& style);
[[nodiscard]] std::string table_key(const Schema& schema, const Group& group, int phase, const KeyStyle& style);
[[nodiscard]] std::string term_key(const Schema& schema, int term, const KeyStyle& style);

// A name that another program gave as a word of a schema: lower case, with one '_' for whatever is no letter and no
// digit. Names that begin with none of a-z, or are kept for weights files, get another word in front.
[[nodiscard]] std::string schema_word(std::string_view name, std::string_view in_front = "option");

// Of all weights, the names that another program knows them by, where the schema was made of such names: a group of one
// number whose name has the letters and digits of its meaning, perhaps with a number behind them, is called by its
// meaning, if no other is and it can stand between quotes and commas. All others have their keys.
[[nodiscard]] std::vector<std::string> option_names(const Schema& schema, const KeyStyle& style);

// Of all groups, all groups at each phase (group * phases + phase), all weights, in their order. Throw Error that names
// both where two have the same key.
[[nodiscard]] std::vector<std::string> group_keys(const Schema& schema, const KeyStyle& style);
[[nodiscard]] std::vector<std::string> table_keys(const Schema& schema, const KeyStyle& style);
[[nodiscard]] std::vector<std::string> weight_keys(const Schema& schema, const KeyStyle& style);

}  // namespace hone::exchange
