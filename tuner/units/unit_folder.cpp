// SPDX-License-Identifier: MIT
#include "tuner/units/unit_folder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <system_error>

#include "data/atomic_file.hpp"
#include "data/error.hpp"
#include "data/file.hpp"
#include "data/game_file.hpp"
#include "data/hash.hpp"

namespace hone::units {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view games_ending = ".games";

// That no other worker uses, and that tells the host.
std::string word() { return fmt::format("{}.{:016x}", host_name(), unique_number()); }

// A name for a file: units say what their host is called, and may lie.
std::string name_of_host(const std::string& host) { return fmt::format("{:016x}", hash_text(host, 0)); }

bool is_there(const fs::path& file) {
  std::error_code unreadable;
  return fs::exists(file, unreadable);
}

// Whether both hold the same games, whoever wrote and compressed them.
bool hold_the_same(const fs::path& first, const fs::path& second) try {
  GameFileReader one(first), other(second);
  while (true) {
    const std::optional<GameRecord> game = one.next(), same = other.next();
    if (game != same) return false;
    if (!game) return one.extent().damage.empty() && other.extent().damage.empty();
  }
} catch (const Error&) {
  return false;
}

// The names in a folder; none where it is gone. A file may go while it is looked at.
std::vector<fs::path> files_in(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code gone;
  for (fs::directory_iterator entry(folder, gone), end; !gone && entry != end; entry.increment(gone)) {
    files.push_back(entry->path());
  }
  return files;
}

}  // namespace

fs::path UnitFolder::file_of(std::uint64_t unit) const {
  return folder_ / (plan_.name_of(unit) + std::string(games_ending));
}

Found UnitFolder::look() const {
  Found found;
  for (const fs::path& file : files_in(folder_)) {
    const std::string name = file.filename().string();
    const std::size_t dot = name.find('.');
    if (dot == std::string::npos) continue;
    const std::optional<std::uint64_t> unit = plan_.unit_called(std::string_view(name).substr(0, dot));
    if (!unit) continue;
    const std::string_view kind = std::string_view(name).substr(dot);
    if (kind == games_ending) found.finished.insert(*unit);
    if (kind.starts_with(".part.")) found.in_the_making[*unit].push_back(file);
    if (kind.starts_with(".other.")) found.others.emplace(*unit, file);
    if (kind.starts_with(".twice.")) found.twice.emplace_back(*unit, file);
  }
  for (const fs::path& file : files_in(folder_ / "in")) {
    const std::string name = file.filename().string();
    const std::size_t dot = name.find('.');
    if (name.find('.', dot + 1) != std::string::npos) continue;  // it is still being written
    const std::optional<std::uint64_t> unit = plan_.unit_called(std::string_view(name).substr(0, dot));
    if (unit) found.arrived.emplace_back(*unit, file);
  }
  return found;
}

namespace {

// What may lie there without a plan: of a coordinator that was killed before it wrote one, and of users who stop it.
bool is_of_units(const fs::path& file) {
  const std::string name = file.filename().string();
  return name == "STOP" || name.starts_with("log.") || name.starts_with("player");
}

}  // namespace

void UnitFolder::begin(const fs::path& folder) {
  make_folder(folder);
  const bool is_other = !std::ranges::all_of(entries_in(folder), is_of_units);
  if (!is_there(plan_in(folder)) && !is_there(folder / "open") && is_other) {
    throw Error(folder.string(), 0, expected_found("units, or a new or empty folder", "other files"));
  }
  const File open(folder / "open", File::Mode::open);
}

void UnitFolder::open(std::uint64_t units) const {
  write_file_atomically(folder_ / "open", fmt::format("{}\n", units));
}

std::uint64_t UnitFolder::opened() const try {
  const std::string text = read_file(folder_ / "open");
  std::uint64_t units = 0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), units);
  return fault == std::errc() ? std::min(units, plan_.units()) : 0;
} catch (const Error&) {
  return is_stopped() ? 0 : plan_.units();
}

void UnitFolder::stop() const try {
  if (is_there(folder_)) write_file_atomically(folder_ / "STOP", "");
} catch (const Error&) {  // a worker that is not told ends by itself
}

void UnitFolder::take_back_stop() const {
  std::error_code gone;
  fs::remove(folder_ / "STOP", gone);
}

bool UnitFolder::is_stopped() const { return is_there(folder_ / "STOP") || !is_there(plan_in(folder_)); }

void UnitFolder::leave_out(const std::string& host) const {
  make_folder(folder_ / "left_out");
  write_file_atomically(folder_ / "left_out" / name_of_host(host), host + "\n");
}

bool UnitFolder::is_left_out(const std::string& host) const {
  return is_there(folder_ / "left_out" / name_of_host(host));
}

fs::path UnitFolder::part_of(std::uint64_t unit) const {
  return folder_ / fmt::format("{}.part.{}", plan_.name_of(unit), word());
}

fs::path UnitFolder::new_file_of(std::uint64_t unit) const {
  return folder_ / fmt::format("{}.new.{}", plan_.name_of(unit), word());
}

UnitFolder::Published UnitFolder::publish(std::uint64_t unit, const fs::path& written) const {
  const fs::path file = file_of(unit);
  if (rename_to_new_file(written, file)) {
    sync_folder_of(file);
    return Published::first;
  }
  const bool same = hold_the_same(file, written);
  const char* const kind = same ? "twice" : "other";
  rename_file(written, folder_ / fmt::format("{}.{}.{}", plan_.name_of(unit), kind, word()));
  return same ? Published::twice : Published::other;
}

fs::path UnitFolder::set_aside(std::uint64_t unit, const fs::path& file) const {
  make_folder(folder_ / "bad");
  const fs::path bad = folder_ / "bad" / fmt::format("{}.{}", plan_.name_of(unit), word());
  std::error_code gone;
  fs::rename(file, bad, gone);
  if (gone && is_there(file)) rename_file(file, bad);  // throws
  return gone ? fs::path() : bad;
}

}  // namespace hone::units
