// SPDX-License-Identifier: MIT
#include "tuner/cli/tune_data.hpp"

#include <algorithm>

#include "data/game_file.hpp"
#include "tuner/cli/interrupt.hpp"
#include "tuner/cli/progress.hpp"
#include "tuner/sampling.hpp"

namespace hone {
namespace {

bool is_game_file(const std::string& file) { return file.ends_with(".games"); }

}  // namespace

void TuneData::declare(Options& options) {
  game_.declare(options);
  options.list("data", "F", files_, "game files and labelled positions").required().positional();
  options.text("start", "F", start_, "weights to start from: a file, material or zero");
}

// --game, or what a game file or the starting weights say.
const GameDriver& TuneData::game(const Options& options) const {
  const auto games = std::find_if(files_.begin(), files_.end(), is_game_file);
  if (options.given("game") || games == files_.end()) return game_.driver({start_});
  return find_driver(GameFileReader(*games).header().game);
}

std::optional<TuneRows> TuneData::load(const Session& session, const TuneWork& work) const {
  const GameDriver& driver = game(session.options);
  TuneRows result{.rows = {}, .start = load_weights(driver, start_), .sampling = {}};
  const Interrupt interrupt;
  SamplingOptions options = sampling_.sampling();
  options.seed = work.seed;
  options.threads = work.threads;
  Sampler sampler(driver, result.start, options);
  Progress progress(session.console, "positions", 0);
  const SamplingProgress show = [&](const SamplingSummary& so_far) { progress.update(so_far.positions); };
  for (const std::string& file : files_) {
    const bool whole = is_game_file(file) ? sampler.add_games(file, result.rows, interrupt.token(), show)
                                          : sampler.add_positions(file, result.rows, interrupt.token(), show);
    if (!whole) return std::nullopt;
  }
  result.sampling = sampler.summary();
  return result;
}

}  // namespace hone
