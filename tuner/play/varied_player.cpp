// SPDX-License-Identifier: MIT
#include "tuner/play/varied_player.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

#include "data/error.hpp"
#include "data/exponential.hpp"
#include "tuner/text/options.hpp"

namespace hone::play {

namespace {

Score score_after(const Board& board, MoveCode move, Engine& engine, const SearchControl& control) {
  const std::unique_ptr<Board> next = board.clone();
  next->play(move);
  if (const auto outcome = next->outcome()) return terminal_score(outcome->utility * sign(board.side_to_move()), 1);
  return -engine.search(*next, control).score;
}

double weight_of(const ScoredMove& move, Score best, const MoveChoice& choice) {
  const Score loss = best - move.score;
  if (loss == 0) return 1;
  if (choice.temperature == 0 || loss > choice.margin) return 0;
  return reproducible_exp(-static_cast<double>(loss) / choice.temperature);
}

}  // namespace

void MoveChoice::validate() const {
  const auto require = [](std::string_view name, Score value) {
    if (value >= 0 && value <= max_eval) return;
    throw Error(expected_found(fmt::format("{} in 0..{}", name, max_eval), fmt::format("{}", value)));
  };
  require("temperature", temperature);
  require("temperature margin", margin);
}

void Variety::declare(text::Options& options) {
  options.integer("noise", "X", noise, {0, 1000},
                  "random error of evaluations in self-play, +-X centi-units: breaks ties, makes games differ");
  options.integer("temperature", "X", choice.temperature, {0, max_eval},
                  "draw the first moves of self-play by exp(score / X), scores in centi-units; 0: play the best");
  options.integer("temperature-plies", "N", choice_plies, {0, 1000},
                  "number of moves after the opening that are drawn, of both sides together");
  options.integer("temperature-margin", "X", choice.margin, {0, max_eval},
                  "never draw a move that is worse than the best by more than X centi-units");
  options.real("node-jitter", "X", node_jitter, {0, 0.99},
               "vary the nodes of each search of self-play at random, by up to this share of --nodes");
}

void Variety::validate(const Limits& limits) const {
  if (noise < 0 || noise > max_eval) {
    throw Error(expected_found(fmt::format("noise in 0..{}", max_eval), fmt::format("{}", noise)));
  }
  choice.validate();
  if (choice_plies < 0) throw Error(expected_found("temperature plies >= 0", fmt::format("{}", choice_plies)));
  if (!(node_jitter >= 0 && node_jitter < 1)) {
    throw Error(expected_found("node jitter in 0 .. below 1", fmt::format("{}", node_jitter)));
  }
  if (node_jitter > 0 && !limits.nodes) throw Error("node jitter (--node-jitter) needs a limit in nodes (--nodes)");
}

void VariedPlayer::set_seed(std::uint64_t seed) {
  random_ = Random(seed);
  engine_->set_noise({variety_.noise, seed});
}

std::optional<Failure> VariedPlayer::new_game(const Opening& opening, const std::stop_token& /*stop*/) {
  opening_plies_ = opening.moves.size();
  engine_->new_game();
  return std::nullopt;
}

Reply VariedPlayer::choose(const Turn& turn) {
  Turn own = turn;
  Limits& limits = own.limits[static_cast<std::size_t>(turn.board.side_to_move())];
  limits = jittered(limits);
  Reply reply = search(*engine_, own);
  const bool draws = variety_.choice.temperature > 0 &&
                     turn.moves.size() < opening_plies_ + static_cast<std::size_t>(variety_.choice_plies);
  if (draws && reply.move) reply.move = drawn(turn, *reply.move, reply.nodes);
  return reply;
}

Limits VariedPlayer::jittered(Limits limits) {
  if (variety_.node_jitter == 0 || !limits.nodes) return limits;
  const double factor = 1 + variety_.node_jitter * (2 * random_.uniform() - 1);
  limits.nodes =
      std::max<std::uint64_t>(1, static_cast<std::uint64_t>(std::llround(static_cast<double>(*limits.nodes) * factor)));
  return limits;
}

// All moves together get as many nodes as the search that found the best one. That search judges better than the short
// ones, so its best move keeps the highest score.
MoveCode VariedPlayer::drawn(const Turn& turn, MoveCode best, std::uint64_t nodes) {
  constexpr std::uint64_t least_nodes = 64;  // enough for one ply with its captures
  const Limits each{.depth = {},
                    .nodes = std::max(least_nodes, nodes / turn.board.legal_moves().size()),
                    .move_time = {},
                    .clock = {}};
  std::vector<ScoredMove> moves = score_moves(turn.board, *engine_, each, turn.stop);
  const Score highest = std::ranges::max_element(moves, {}, &ScoredMove::score)->score;
  std::ranges::find(moves, best, &ScoredMove::move)->score = highest;
  return draw_move(moves, variety_.choice, random_);
}

std::vector<ScoredMove> score_moves(const Board& board, Engine& engine, const Limits& each,
                                    const std::stop_token& stop) {
  const SearchControl control{each, stop, {}};
  std::vector<ScoredMove> moves;
  for (const MoveCode move : board.legal_moves()) moves.push_back({move, score_after(board, move, engine, control)});
  return moves;
}

MoveCode draw_move(std::span<const ScoredMove> moves, const MoveChoice& choice, Random& random) {
  assert(!moves.empty());
  const Score best = std::ranges::max_element(moves, {}, &ScoredMove::score)->score;
  double total = 0;
  for (const ScoredMove& move : moves) total += weight_of(move, best, choice);
  double left = random.uniform() * total;
  MoveCode drawn = 0;
  for (const ScoredMove& move : moves) {
    const double weight = weight_of(move, best, choice);
    if (weight == 0) continue;
    drawn = move.move;  // the last move with a weight, where rounding leaves a rest
    if ((left -= weight) < 0) break;
  }
  return drawn;
}

}  // namespace hone::play
