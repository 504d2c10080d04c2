// SPDX-License-Identifier: MIT
#include "tuner/match/tournament.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <set>
#include <utility>

#include "data/error.hpp"
#include "data/hash.hpp"
#include "engine/game_end.hpp"
#include "tuner/match/game_journal.hpp"
#include "tuner/match/game_worker.hpp"
#include "tuner/match/stage_games.hpp"
#include "tuner/parallel/jobs.hpp"
#include "tuner/parallel/standstills.hpp"
#include "tuner/play/settings_text.hpp"

namespace hone::match {

namespace {

// A machine that stands still again and again is too busy for games with a clock; so many are played, the last counts.
constexpr int most_attempts = 4;

// Whether anything about the games depends on time. Other games need no watch over it.
bool is_any_timed(std::span<const play::Entrant> players, const TournamentOptions& options) {
  const auto timed = [&](const play::Entrant& player) { return !player.is_reproducible(options.limits); };
  return std::ranges::any_of(players, timed);
}

// A game of the schedule, played now or recorded earlier.
struct SlotGame {
  ScheduledGame slot;
  GameRecord game;
  std::array<ProtocolWarnings, 2> warnings;  // by side
  bool is_new = false;
};

// Where games come from: from the record and then from play; from the record only; or the same, leaving them there.
enum class GamesFrom : std::uint8_t { record_and_play, record, copy_of_record };

class Tournament {
 public:
  Tournament(const GameDriver& driver, std::span<const play::Entrant> players, const TournamentOptions& options,
             GameJournal& journal, GamesFrom source, const TournamentObserver& observer, const StageSupply& supply)
      : driver_(driver),
        players_(players),
        options_(options),
        plan_(plan_of(options, players)),
        book_(driver, options.suite, options.openings, options.engine),
        journal_(journal),
        source_(source),
        observer_(observer),
        supply_(supply),
        result_{.standings = Standings(names(players)),
                .test = options.sprt,
                .asked = options.games,
                .planned = games_of(plan_),
                .warnings = std::vector<ProtocolWarnings>(players.size())} {
    if (plan_.rounds < plan_of(options, players.size()).rounds) result_.suite_ends = options.suite.size();
    if (is_any_timed(players, options)) standstills_.emplace();
    judge();
  }

  TournamentResult play(const std::stop_token& stop) {
    parallel::JobsEnd end = parallel::JobsEnd::finished;
    for (int number = 0; number < stages_of(plan_) && end == parallel::JobsEnd::finished; ++number) {
      end = play_stage({number, pairings_of(plan_, number, result_.standings.cross_table()), result_.tally().games},
                       stop);
      if (end == parallel::JobsEnd::finished) end_stage(number);
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

  parallel::JobsEnd play_stage(const StageGames& settled, const std::stop_token& stop) {
    const Stage stage(plan_, settled.number, settled.pairings);
    const std::uint64_t before = settled.before;
    if (supply_ && source_ == GamesFrom::record_and_play) return take_stage(settled, stage, stop);
    const auto make_worker = [&] {
      const auto player = std::make_shared<GameWorker>(driver_, players_, options_, book_);
      return [&, player](std::uint64_t number, const std::stop_token& stop_playing) {
        return recall_or_play(number, stage.game(number - before), *player, stop_playing);
      };
    };
    const auto use = [this](const SlotGame& game) { return game.is_new ? count_new(game) : count(game); };
    return parallel::use_in_order({before, before + stage.games(), options_.threads}, make_worker, use, stop);
  }

  // Games come from the record and from the supply, in the order of their numbers.
  parallel::JobsEnd take_stage(const StageGames& settled, const Stage& stage, const std::stop_token& stop) {
    const std::uint64_t end = settled.before + stage.games();
    std::uint64_t next = settled.before;
    const auto slot = [&] { return stage.game(next - settled.before); };
    const auto take_recorded = [&] {
      while (next < end) {
        std::optional<GameRecord> game = journal_.take(next);
        if (!game) break;
        if (!count(SlotGame{slot(), std::move(*game), {}, false})) return false;
        ++next;
      }
      return true;
    };
    const auto take_new = [&](GameRecord&& game) {
      if (game.number < next) return true;  // it was recorded before
      journal_.add(game);
      if (!count_new(SlotGame{slot(), std::move(game), {}, true})) return false;
      ++next;
      return take_recorded();
    };
    if (!take_recorded()) return parallel::JobsEnd::enough;
    if (next == end) return parallel::JobsEnd::finished;
    return supply_(settled)->supply(numbered_games(driver_, players_, options_, settled), next, end, take_new, stop);
  }

  void end_stage(int number) {
    if (plan_.format != Format::knockout) return;
    result_.standings.go_on_with(knockout_survivors(plan_.players, number + 1, result_.standings.cross_table()));
  }

  // Any thread. Returns nothing when stopped.
  std::optional<SlotGame> recall_or_play(std::uint64_t number, const ScheduledGame& slot, GameWorker& player,
                                         const std::stop_token& stop) {
    std::optional<GameRecord> kept =
        source_ == GamesFrom::copy_of_record ? journal_.peek(number) : journal_.take(number);
    if (kept) return SlotGame{slot, std::move(*kept), {}, false};
    if (source_ != GamesFrom::record_and_play) return std::nullopt;
    std::optional<FinishedGame> game = play_undisturbed(number, slot, player, stop);
    if (!game) return std::nullopt;
    if (game->fault) tell_of_failure(number, slot, *game->fault);
    game->record.number = number;
    journal_.add(game->record);
    return SlotGame{slot, std::move(game->record), std::move(game->warnings), true};
  }

  void tell(const std::string& text) const {
    if (observer_.incident) observer_.incident(text);
  }

  void tell_of_failure(std::uint64_t number, const ScheduledGame& slot, const Fault& fault) const {
    const PlayerIndex loser = fault.side == Side::first ? slot.first : slot.second;
    std::string text = fmt::format("game {}: {} loses by {}: {}", number + 1, players_[loser].name,
                                   to_string(fault.failure.reason), fault.failure.detail);
    for (const std::string& line : fault.failure.last_lines) text += "\n    " + line;
    tell(text);
  }

  // Plays a game, and plays it again when its time was not the players' own because the machine stood still.
  std::optional<FinishedGame> play_undisturbed(std::uint64_t number, const ScheduledGame& slot, GameWorker& player,
                                               const std::stop_token& stop) {
    if (!standstills_) return player.play(slot, stop);
    for (int attempt = 1;; ++attempt) {
      const auto start = standstills_->now();
      std::optional<FinishedGame> game = player.play(slot, stop);
      const auto stood = standstills_->since(start);
      if (!game || stood.count() == 0 || !is_disturbed(*game, slot, player)) return game;
      const bool again = attempt < most_attempts;
      tell(fmt::format("game {}: the machine, or hone, stood still for {:.1f} s; the game {}", number + 1,
                       std::chrono::duration<double>(stood).count(), again ? "is played again" : "counts as it is"));
      if (!again) return game;
    }
  }

  static bool is_disturbed(const FinishedGame& game, const ScheduledGame& slot, const GameWorker& player) {
    return player.depends_on_time(slot) || (game.fault && game.fault->failure.reason == EndReason::stalled);
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
    result_.sprt = options_.reverse ? stats::sprt(results.distinct_pairs, *options_.sprt)
                                    : stats::sprt(results.distinct_games, *options_.sprt);
    if (evidence_games(results) < options_.sprt_from) result_.sprt->verdict = stats::SprtVerdict::undecided;
  }

  [[nodiscard]] std::uint64_t evidence_games(const Results& results) const {
    return options_.reverse ? 2 * results.distinct_pairs.count() : results.distinct_games.count();
  }

  [[nodiscard]] stats::StoppedEstimate corrected() const {
    const Results& results = result_.player(0).results;
    return options_.reverse ? stats::corrected_estimate(results.distinct_pairs, *options_.sprt)
                            : stats::corrected_estimate(results.distinct_games, *options_.sprt);
  }

  const GameDriver& driver_;
  std::span<const play::Entrant> players_;
  const TournamentOptions& options_;
  Plan plan_;
  OpeningBook book_;
  GameJournal& journal_;
  GamesFrom source_;
  const TournamentObserver& observer_;
  const StageSupply& supply_;
  std::optional<parallel::Standstills> standstills_;  // only where something depends on time
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
    hash = hash_seed(hash_of(opening, hash), opening.moves.size());
  }
  return fmt::format("a suite of {}, {:016x}", options.suite.size(), hash);
}

std::string describe_format(const TournamentOptions& options, std::span<const play::Entrant> players) {
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
  if (!player.folder.empty()) settings.emplace_back(folder_setting + player.name, player.folder.string());
  if (player.time_margin != GamePlayOptions::default_time_margin) {
    settings.emplace_back(margin_setting + player.name, fmt::format("{} ms", player.time_margin.count()));
  }
}

}  // namespace

double TournamentResult::draw_ratio() const {
  const std::uint64_t games = tally().games;
  return games == 0 ? 0.0 : static_cast<double>(tally().results.draws) / static_cast<double>(games);
}

namespace {

// A round that is begun may stand in the file as a whole: early versions played it to its end.
void require_no_more_games(const Recording& recording, const GameJournal& journal, const TournamentOptions& options,
                           std::size_t players) {
  const std::uint64_t round = games_of_round(options, players);
  if (recording.truncate || journal.games_kept_from((options.games + round - 1) / round * round) == 0) return;
  throw Error(recording.file.string(), 0,
              fmt::format("holds {} games, more than the {} of this match: ask for as many, or cut the others from the "
                          "file (--truncate)",
                          journal.games_kept(), options.games));
}

// Which recorded games beyond the end are nobody's loss: with a verdict of the SPRT, what other threads were playing
// when it fell. Their file was never put in order.
GameJournal::Beyond beyond_end(const Recording& recording, const TournamentResult& result, const GameJournal& journal) {
  const bool has_verdict = result.sprt && result.sprt->verdict != stats::SprtVerdict::undecided;
  const bool are_leftovers = has_verdict && recording.same_length && !journal.was_in_order();
  return recording.truncate || are_leftovers ? GameJournal::Beyond::cut : GameJournal::Beyond::keep;
}

void end_record(const Recording& recording, TournamentResult& result, GameJournal& journal) {
  if (!result.complete) return journal.sync();
  const std::uint64_t games = result.tally().games;
  const GameJournal::Beyond beyond = beyond_end(recording, result, journal);
  if (beyond == GameJournal::Beyond::keep) result.unused = journal.games_kept_from(games);
  journal.close(games, beyond);
}

}  // namespace

TournamentResult play_tournament(const GameDriver& driver, std::span<const play::Entrant> players,
                                 const TournamentOptions& options, const std::optional<Recording>& recording,
                                 const std::stop_token& stop, const TournamentObserver& observer,
                                 const StageSupply& supply) {
  require_different_names(players);
  options.validate(players.size());
  options.adjudication.validate(driver);
  if (!recording) {
    GameJournal none;
    return Tournament(driver, players, options, none, GamesFrom::record_and_play, observer, {}).play(stop);
  }
  GameJournal journal(recording->file, numbered_games(driver, players, options, std::nullopt).header);
  require_no_more_games(*recording, journal, options, players.size());
  const bool is_decided =
      Tournament(driver, players, options, journal, GamesFrom::copy_of_record, {}, {}).play(stop).complete;
  if (observer.begin && (!is_decided || recording->truncate)) observer.begin();
  const GamesFrom source = is_decided ? GamesFrom::record : GamesFrom::record_and_play;
  TournamentResult result = Tournament(driver, players, options, journal, source, observer, supply).play(stop);
  end_record(*recording, result, journal);
  return result;
}

GameFileHeader tournament_header(const GameDriver& driver, std::span<const play::Entrant> players,
                                 const TournamentOptions& options) {
  GameFileHeader header{std::string(driver.name()), {}, options.seed, {}};
  for (const play::Entrant& player : players) {
    header.players.push_back(player.name);
    describe_player(player, header.settings);
  }
  header.settings.emplace_back("format", describe_format(options, players));
  header.settings.emplace_back("limits", play::describe(options.limits));
  header.settings.emplace_back("openings", describe_openings(options));
  header.settings.emplace_back("adjudication", play::describe(options.adjudication));
  if (options.max_plies > 0) header.settings.emplace_back("max plies", fmt::format("{}", options.max_plies));
  header.settings.emplace_back("hash bytes", fmt::format("{}", options.engine.hash_bytes));
  if (!options.engine.parameters.empty()) header.settings.emplace_back("parameters", options.engine.parameters.text());
  return header;
}

}  // namespace hone::match
