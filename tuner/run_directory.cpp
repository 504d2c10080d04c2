// SPDX-License-Identifier: MIT
#include "tuner/run_directory.hpp"

#include <fmt/format.h>

#include <system_error>
#include <utility>
#include <vector>

#include "data/error.hpp"

namespace hone {
namespace {

namespace fs = std::filesystem;

void make_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) throw Error(folder.string(), 0, "cannot make the folder: " + error.message());
}

File locked(const fs::path& folder) {
  make_folder(folder);
  File lock(folder / "lock", File::Mode::replace);
  lock.lock();
  return lock;
}

// What a killed process was writing, and nobody has renamed (data/atomic_file.hpp).
void remove_half_written(const fs::path& folder) {
  std::vector<fs::path> found;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file() && entry.path().extension() == ".tmp") found.push_back(entry.path());
  }
  for (const fs::path& file : found) fs::remove(file);
}

}  // namespace

RunDirectory::RunDirectory(fs::path folder) : folder_(std::move(folder)), lock_(locked(folder_)) {
  remove_half_written(folder_);
}

fs::path RunDirectory::in_generation(int generation, const char* name) const {
  return folder_ / fmt::format("gen-{:03}", generation) / name;
}

fs::path RunDirectory::self_play_games(int generation) const { return in_generation(generation, "selfplay.games"); }
fs::path RunDirectory::candidate_weights(int generation) const {
  return in_generation(generation, "candidate.weights");
}
fs::path RunDirectory::fit_result(int generation) const { return in_generation(generation, "fit.json"); }
fs::path RunDirectory::gate_games(int generation) const { return in_generation(generation, "gate.games"); }
fs::path RunDirectory::gate_result(int generation) const { return in_generation(generation, "gate.json"); }

void RunDirectory::make_generation(int generation) const { make_folder(in_generation(generation, "")); }

bool RunDirectory::holds_run(const fs::path& folder) { return fs::exists(config_of(folder)); }

}  // namespace hone
