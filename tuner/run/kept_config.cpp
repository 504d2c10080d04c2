// SPDX-License-Identifier: MIT
#include "tuner/run/kept_config.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "data/atomic_file.hpp"
#include "tuner/run/damage.hpp"
#include "tuner/run/journal.hpp"
#include "tuner/run/record.hpp"
#include "tuner/run/version_1.hpp"
#include "tuner/text/json_member.hpp"
#include "tuner/text/options.hpp"

namespace hone::run {

namespace {

using Json = nlohmann::ordered_json;

// A line of the file for each value, unless the name is no option.
std::string config_lines(const text::Options& options, const std::string& name, const std::string& values) {
  const text::Option* const option = options.find(name);
  std::string lines;
  if (option == nullptr) return lines;
  for (const std::string& value : option->values_in(values)) lines += fmt::format("{} = {}\n", name, value);
  return lines;
}

// One line for each opponent, and for each thing that is said of one.
std::string lines_of_pool(const text::Options& options, const Json& record) {
  std::string text;
  const Json given = text::member<Json>(record, "pool_given", Json::object());
  for (const auto& [name, values] : given.items()) {
    for (const auto& value : text::json_value<std::vector<std::string>>(values, name)) {
      text += config_lines(options, name, value);
    }
  }
  return text;
}

std::string config_from_journal(const RunPaths& paths, const RunHistory& history) {
  const Json record = text::parse_json(history.options());
  RunOptions run;
  text::Options options;
  run.declare(options);
  std::string text = "# made again from journal.jsonl\n";
  text += fmt::format("game = {}\n", text::member<std::string>(record, "game"));
  text += fmt::format("start = {}\n", paths.start_weights().string());
  const Json options_then = text::member<Json>(record, "options");
  for (const auto& [name, value] : options_then.items()) {
    text += config_lines(options, name, text::json_value<std::string>(value, name));
  }
  text += lines_of_pool(options, record);
  for (const auto& [name, value] : history.budgets()) text += config_lines(options, name, value);
  return text;
}

std::optional<std::string> damage_of_config(const RunPaths& paths, const RunHistory& history) {
  for (const SealedFile& sealed : history.sealed_files()) {
    if (sealed.file.name == "config") return text::damage_of(paths.config(), sealed.file.seal);
  }
  return std::nullopt;
}

}  // namespace

bool can_restore_config(const RunHistory& history) { return !is_version_1(text::parse_json(history.options())); }

void restore_config(const RunPaths& paths, RunState& state) {
  const std::string text = config_from_journal(paths, state.history());
  set_aside(paths.config());
  write_file_atomically(paths.config(), text);
  state.note(ConfigRestored{}, 0, {paths.config()});
}

RunOptions defaults_of_config(const std::filesystem::path& folder) {
  const RunHistory history(entries_of(read_journal(RunPaths(folder).journal())));
  const Json record = text::parse_json(history.options());
  return is_version_1(record) ? options_of_version_1(record) : RunOptions();
}

std::optional<std::string> require_config(const std::filesystem::path& folder, bool repair) {
  RunDirectory::require_run(folder);
  const RunPaths paths(folder);
  const RunHistory history(entries_of(read_journal(paths.journal())));
  const std::optional<std::string> what = damage_of_config(paths, history);
  if (!what) return std::nullopt;
  refuse_damage(paths, find_damage(paths, history), repair);
  const RunDirectory directory(folder);
  RunState state(folder, Journal(paths.journal()), 0);
  restore_config(directory, state);
  return fmt::format("{}: {}; it was made again from the journal", paths.config().string(), *what);
}

}  // namespace hone::run
