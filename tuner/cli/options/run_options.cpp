// SPDX-License-Identifier: MIT
#include "tuner/cli/options/run_options.hpp"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <utility>

#include "tuner/cli/application.hpp"
#include "tuner/cli/options/option_sources.hpp"
#include "tuner/cli/options/player_options.hpp"
#include "tuner/cli/options/pool_options.hpp"
#include "tuner/play/settings_text.hpp"
#include "tuner/run/command_lines.hpp"
#include "tuner/run/damage.hpp"
#include "tuner/run/directory.hpp"
#include "tuner/run/kept_config.hpp"

namespace hone::cli {

namespace {

// Those that are not given differ between self-play and matches, so that no option can tell them.
std::string openings_comment(const run::RunOptions& run) {
  return fmt::format("# openings of self-play: {}\n# openings of matches: {}\n", play::describe(run.self_play.openings),
                     play::describe(run.gate.openings));
}

}  // namespace

void RunSettings::declare(Options& options) {
  options.group("What to learn");
  game_.declare(options);
  options.text("start", "F", start_, "weights to start from: a file, default, material or zero");
  run_.declare(options);
}

const GameDriver& RunSettings::game() const {
  if (!is_foreign()) return game_.driver({start_});
  const GameDriver& chess = find_driver("chess");
  if (!game_.is_given() || &game_.driver() == &chess) return chess;
  throw UsageError(fmt::format("--game {}: UCI engines play chess", game_.driver().name()));
}

void RunSettings::settle_engine(const Options& given) {
  if (!is_foreign()) {
    Options of_engine;
    exchange::ProbeSettings any;
    any.declare_engine(of_engine);
    any.declare_question(of_engine);
    any.declare_steps(of_engine);
    for (const Option& option : of_engine.all()) {  // the configuration of another run may name their defaults
      if (!given.given(option.name) || given.find(option.name)->get() == option.get()) continue;
      throw UsageError(fmt::format("--{} goes with --engine uci:CMD", option.name));
    }
    return;
  }
  if (!given.given("noise")) run_.self_play.variety.noise = 0;
  adjudicate_only_as_asked(run_.self_play.adjudication, given);
}

run::RunOptions RunSettings::run_options(const GameDriver& game, const std::optional<std::filesystem::path>& folder,
                                         const WeightsWarning& warn) {
  game_.choose(game);  // the run remembers what holds, not what was given
  take_pool_file(run_.pool);
  run::RunOptions run = run_;
  run.pool.opponents = pool_opponents(game, run_.pool, folder, warn);
  run.settle(game);
  run.config = fmt::format("# {}\n{}{}", version_line(), as_config(), openings_comment(run));
  return run;
}

std::string RunSettings::as_config() {
  Options options;
  declare(options);
  return options.as_config();
}

namespace {

// The options that were given and that the run keeps, as a command line takes them.
std::string words_of_fixed(const Options& given, Options& of_run) {
  std::string words;
  for (const Option& option : given.all()) {
    if (!option.is_given || option.may_change || of_run.find(option.name) == nullptr || option.name == "start")
      continue;
    words += option.as_words();
  }
  return words;
}

// What a run keeps cannot change, as its generations would not be comparable; another run may go on from its best.
void refuse_other_options(const std::filesystem::path& folder, const Options& given, Options& of_run) try {
  refuse_fixed_options(given, "a run");
} catch (const UsageError& fault) {
  const std::string words = words_of_fixed(given, of_run);
  if (words.empty()) throw;
  throw UsageError(fmt::format("{}; to go on from its best weights with other options:\n  {}", fault.what(),
                               run::next_run_command(folder, run::RunPaths(folder).best_weights(), words, "-next")));
}

}  // namespace

void RunSettings::resume(const std::filesystem::path& folder, const Options& given, bool repair) {
  {
    RunSettings any;
    Options of_run;
    any.declare(of_run);
    refuse_other_options(folder, given, of_run);
  }
  if (const auto mended = run::require_config(folder, repair)) spdlog::warn("{}", *mended);
  run::require_first_files(folder);
  RunSettings kept;
  const int threads = kept.run_.threads;
  kept.run_ = run::defaults_of_config(folder);
  kept.run_.threads = threads;
  Options options;
  kept.declare(options);
  take_config_file(options, run::RunPaths(folder).config().string());
  take_changes(given, options);
  *this = std::move(kept);
}

std::string RunSettings::words_on_end(const Options& given) const {
  run::RunOptions run = run_;
  Options ends;
  run.declare_ends(ends);
  std::string words;
  for (const Option& option : ends.all()) {
    if (given.given(option.name)) words += given.find(option.name)->as_words();
  }
  return words;
}

}  // namespace hone::cli
