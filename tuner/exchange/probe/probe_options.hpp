// SPDX-License-Identifier: MIT
//
// Which options of an engine are probed: their names, the values that they start from, and their bounds.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "data/weights.hpp"
#include "tuner/play/uci/uci_words.hpp"

namespace hone::exchange {

// An option with whole numbers as values, -1e6 <= low <= start <= high <= 1e6: bounds beyond that are those of weights
// files.
struct ProbedOption {
  std::string name;  // as the engine spells it
  std::int64_t start = 0;
  std::int64_t low = 0, high = 0;
  bool is_listed = true;  // by the engine

  friend bool operator==(const ProbedOption&, const ProbedOption&) = default;
};

// Which of the engine's options are wanted. A pattern is a name in which '*' stands for any text; case does not matter.
struct OptionChoice {
  std::vector<std::string> wanted;    // patterns
  std::vector<std::string> excluded;  // patterns
  std::string file;                   // of options that the engine does not list; empty: none
  // Where no such file can be given: is told of options without whole numbers that a pattern with '*' names, which are
  // left out. Otherwise they are an error.
  std::function<void(const std::string& option)> left_out = {};
};

// Whether the pattern names the option.
[[nodiscard]] bool names_option(std::string_view pattern, std::string_view option);

// Reads lines `NAME DEFAULT MIN MAX`, whose names may hold blanks; '#' at the beginning of a word begins a comment.
// Throws Error with file and line.
[[nodiscard]] std::vector<ProbedOption> parse_option_file(std::string_view text, const std::string& name);
[[nodiscard]] std::vector<ProbedOption> read_option_file(const std::filesystem::path& file);

// The options of the engine with whole numbers as values (spins) that the choice names, in the engine's order, and
// those of its file. Hash, Threads and MultiPV are taken only where a pattern spells them out: they are no part of an
// evaluation. Throws Error when a pattern of `wanted` names none, and for an option that has no whole numbers as
// default and bounds, unless it is left out, or has no place in a weights file.
[[nodiscard]] std::vector<ProbedOption> choose_options(const std::vector<play::UciOption>& offered,
                                                       const OptionChoice& choice);

// The weights of a file that an engine reads, as options called by their terms (Schema::term_name): those that the
// choice names and the schema does not fix, with the bounds of the schema. Throws Error for weights of several stages,
// when a pattern of `wanted` names none, and for a file of options.
[[nodiscard]] std::vector<ProbedOption> choose_weights(const Weights& weights, const OptionChoice& choice);
// Whether the choice names the term.
[[nodiscard]] bool names_weight(const OptionChoice& choice, std::string_view term);
// Throws Error when a pattern of `wanted` names no term, and for a file of options.
void require_weights_of(const Schema& schema, const OptionChoice& choice);

// The values of these weights, rounded to whole numbers, are the start of the options they are of: an option is the
// meaning of its group (see probed_schema). What they say of other options is returned, to be set before all probing.
// Throws Error when none of the options is among them, or a value is outside an option's bounds.
std::vector<std::pair<std::string, std::int64_t>> start_at(std::vector<ProbedOption>& options, const Weights& weights);

// The name of an engine as that of a game in weights files: lower case, with '_' for all but letters and digits.
[[nodiscard]] std::string probed_game(std::string_view engine);

// A schema of one stage with a scalar for each option, in their order. The name of a group is that of the option in
// lower case with other characters replaced, its meaning is the option's name as it is. Its constraints are the bounds.
[[nodiscard]] Schema probed_schema(std::string_view game, std::span<const ProbedOption> options);

}  // namespace hone::exchange
