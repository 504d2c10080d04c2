// SPDX-License-Identifier: MIT
#include "tuner/tournament/tournament_header.hpp"

#include <fmt/format.h>

#include "data/hash.hpp"
#include "tuner/settings_text.hpp"

namespace hone {
namespace {

std::string describe_openings(const TournamentOptions& options) {
  if (options.suite.empty()) return describe(options.openings);
  std::uint64_t hash = 0;
  for (const Opening& opening : options.suite) {
    for (const char c : opening.start) hash = hash_seed(hash, static_cast<unsigned char>(c));
    for (const MoveCode move : opening.moves) hash = hash_seed(hash, move);
    hash = hash_seed(hash, opening.moves.size());
  }
  return fmt::format("a suite of {}, {:016x}", options.suite.size(), hash);
}

std::string describe_format(const TournamentOptions& options, std::size_t players) {
  const Plan plan = plan_of(options, players);
  std::string text = to_string(plan.format);
  if (plan.format == Format::gauntlet) text += fmt::format(" of {}", plan.seeds);
  if (stages_of(plan) > 1) text += fmt::format(", {} stages of {} rounds", stages_of(plan), plan.rounds);
  if (!plan.reverse) text += ", single games";
  return text;
}

void describe_player(const Player& player, Settings& settings) {
  settings.emplace_back("player " + player.name, player.description);
  if (player.limits) settings.emplace_back("limits of " + player.name, describe(*player.limits));
}

}  // namespace

GameFileHeader tournament_header(const GameDriver& driver, std::span<const Player> players,
                                 const TournamentOptions& options) {
  GameFileHeader header{std::string(driver.name()), {}, options.seed, {}};
  for (const Player& player : players) {
    header.players.push_back(player.name);
    describe_player(player, header.settings);
  }
  header.settings.emplace_back("format", describe_format(options, players.size()));
  header.settings.emplace_back("limits", describe(options.limits));
  header.settings.emplace_back("openings", describe_openings(options));
  header.settings.emplace_back("adjudication", describe(options.adjudication));
  if (options.max_plies > 0) header.settings.emplace_back("max plies", fmt::format("{}", options.max_plies));
  header.settings.emplace_back("hash bytes", fmt::format("{}", options.engine.hash_bytes));
  return header;
}

}  // namespace hone
