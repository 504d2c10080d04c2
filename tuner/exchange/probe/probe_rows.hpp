// SPDX-License-Identifier: MIT
//
// What a probe comes to: rows, their schema, and the weights that the engine has now.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "data/rows.hpp"
#include "data/weights.hpp"
#include "tuner/exchange/probe/probe_differences.hpp"
#include "tuner/exchange/probe/probe_options.hpp"

namespace hone::exchange {

struct ProbedTerm {
  ProbedOption option;  // with the bounds of its weight
  OptionSlopes slopes;  // without the slopes themselves
  std::string group;    // that the rows count it as; empty: left out
};

// The options that the rows count, and their slopes by position.
struct KeptOptions {
  std::vector<ProbedOption> options;  // with the bounds within which the counts hold
  std::vector<const OptionSlopes*> slopes;
  std::vector<std::string> left_out;  // options that act, and whose counts hold nowhere
};

// `slopes` are of the options, and outlive what is returned. Throws Error when none is left. Without `keep_nonlinear`
// those that are linear on no step are left out.
[[nodiscard]] KeptOptions kept_options(const std::vector<ProbedOption>& options,
                                       const std::vector<OptionSlopes>& slopes, bool keep_nonlinear);

struct ProbedWeights {
  Weights weights;                   // as the engine has them
  std::vector<std::uint16_t> terms;  // of its schema, that the kept options are
};

// Of options: a scalar for each (probed_schema). Of weights in a file: theirs, with lines for what the probe has found,
// bounds of weights that are linear near their value alone and `fix` for those whose counts hold nowhere.
[[nodiscard]] ProbedWeights weights_of_options(const std::string& game, const KeptOptions& kept);
[[nodiscard]] ProbedWeights weights_of_file(const Weights& start, const KeptOptions& kept);

// The rows of positions with these labels and these scores at the start, with the kept options as these terms.
[[nodiscard]] RowSet rows_of(const KeptOptions& kept, const std::vector<std::uint16_t>& terms,
                             const std::vector<RowLabel>& labels, const Scores& start);

// Weights of a probe say in their provenance which lines of their schema hold near their own values alone. These leave
// weights that were fitted from such a start: another probe finds its own.
void forget_lines_of_probe(const Weights& start, Weights& fitted);
// The same where the weights themselves are those of a probe.
void forget_lines_of_probe(Weights& weights);
// Adds such lines.
void add_lines_of_probe(Weights& weights, const std::vector<std::string>& lines);

// What became of each option, for reports.
[[nodiscard]] std::vector<ProbedTerm> terms_of(const std::vector<ProbedOption>& options,
                                               std::vector<OptionSlopes> slopes, const KeptOptions& kept,
                                               const ProbedWeights& probed);

// Where the weights of the rows `out` lie, X.weights.
[[nodiscard]] std::filesystem::path probed_weights(const std::filesystem::path& out);

// Writes `out`, and beside it X.names and X.weights; the rows last.
void write_probe(const std::filesystem::path& out, const Weights& weights, const RowSet& rows);

}  // namespace hone::exchange
