// SPDX-License-Identifier: MIT
#include "tuner/play/options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>
#include <string>
#include <utility>

#include "data/error.hpp"
#include "tuner/play/settings_text.hpp"

namespace hone::play {

namespace {

using std::chrono::milliseconds;

constexpr std::int64_t longest_ms = 30LL * 24 * 3600 * 1000;
constexpr double longest_seconds = longest_ms / 1000.0;

milliseconds parse_seconds(std::string_view words, double least) {
  return milliseconds(std::llround(text::parse_real(words, {least, longest_seconds}) * 1000));
}

// The limits to set an option in: without the default ones.
class GivenLimits {
 public:
  explicit GivenLimits(Limits& limits) : limits_(limits), are_default_(std::make_shared<bool>(true)) {}

  [[nodiscard]] Limits& take() const {
    if (std::exchange(*are_default_, false)) limits_ = {};
    return limits_;
  }

 private:
  Limits& limits_;
  std::shared_ptr<bool> are_default_;  // shared by the options of these limits
};

std::string help_on_default(const Limits& limits) {
  return is_limited(limits) ? fmt::format("; any limit given takes the place of the default, {}", describe(limits))
                            : "; at least one limit is needed";
}

// The limits of one kind of game: all that their options have in common.
class LimitOptions {
 public:
  LimitOptions(text::Options& options, Limits& limits, std::string prefix)
      : options_(options), limits_(limits), given_(limits), prefix_(std::move(prefix)) {}

  // A whole number that is one of the limits.
  template <class T>
  text::Option& whole_number(std::string_view name, std::optional<T> Limits::*limit, text::IntegerRange range,
                             const std::string& help) {
    text::Option& option = options_.integer(prefix_ + std::string(name), "N", limits_.*limit, range, help);
    option.set = [limit, range, given = given_](std::string_view words) {
      const std::int64_t number = text::parse_integer(words, range);
      given.take().*limit = static_cast<T>(number);
    };
    return option;
  }

  void times(const std::string& about_time) {
    options_.custom(
        prefix_ + "movetime", "MS",
        [given = given_](std::string_view words) {
          const milliseconds time(text::parse_integer(words, {1, longest_ms}));
          given.take().move_time = time;
        },
        [&limits = limits_] {
          return limits.move_time ? text::show(std::int64_t{limits.move_time->count()}) : std::string();
        },
        "milliseconds a move" + about_time);
    options_.custom(
        prefix_ + "tc", "S+INC",
        [given = given_](std::string_view words) {
          const Clock clock = parse_time_control(words);
          given.take().clock = clock;
        },
        [&limits = limits_] { return limits.clock ? describe(*limits.clock) : std::string(); },
        "a clock: seconds for the game plus seconds a move (10+0.1), or for a number of moves (40/60+1)");
  }

 private:
  text::Options& options_;
  Limits& limits_;
  GivenLimits given_;
  std::string prefix_;
};

constexpr text::IntegerRange depth_range{1, max_ply};

}  // namespace

void declare_limits(text::Options& options, Limits& limits) {
  LimitOptions declared(options, limits, "");
  declared
      .whole_number("depth", &Limits::depth, depth_range, "plies that a search looks ahead" + help_on_default(limits))
      .short_form('d');
  declared.whole_number("nodes", &Limits::nodes, {1}, "positions that a search visits").short_form('n');
  declared.times("; the result then depends on the machine");
}

void declare_match_limits(text::Options& options, Limits& limits) {
  LimitOptions declared(options, limits, "match-");
  declared.whole_number("nodes", &Limits::nodes, {1},
                        "positions that a search visits in matches" + help_on_default(limits));
  declared.whole_number("depth", &Limits::depth, depth_range,
                        "plies that it looks ahead, for engines that do not know limits in nodes");
  declared.times(" in matches");
}

bool is_limited(const Limits& limits) { return limits.depth || limits.nodes || limits.move_time || limits.clock; }

Clock parse_time_control(std::string_view words) {
  Clock clock;
  if (const auto slash = words.find('/'); slash != std::string_view::npos) {
    clock.moves_to_go = static_cast<int>(text::parse_integer(words.substr(0, slash), {1, 1000}));
    words.remove_prefix(slash + 1);
  }
  const auto plus = words.find('+');
  clock.time = parse_seconds(words.substr(0, plus), 0.001);
  if (plus != std::string_view::npos) clock.increment = parse_seconds(words.substr(plus + 1), 0);
  return clock;
}

namespace {

constexpr std::string_view off = "off";

int option_number(std::string_view words, int low, int high) {
  return static_cast<int>(text::parse_integer(words, {low, high}));
}

void set_named_resign(AdjudicationOptions& rules, std::string_view words) {
  text::NamedValues values(words, "movecount=N,score=X,twosided=true|false");
  if (const auto count = values.take("movecount")) rules.resign_count = option_number(*count, 1, 1000);
  if (const auto score = values.take("score")) rules.resign_score = option_number(*score, 1, max_eval);
  if (const auto two_sided = values.take("twosided")) rules.resign_two_sided = text::parse_flag(*two_sided);
  values.expect_no_more();
}

void set_resign(AdjudicationOptions& rules, std::string_view words) {
  if (text::NamedValues::fit(words)) return set_named_resign(rules, words);
  if (words == off) {
    rules.resign_count = 0;
    return;
  }
  const auto parts = text::split_at_commas(words, 2, "SCORE,COUNT or off");
  rules.resign_score = option_number(parts[0], 1, max_eval);
  rules.resign_count = option_number(parts[1], 1, 1000);
}

void set_named_draw(AdjudicationOptions& rules, std::string_view words) {
  text::NamedValues values(words, "movenumber=N,movecount=N,score=X");
  if (const auto from = values.take("movenumber")) rules.draw_ply = 2 * option_number(*from, 0, 50'000);
  if (const auto count = values.take("movecount")) rules.draw_count = option_number(*count, 1, 1000);
  if (const auto score = values.take("score")) rules.draw_score = option_number(*score, 0, max_eval);
  values.expect_no_more();
}

void set_draw(AdjudicationOptions& rules, std::string_view words) {
  if (text::NamedValues::fit(words)) return set_named_draw(rules, words);
  if (words == off) {
    rules.draw_count = 0;
    return;
  }
  const auto parts = text::split_at_commas(words, 3, "SCORE,COUNT,PLY or off");
  rules.draw_score = option_number(parts[0], 0, max_eval);
  rules.draw_count = option_number(parts[1], 1, 1000);
  rules.draw_ply = option_number(parts[2], 0, 100'000);
}

std::string show_resign(const AdjudicationOptions& rules) {
  if (rules.resign_count == 0) return std::string(off);
  if (rules.resign_two_sided) return fmt::format("{},{}", rules.resign_score, rules.resign_count);
  return fmt::format("movecount={},score={},twosided=false", rules.resign_count, rules.resign_score);
}

std::string show_draw(const AdjudicationOptions& rules) {
  if (rules.draw_count == 0) return std::string(off);
  return fmt::format("{},{},{}", rules.draw_score, rules.draw_count, rules.draw_ply);
}

int most_ending_pieces_of_games() {
  int most = 0;
  for (const GameDriver* game : all_drivers()) most = std::max(most, game->most_ending_pieces());
  return most;
}

}  // namespace

void declare_adjudication(text::Options& options, AdjudicationOptions& rules) {
  options.custom(
      "resign", "SCORE,COUNT", [&rules](std::string_view words) { set_resign(rules, words); },
      [&rules] { return show_resign(rules); },
      "end a game that both players score at SCORE centi-units or more for the same side, COUNT moves each; or "
      "movecount=N,score=X,twosided=false (the loser's opinion is enough); or off");
  options.custom(
      "draw", "SCORE,COUNT,PLY", [&rules](std::string_view words) { set_draw(rules, words); },
      [&rules] { return show_draw(rules); },
      "end a game as a draw that both players score at SCORE centi-units at most, COUNT moves each, "
      "from ply PLY on, those of an opening in moves included; or movenumber=N,movecount=N,score=X; or off");
  options.integer(
      "endings", "N", rules.ending_pieces, {0, most_ending_pieces_of_games()},
      "end a game in which N pieces or fewer are left with the result of best play; only in checkers: up to "
      "5, which take a minute to solve, and 6 as far as a short search to those finds it; 0: never");
  options.real("verify-share", "X", rules.verify_share, {0, 1},
               "share of the games that are played on to their end, to measure how often that is wrong");
}

void declare_threads(text::Options& options, int& threads) {
  options.integer("threads", "T", threads, {1, 1024}, "games played at a time; changes no result")
      .short_form('t')
      .free_on_resume();
}

void declare_hash(text::Options& options, EngineOptions& engine) {
  options.megabytes("hash", engine.hash_bytes, hash_range,
                    "size of the transposition table of hone's own engine, for each that plays; engines in other "
                    "processes have options of their own");
}

void declare_parameters(text::Options& options, EngineOptions& engine) {
  options.custom(
      "parameter", "NAME=VALUE,...", [&engine](std::string_view text) { engine.parameters.set(text); },
      [&engine] { return engine.parameters.text(); },
      "numbers of the search, as hone uci --game G lists them with their ranges; those not named keep their values");
}

void declare_work(text::Options& options, int& threads, std::uint64_t& seed, EngineOptions& engine) {
  declare_threads(options, threads);
  options.integer("seed", "S", seed, {0}, "of every random choice").short_form('s');
  declare_hash(options, engine);
}

void declare_komi(text::Options& options, std::string& komi) {
  options.text("komi", "X", komi,
               "go: points that White gets for moving second, whole or half ones; the usual number of the board's size "
               "if not given, and positions of a file have their own");
}

void OpeningChoice::declare(text::Options& options) {
  options.integer("opening-plies", "N", plies, {0, 1000},
                  "random plies a game begins with; half of the games have one more");
  options.integer("opening-bound", "X", bound, {0, max_eval}, "openings are scored within +-X centi-units");
  declare_komi(options, komi);
}

void OpeningChoice::apply(const GameDriver& driver, OpeningOptions& openings) const {
  (void)start_with_komi(driver, komi);
  if (plies) {
    const int surplus = openings.max_plies - openings.min_plies;
    openings.min_plies = *plies;
    openings.max_plies = *plies + surplus;
  }
  if (bound) openings.bound = *bound;
  openings.komi = komi;
}

}  // namespace hone::play
