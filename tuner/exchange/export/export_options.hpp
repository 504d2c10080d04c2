// SPDX-License-Identifier: MIT
//
// What is written of a weight set, in which unit, and in which spelling.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tuner/exchange/weight_names.hpp"

namespace hone::text {
class Options;
}

namespace hone::exchange {

// How boards lie in a file: a chess board begins with a8, as the first player sees it, or with a1, as its squares are
// numbered.
enum class RowOrder { last_first, first_first };

[[nodiscard]] std::string_view to_string(RowOrder order);                 // "a8", "a1"
[[nodiscard]] std::string_view row_order_sentence(RowOrder order);        // for the first line of a file
inline constexpr std::string_view written_by = "Written by hone export";  // in these lines of tables
inline constexpr std::string_view scale_words = " with K = ";             // in these lines, before the scale

// How the values of the stages lie in tables: side by side, each in a table of its own, or one of the stages alone.
struct StageLayout {
  bool is_split = false;
  std::string only = {};  // the name of a stage; empty: all of them
};

// To how many decimals values are rounded.
struct Decimals {
  std::optional<int> count = 0;  // none: not at all

  [[nodiscard]] bool whole() const { return count == 0; }
};

inline constexpr int most_decimals = 12;

// Everything is multiplied with `factor`, or so that the weights that `name` names (data/constraints.hpp) come to
// `value` in all.
struct Scale {
  double factor = 1;
  std::string name = {};
  double value = 0;
};

struct Clip {
  double low = 0, high = 0;
};

struct ExportOptions {
  std::vector<std::string> groups = {};  // patterns; none: all groups
  bool drop_unfitted = false;            // leave out groups without a standard error
  RowOrder order = RowOrder::last_first;
  StageLayout stages = {};
  std::optional<int> single_stage = {};  // a phase point in steps: one value instead of several stages
  bool fold_material = false;            // add material.X to the board psqt.X, and leave it out
  std::optional<Scale> scale = {};
  std::optional<double> unit = {};  // that many units of the target are one of the game's, a pawn: factor unit / 100
  std::optional<Clip> clip = {};    // in the target's unit
  std::optional<Decimals> decimals = {};  // none: as the format wants it
  KeyStyle keys = {};
  std::vector<std::string> pieces = {};  // NAME=LETTER, for formats of piece values

  void declare(text::Options& options);
  // Throws Error for options that do not go together, for a prefix with other characters than letters, digits and
  // "_-.", and for pieces of another form.
  void validate() const;
};

// From the text of an option. These throw Error.
[[nodiscard]] StageLayout parse_stage_layout(std::string_view text);  // "pair", "split" or a stage
[[nodiscard]] Decimals parse_decimals(std::string_view text);         // a number, or "all"
[[nodiscard]] Scale parse_scale(std::string_view text);               // FACTOR or NAME=VALUE
[[nodiscard]] Clip parse_clip(std::string_view text);                 // LOW:HIGH

}  // namespace hone::exchange
