// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "data/error.hpp"
#include "tuner/match/tournament.hpp"
#include "tuner/play/options.hpp"
#include "tuner/stats/sprt_option.hpp"

namespace hone::match {

void TournamentOptions::validate(std::size_t players) const {
  if (threads < 1) throw Error(expected_found("threads >= 1", fmt::format("{}", threads)));
  if (max_plies < 0) throw Error(expected_found("max plies >= 0", fmt::format("{}", max_plies)));
  if (sprt && players != 2) throw Error(expected_found("two players for an SPRT", fmt::format("{}", players)));
  if (sprt) sprt->validate();
  plan_of(*this, players).validate();
  adjudication.validate();
  openings.validate();
}

namespace {

constexpr int longest_game = 10'000;  // moves of each side

void declare_schedule(text::Options& options, TournamentOptions& match) {
  text::Choices<Format> formats;
  for (const Format format : {Format::round_robin, Format::gauntlet, Format::knockout, Format::swiss}) {
    formats.emplace_back(to_string(format), format);
  }
  options.group("Who plays whom, and how often");
  options.choice<Format>(
      "format", formats, match.format,
      "each against each; the first against all; losers leave, and of an encounter that ends even the "
      "one who comes later in the list; equals meet");
  options.integer("seeds", "N", match.seeds, {1, 255}, "of a gauntlet: the first N players each meet all the others");
  options.integer("stages", "N", match.stages, {0, most_stages},
                  "of a Swiss system: how often players are paired anew; 0: log2 of the players");
  options.flag_off("no-reverse", match.reverse, "one game an opening; colours alternate from round to round");
  stats::declare(options, "sprt", match.sprt,
                 "of two players: stop when the first is shown to be ELO1 or only ELO0 stronger; or off")
      .free_on_resume();
}

void declare_max_moves(text::Options& options, int& plies) {
  const text::IntegerRange range{0, longest_game};
  options
      .custom(
          "max-moves", "N",
          [&plies, range](std::string_view words) { plies = 2 * static_cast<int>(text::parse_integer(words, range)); },
          [&plies] { return text::show(plies / 2.0); },
          "a game of N moves of each side, those of an opening in moves included, is a draw; 0: as long as the game "
          "allows")
      .range = to_string(range);
}

}  // namespace

void TournamentOptions::declare(text::Options& options) {
  declare_schedule(options, *this);
  options.group("How long to think");
  play::declare_limits(options, limits);
  options.group("How to play");
  play::declare_work(options, threads, seed, engine);
  play::declare_adjudication(options, adjudication);
  declare_max_moves(options, max_plies);
  options.flag("recover", recover, "go on when an engine in another process has crashed or stalled: start it again")
      .free_on_resume();
}

TournamentOptions default_tournament(const GameDriver& driver) {
  TournamentOptions options;
  options.openings = play::default_openings(driver, play::OpeningUse::judging);
  return options;
}

namespace {

Plan one_round(const TournamentOptions& options, std::size_t players) {
  const Plan plan{options.format, players, options.seeds, 1, options.stages, options.reverse};
  plan.validate();
  return plan;
}

}  // namespace

std::uint64_t games_of_round(const TournamentOptions& options, std::size_t players) {
  return games_per_round(one_round(options, players));
}

Plan plan_of(const TournamentOptions& options, std::size_t players) {
  Plan plan = one_round(options, players);
  const std::uint64_t games = games_per_round(plan);
  if (options.games < games) {
    throw Error(
        expected_found(fmt::format("at least the {} games of one round", games), fmt::format("{}", options.games)));
  }
  plan.rounds = options.games / games;
  plan.validate();
  return plan;
}

namespace {

// In tournaments of single games sides alternate from round to round, so that an opening of an odd number of them comes
// again with the sides changed.
std::uint64_t rounds_of_suite(const TournamentOptions& options) {
  const std::uint64_t openings = options.suite.size();
  return !options.reverse && openings % 2 == 1 ? 2 * openings : openings;
}

}  // namespace

Plan plan_of(const TournamentOptions& options, std::span<const play::Entrant> players) {
  Plan plan = plan_of(options, players.size());
  const auto repeats = [&](const play::Entrant& player) {
    return player.is_reproducible(options.limits) && !player.varies;
  };
  if (options.suite.empty() || !std::ranges::all_of(players, repeats)) return plan;
  plan.rounds = std::min(plan.rounds, rounds_of_suite(options));
  return plan;
}

}  // namespace hone::match
