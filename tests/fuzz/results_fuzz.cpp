// SPDX-License-Identifier: MIT
//
// Results of games for ratings, out of PGN, CSV and game files, which are told apart by how they begin.
#include "tests/fuzz/fuzz.hpp"
#include "tuner/formats/pgn_results.hpp"

using namespace hone;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const fuzz::InputFile file("results");
  file.write(fuzz::text_of(data, size));
  stats::RatedGames games;
  if (!fuzz::accepts([&] { formats::read_results(file.path(), games); })) return 0;
  std::uint64_t counted = 0;
  for (const stats::Encounter& encounter : games.encounters()) {
    fuzz::require(encounter.first < games.names().size() && encounter.second < games.names().size(),
                  "players have names");
    fuzz::require(encounter.first != encounter.second, "nobody meets itself");
    counted += encounter.results.count();
  }
  fuzz::require(counted == games.games(), "every game is in one encounter");
  return 0;
}
