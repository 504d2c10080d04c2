// SPDX-License-Identifier: MIT
//
// A weight set and its file (grammar and example: data/WEIGHTS.md). Values are real numbers in
// centi-units, first player's view; the engine plays them rounded to integers.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "data/schema.hpp"

namespace hone {

inline constexpr std::string_view weights_format = "hone weights 1";
inline constexpr double max_weight = 1e6;  // in absolute value, in a file

struct Weights {
  Schema schema;
  std::vector<double> values;  // schema.weights() numbers, index term * stages + stage
  double k = 1.0;              // p = 1 / (1 + 10^(-k score / 400)), score in centi-units
  std::vector<std::pair<std::string, std::string>> provenance;  // key, value; in file order

  [[nodiscard]] double at(int term, int stage) const {
    return values[static_cast<std::size_t>(term * schema.stage_count() + stage)];
  }
  // Each value to the nearest integer, halves away from zero: what the engine plays.
  [[nodiscard]] std::vector<int> rounded() const;
};

[[nodiscard]] Weights zero_weights(const Schema& schema);

// What to do with a group of the schema that the file lacks, unless the file itself says `missing = "zero"`.
enum class MissingGroup { error, zero };

// Throws Error with file and line: not TOML, another game, an unknown or misshapen or missing group, a
// stage that the schema lacks, a number that is not finite or beyond +-1e6.
[[nodiscard]] Weights read_weights(const std::filesystem::path& file, const Schema& schema,
                                   MissingGroup missing = MissingGroup::error);
[[nodiscard]] Weights parse_weights(std::string_view text, std::string_view name, const Schema& schema,
                                    MissingGroup missing = MissingGroup::error);

// The `game` entry alone, to choose the schema by. Throws like read_weights.
[[nodiscard]] std::string read_weights_game(const std::filesystem::path& file);

// Throws Error when the result could not be read: a weight beyond +-1e6 or not finite, k not positive, a key of the
// provenance used twice.
[[nodiscard]] std::string format_weights(const Weights& weights);
void write_weights(const std::filesystem::path& file, const Weights& weights);  // atomically

}  // namespace hone
