// SPDX-License-Identifier: MIT
#include "tuner/cli/options/game_options.hpp"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <cmath>

#include "engine/named_weights.hpp"
#include "tuner/cli/options/option_sources.hpp"

namespace hone::cli {

namespace {

using std::chrono::milliseconds;

constexpr std::int64_t longest_ms = 30LL * 24 * 3600 * 1000;
constexpr double longest_seconds = longest_ms / 1000.0;

milliseconds parse_seconds(std::string_view text, double least) {
  return milliseconds(std::llround(parse_real(text, {least, longest_seconds}) * 1000));
}

double seconds(milliseconds time) { return static_cast<double>(time.count()) / 1000; }

bool is_set(const Limits& limits) { return limits.depth || limits.nodes || limits.move_time || limits.clock; }

std::string fallback_text(const Limits& limits) {
  return is_set(limits) ? fmt::format("; {} if no limit is given", to_string(limits))
                        : "; at least one limit is needed";
}

}  // namespace

void LimitsOptions::declare(Options& options) {
  options.integer("depth", "N", given_.depth, {1, max_ply}, "plies" + fallback_text(fallback_)).short_form('d');
  options.integer("nodes", "N", given_.nodes, {1}, "positions visited by a search").short_form('n');
  options.custom(
      "movetime", "MS",
      [this](std::string_view text) {
        given_.move_time = milliseconds(parse_integer(text, {1, longest_ms}));
      },
      [this] { return given_.move_time ? show(std::int64_t{given_.move_time->count()}) : std::string(); },
      "milliseconds a move; the result then depends on the machine");
  options.custom(
      "tc", "S+INC", [this](std::string_view text) { given_.clock = parse_time_control(text); },
      [this] { return given_.clock ? to_string(*given_.clock) : std::string(); },
      "a clock: seconds for the game plus seconds a move (10+0.1), or for so many moves (40/60+1)");
}

Limits LimitsOptions::limits() const {
  if (is_set(given_)) return given_;
  if (is_set(fallback_)) return fallback_;
  throw UsageError("no limit given: --depth N, --nodes N, --movetime MS or --tc S+INC");
}

bool LimitsOptions::given() const { return is_set(given_); }

Clock parse_time_control(std::string_view text) {
  Clock clock;
  if (const auto slash = text.find('/'); slash != std::string_view::npos) {
    clock.moves_to_go = static_cast<int>(parse_integer(text.substr(0, slash), {1, 1000}));
    text.remove_prefix(slash + 1);
  }
  const auto plus = text.find('+');
  clock.time = parse_seconds(text.substr(0, plus), 0.001);
  if (plus != std::string_view::npos) clock.increment = parse_seconds(text.substr(plus + 1), 0);
  return clock;
}

std::string to_string(const Clock& clock) {
  const std::string moves = clock.moves_to_go > 0 ? fmt::format("{}/", clock.moves_to_go) : "";
  return fmt::format("{}{}+{}", moves, seconds(clock.time), seconds(clock.increment));
}

std::string to_string(const Limits& limits) {
  std::vector<std::string> parts;
  if (limits.depth) parts.push_back(fmt::format("depth {}", *limits.depth));
  if (limits.nodes) parts.push_back(fmt::format("{} nodes", *limits.nodes));
  if (limits.move_time) parts.push_back(fmt::format("{} ms a move", limits.move_time->count()));
  if (limits.clock) parts.push_back(fmt::format("clock {}", to_string(*limits.clock)));
  return parts.empty() ? "no limit" : join(parts, ", ");
}

namespace {

bool is_file(const std::string& source) { return !source.empty() && !is_weights_name(source); }

std::string names_of_games() {
  std::vector<std::string> names;
  for (const GameDriver* game : all_drivers()) names.emplace_back(game->name());
  return join(names, ", ");
}

}  // namespace

void GameOption::declare(Options& options) {
  options.custom(
      "game", "G", [this](std::string_view text) { name_ = find_driver(text).name(); }, [this] { return name_; },
      fmt::format("one of {}", names_of_games()));
}

const GameDriver& GameOption::driver(const std::vector<std::string>& sources) const {
  if (!name_.empty()) return find_driver(name_);
  for (const std::string& source : sources) {
    if (is_file(source)) return find_driver(read_weights_game(source));
  }
  throw UsageError("--game G is missing: one of " + names_of_games());
}

void StrictOption::declare(Options& options) {
  options.group("Weights files");
  options.flag("strict", strict_,
               "a weights file that lacks groups of terms is an error; otherwise they are zero, with a warning");
}

WeightsWarning StrictOption::warning() const {
  if (strict_) return {};
  return [logged = logged_](const std::string& warning) {
    if (logged->insert(warning).second) spdlog::warn("{}", warning);
  };
}

std::unique_ptr<Board> board_of(const GameDriver& game, const std::string& position) {
  if (position.empty()) return game.initial();
  try {
    return game.parse(position);
  } catch (const Error& error) {
    throw UsageError(std::string("--position: ") + error.what());
  }
}

}  // namespace hone::cli
