// SPDX-License-Identifier: MIT
#include "tuner/cli/options/player_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "data/error.hpp"
#include "data/printable.hpp"
#include "tuner/cli/options/game_options.hpp"
#include "tuner/cli/options/option_sources.hpp"
#include "tuner/cli/options/options.hpp"
#include "tuner/play/options.hpp"
#include "tuner/play/uci/option_file.hpp"
#include "tuner/text/shell_word.hpp"

namespace hone::cli {

namespace {

using std::chrono::milliseconds;

constexpr std::string_view each = "each";  // stands for every engine, where a player is named
constexpr std::string_view wanted_player =
    "NAME=weights:FILE, NAME=weights:default, NAME=weights:material, NAME=weights:zero, NAME=random, "
    "NAME=uci:COMMAND, NAME=xboard:COMMAND or NAME=gtp:COMMAND";
constexpr std::string_view wanted_limits = "depth, nodes, movetime, tc, margin, start, ready, stall or stop";

std::vector<std::string> names_of_players(const std::vector<play::PlayerSpec>& players) {
  std::vector<std::string> names;
  for (const play::PlayerSpec& player : players) names.push_back(player.name);
  return names;
}

// What a text speaks of: one player, or each engine.
struct Address {
  std::vector<play::PlayerSpec*> players;
  std::string_view rest;  // of the text, behind the name and the separator
};

bool is_of_each(std::string_view text) {
  return text.starts_with(each) && text.size() > each.size() &&
         std::string_view(".:=").find(text[each.size()]) != std::string_view::npos;
}

std::vector<play::PlayerSpec*> engines_among(std::vector<play::PlayerSpec>& players) {
  std::vector<play::PlayerSpec*> engines;
  for (play::PlayerSpec& player : players) {
    if (player.is_foreign()) engines.push_back(&player);
  }
  if (engines.empty()) throw Error("each speaks of engines, and no player is one");
  return engines;
}

// Names may contain the separator, so the longest one that fits is meant.
Address address(std::vector<play::PlayerSpec>& players, std::string_view text, char separator) {
  if (text.starts_with(std::string(each) + separator)) return {engines_among(players), text.substr(each.size() + 1)};
  play::PlayerSpec* best = nullptr;
  for (play::PlayerSpec& player : players) {
    const bool fits = text.starts_with(player.name + separator);
    if (fits && (best == nullptr || player.name.size() > best->name.size())) best = &player;
  }
  if (best == nullptr) {
    throw Error(expected_found(
        fmt::format("one of the players {}, or each, and '{}'", join(names_of_players(players), ", "), separator),
        text));
  }
  return {{best}, text.substr(best->name.size() + 1)};
}

play::UciSettings& engine_settings(play::PlayerSpec& player) {
  if (!player.is_foreign()) throw Error(fmt::format("player {} is no UCI, xboard or GTP engine", player.name));
  return player.uci;
}

// An option that was set before has the new value alone; "!WORD" is a command to an xboard engine, and so is each
// option of a GTP engine: all are sent.
// The options of hone's own engine in this process are the numbers of its search.
void set_engine_option(play::PlayerSpec& player, const std::string& name, const std::string& value) {
  if (player.kind == play::PlayerSpec::Kind::weights) {
    player.parameters.set(fmt::format("{}={}", name, value));
    return;
  }
  play::UciSettings& engine = engine_settings(player);
  using Kind = play::PlayerSpec::Kind;
  const bool is_command = player.kind == Kind::gtp || (player.kind == Kind::xboard && name.starts_with('!'));
  if (!is_command) std::erase_if(engine.options, [&](const auto& option) { return option.first == name; });
  engine.options.emplace_back(name, value);
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
    (void)engine_settings(player);
    *time = parse_milliseconds(limit.value, 1);
  } else {
    throw Error(expected_found(wanted_limits, fmt::format("'{}'", limit.key)));
  }
}

// The texts that speak of each engine, or the others.
std::vector<std::string> those_of(const std::vector<std::string>& texts, bool each_engine) {
  std::vector<std::string> found;
  std::ranges::copy_if(texts, std::back_inserter(found),
                       [&](const std::string& text) { return is_of_each(text) == each_engine; });
  return found;
}

// By the word before a colon.
std::optional<play::PlayerSpec::Kind> kind_of_engine(std::string_view who) {
  using Kind = play::PlayerSpec::Kind;
  for (const Kind kind : {Kind::uci, Kind::xboard, Kind::gtp}) {
    if (who.starts_with(fmt::format("{}:", protocol_name(kind)))) return kind;
  }
  return std::nullopt;
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

void require_player_name(std::string_view name) {
  require_printable(name, "a name");
  if (name == each || is_of_each(name)) {
    throw Error(
        expected_found("a name other than each, and none that begins with 'each.' or 'each:': each stands for "
                       "every engine",
                       fmt::format("'{}'", name)));
  }
}

void adjudicate_only_as_asked(AdjudicationOptions& adjudication, const Options& given) {
  if (!given.given("resign")) adjudication.resign_count = 0;
  if (!given.given("draw")) adjudication.draw_count = 0;
}

play::PlayerSpec parse_player(std::string_view text) {
  const auto [name, what] = assignment(text, wanted_player);
  require_player_name(name);
  play::PlayerSpec player;
  player.name = name;
  if (what == "random") {
    player.kind = play::PlayerSpec::Kind::random;
  } else if (what.starts_with("weights:")) {
    player.source = what.substr(8);
  } else if (const auto kind = kind_of_engine(what)) {
    player.kind = *kind;
    player.uci.player = name;
    player.uci.command = text::split_command(what.substr(what.find(':') + 1));
  }
  const bool whole =
      player.kind == play::PlayerSpec::Kind::random || !player.source.empty() || !player.uci.command.empty();
  if (!whole) throw Error(expected_found(wanted_player, fmt::format("'{}'", text)));
  return player;
}

void set_player_options(std::vector<play::PlayerSpec>& players, std::string_view text) {
  const auto [named, file] = address(players, text, '=');
  const auto options = play::read_option_file(file);
  for (play::PlayerSpec* player : named) {
    for (const auto& [name, value] : options) set_engine_option(*player, name, value);
  }
}

void set_player_option(std::vector<play::PlayerSpec>& players, std::string_view text) {
  const auto [named, rest] = address(players, text, '.');
  const auto [name, value] = assignment(rest, "NAME.Option=value");
  require_printable(rest, "an option");  // a line end would be another command to the engine
  for (play::PlayerSpec* player : named) set_engine_option(*player, std::string(name), std::string(value));
}

void set_player_limits(std::vector<play::PlayerSpec>& players, std::string_view text) {
  auto [named, rest] = address(players, text, ':');
  while (true) {
    const std::size_t comma = rest.find(',');
    for (play::PlayerSpec* player : named)
      set_limit(*player, assignment(rest.substr(0, comma), "NAME:LIMIT=VALUE,..."));
    if (comma == std::string_view::npos) return;
    rest.remove_prefix(comma + 1);
  }
}

void set_all_limits(std::vector<play::PlayerSpec>& players, const std::vector<std::string>& texts) {
  for (const auto& text : those_of(texts, true)) set_player_limits(players, text);
  std::vector<std::optional<Limits>> of_each;
  for (play::PlayerSpec& player : players) of_each.push_back(std::exchange(player.limits, std::nullopt));
  for (const auto& text : those_of(texts, false)) set_player_limits(players, text);
  for (std::size_t i = 0; i < players.size(); ++i) {
    if (!players[i].limits) players[i].limits = of_each[i];
  }
}

void set_player_directory(std::vector<play::PlayerSpec>& players, std::string_view text) {
  const auto [named, path] = address(players, text, '=');
  for (play::PlayerSpec* player : named) engine_settings(*player).directory = path;
}

std::vector<std::string> each_first(std::vector<std::string> texts) {
  std::ranges::stable_partition(texts, &is_of_each);
  return texts;
}

void OnlyEngineOptions::declare(Options& options) {
  options.text("engine", "uci:COMMAND", engine_, "a UCI engine with its arguments");
  options.text(
      "options", "F", option_file_,
      "set the options in F: lines `setoption name OPTION value VALUE`, as hone export writes them, or `OPTION = "
      "VALUE`");
  options.list("option", "OPTION=VALUE", options_, "set an option of the engine");
  options.text("dir", "PATH", directory_, "the directory that the engine runs in");
  options
      .text("log-engines", "DIR", log_folder_,
            "log what the engine is told and says, with the time, in a file for each process in DIR")
      .free_on_resume();
}

std::optional<play::PlayerSpec> OnlyEngineOptions::player() const {
  if (engine_.empty()) {
    if (options_.empty() && option_file_.empty() && directory_.empty() && log_folder_.empty()) return std::nullopt;
    throw UsageError("--options, --option, --dir and --log-engines go with --engine uci:COMMAND");
  }
  const std::string name = "engine";
  if (!engine_.starts_with("uci:")) {
    throw UsageError(fmt::format("--engine: {}", expected_found("uci:COMMAND", fmt::format("'{}'", engine_))));
  }
  std::vector<play::PlayerSpec> players{reading("engine", [&] { return parse_player(name + '=' + engine_); })};
  if (!option_file_.empty()) reading("options", [&] { set_player_options(players, name + '=' + option_file_); });
  for (const auto& text : options_) reading("option", [&] { set_player_option(players, name + '.' + text); });
  players.front().uci.directory = directory_;
  players.front().uci.log_folder = log_folder_;
  return players.front();
}

void PlayerOptions::declare(Options& options) {
  options.list(
      "player", "NAME=WHO", players_,
      "two or more; WHO is weights:F (a file, default, material or zero), random, uci:'COMMAND ARGUMENTS' of chess, "
      "and of breakthrough where the engine lists it under UCI_Variant, xboard:'COMMAND ARGUMENTS' for protocol 2, or "
      "gtp:'COMMAND ARGUMENTS' of go and othello");
  options.list(
      "options", "NAME=F", option_files_,
      "set the options of an engine that stand in F: lines `setoption name OPTION value VALUE`, as hone export "
      "writes them, or `OPTION = VALUE`");
  options.list(
      "option", "NAME.OPTION=VALUE", options_,
      "set an option of an engine, or of weights a number of the search that hone uci lists; NAME.!OPTION=VALUE one "
      "that a UCI engine takes but does not list, and of an "
      "xboard engine the command `OPTION VALUE`; the options of a GTP engine are commands. NAME may be each, here and "
      "below: every engine, before what is "
      "said of it alone");
  options.flag("set-unlisted", set_unlisted_,
               "set options that an engine does not list, with a warning; otherwise they are an error");
  options.list("limits", "NAME:LIMIT=VALUE,...", limits_,
               "limits of one player alone: depth, nodes, movetime, tc; margin (ms past a time limit); and how many ms "
               "an engine may take: start, ready, stall (for a move without time limit: 300,000, or after the first "
               "search 10,000 and 10 for each of --nodes, unless it says that it searches), stop");
  options.list("dir", "NAME=PATH", directories_, "the directory that an engine runs in");
  options
      .text("log-engines", "DIR", log_folder_,
            "log what each engine is told and says, with the time, in a file of its own in DIR: NAME-PROCESS.log")
      .free_on_resume();
}

std::vector<play::PlayerSpec> PlayerOptions::players() const {
  std::vector<play::PlayerSpec> players;
  for (const auto& text : players_) players.push_back(reading("player", [&] { return parse_player(text); }));
  const auto set = [&](std::string_view option, const std::vector<std::string>& texts, const auto& set_one) {
    for (const auto& text : texts) reading(option, [&] { set_one(players, text); });
  };
  for (const bool each_engine : {true, false}) {
    set("options", those_of(option_files_, each_engine), set_player_options);
    set("option", those_of(options_, each_engine), set_player_option);
  }
  reading("limits", [&] { set_all_limits(players, limits_); });
  set("dir", each_first(directories_), set_player_directory);
  for (play::PlayerSpec& player : players) {
    player.uci.log_folder = log_folder_;
    player.uci.set_unlisted = set_unlisted_;
  }
  return players;
}

// The name of an option that has a '=' can be said by a file alone.
void PlayerOptions::take_option_files() {
  std::vector<std::string> read, left;
  for (const std::string& text : option_files_) {
    const auto [player, file] = assignment(text, "NAME=F");
    const auto options = play::read_option_file(file);
    if (std::ranges::any_of(options, [](const auto& option) { return option.first.find('=') != std::string::npos; })) {
      left.push_back(text);
      continue;
    }
    for (const auto& [name, value] : options) read.push_back(fmt::format("{}.{}={}", player, name, value));
  }
  options_.insert(options_.begin(), read.begin(), read.end());
  option_files_ = std::move(left);
}

}  // namespace hone::cli
