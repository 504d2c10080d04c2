// SPDX-License-Identifier: MIT
#include "tuner/stats/tally.hpp"

#include "data/hash.hpp"

namespace hone::stats {

namespace {

void count_result(Trinomial& results, int utility) {
  ++(utility > 0 ? results.wins : utility < 0 ? results.losses : results.draws);
}

}  // namespace

void PlayTally::add(const GameRecord& game) {
  ++games;
  plies += game.moves.size() - game.opening_plies;
  count_result(results, game.outcome.utility);
  ++reasons[static_cast<std::size_t>(game.outcome.reason)];
  checks.add(game);
  verified = checks.resignations.played_on + checks.draws.played_on;
  misjudged = checks.resignations.ended_otherwise + checks.draws.ended_otherwise;
}

std::uint64_t fingerprint(const GameRecord& game) {
  std::uint64_t hash = game.moves.size();
  for (const char letter : game.start) hash = hash_seed(hash, static_cast<unsigned char>(letter));
  for (const PlayedMove& played : game.moves) hash = hash_seed(hash, played.move);
  return hash;
}

}  // namespace hone::stats
