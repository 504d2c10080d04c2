// SPDX-License-Identifier: MIT
#include "tuner/sampling/position_samples.hpp"

#include <cmath>
#include <memory>
#include <optional>

#include "data/error.hpp"
#include "tuner/sampling/game_samples.hpp"

namespace hone {
namespace {

// The counter of the reason why the position gives no row, or nullptr.
std::uint64_t* reason_against(const Board& board, const LabelledPosition& label, const SamplingOptions& options,
                              SamplingSummary& counts) {
  const bool far = label.score && std::abs(*label.score) > options.max_score;
  if (far || board.outcome()) return &counts.decided;
  if (options.skip_check && board.in_check()) return &counts.in_check;
  return nullptr;
}

PositionSample sample_of(std::unique_ptr<Board> board, const LabelledPosition& label, Engine& engine,
                         const SamplingOptions& options, SamplingSummary& counts) {
  PositionSample sample;
  sample.label = {{}, label.target, label.score, label.game, label.weight};
  ++counts.positions;
  if (std::uint64_t* reason = reason_against(*board, label, options, counts)) {
    ++*reason;
    return sample;
  }
  board = quiet_board(engine, std::move(board), std::nullopt, options);
  sample.has_row = board != nullptr;
  if (sample.has_row) {
    sample.hash = board->hash();
    sample.row = board->row();
  } else {
    ++counts.noisy;
  }
  return sample;
}

}  // namespace

PositionSamples samples_of(const GameDriver& driver, Engine& engine, const LineBatch& lines, LabelParser& parser,
                           const SamplingOptions& options) {
  PositionSamples result;
  result.samples.reserve(lines.size());
  LabelledPosition label;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    try {
      parser.parse(lines[i], label);
      result.samples.push_back(sample_of(driver.parse(label.position), label, engine, options, result.counts));
    } catch (const Error& error) {
      result.faults.emplace_back(lines.number(i), error.message());
    }
  }
  return result;
}

}  // namespace hone
