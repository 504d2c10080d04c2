// SPDX-License-Identifier: MIT
#include "tuner/run/damage.hpp"

#include <fmt/format.h>

#include <optional>
#include <string>
#include <vector>

#include "data/atomic_file.hpp"
#include "data/error.hpp"
#include "data/file.hpp"
#include "tuner/run/journal.hpp"
#include "tuner/run/kept_config.hpp"
#include "tuner/run/run.hpp"

namespace hone::run {

namespace {

namespace fs = std::filesystem;

std::string weights_file(int generation, const RunPaths& paths) {
  return paths.weights_of(generation).lexically_relative(paths.folder()).string();
}

// A folder in the place of a file is not touched.
bool can_be_set_aside(const fs::path& file) {
  const fs::file_status status = fs::symlink_status(file);
  return !fs::exists(status) || fs::is_regular_file(status);
}

// best.weights is a copy of what a step left. A process that was killed between a promotion and the copying left the
// copy of the weights before; that is no damage.
std::optional<Damage> damage_of_best(const RunPaths& paths, const RunHistory& history,
                                     const std::vector<SealedFile>& files) {
  const int best = history.best();
  std::optional<Damage> damage;
  for (const auto& [file, step, generation] : files) {
    const bool is_best = file.name == weights_file(best, paths);
    if (!is_best && file.name != weights_file(history.best_before(best), paths)) continue;
    const auto what = text::damage_of(paths.best_weights(), file.seal);
    if (!what) return std::nullopt;
    if (!is_best) continue;
    Damage& found = damage.emplace();
    found.sealed.file.name = "best.weights";
    found.sealed.file.seal = file.seal;
    found.sealed.generation = best;
    found.what = *what;
    found.can_be_repaired = can_be_set_aside(paths.best_weights());
  }
  return damage;
}

// What no step made is there from the beginning; of that the journal knows the configuration.
bool can_be_repaired(const SealedFile& sealed, const RunHistory& history) {
  return sealed.step.has_value() || (sealed.file.name == "config" && can_restore_config(history));
}

}  // namespace

std::vector<Damage> find_damage(const RunPaths& paths, const RunHistory& history) {
  const std::vector<SealedFile> files = history.sealed_files();
  std::vector<Damage> found;
  for (const SealedFile& sealed : files) {
    const fs::path file = paths.folder() / sealed.file.name;
    const auto what = text::damage_of(file, sealed.file.seal);
    if (what) found.push_back({sealed, *what, can_be_repaired(sealed, history) && can_be_set_aside(file)});
  }
  if (auto best = damage_of_best(paths, history, files)) found.push_back(std::move(*best));
  return found;
}

void refuse_damage(const RunPaths& paths, const std::vector<Damage>& found, bool repair) {
  bool can_be_repaired = true;
  std::string message;
  for (const Damage& damage : found) {
    can_be_repaired = can_be_repaired && damage.can_be_repaired;
    message += fmt::format("{}{}: {}", message.empty() ? "" : "; ", (paths.folder() / damage.sealed.file.name).string(),
                           damage.what);
  }
  if (!found.empty() && !(repair && can_be_repaired)) throw DamagedRun(message, can_be_repaired);
}

void require_first_files(const fs::path& folder) {
  const RunHistory history(entries_of(read_journal(RunPaths(folder).journal())));
  for (const SealedFile& sealed : history.sealed_files()) {
    if (sealed.step || can_be_repaired(sealed, history)) continue;
    const fs::path file = folder / sealed.file.name;
    if (const auto what = text::damage_of(file, sealed.file.seal)) {
      throw DamagedRun(fmt::format("{}: {}", file.string(), *what), false);
    }
  }
}

void require_intact(const RunPaths& paths, const RunHistory& history, const fs::path& file) {
  for (const SealedFile& sealed : history.sealed_files()) {
    if (paths.folder() / sealed.file.name != file) continue;
    if (const auto what = text::damage_of(file, sealed.file.seal)) throw Error(file.string(), 0, *what);
  }
}

void set_aside(const fs::path& file) {
  fs::path aside = file;
  aside += ".damaged";
  const fs::file_status status = fs::symlink_status(file);
  if (!fs::exists(status)) return;
  if (!fs::is_regular_file(status)) throw Error(file.string(), 0, "is no regular file, and is not touched");
  rename_file(file, aside);
}

}  // namespace hone::run
