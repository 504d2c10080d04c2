// SPDX-License-Identifier: MIT
//
// A set of weights and its file (grammar and example: data/WEIGHTS.md). Values are real numbers in centi-units, seen by
// the first player; the engine plays them rounded to integers.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "data/schema.hpp"

namespace hone {

inline constexpr std::string_view weights_format = "hone weights 2";
inline constexpr std::string_view first_weights_format = "hone weights 1";  // still read
// How boards lie in every file that hone writes, unless an option says otherwise.
inline constexpr std::string_view row_order_text =
    "boards lie as the first player sees them: the last row is written first";
inline constexpr double max_weight = 1e6;  // bound on the absolute value of a weight in a file

struct Weights {
  Schema schema;
  std::vector<double> values;  // schema.weights() numbers; the index is term * phases + phase
  double k = 1.0;              // of outcome_model.hpp: p = 1 / (1 + 10^(-k score / 400))
  std::vector<std::pair<std::string, std::string>> provenance;  // keys and values in the order of the file
  // Standard errors of the fit that made the values, in the same order: NaN where it did not fit a weight or does not
  // know its error. Empty where nothing is known of any.
  std::vector<double> errors = {};

  [[nodiscard]] double at(int term, int phase) const {
    return values[static_cast<std::size_t>(term * schema.phase_count() + phase)];
  }
  // Returns the weights that the engine plays: each value rounded to the nearest integer, halves away from zero.
  [[nodiscard]] std::vector<int> rounded() const;
};

[[nodiscard]] Weights zero_weights(const Schema& schema);

// Is given one line that names a weights file and the groups of the schema that it lacks.
using WeightsWarning = std::function<void(const std::string& warning)>;

// A file of "hone weights 2" holds its schema, so that it can be read without the game; that of a game is given here
// all the same, because the program may have grown since. The constraints of the file (data/constraints.hpp) are added
// to it. Files of "hone weights 1" hold no schema and no errors.
//
// A schema grows when its game gets a new feature. A file written before lacks the group of that feature; its weights
// are then taken as zero, and `warn` is called once with all such groups. Without `warn` a missing group is an error.
// A file that says `missing = "zero"` may lack any group, without a warning.
//
// Throws Error with file and line if the text is not TOML or is for another game, if a group is unknown or misshapen,
// if a group is missing and there is no `warn` or no group at all, if the schema lacks a phase or the file does, and if
// a number is not finite or beyond +-1e6.
[[nodiscard]] Weights read_weights(const std::filesystem::path& file, const Schema& schema,
                                   const WeightsWarning& warn = {});
[[nodiscard]] Weights parse_weights(std::string_view text, std::string_view name, const Schema& schema,
                                    const WeightsWarning& warn = {});

// The same with the schema that the file itself holds. Throws Error where there is none.
[[nodiscard]] Weights read_weights(const std::filesystem::path& file);
[[nodiscard]] Weights parse_weights(std::string_view text, std::string_view name);

// Replaces the values of the groups that the file holds, all errors, k and the provenance. Groups that it lacks keep
// their values, and their errors are no longer known; returns their names. Throws Error as read_weights does.
std::vector<std::string> read_weights_into(Weights& weights, const std::filesystem::path& file);

// The schema that the file itself holds, or nothing. Throws Error as read_weights does.
[[nodiscard]] std::optional<Schema> read_weights_schema(const std::filesystem::path& file);

// Reads the `game` entry alone, which tells which schema the file needs. Throws Error as read_weights does.
[[nodiscard]] std::string read_weights_game(const std::filesystem::path& file);

// Throws Error if the result could not be read back: if a weight is beyond +-1e6 or not finite, if k is not positive,
// or if a key of the provenance is used twice.
[[nodiscard]] std::string format_weights(const Weights& weights);
void write_weights(const std::filesystem::path& file, const Weights& weights);  // atomically

}  // namespace hone
