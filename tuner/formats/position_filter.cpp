// SPDX-License-Identifier: MIT
#include "tuner/formats/position_filter.hpp"

#include <algorithm>
#include <cmath>

#include "data/error.hpp"

namespace hone::formats {

namespace {

template <class T>
bool is_within(T value, const std::optional<T>& least, const std::optional<T>& most) {
  return (!least || value >= *least) && (!most || value <= *most);
}

Score first_view(const Engine& engine, const Board& board) {
  return sign(board.side_to_move()) * engine.evaluate(board);
}

bool is_quiet(const Engine& engine, const Board& board, const Board& leaf, std::optional<MoveCode> played,
              Score margin) {
  if (played && board.is_noisy(*played)) return false;
  return std::abs(first_view(engine, board) - first_view(engine, leaf)) <= margin;
}

}  // namespace

bool make_quiet(Engine& engine, Board& board, std::optional<MoveCode> played, Quiet quiet, Score margin) {
  if (quiet == Quiet::keep) return true;
  if (quiet == Quiet::leaf) return engine.play_quiet_line(board) && !board.outcome();
  const std::unique_ptr<Board> leaf = engine.quiet_leaf(board);
  return leaf && !leaf->outcome() && is_quiet(engine, board, *leaf, played, margin);
}

int phase_of(const Board& board, const Schema& schema) {
  const PhasePoint phase = board.row().phase;
  return phase.lower * schema.phase_steps() + phase.step;
}

int last_phase(const Schema& schema) { return (schema.phase_count() - 1) * schema.phase_steps(); }

PositionFilter::PositionFilter(const GameDriver& driver, const Weights& weights, const PositionFilterOptions& options)
    : schema_(driver.schema()), options_(options), engine_(driver.engine(weights, quiescence_options())) {}

bool PositionFilter::passes(const DatasetPosition& position) const {
  if (!passes_label(position.label) || !passes_ply(position)) return false;
  if (options_.no_check && position.board->in_check()) return false;
  return passes_phase(*position.board) && (!options_.only_quiet || is_quiet(position));
}

bool PositionFilter::passes_label(const LabelledPosition& label) const {
  if (options_.max_score && label.score && std::abs(*label.score) > *options_.max_score) return false;
  return options_.results.empty() || std::ranges::count(options_.results, label.target) > 0;
}

bool PositionFilter::passes_ply(const DatasetPosition& position) const {
  if (!options_.min_ply && !options_.max_ply) return true;
  if (!position.ply) throw Error("the position does not say how many plies were played before it");
  return is_within(*position.ply, options_.min_ply, options_.max_ply);
}

bool PositionFilter::passes_phase(const Board& board) const {
  if (!options_.min_phase && !options_.max_phase) return true;
  return is_within(phase_of(board, schema_), options_.min_phase, options_.max_phase);
}

bool PositionFilter::is_quiet(const DatasetPosition& position) const {
  if (position.board->outcome()) return false;
  return make_quiet(*engine_, *position.board, position.played, Quiet::filter, options_.quiet_margin);
}

}  // namespace hone::formats
