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

}  // namespace hone
