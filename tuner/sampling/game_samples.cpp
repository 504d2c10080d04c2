// SPDX-License-Identifier: MIT
#include "tuner/sampling/game_samples.hpp"

#include <cstdlib>
#include <utility>

#include "data/hash.hpp"
#include "data/random.hpp"
#include "engine/opening.hpp"

namespace hone {
namespace {

// A position that may give a row.
struct Candidate {
  std::unique_ptr<Board> board;
  PlayedMove played;
};

// The counter of the reason why the position gives no row, or nullptr.
std::uint64_t* reason_against(const Board& board, Score score, bool early, const SamplingOptions& options,
                              SamplingSummary& counts) {
  if (early) return &counts.early;
  if (options.skip_check && board.in_check()) return &counts.in_check;
  if (score != no_score && (is_decided(score) || std::abs(score) > options.max_score)) return &counts.decided;
  return nullptr;
}

std::vector<Candidate> candidates_of(const GameDriver& driver, const GameRecord& game, const SamplingOptions& options,
                                     SamplingSummary& counts) {
  std::vector<Candidate> candidates;
  const std::unique_ptr<Board> board = start_of(driver, game);
  const auto first = game.opening_plies + static_cast<std::size_t>(options.skip_plies);
  for (std::size_t ply = 0; ply < game.moves.size(); ++ply) {
    const PlayedMove& played = game.moves[ply];
    if (ply >= game.opening_plies) {
      ++counts.positions;
      if (std::uint64_t* reason = reason_against(*board, played.score, ply < first, options, counts)) {
        ++*reason;
      } else {
        candidates.push_back({board->clone(), played});
      }
    }
    play_checked(*board, played.move);
  }
  return candidates;
}

// Keeps one candidate of each of per_game equal stretches.
void thin_out(std::vector<Candidate>& candidates, const SamplingOptions& options, std::uint64_t seed,
              SamplingSummary& counts) {
  const std::size_t all = candidates.size();
  const std::size_t wanted = options.per_game;
  if (wanted == 0 || all <= wanted) return;
  Random random(seed);
  for (std::size_t i = 0; i < wanted; ++i) {
    const std::size_t first = i * all / wanted;
    const std::size_t end = (i + 1) * all / wanted;
    candidates[i] = std::move(candidates[first + random.below(end - first)]);
  }
  candidates.resize(wanted);
  counts.passed_over += all - wanted;
}

float score_of(const Candidate& candidate) {
  if (candidate.played.score == no_score) return no_row_score;
  return static_cast<float>(sign(candidate.board->side_to_move()) * candidate.played.score);
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

std::unique_ptr<Board> quiet_board(Engine& engine, std::unique_ptr<Board> board, std::optional<MoveCode> played,
                                   const SamplingOptions& options) {
  if (options.quiet == Quiet::keep) return board;
  std::unique_ptr<Board> leaf = engine.quiet_leaf(*board);
  if (!leaf || leaf->outcome()) return nullptr;
  if (options.quiet == Quiet::leaf) return leaf;
  return is_quiet(engine, *board, *leaf, played, options.quiet_margin) ? std::move(board) : nullptr;
}

GameSamples samples_of(const GameDriver& driver, Engine& engine, const GameRecord& game,
                       const SamplingOptions& options) {
  GameSamples result;
  result.target = target_of(game.outcome);
  result.game = id_of(game);
  result.counts.games = 1;
  std::vector<Candidate> candidates = candidates_of(driver, game, options, result.counts);
  thin_out(candidates, options, hash_seed(options.seed, game.seed), result.counts);
  for (Candidate& candidate : candidates) {
    const float score = score_of(candidate);
    const auto board = quiet_board(engine, std::move(candidate.board), candidate.played.move, options);
    if (board) {
      result.samples.push_back({board->hash(), board->row(), score});
    } else {
      ++result.counts.noisy;
    }
  }
  return result;
}

}  // namespace hone
