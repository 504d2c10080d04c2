// SPDX-License-Identifier: MIT
#include "tuner/match/tournament.hpp"

#include <fmt/format.h>

#include <array>
#include <memory>
#include <set>
#include <utility>

#include "data/error.hpp"
#include "data/hash.hpp"
#include "tuner/match/game_journal.hpp"
#include "tuner/match/game_worker.hpp"
#include "tuner/parallel/jobs.hpp"
#include "tuner/play/options.hpp"
#include "tuner/play/settings_text.hpp"
#include "tuner/stats/sprt_option.hpp"

namespace hone::match {

namespace {

// Whether the process of the player cannot be used any more.
bool is_breakdown(EndReason reason) { return reason == EndReason::crash || reason == EndReason::stalled; }

// A game of the schedule, played now or recorded earlier.
struct SlotGame {
  ScheduledGame slot;
  GameRecord game;
  std::array<ProtocolWarnings, 2> warnings;  // by side
  bool is_new = false;
};

class Tournament {
 public:
  Tournament(const GameDriver& driver, std::span<const play::Entrant> players, const TournamentOptions& options,
             GameJournal& journal, const TournamentObserver& observer)
      : driver_(driver),
        players_(players),
        options_(options),
        plan_(plan_of(options, players.size())),
        book_(driver, options.suite, options.openings, options.engine),
        journal_(journal),
        observer_(observer),
        result_{Standings(names(players)),
                {},
                {},
                games_of(plan_),
                false,
                {},
                std::vector<ProtocolWarnings>(players.size())} {
    judge();
  }

  TournamentResult play(const std::stop_token& stop) {
    parallel::JobsEnd end = parallel::JobsEnd::finished;
    for (int number = 0; number < stages_of(plan_) && end == parallel::JobsEnd::finished; ++number) {
      end = play_stage(Stage(plan_, number, pairings_of(plan_, number, result_.standings.cross_table())), stop);
    }
    result_.complete = end != parallel::JobsEnd::stopped && result_.broken_off.empty();
    if (options_.sprt) result_.corrected = corrected();
    return std::move(result_);
  }

 private:
  static std::vector<std::string> names(std::span<const play::Entrant> players) {
    std::vector<std::string> names;
    for (const play::Entrant& player : players) names.push_back(player.name);
    return names;
  }

  parallel::JobsEnd play_stage(const Stage& stage, const std::stop_token& stop) {
    const std::uint64_t before = result_.tally().games;
    const auto make_worker = [&] {
      const auto player = std::make_shared<GameWorker>(driver_, players_, options_, book_);
      return [&, player](std::uint64_t number, const std::stop_token& stop_playing) {
        return recall_or_play(number, stage.game(number - before), *player, stop_playing);
      };
    };
    const auto use = [this](const SlotGame& game) { return game.is_new ? count_new(game) : count(game); };
    return parallel::use_in_order({before, before + stage.games(), options_.threads}, make_worker, use, stop);
  }

  // Any thread. Returns nothing when stopped.
  std::optional<SlotGame> recall_or_play(std::uint64_t number, const ScheduledGame& slot, GameWorker& player,
                                         const std::stop_token& stop) {
    if (std::optional<GameRecord> kept = journal_.take(number)) return SlotGame{slot, std::move(*kept), {}, false};
    std::optional<FinishedGame> game = player.play(slot, stop);
    if (!game) return std::nullopt;
    game->record.number = number;
    journal_.add(game->record);
    return SlotGame{slot, std::move(game->record), std::move(game->warnings), true};
  }

  bool count_new(const SlotGame& played) {
    result_.warnings[played.slot.first].add(played.warnings[0]);
    result_.warnings[played.slot.second].add(played.warnings[1]);
    const bool go_on = count(played);
    if (observer_.progress) observer_.progress(result_);
    return go_on;
  }

  // Returns false when the SPRT has its verdict or the match is broken off.
  bool count(const SlotGame& counted) {
    const auto& [slot, game, warnings, is_new] = counted;
    require_same_players(game, slot);
    result_.standings.add(game, slot);
    judge();
    if (observer_.game) observer_.game(game);
    if (!options_.recover && is_breakdown(game.outcome.reason)) return break_off(game, slot);
    return !result_.sprt || result_.sprt->verdict == stats::SprtVerdict::undecided;
  }

  bool break_off(const GameRecord& game, const ScheduledGame& slot) {
    const PlayerIndex loser = game.outcome.utility > 0 ? slot.second : slot.first;
    result_.broken_off = fmt::format("{} failed in game {} ({}): {}", players_[loser].name, game.number + 1,
                                     to_string(game.outcome.reason), game.note);
    return false;
  }

  void require_same_players(const GameRecord& game, const ScheduledGame& slot) const {
    if (game.first == slot.first && second_player(game, players_.size()) == slot.second) return;
    throw Error(fmt::format("game {} was recorded between other players than the schedule has", game.number));
  }

  void judge() {
    if (!options_.sprt || result_.standings.in_pair()) return;
    const Results& results = result_.player(0).results;
    result_.sprt =
        options_.reverse ? stats::sprt(results.pairs, *options_.sprt) : stats::sprt(results.games, *options_.sprt);
    if (result_.tally().games < options_.sprt_from) result_.sprt->verdict = stats::SprtVerdict::undecided;
  }

  [[nodiscard]] stats::StoppedEstimate corrected() const {
    const Results& results = result_.player(0).results;
    return options_.reverse ? stats::corrected_estimate(results.pairs, *options_.sprt)
                            : stats::corrected_estimate(results.games, *options_.sprt);
  }

  const GameDriver& driver_;
  std::span<const play::Entrant> players_;
  const TournamentOptions& options_;
  Plan plan_;
  OpeningBook book_;
  GameJournal& journal_;
  const TournamentObserver& observer_;
  TournamentResult result_;
};

void require_different_names(std::span<const play::Entrant> players) {
  std::set<std::string_view> names;
  for (const play::Entrant& player : players) {
    if (!names.insert(player.name).second) throw Error(fmt::format("two players are called '{}'", player.name));
  }
}

std::string describe_openings(const TournamentOptions& options) {
  if (options.suite.empty()) return play::describe(options.openings);
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

void describe_player(const play::Entrant& player, play::Settings& settings) {
  settings.emplace_back("player " + player.name, player.description);
  if (player.limits) settings.emplace_back("limits of " + player.name, play::describe(*player.limits));
}

}  // namespace

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
  options.choice<Format>("format", formats, match.format,
                         "each against each; the first against all; losers leave; equals meet");
  options.integer("seeds", "N", match.seeds, {1, 255}, "of a gauntlet: the first N players each meet all the others");
  options.integer("stages", "N", match.stages, {0, 1000},
                  "of a Swiss system: how often players are paired anew; 0: log2 of the players");
  options.flag_off("no-reverse", match.reverse, "one game an opening; colours alternate from round to round");
  stats::declare(options, "sprt", match.sprt,
                 "of two players: stop when the first is shown to be ELO1 or only ELO0 stronger; or off");
}

void declare_max_moves(text::Options& options, int& plies) {
  const text::IntegerRange range{0, longest_game};
  options
      .custom(
          "max-moves", "N",
          [&plies, range](std::string_view words) { plies = 2 * static_cast<int>(text::parse_integer(words, range)); },
          [&plies] { return text::show(plies / 2.0); },
          "a game of N moves of each side, opening included, is a draw; 0: as long as the game allows")
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
  options.flag("recover", recover, "go on when a UCI engine has crashed or stalled: start it again").free_on_resume();
}

TournamentOptions default_tournament(const GameDriver& driver) {
  TournamentOptions options;
  options.openings = play::default_openings(driver, play::OpeningUse::judging);
  return options;
}

Plan plan_of(const TournamentOptions& options, std::size_t players) {
  Plan plan{options.format, players, options.seeds, 1, options.stages, options.reverse};
  plan.validate();
  const std::uint64_t games = games_per_round(plan);
  plan.rounds = std::max<std::uint64_t>(1, (options.games + games - 1) / games);
  return plan;
}

double TournamentResult::draw_ratio() const {
  const std::uint64_t games = tally().games;
  return games == 0 ? 0.0 : static_cast<double>(tally().results.draws) / static_cast<double>(games);
}

TournamentResult play_tournament(const GameDriver& driver, std::span<const play::Entrant> players,
                                 const TournamentOptions& options, const std::optional<std::filesystem::path>& file,
                                 const std::stop_token& stop, const TournamentObserver& observer) {
  require_different_names(players);
  options.validate(players.size());
  std::optional<GameJournal> journal;
  if (file) {
    journal.emplace(*file, tournament_header(driver, players, options));
  } else {
    journal.emplace();
  }
  TournamentResult result = Tournament(driver, players, options, *journal, observer).play(stop);
  if (result.complete) {
    journal->close(result.tally().games);
  } else {
    journal->sync();
  }
  return result;
}

GameFileHeader tournament_header(const GameDriver& driver, std::span<const play::Entrant> players,
                                 const TournamentOptions& options) {
  GameFileHeader header{std::string(driver.name()), {}, options.seed, {}};
  for (const play::Entrant& player : players) {
    header.players.push_back(player.name);
    describe_player(player, header.settings);
  }
  header.settings.emplace_back("format", describe_format(options, players.size()));
  header.settings.emplace_back("limits", play::describe(options.limits));
  header.settings.emplace_back("openings", describe_openings(options));
  header.settings.emplace_back("adjudication", play::describe(options.adjudication));
  if (options.max_plies > 0) header.settings.emplace_back("max plies", fmt::format("{}", options.max_plies));
  header.settings.emplace_back("hash bytes", fmt::format("{}", options.engine.hash_bytes));
  return header;
}

}  // namespace hone::match
