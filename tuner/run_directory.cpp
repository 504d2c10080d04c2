// SPDX-License-Identifier: MIT
#include "tuner/run_directory.hpp"

#include <fmt/format.h>

#include <algorithm>
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

// NAME.NUMBER.tmp, as data/atomic_file.cpp names what it has not finished.
bool is_half_written(const fs::path& file) {
  const std::string number = file.stem().extension().string();
  return file.extension() == ".tmp" && number.size() > 1 &&
         number.find_first_not_of("0123456789", 1) == std::string::npos;
}

// What a killed process was writing. Only in the folders of a run, whose files are all its own.
void remove_half_written(const fs::path& folder) {
  std::vector<fs::path> found;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (is_half_written(entry.path())) found.push_back(entry.path());
    if (entry.is_directory() && entry.path().filename().string().starts_with("gen-")) remove_half_written(entry.path());
  }
  for (const fs::path& file : found) fs::remove(file);
}

// Nothing but what a run that was killed in its first moments leaves.
bool is_as_good_as_empty(const fs::path& folder) {
  return std::all_of(fs::directory_iterator(folder), fs::directory_iterator(), [](const fs::directory_entry& entry) {
    const fs::path name = entry.path().filename();
    return name == "lock" || name == "start.weights" || is_half_written(name);
  });
}

File locked(const fs::path& folder) {
  make_folder(folder);
  if (!RunDirectory::holds_run(folder) && !is_as_good_as_empty(folder)) {
    throw Error(folder.string(), 0, expected_found("a run, or a new or empty folder", "other files"));
  }
  File lock(folder / "lock", File::Mode::replace);
  lock.lock();
  return lock;
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

bool RunDirectory::holds_run(const fs::path& folder) {
  std::error_code unreadable;  // the first attempt to use the folder tells it
  return fs::exists(config_of(folder), unreadable);
}

}  // namespace hone
