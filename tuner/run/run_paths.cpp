// SPDX-License-Identifier: MIT
#include "tuner/run/run_paths.hpp"

#include <fmt/format.h>

namespace hone {

namespace fs = std::filesystem;

fs::path RunPaths::generation(int number) const { return folder_ / fmt::format("gen-{:03}", number); }

fs::path RunPaths::self_play_games(int number) const { return generation(number) / "selfplay.games"; }
fs::path RunPaths::candidate_weights(int number) const { return generation(number) / "candidate.weights"; }
fs::path RunPaths::fit_result(int number) const { return generation(number) / "fit.json"; }
fs::path RunPaths::weight_table(int number) const { return generation(number) / "weights.csv"; }
fs::path RunPaths::gate_games(int number) const { return generation(number) / "gate.games"; }
fs::path RunPaths::gate_result(int number) const { return generation(number) / "gate.json"; }

std::filesystem::path folder_of_run(const std::filesystem::path& folder) {
  if (folder == folder.root_path()) return folder;
  const std::filesystem::path name = folder.has_filename() ? folder : folder.parent_path();
  return name.filename() == "." || name.filename() == ".." ? std::filesystem::canonical(name) : name;
}

}  // namespace hone
