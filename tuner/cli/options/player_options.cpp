// SPDX-License-Identifier: MIT
#include "tuner/cli/options/player_options.hpp"

#include <fmt/format.h>

#include "data/error.hpp"
#include "data/printable.hpp"
#include "tuner/cli/options/game_options.hpp"
#include "tuner/cli/options/option_sources.hpp"
#include "tuner/cli/options/options.hpp"
#include "tuner/play/options.hpp"
#include "tuner/text/shell_word.hpp"

namespace hone::cli {

namespace {

using std::chrono::milliseconds;

constexpr std::string_view wanted_player =
    "NAME=weights:FILE, NAME=weights:default, NAME=weights:material, NAME=weights:zero, NAME=random or "
    "NAME=uci:COMMAND";
constexpr std::string_view wanted_limits = "depth, nodes, movetime, tc, margin, start, ready, stall or stop";

std::vector<std::string> names_of_players(const std::vector<play::PlayerSpec>& players) {
  std::vector<std::string> names;
  for (const play::PlayerSpec& player : players) names.push_back(player.name);
  return names;
}

struct Address {
  play::PlayerSpec& player;
  std::string_view rest;  // of the text, behind the name and the separator
};

// Names may contain the separator, so the longest one that fits is meant.
Address address(std::vector<play::PlayerSpec>& players, std::string_view text, char separator) {
  play::PlayerSpec* best = nullptr;
  for (play::PlayerSpec& player : players) {
    const bool fits = text.starts_with(player.name + separator);
    if (fits && (best == nullptr || player.name.size() > best->name.size())) best = &player;
  }
  if (best == nullptr) {
    throw Error(expected_found(
        fmt::format("one of the players {} and '{}'", join(names_of_players(players), ", "), separator), text));
  }
  return {*best, text.substr(best->name.size() + 1)};
}

play::PlayerSpec& uci_player(play::PlayerSpec& player) {
  if (player.kind != play::PlayerSpec::Kind::uci) throw Error(fmt::format("player {} is no UCI engine", player.name));
  return player;
}

struct Assignment {
  std::string_view key, value;
};

Assignment assignment(std::string_view text, std::string_view wanted) {
  const std::size_t equals = text.find('=');
  if (equals == 0 || equals == std::string_view::npos) throw Error(expected_found(wanted, fmt::format("'{}'", text)));
  return {text.substr(0, equals), text.substr(equals + 1)};
}

milliseconds parse_milliseconds(std::string_view text, std::int64_t least) {
  constexpr std::int64_t month = 30LL * 24 * 3600 * 1000;
  return milliseconds(parse_integer(text, {least, month}));
}

// How to search. False when the key is none of these.
bool set_search_limit(Limits& limits, const Assignment& limit) {
  if (limit.key == "depth") return limits.depth = static_cast<Depth>(parse_integer(limit.value, {1, max_ply})), true;
  if (limit.key == "nodes") return limits.nodes = static_cast<std::uint64_t>(parse_integer(limit.value, {1})), true;
  if (limit.key == "movetime") return limits.move_time = parse_milliseconds(limit.value, 1), true;
  if (limit.key == "tc") return limits.clock = play::parse_time_control(limit.value), true;
  return false;
}

// How long to wait for a process. Null when the key is none of these.
milliseconds* patience(play::UciSettings& uci, std::string_view key) {
  if (key == "start") return &uci.start_limit;
  if (key == "ready") return &uci.ready_limit;
  if (key == "stall") return &uci.stall_limit.emplace();
  if (key == "stop") return &uci.stop_limit;
  return nullptr;
}

void set_limit(play::PlayerSpec& player, const Assignment& limit) {
  Limits limits = player.limits.value_or(Limits());
  if (set_search_limit(limits, limit)) {
    player.limits = limits;
  } else if (limit.key == "margin") {
    player.time_margin = parse_milliseconds(limit.value, 0);
  } else if (milliseconds* time = patience(player.uci, limit.key)) {
    uci_player(player);
    *time = parse_milliseconds(limit.value, 1);
  } else {
    throw Error(expected_found(wanted_limits, fmt::format("'{}'", limit.key)));
  }
}

// Says which option an error is about.
template <class F>
auto reading(std::string_view option, const F& parse) {
  try {
    return parse();
  } catch (const Error& error) {
    throw UsageError(fmt::format("--{}: {}", option, error.what()));
  }
}

}  // namespace

play::PlayerSpec parse_player(std::string_view text) {
  const auto [name, what] = assignment(text, wanted_player);
  require_printable(name, "a name");
  play::PlayerSpec player;
  player.name = name;
  if (what == "random") {
    player.kind = play::PlayerSpec::Kind::random;
  } else if (what.starts_with("weights:")) {
    player.source = what.substr(8);
  } else if (what.starts_with("uci:")) {
    player.kind = play::PlayerSpec::Kind::uci;
    player.uci.player = name;
    player.uci.command = text::split_command(what.substr(4));
  }
  const bool whole =
      player.kind == play::PlayerSpec::Kind::random || !player.source.empty() || !player.uci.command.empty();
  if (!whole) throw Error(expected_found(wanted_player, fmt::format("'{}'", text)));
  return player;
}

void set_player_option(std::vector<play::PlayerSpec>& players, std::string_view text) {
  const auto [player, rest] = address(players, text, '.');
  const auto [name, value] = assignment(rest, "NAME.Option=value");
  require_printable(rest, "an option");  // a line end would be another command to the engine
  uci_player(player).uci.options.emplace_back(name, value);
}

void set_player_limits(std::vector<play::PlayerSpec>& players, std::string_view text) {
  auto [player, rest] = address(players, text, ':');
  while (true) {
    const std::size_t comma = rest.find(',');
    set_limit(player, assignment(rest.substr(0, comma), "NAME:LIMIT=VALUE,..."));
    if (comma == std::string_view::npos) return;
    rest.remove_prefix(comma + 1);
  }
}

void set_player_directory(std::vector<play::PlayerSpec>& players, std::string_view text) {
  const auto [player, path] = address(players, text, '=');
  uci_player(player).uci.directory = path;
}

void OnlyEngineOptions::declare(Options& options) {
  options.text("engine", "uci:COMMAND", engine_, "a UCI engine with its arguments");
  options.list("option", "OPTION=VALUE", options_, "set an option of the engine");
  options.text("dir", "PATH", directory_, "the directory that the engine runs in");
  options
      .text("log-engines", "DIR", log_folder_,
            "log what the engine is told and says, with the time, in a file for each process in DIR")
      .free_on_resume();
}

std::optional<play::PlayerSpec> OnlyEngineOptions::player() const {
  if (engine_.empty()) {
    if (options_.empty() && directory_.empty() && log_folder_.empty()) return std::nullopt;
    throw UsageError("--option, --dir and --log-engines go with --engine uci:COMMAND");
  }
  const std::string name = "engine";
  if (!engine_.starts_with("uci:")) {
    throw UsageError(fmt::format("--engine: {}", expected_found("uci:COMMAND", fmt::format("'{}'", engine_))));
  }
  std::vector<play::PlayerSpec> players{reading("engine", [&] { return parse_player(name + '=' + engine_); })};
  for (const auto& text : options_) reading("option", [&] { set_player_option(players, name + '.' + text); });
  players.front().uci.directory = directory_;
  players.front().uci.log_folder = log_folder_;
  return players.front();
}

void PlayerOptions::declare(Options& options) {
  options.list("player", "NAME=WHO", players_,
               "two or more; WHO is weights:F (a file, default, material or zero), random, or uci:'COMMAND ARGUMENTS'");
  options.list("option", "NAME.OPTION=VALUE", options_,
               "set an option of a UCI engine; NAME.!OPTION=VALUE one that the engine takes but does not list");
  options.list("limits", "NAME:LIMIT=VALUE,...", limits_,
               "limits of one player alone: depth, nodes, movetime, tc; margin (ms past a time limit); and how many ms "
               "a UCI engine may take: start, ready, stall (for a move without time limit: 300,000, or 30,000 and 50 "
               "for each of --nodes), stop");
  options.list("dir", "NAME=PATH", directories_, "the directory that a UCI engine runs in");
  options
      .text("log-engines", "DIR", log_folder_,
            "log what each UCI engine is told and says, with the time, in a file of its own in DIR: NAME-PROCESS.log")
      .free_on_resume();
}

std::vector<play::PlayerSpec> PlayerOptions::players() const {
  std::vector<play::PlayerSpec> players;
  for (const auto& text : players_) players.push_back(reading("player", [&] { return parse_player(text); }));
  for (const auto& text : options_) reading("option", [&] { set_player_option(players, text); });
  for (const auto& text : limits_) reading("limits", [&] { set_player_limits(players, text); });
  for (const auto& text : directories_) reading("dir", [&] { set_player_directory(players, text); });
  for (play::PlayerSpec& player : players) player.uci.log_folder = log_folder_;
  return players;
}

}  // namespace hone::cli
