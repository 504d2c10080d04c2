// SPDX-License-Identifier: MIT
#include "tuner/play/numbered_games.hpp"

#include <fmt/format.h>

#include <bit>
#include <cmath>

#include "data/build.hpp"
#include "data/hash.hpp"
#include "tuner/parallel/stopwatch.hpp"

namespace hone::play {

namespace {

constexpr int arithmetic_samples = 500;

std::uint64_t with(std::uint64_t hash, double value) { return hash_seed(hash, std::bit_cast<std::uint64_t>(value)); }

// Functions of the mathematics library, and products that are added: results that differ from one library, processor or
// compiler to the next where they may. Few samples do not tell all differences of two instruction sets, so that the
// build's counts as well.
std::uint64_t hash_of_arithmetic() {
  std::uint64_t hash = hash_text(build_instruction_set(), 0);
  for (int i = 1; i <= arithmetic_samples; ++i) {
    const double x = std::sqrt(static_cast<double>(i)) * 1.37;
    const double y = 1.0 / static_cast<double>(i + 7);
    hash = with(hash, std::exp(-x));
    hash = with(hash, std::exp(x));
    hash = with(hash, std::log(x));
    hash = with(hash, std::pow(x, y));
    hash = with(hash, x * y + std::sin(x));
  }
  return hash;
}

std::uint64_t hash_of_game(std::uint64_t hash, const GameRecord& game) {
  hash = hash_text(game.start, hash);
  hash = hash_seed(hash, game.seed);
  hash = with(hash, game.weight);
  for (const PlayedMove& move : game.moves) {
    hash = hash_seed(hash, move.move);
    hash = hash_seed(hash, static_cast<std::uint64_t>(move.score));
  }
  return hash_seed(hash, static_cast<std::uint64_t>(game.outcome.utility));
}

}  // namespace

void sign(NumberedGames& games) {
  if (!games.reproducible) return;
  const PlayGame play = games.make_player();
  std::uint64_t hash = hash_of_arithmetic();
  std::size_t plies = 0;
  const double begin = parallel::thread_cpu_seconds();
  for (std::uint64_t i = 0; i < canaries; ++i) {
    const std::optional<GameRecord> game = play(first_canary + i, {});
    if (!game) continue;
    hash = hash_of_game(hash, *game);
    plies += game->moves.size() - game->opening_plies;
  }
  if (plies > 0) games.seconds_a_ply = (parallel::thread_cpu_seconds() - begin) / static_cast<double>(plies);
  games.header.settings.emplace_back(signature_setting, fmt::format("{:016x}", hash));
  games.header.settings.emplace_back(build_setting, build_identity());
}

}  // namespace hone::play
