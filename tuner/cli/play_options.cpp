// SPDX-License-Identifier: MIT
#include "tuner/cli/play_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <thread>
#include <vector>

#include "data/error.hpp"

namespace hone {
namespace {

constexpr std::string_view off = "off";

// The numbers between commas, of which there must be `count`.
std::vector<std::string_view> parts_of(std::string_view text, std::size_t count, std::string_view wanted) {
  std::vector<std::string_view> parts;
  for (std::size_t first = 0; first <= text.size();) {
    const std::size_t end = std::min(text.find(',', first), text.size());
    parts.push_back(text.substr(first, end - first));
    first = end + 1;
  }
  if (parts.size() != count) throw Error(expected_found(wanted, text));
  return parts;
}

int number(std::string_view text, int low, int high) { return static_cast<int>(parse_integer(text, {low, high})); }

void set_resign(AdjudicationOptions& rules, std::string_view text) {
  if (text == off) {
    rules.resign_count = 0;
    return;
  }
  const auto parts = parts_of(text, 2, "SCORE,COUNT or off");
  rules.resign_score = number(parts[0], 1, max_eval);
  rules.resign_count = number(parts[1], 1, 1000);
}

void set_draw(AdjudicationOptions& rules, std::string_view text) {
  if (text == off) {
    rules.draw_count = 0;
    return;
  }
  const auto parts = parts_of(text, 3, "SCORE,COUNT,PLY or off");
  rules.draw_score = number(parts[0], 0, max_eval);
  rules.draw_count = number(parts[1], 1, 1000);
  rules.draw_ply = number(parts[2], 0, 100'000);
}

std::string show_resign(const AdjudicationOptions& rules) {
  return rules.resign_count == 0 ? std::string(off) : fmt::format("{},{}", rules.resign_score, rules.resign_count);
}

std::string show_draw(const AdjudicationOptions& rules) {
  if (rules.draw_count == 0) return std::string(off);
  return fmt::format("{},{},{}", rules.draw_score, rules.draw_count, rules.draw_ply);
}

std::optional<SprtOptions> parse_sprt(std::string_view text) {
  if (text == off) return std::nullopt;
  const auto parts = parts_of(text, 2, "ELO0,ELO1 or off");
  SprtOptions test;
  test.elo0 = parse_real(parts[0], {-1000, 1000});
  test.elo1 = parse_real(parts[1], {-1000, 1000});
  test.validate();
  return test;
}

}  // namespace

int WorkOptions::all_cores() { return static_cast<int>(std::max(1U, std::thread::hardware_concurrency())); }

void WorkOptions::declare(Options& options) {
  options.integer("threads", "T", threads, {1, 1024}, "games at a time; changes no result").short_form('t');
  options.integer("seed", "S", seed, {0}, "of every random choice").short_form('s');
  options.integer("hash", "MB", hash_megabytes, {1, 65'536}, "size of each engine's transposition table");
}

void AdjudicationFlags::declare(Options& options) {
  options.custom(
      "resign", "SCORE,COUNT", [this](std::string_view text) { set_resign(rules, text); },
      [this] { return show_resign(rules); },
      "end a game that both players score at SCORE centi-units or more for the same side, COUNT moves each; or off");
  options.custom(
      "draw", "SCORE,COUNT,PLY", [this](std::string_view text) { set_draw(rules, text); },
      [this] { return show_draw(rules); },
      "end a game as a draw that both players score at SCORE centi-units at most, COUNT moves each, "
      "from ply PLY on; or off");
  options.real("verify-share", "X", rules.verify_share, {0, 1},
               "share of the games played on to their end, to measure how often that is wrong");
}

void declare_noise(Options& options, int& noise) {
  options.integer("noise", "X", noise, {0, 1000},
                  "random error of evaluations in self-play, +-X centi-units: breaks ties, makes games differ");
}

void OpeningFlags::declare(Options& options) {
  options.integer("opening-plies", "N", plies, {0, 1000},
                  "random plies a game begins with; half of the games one more");
  options.integer("opening-bound", "X", bound, {0, max_eval}, "openings are scored within +-X centi-units");
}

void OpeningFlags::apply(OpeningOptions& openings) const {
  if (plies) {
    const int surplus = openings.max_plies - openings.min_plies;
    openings.min_plies = *plies;
    openings.max_plies = *plies + surplus;
  }
  if (bound) openings.bound = *bound;
}

void SprtFlag::declare(Options& options, std::string_view name, std::string_view help) {
  options.custom(
      name, "ELO0,ELO1", [this](std::string_view text) { test = parse_sprt(text); },
      [this] { return test ? fmt::format("{},{}", test->elo0, test->elo1) : std::string(off); }, help);
}

}  // namespace hone
