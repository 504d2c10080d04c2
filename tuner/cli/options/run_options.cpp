// SPDX-License-Identifier: MIT
#include "tuner/cli/options/run_options.hpp"

#include <fmt/format.h>

#include <utility>

#include "tuner/cli/application.hpp"
#include "tuner/play/settings_text.hpp"
#include "tuner/run/directory.hpp"

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

run::RunOptions RunSettings::run_options(const GameDriver& game) {
  game_.choose(game);  // the run remembers what holds, not what was given
  run::RunOptions run = run_;
  run.settle(game);
  run.config = fmt::format("# {}\n{}{}", version_line(), as_config(), openings_comment(run));
  return run;
}

std::string RunSettings::as_config() {
  Options options;
  declare(options);
  return options.as_config();
}

void RunSettings::resume(const std::filesystem::path& folder, const Options& given) {
  refuse_fixed_options(given, "a run");
  run::RunDirectory::require_run(folder);
  RunSettings kept;
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
    if (given.given(option.name)) words += fmt::format(" --{} {}", option.name, option.get());
  }
  return words;
}

}  // namespace hone::cli
