// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "data/build.hpp"
#include "engine/named_weights.hpp"
#include "tuner/cli/command.hpp"
#include "tuner/cli/console.hpp"
#include "tuner/cli/interrupt.hpp"
#include "tuner/cli/match_outputs.hpp"
#include "tuner/cli/options/match_options.hpp"
#include "tuner/cli/options/option_sources.hpp"
#include "tuner/cli/output.hpp"
#include "tuner/cli/print/match_text.hpp"
#include "tuner/cli/print/results_text.hpp"
#include "tuner/cli/print/units_text.hpp"
#include "tuner/cli/standard_streams.hpp"
#include "tuner/match/json.hpp"
#include "tuner/stats/json.hpp"
#include "tuner/stats/match_plan.hpp"
#include "tuner/text/shell_word.hpp"
#include "tuner/units/coordinator.hpp"
#include "tuner/units/unit_folder.hpp"

namespace hone::cli {

namespace {

class MatchCommand final : public Command {
 public:
  CommandText text() const override;
  void declare(Options& options) override;
  ExitCode run(Session& session) override;

 private:
  std::vector<play::Entrant> seat(const GameDriver& game, const std::vector<play::PlayerSpec>& specs) const;
  match::TournamentResult play(const GameDriver& game, const std::vector<play::Entrant>& players,
                               const Session& session, const std::stop_token& stop);
  std::optional<match::Recording> recording();
  void check_launch(const std::vector<play::Entrant>& players) const;
  match::StageSupply supply(const std::vector<play::Entrant>& players, const match::TournamentOptions& options);
  static void remove_units(const std::filesystem::path& record);
  ExitCode plan(const Session& session) const;
  ExitCode conclude(const match::TournamentResult& result, const Session& session) const;

  MatchSettings settings_;
  std::string resume_;
  bool truncate_ = false;
  bool overwrite_ = false;
  std::optional<double> plan_;
  units::LaunchOptions launch_;
  units::Distribution distribution_;
  StrictOption strict_;
};

CommandText MatchCommand::text() const {
  return {
      .name = "match",
      .summary = "find out which player is stronger, and how sure that is",
      .description =
          "Players are weight sets, UCI, xboard and GTP engines, or random movers. They play pairs of games from the "
          "same "
          "opening with colours reversed, and all pairings of a round share their opening. Without "
          "--openings it is made of random plies that end in the half of all positions that no training game "
          "begins with.\n"
          "With --sprt the match ends as soon as the result is certain; the exit code is then 0 only if the first "
          "player was shown to be stronger, and 1 if not, or if the games did not suffice to tell. With limits "
          "in depth or nodes, and weight sets only, results, PGN and record are the same for any number of "
          "threads, interrupted or not. Such players play an opening the same way each time: with --openings "
          "the match ends with the file. With other players, a pair that repeats a game counts in "
          "points only.\n"
          "An engine that crashes, stalls, plays an illegal move or oversteps its time loses the game, which is "
          "said at once with the last lines of the conversation. After a crash or a stall the match ends with exit "
          "code 1 unless --recover is given. A game with a clock in which the machine was suspended, or hone "
          "stopped, is played again.\n"
          "UCI and xboard engines play chess; limits of an xboard engine are depth, a clock, or whole seconds a move. "
          "GTP engines play go and othello; their limits are a clock or whole seconds a move, and with --nodes or "
          "--depth, which "
          "hold for the others, they play at the level that their command says. "
          "Where an engine plays, games are played to their end unless --resign or --draw is given, because engines "
          "score in units of their own.",
      .examples =
          "hone match --game chess --player new=weights:best.weights --player old=weights:material --games 400 "
          "--nodes 5000\n"
          "hone match --player a=weights:a.weights --player b=weights:b.weights --sprt 0,5 --games 20000 "
          "--nodes 5000 --record sprt.games\n"
          "hone match --resume sprt.games\n"
          "hone match --sprt 0,5 --plan 3\n"
          "hone match --player a=weights:a --player b=weights:b --player c=weights:c --rounds 50 --nodes 2000\n"
          "hone match --game chess --player sf=uci:stockfish --player b=weights:material --limits sf:nodes=500 "
          "--tc 10+0.1\n"
          "hone match --game chess --player fm=xboard:fairymax --player b=weights:material --depth 4\n"
          "hone match --game go_9 --player gnu='gtp:gnugo --mode gtp --level 1' --player me=weights:best.weights "
          "--games 40 "
          "--nodes 1000\n"
          "hone match --game chess --player a=uci:./a --player b=uci:./b --tc 8+0.08 --openings book.pgn "
          "--recover --pgn games.pgn\n"
          "hone match --player a=weights:a --player b=weights:b --nodes 5000 --sprt 0,5 --games 20000 --record s.games "
          "--launch ssh --hosts pc2,local"};
}

void MatchCommand::declare(Options& options) {
  Options of_the_match;
  MatchSettings().declare(of_the_match);
  units::LaunchOptions().declare(of_the_match);
  settings_.declare(options);
  options
      .text("resume", "F", resume_,
            fmt::format("go on with the match that was begun with --record F; of its options only {} may be given anew",
                        names_of_changeable(of_the_match)))
      .free_on_resume();
  options.flag("truncate", truncate_, "cut the games from the record that are more than this match has")
      .free_on_resume();
  options
      .flag("overwrite", overwrite_,
            "let --pgn and --epd replace files; without it only what the same recorded match wrote is replaced")
      .free_on_resume();
  options
      .real("plan", "ELO", plan_, {-stats::max_elo_bound, stats::max_elo_bound},
            "play nothing: how many games --sprt takes if the first player is ELO stronger, in the unit of --sprt: "
            "normalised Elo, or Elo with model=logistic")
      .changes_no_result();
  launch_.declare(options);
  strict_.declare(options);
}

std::vector<play::Entrant> MatchCommand::seat(const GameDriver& game,
                                              const std::vector<play::PlayerSpec>& specs) const {
  const WeightsWarning warn = strict_.warning();
  std::vector<play::Entrant> players;
  for (play::PlayerSpec spec : specs) {
    spec.uci.notice = [](const std::string& text) { spdlog::warn("{}", text); };
    const bool has_weights = spec.kind == play::PlayerSpec::Kind::weights;
    const Weights weights = has_weights ? load_weights(game, spec.source, warn) : zero_weights(game.schema());
    players.push_back(play::entrant_of(game, spec, weights, settings_.engine()));
    if (!spec.time_margin) players.back().time_margin = settings_.time_margin();
    play::check_limits(spec, settings_.limits());
    if (!spec.limits) spec.limits = settings_.limits();
    play::check_player(game, spec);
  }
  return players;
}

// The options that are kept beside a record are its own, and without a record they are of a match that is to come.
std::optional<match::Recording> MatchCommand::recording() {
  if (!settings_.record()) return std::nullopt;
  match::Recording recording{.file = *settings_.record(), .truncate = truncate_};
  require_outside_runs(recording.file);
  if (!std::filesystem::exists(recording.file)) return recording;
  const std::optional<MatchSettings> kept = MatchSettings::kept(recording.file);
  recording.same_length = kept && settings_.has_length_of(*kept);
  if (kept && kept->has_stages() && !recording.same_length)
    throw UsageError("a tournament in stages cannot be made longer or shorter once it is begun: each has its rounds");
  return recording;
}

match::TournamentResult MatchCommand::play(const GameDriver& game, const std::vector<play::Entrant>& players,
                                           const Session& session, const std::stop_token& stop) {
  const match::TournamentOptions options = settings_.tournament(game, players);
  const std::optional<match::Recording> recording = this->recording();
  if (!overwrite_) require_own_texts(settings_, game, players, options);
  if (recording && !std::filesystem::exists(recording->file)) settings_.keep();
  GameTexts texts(game, players, settings_.pgn(), settings_.epd());
  match::TournamentObserver observer;
  observer.game = [&](const GameRecord& record) {
    texts.add(record, settings_.pgn_tags().heading(record, options, players));
  };
  observer.incident = [](const std::string& text) { spdlog::warn("{}", text); };
  if (recording) observer.begin = [this] { settings_.keep(); };
  Progress progress(session.console, "games", match::games_of(match::plan_of(options, players)));
  observer.progress = [&, first = true](const match::TournamentResult& result) mutable {
    const std::uint64_t done = result.tally().games;
    if (std::exchange(first, false)) progress.resume_at(done - 1);
    progress.update(done, [&] { return ProgressNote{short_report(result), live_table(result)}; });
  };
  match::TournamentResult result =
      match::play_tournament(game, players, options, recording, stop, observer, supply(players, options));
  if (recording && result.complete) remove_units(recording->file);
  if (recording && !std::filesystem::exists(MatchSettings::config_of(recording->file))) settings_.keep();
  texts.write();
  return result;
}

// Weight sets with limits in depth or nodes play the same games on every machine.
void MatchCommand::check_launch(const std::vector<play::Entrant>& players) const {
  if (launch_.launch == units::Launch::local) return;
  launch_.validate();
  const std::string launch = fmt::format("--launch {}", to_string(launch_.launch));
  if (!settings_.record()) throw UsageError(launch + " takes --record F, as units lie beside it");
  if (const std::string why = units::obstacle(players, settings_.limits()); !why.empty()) {
    throw UsageError(launch + ": " + why);
  }
}

namespace {

std::filesystem::path units_beside(std::filesystem::path record) { return record += ".units"; }

}  // namespace

match::StageSupply MatchCommand::supply(const std::vector<play::Entrant>& players,
                                        const match::TournamentOptions& options) {
  if (launch_.launch == units::Launch::local) return {};
  return [this, &players, &options](const match::StageGames& stage) {
    const auto folder = units_beside(*settings_.record()) / fmt::format("stage-{}", stage.number + 1);
    return std::make_unique<units::Coordinator>(launch_, options.threads, folder,
                                                units::match_stage(players, options, stage), distribution_,
                                                [](const std::string& what) { spdlog::warn("{}", what); });
  };
}

void MatchCommand::remove_units(const std::filesystem::path& record) {
  namespace fs = std::filesystem;
  std::error_code kept;  // what cannot be removed is not in the way
  const fs::path units = units_beside(record);
  std::vector<fs::path> stages;
  for (fs::directory_iterator entry(units, kept), end; !kept && entry != end; entry.increment(kept)) {
    const bool is_aside = entry->path().has_extension();  // units of other games, which the coordinator has kept
    if (!is_aside && fs::exists(units::UnitFolder::plan_in(entry->path()), kept)) stages.push_back(entry->path());
  }
  for (const fs::path& stage : stages) fs::remove_all(stage, kept);
  fs::remove(units, kept);  // unless it holds something else
}

ExitCode MatchCommand::plan(const Session& session) const {
  if (!settings_.sprt()) throw UsageError("--plan takes --sprt ELO0,ELO1");
  stats::PlanOptions options;
  options.sprt = *settings_.sprt();
  options.elo = *plan_;
  options.draw_ratio = stats::usual_draw_ratio(*plan_);
  const stats::MatchPlan plan = stats::plan_match(options);
  say("{}", report(plan, options));
  session.json.write(stats::to_json(plan, options));
  return ExitCode::done;
}

ExitCode MatchCommand::conclude(const match::TournamentResult& result, const Session& session) const {
  say("{}", report(result));
  if (!distribution_.is_empty()) say("{}", report(distribution_));
  if (settings_.is_left_to_the_rules())
    say("Adjudication   off, as engines score in units of their own; on with --resign or --draw\n");
  nlohmann::ordered_json json = match::to_json(result);
  if (!distribution_.is_empty()) json["distribution"] = units::to_json(distribution_);
  session.json.write(json);
  if (!result.broken_off.empty()) return ExitCode::no;
  if (!result.complete) {
    say("Interrupted after {} of {} games. ", result.tally().games, result.planned);
    if (settings_.record())
      say("To go on:\n  {} match --resume {}\n", program_name(), text::shell_word(settings_.record()->string()));
    if (!settings_.record()) say("It was not recorded (--record), so it cannot go on.\n");
    return settings_.record() ? ExitCode::interrupted : ExitCode::stopped;
  }
  const bool is_unproven = result.sprt && result.sprt->verdict != stats::SprtVerdict::accepted;
  return is_unproven ? ExitCode::no : ExitCode::done;
}

namespace {

// Engines in other processes have a table of their own, whose size is not that of hone's unless somebody says so.
void warn_of_other_tables(const std::vector<play::PlayerSpec>& specs) {
  for (const play::PlayerSpec& spec : specs) {
    const auto is_hash = [](const auto& option) { return play::equal_but_case(option.first, "Hash"); };
    if (spec.kind != play::PlayerSpec::Kind::uci || std::ranges::any_of(spec.uci.options, is_hash)) continue;
    spdlog::warn("--hash is not for player {}, an engine in another process; --option {}.Hash=N would be", spec.name,
                 spec.name);
  }
}

}  // namespace

ExitCode MatchCommand::run(Session& session) {
  if (plan_) return plan(session);
  if (!resume_.empty()) settings_.resume(resume_, session.options);
  const std::vector<play::PlayerSpec> specs = settings_.players();
  if (specs.size() < 2)
    throw UsageError(fmt::format("--player: a match has two players or more, found {}", specs.size()));
  const GameDriver& game = settings_.game(specs);
  settings_.settle(specs, session.options);
  require_outputs(settings_, session.json, overwrite_ ? Replace::any_file : Replace::own_files);
  if (session.options.given("hash")) warn_of_other_tables(specs);
  const std::vector<play::Entrant> players = seat(game, specs);
  check_launch(players);
  const Interrupt interrupt;
  return conclude(play(game, players, session, interrupt.token()), session);
}

}  // namespace

std::unique_ptr<Command> match_command() { return std::make_unique<MatchCommand>(); }

}  // namespace hone::cli
