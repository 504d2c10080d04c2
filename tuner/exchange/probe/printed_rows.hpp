// SPDX-License-Identifier: MIT
//
// Rows that an engine prints: it is asked about a position as for its evaluation, and answers with a line of counts
// (data/ROWS.md, without the result, which hone knows).
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "data/rows.hpp"
#include "data/weights.hpp"
#include "tuner/exchange/probe/probe_engine.hpp"
#include "tuner/exchange/probe/probe_positions.hpp"

namespace hone::exchange {

struct ProbeOptions;

// The weights that an engine which prints rows has: those of its file or its source, with lines that fix what is not
// chosen; or its options, which are put among those that are set at its start. Starts the engine, for its name.
[[nodiscard]] Weights weights_to_print(ProbeOptions& options, std::string& name);

// Rows may say the engine's own evaluation, `s=`, with which the sum of counts and weights is then compared.
struct PrintedCheck {
  std::uint64_t compared = 0;  // rows that say it
  std::uint64_t off = 0;       // of these, further off than the tolerance
  double worst = 0;            // centipawns
};

struct PrintedRows {
  RowSet rows;
  std::uint64_t unanswered = 0;  // positions without a row
  PrintedCheck check;
};

struct PrintedOptions {
  double tolerance = 2.5;  // centipawns that rounding may put an evaluation off the sum
  double share = 0.01;     // of the rows that may be further off
  int threads = 1;         // engine processes; changes no result
};

// `weights` are those that the engine has. Nothing when stopped. Throws Error that names the position for a line that
// is no row of the schema, when no row is printed, and when more rows than the share are off the engine's evaluation.
[[nodiscard]] std::optional<PrintedRows> printed_rows(const ProbeEngineSettings& engine, const Question& question,
                                                      const Weights& weights, const ProbePositions& positions,
                                                      const PrintedOptions& options, const std::stop_token& stop,
                                                      const std::function<void(std::uint64_t done)>& progress);

}  // namespace hone::exchange
