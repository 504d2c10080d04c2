// SPDX-License-Identifier: MIT
//
// The options of `hone run`: the game, the starting weights, and those of the run (tuner/run/options.hpp). The run's
// folder keeps them as a --config file, from which it is resumed.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "tuner/cli/options/game_options.hpp"
#include "tuner/run/options.hpp"

namespace hone::cli {

class RunSettings {
 public:
  RunSettings() { run_.threads = all_cores(); }

  void declare(Options& options);

  // Throws UsageError when there is none, and for an engine of somebody else that does not play it.
  [[nodiscard]] const GameDriver& game() const;
  [[nodiscard]] const exchange::ProbeSettings& engine() const { return run_.engine; }
  [[nodiscard]] bool is_foreign() const { return run_.is_foreign(); }
  // What is made or judged inside of hone's engine is off for another one, unless it was given. Throws UsageError for
  // options of another engine where there is none.
  void settle_engine(const Options& given);
  [[nodiscard]] const std::string& start() const { return start_; }
  // `folder` is that of a run that goes on; nothing: it begins. `warn` is told of groups that the weights of opponents
  // lack.
  [[nodiscard]] run::RunOptions run_options(const GameDriver& game, const std::optional<std::filesystem::path>& folder,
                                            const WeightsWarning& warn);

  // Takes back the options of the run in the folder, and of the command that resumes it those that may change. Throws
  // Error when there is no run, and where another option is given: it then names the command that begins a new run.
  // With `repair` a configuration that is damaged is made again.
  void resume(const std::filesystem::path& folder, const Options& given, bool repair);

  // When to end, as far as it was given: for the command that resumes the run another time.
  [[nodiscard]] std::string words_on_end(const Options& given) const;

 private:
  [[nodiscard]] std::string as_config();

  GameOption game_;
  std::string start_ = "material";
  run::RunOptions run_;
};

}  // namespace hone::cli
