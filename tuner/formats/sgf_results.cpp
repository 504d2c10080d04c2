// SPDX-License-Identifier: MIT
#include "tuner/formats/sgf_results.hpp"

#include <string>

#include "data/error.hpp"
#include "tuner/formats/game_pairs.hpp"
#include "tuner/formats/sgf_records.hpp"
#include "tuner/formats/sgf_text.hpp"
#include "tuner/text/options.hpp"

namespace hone::formats {

bool looks_like_sgf(std::string_view line) {
  const std::string_view text = text::trimmed(line);
  return text.starts_with("(") && (text.size() == 1 || text::trimmed(text.substr(1)).starts_with(";"));
}

void read_sgf_results(const std::filesystem::path& file, stats::RatedGames& games) {
  SgfGames trees(file);
  GamePairs pairs(games);
  while (const auto game = trees.next()) {
    if (!game->fault.empty()) throw Error(trees.name(), game->fault_line, game->fault);
    const auto [black, white] = players_of(*game);
    if (black.empty() || white.empty())
      throw Error(trees.name(), game->line, "the game that begins here does not name its players, PB and PW");
    std::optional<int> winner;
    try {
      winner = winner_of(*game);
    } catch (const Error& error) {
      throw Error(trees.name(), error.line(), error.message());
    }
    if (!winner) {
      games.add_unfinished();
      continue;
    }
    const std::string* const round = game->value("RO");
    const std::uint32_t first = games.player(black);  // numbered before the second
    pairs.add({first, games.player(white), *winner + 1, 0}, round == nullptr ? std::string() : *round);
  }
  pairs.finish();
}

}  // namespace hone::formats
