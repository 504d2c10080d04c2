// SPDX-License-Identifier: MIT
#include "tuner/run/directory.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <nlohmann/json.hpp>
#include <span>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "data/atomic_file.hpp"
#include "data/error.hpp"
#include "data/text_lines.hpp"
#include "tuner/run/state.hpp"
#include "tuner/text/json_member.hpp"

namespace hone::run {

namespace fs = std::filesystem;

namespace {

bool is_plain_name(std::string_view name) {
  const auto is_plain = [](char c) {
    return ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z') || ('0' <= c && c <= '9') || c == '.' || c == '-' ||
           c == '_' || c == '+' || c == '@';
  };
  return !name.empty() && name.front() != '.' && std::ranges::all_of(name, is_plain);
}

}  // namespace

fs::path RunPaths::generation(int number) const { return folder_ / fmt::format("gen-{:03}", number); }

fs::path RunPaths::units_of(const fs::path& games) { return games.parent_path() / "units" / games.stem(); }

fs::path RunPaths::start_openings(const fs::path& book) const {
  const std::string inner = is_packed(book) ? without_packing(book).extension().string() : "";
  const std::string ending = inner + book.extension().string();
  return folder_ / ("start.openings" + (ending.empty() || is_plain_name("x" + ending) ? ending : ""));
}

fs::path RunPaths::self_play_games(int number) const { return generation(number) / "selfplay.games"; }
fs::path RunPaths::candidate_weights(int number) const { return generation(number) / "candidate.weights"; }
fs::path RunPaths::weights_of(int number) const { return number == 0 ? start_weights() : candidate_weights(number); }
fs::path RunPaths::numbered_candidate(int generation, std::size_t number) const {
  return this->generation(generation) / fmt::format("candidate-{}.weights", number);
}
fs::path RunPaths::selection_games(int generation, int round) const {
  return this->generation(generation) / fmt::format("selection-{}.games", round);
}
fs::path RunPaths::selection_result(int number) const { return generation(number) / "selection.json"; }
fs::path RunPaths::fit_result(int number) const { return generation(number) / "fit.json"; }
fs::path RunPaths::weight_table(int number) const { return generation(number) / "weights.csv"; }
fs::path RunPaths::uncertainty(int number) const { return generation(number) / "uncertainty.bin"; }
fs::path RunPaths::posterior(int number) const { return generation(number) / "fit.posterior"; }
fs::path RunPaths::gate_games(int number) const { return generation(number) / "gate.games"; }
fs::path RunPaths::gate_result(int number) const { return generation(number) / "gate.json"; }
fs::path RunPaths::pool_weights(const std::string& opponent) const {
  return folder_ / ("pool-" + opponent + ".weights");
}
fs::path RunPaths::pool_games(int number, const std::string& opponent, const std::string& player) const {
  return generation(number) / fmt::format("pool-{}{}{}.games", opponent, player.empty() ? "" : "@", player);
}
fs::path RunPaths::pool_result(int number) const { return generation(number) / "pool.json"; }

fs::path folder_of_run(const fs::path& folder) {
  if (folder == folder.root_path()) return folder;
  const fs::path name = folder.has_filename() ? folder : folder.parent_path();
  return name.filename() == "." || name.filename() == ".." ? fs::canonical(name) : name;
}

namespace {

constexpr std::array<std::string_view, 4> kept_for_itself{"journal.jsonl", "lock", "live.json", "report.html"};
constexpr std::array<std::string_view, 5> answered_for{"config", "start.weights", "best.weights", "final.games",
                                                       "final.json"};

bool is_one_of(std::span<const std::string_view> names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

bool is_pool_weights(const fs::path& name) {
  return name.string().starts_with("pool-") && name.extension() == ".weights";
}

bool is_generation_name(std::string_view name) { return name.starts_with("gen-"); }

// Of a file or folder in the folder of a run.
bool is_of_run(const fs::path& name) {
  const std::string text = name.filename().string();
  return is_one_of(kept_for_itself, text) || is_one_of(answered_for, text) || is_pool_weights(text) ||
         is_generation_name(text);
}

}  // namespace

bool is_name_in_run(std::string_view name, int generation) {
  const std::size_t slash = name.find('/');
  if (slash == std::string_view::npos) return is_plain_name(name) && !is_one_of(kept_for_itself, name);
  return name.substr(0, slash) == fmt::format("gen-{:03}", generation) && is_plain_name(name.substr(slash + 1));
}

std::optional<fs::path> run_that_keeps(const fs::path& file) {
  std::error_code unreadable;
  const fs::path real = fs::weakly_canonical(file, unreadable);
  const fs::path folder = real.parent_path();
  if (is_of_run(real) && RunDirectory::holds_run(folder)) return folder;
  if (is_generation_name(folder.filename().string()) && RunDirectory::holds_run(folder.parent_path())) {
    return folder.parent_path();
  }
  return std::nullopt;
}

namespace {

// False for links, and for what cannot be looked at.
bool is_folder(const fs::directory_entry& entry) {
  std::error_code unreadable;
  return fs::is_directory(entry.symlink_status(unreadable));
}

// NAME.NUMBER.tmp, as data/atomic_file.cpp names what it has not finished.
bool is_name_of_half_written(const fs::path& file) {
  const std::string number = file.stem().extension().string();
  return file.extension() == ".tmp" && number.size() > 1 &&
         number.find_first_not_of("0123456789", 1) == std::string::npos;
}

void require_plain(const fs::directory_entry& entry) {
  if (entry.is_symlink()) {
    throw Error(entry.path().string(), 0, "is a symbolic link, and a run follows none in its folder");
  }
  if (!entry.is_regular_file() && !entry.is_directory()) {
    throw Error(entry.path().string(), 0, expected_found("a plain file", "a device or a pipe"));
  }
}

// Looks only at what a run makes use of.
void require_plain_files(const fs::path& folder) {
  for (const auto& entry : entries_in(folder)) {
    if (!is_of_run(entry.path())) continue;
    require_plain(entry);
    if (!is_folder(entry)) continue;
    for (const auto& inner : entries_in(entry.path())) require_plain(inner);
  }
}

// A journal begins with what the run is. A second line tells that a process took it up.
bool tells_of_session(const fs::path& journal) {
  std::error_code unreadable;
  if (!fs::is_regular_file(journal, unreadable)) return false;
  const std::string text = read_file(journal);
  return std::ranges::count(text, '\n') > 1;
}

// Removes what a killed process was writing. It looks only into folders of the run, whose files are all its own.
void remove_half_written(const fs::path& folder) {
  std::error_code kept;  // what cannot be removed now is not in the way
  for (const auto& entry : entries_in(folder)) {
    const fs::path& path = entry.path();
    if (!is_folder(entry) && is_name_of_half_written(path)) fs::remove(path, kept);
    if (is_folder(entry) && is_generation_name(path.filename().string())) remove_half_written(path);
  }
}

// True where nothing lies but what a run leaves that was killed in its first moments.
bool is_as_good_as_empty(const fs::path& folder) {
  return std::ranges::all_of(entries_in(folder), [](const fs::directory_entry& entry) {
    const fs::path name = entry.path().filename();
    return name == "lock" || name == "start.weights" || name == "start.options" || name == "start.posterior" ||
           name == "start.spsa" || name == "best.weights" || name == "journal.jsonl" ||
           name.string().starts_with("start.openings") || is_pool_weights(name) || is_name_of_half_written(name);
  });
}

std::string holder_text(const LockHolder& holder) {
  return holder.process == 0 ? ""
                             : fmt::format(" (process {} on {}, since {})", holder.process, holder.host, holder.since);
}

// A process that only looks whether there is a lock holds it for a moment, so one refusal says nothing.
void lock_patiently(const File& file, const fs::path& folder) {
  constexpr int attempts = 25;
  for (int attempt = 0; attempt < attempts; ++attempt) {
    if (file.try_lock()) return;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  const LockHolder holder = RunDirectory::holder_of(folder).value_or(LockHolder{});
  throw Error(folder.string(), 0, "another process works on this run" + holder_text(holder));
}

LockHolder read_holder(const fs::path& file) try {
  const auto json = text::parse_json(read_file(file));
  return {text::member<int>(json, "process"), text::member<std::string>(json, "host"),
          text::member<std::string>(json, "since")};
} catch (const Error&) {
  return {};  // held, and that is what counts
}

File locked(const RunPaths& paths) {
  const fs::path& folder = paths.folder();
  make_folder(folder);
  require_plain_files(folder);
  if (!RunDirectory::holds_run(folder) && !is_as_good_as_empty(folder)) {
    throw Error(folder.string(), 0, expected_found("a run, or a new or empty folder", "other files"));
  }
  File lock(paths.lock(), File::Mode::open);  // never renamed: who waits for it would wait for another file
  lock_patiently(lock, folder);
  lock.truncate(0);
  lock.write(nlohmann::ordered_json{{"process", ::getpid()}, {"host", host_name()}, {"since", utc_now()}}.dump() +
             '\n');
  return lock;
}

}  // namespace

RunDirectory::RunDirectory(fs::path folder) : RunPaths(std::move(folder)), lock_(locked(*this)) {
  remove_half_written(this->folder());
}

void RunDirectory::make_generation(int number) const { make_folder(generation(number)); }

bool RunDirectory::holds_run(const fs::path& folder) {
  std::error_code unreadable;  // the first attempt to use the folder tells it
  const RunPaths paths(folder);
  return fs::exists(paths.config(), unreadable) || tells_of_session(paths.journal());
}

void RunDirectory::require_run(const fs::path& folder) {
  if (holds_run(folder)) return require_plain_files(folder);
  std::error_code unreadable;
  if (fs::is_directory(folder, unreadable)) require_plain_files(folder);  // throws where the folder cannot be read
  if (!fs::exists(RunPaths(folder).journal(), unreadable)) throw Error(folder.string(), 0, "no run was begun there");
  throw Error(folder.string(), 0, "the run was not begun yet; the command that was to begin it can be given again");
}

std::optional<LockHolder> RunDirectory::holder_of(const fs::path& folder) {
  const fs::path lock = RunPaths(folder).lock();
  if (!fs::is_regular_file(lock) || !File(lock, File::Mode::read).is_locked_elsewhere()) return std::nullopt;
  return read_holder(lock);
}

}  // namespace hone::run
