// SPDX-License-Identifier: MIT
//
// What `hone refine` is told, and what it makes of it: the subject, where its directions come from, and the openings.
// The options are kept in the folder, so that a refinement is resumed without them.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "engine/named_weights.hpp"
#include "tuner/cli/options/game_options.hpp"
#include "tuner/cli/options/options.hpp"
#include "tuner/refine/refine.hpp"

namespace hone::cli {

class RefineSettings {
 public:
  RefineSettings();

  void declare(Options& options);

  // Defaults of a new refinement that depend on what is given.
  void settle(const Options& given);
  // The settings that the refinement in the folder was begun with, with what is given and may change. Throws Error.
  void resume(const std::filesystem::path& folder, const Options& given);

  // Throws UsageError for options that do not go together, and Error for files that are wrong.
  [[nodiscard]] const GameDriver& game() const;
  [[nodiscard]] std::unique_ptr<refine::Subject> subject(const GameDriver& game, const WeightsWarning& warn) const;
  [[nodiscard]] refine::RefineSources sources(const refine::Subject& subject) const;
  [[nodiscard]] refine::RefineOptions options(const GameDriver& game) const;
  // Copies what the refinement needs of other files into its folder.
  void keep_files(const std::filesystem::path& folder) const;
  [[nodiscard]] bool is_foreign() const { return !engine_.empty(); }

 private:
  [[nodiscard]] std::string weights_file() const;
  [[nodiscard]] std::string openings_file() const;
  [[nodiscard]] std::string spsa_list_file() const;
  [[nodiscard]] EngineOptions engine() const;

  GameOption game_;
  std::string weights_{default_weights};
  std::string posterior_, openings_, order_ = "sequential";
  std::string engine_, spsa_list_, directory_, log_folder_;
  std::vector<std::string> engine_options_, set_;
  refine::RefineOptions refine_;
  std::filesystem::path folder_;  // of a refinement that goes on
};

// A refinement as its folder tells it, and as its page shows it.
struct StandingRefinement {
  std::string game;
  refine::RefineStatus status;
  std::vector<refine::PathPoint> path;
};
// Asks the engine of a refinement of options for their ranges. Throws Error.
[[nodiscard]] StandingRefinement standing_refinement(const std::filesystem::path& folder, const WeightsWarning& warn);

}  // namespace hone::cli
