// SPDX-License-Identifier: MIT
//
// What every text format needs to know of a weight besides its value, and the order in which weights are written.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "tuner/exchange/export/prepared_weights.hpp"

namespace hone::exchange {

// The terms of a group in the order of its file: row by row, and the columns of a row from the left.
[[nodiscard]] std::vector<int> terms_in_order(const Group& group, RowOrder order);

// The weights in the order of csv, npy and the lists of single weights: groups, terms in order, chosen stages.
[[nodiscard]] std::vector<std::size_t> weights_in_order(const PreparedWeights& prepared);

// Between which values, and by which steps, a tuner by games should search. The step is the standard error of the
// value, or a tenth of its size where that is not known, and at least 1 (or 0.01 where values are not whole); the range
// is ten steps to both sides, within the bounds of the schema.
struct SearchRange {
  double low = 0, high = 0, step = 0;
};
[[nodiscard]] SearchRange search_range(const PreparedWeights& prepared, std::size_t weight);

// What is said after the meaning of a group that is not linear; empty of others.
[[nodiscard]] std::string role_note(const Schema& schema, const Group& group);

// The first lines of a file, without the signs that make them comments: order of the boards, game, meaning, changes.
[[nodiscard]] std::vector<std::string> intro_lines(const PreparedWeights& prepared);

// A text in which no language of this room sees the end of its comment: no control characters, no backslashes.
[[nodiscard]] std::string comment_text(const std::string& text);

// A name for source code: other characters than letters, digits and '_' become '_', and so does what is missing before
// a digit or behind a word that one of the languages keeps for itself.
[[nodiscard]] std::string identifier(const std::string& key);

// The piece of the groups psqt.X and material.X: X; empty for other groups.
[[nodiscard]] std::string piece_of(const std::string& group);

// What the groups material.X and psqt.X say of a piece; 0 where it has no material.X. Kings, as a rule, have none.
struct PieceValue {
  std::string name;            // "knight"
  std::string letter;          // "n"
  std::vector<double> values;  // of the chosen stages
};
// In the order of the groups. Throws Error for a piece of --pieces that there is not.
[[nodiscard]] std::vector<PieceValue> piece_values(const PreparedWeights& prepared);

}  // namespace hone::exchange
