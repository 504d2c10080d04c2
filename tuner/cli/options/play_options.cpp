// SPDX-License-Identifier: MIT
#include "tuner/cli/options/play_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "data/error.hpp"

namespace hone::cli {

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

// The words of the match runners, NAME=VALUE, between commas.
class NamedValues {
 public:
  NamedValues(std::string_view text, std::string_view wanted) : wanted_(wanted) {
    for (std::size_t first = 0; first <= text.size();) {
      const std::size_t end = std::min(text.find(',', first), text.size());
      const std::string_view part = text.substr(first, end - first);
      const std::size_t equals = part.find('=');
      if (equals == std::string_view::npos) throw Error(expected_found(wanted, text));
      values_.emplace(part.substr(0, equals), part.substr(equals + 1));
      first = end + 1;
    }
  }

  // Nothing unless it is there; each is taken once.
  std::optional<std::string_view> take(std::string_view name) {
    const auto node = values_.extract(name);
    return node.empty() ? std::nullopt : std::optional(node.mapped());
  }
  void expect_no_more() const {
    if (!values_.empty()) throw Error(expected_found(wanted_, values_.begin()->first));
  }

 private:
  std::string_view wanted_;
  std::map<std::string_view, std::string_view> values_;
};

bool is_named(std::string_view text) { return text.find('=') != std::string_view::npos; }

void set_named_resign(AdjudicationOptions& rules, std::string_view text) {
  NamedValues values(text, "movecount=N,score=X,twosided=true|false");
  if (const auto count = values.take("movecount")) rules.resign_count = number(*count, 1, 1000);
  if (const auto score = values.take("score")) rules.resign_score = number(*score, 1, max_eval);
  if (const auto two_sided = values.take("twosided")) rules.resign_two_sided = parse_flag(*two_sided);
  values.expect_no_more();
}

void set_resign(AdjudicationOptions& rules, std::string_view text) {
  if (is_named(text)) return set_named_resign(rules, text);
  if (text == off) {
    rules.resign_count = 0;
    return;
  }
  const auto parts = parts_of(text, 2, "SCORE,COUNT or off");
  rules.resign_score = number(parts[0], 1, max_eval);
  rules.resign_count = number(parts[1], 1, 1000);
}

void set_named_draw(AdjudicationOptions& rules, std::string_view text) {
  NamedValues values(text, "movenumber=N,movecount=N,score=X");
  if (const auto from = values.take("movenumber")) rules.draw_ply = 2 * number(*from, 0, 50'000);
  if (const auto count = values.take("movecount")) rules.draw_count = number(*count, 1, 1000);
  if (const auto score = values.take("score")) rules.draw_score = number(*score, 0, max_eval);
  values.expect_no_more();
}

void set_draw(AdjudicationOptions& rules, std::string_view text) {
  if (is_named(text)) return set_named_draw(rules, text);
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
  if (rules.resign_count == 0) return std::string(off);
  if (rules.resign_two_sided) return fmt::format("{},{}", rules.resign_score, rules.resign_count);
  return fmt::format("movecount={},score={},twosided=false", rules.resign_count, rules.resign_score);
}

std::string show_draw(const AdjudicationOptions& rules) {
  if (rules.draw_count == 0) return std::string(off);
  return fmt::format("{},{},{}", rules.draw_score, rules.draw_count, rules.draw_ply);
}

stats::SprtOptions parse_named_sprt(std::string_view text) {
  NamedValues values(text, "elo0=X,elo1=X,alpha=X,beta=X,model=normalized|logistic");
  stats::SprtOptions test;
  if (const auto elo0 = values.take("elo0")) test.elo0 = parse_real(*elo0, {-1000, 1000});
  if (const auto elo1 = values.take("elo1")) test.elo1 = parse_real(*elo1, {-1000, 1000});
  if (const auto alpha = values.take("alpha")) test.alpha = parse_real(*alpha, {0, 1});
  if (const auto beta = values.take("beta")) test.beta = parse_real(*beta, {0, 1});
  if (const auto model = values.take("model")) {
    const bool logistic = parse_choice(*model, {"normalized", "logistic"}) == "logistic";
    test.model = logistic ? stats::EloModel::logistic : stats::EloModel::normalized;
  }
  values.expect_no_more();
  return test;
}

stats::SprtOptions parse_bounds(std::string_view text) {
  const auto parts = parts_of(text, 2, "ELO0,ELO1 or off");
  stats::SprtOptions test;
  test.elo0 = parse_real(parts[0], {-1000, 1000});
  test.elo1 = parse_real(parts[1], {-1000, 1000});
  return test;
}

std::optional<stats::SprtOptions> parse_sprt(std::string_view text) {
  if (text == off) return std::nullopt;
  const stats::SprtOptions test = is_named(text) ? parse_named_sprt(text) : parse_bounds(text);
  test.validate();
  return test;
}

std::string show_sprt(const std::optional<stats::SprtOptions>& test) {
  if (!test) return std::string(off);
  const char* model = test->model == stats::EloModel::logistic ? "logistic" : "normalized";
  return fmt::format("elo0={},elo1={},alpha={},beta={},model={}", test->elo0, test->elo1, test->alpha, test->beta,
                     model);
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
      "end a game that both players score at SCORE centi-units or more for the same side, COUNT moves each; or "
      "movecount=N,score=X,twosided=false (the loser's opinion is enough); or off");
  options.custom(
      "draw", "SCORE,COUNT,PLY", [this](std::string_view text) { set_draw(rules, text); },
      [this] { return show_draw(rules); },
      "end a game as a draw that both players score at SCORE centi-units at most, COUNT moves each, "
      "from ply PLY on; or movenumber=N,movecount=N,score=X; or off");
  options.real("verify-share", "X", rules.verify_share, {0, 1},
               "share of the games played on to their end, to measure how often that is wrong");
}

void VarietyFlags::declare(Options& options) {
  options.integer("noise", "X", variety.noise, {0, 1000},
                  "random error of evaluations in self-play, +-X centi-units: breaks ties, makes games differ");
  options.integer("temperature", "X", variety.choice.temperature, {0, max_eval},
                  "draw the first moves of self-play by exp(score / X), scores in centi-units; 0: play the best");
  options.integer("temperature-plies", "N", variety.choice_plies, {0, 1000},
                  "so many moves behind the opening are drawn, of both sides together");
  options.integer("temperature-margin", "X", variety.choice.margin, {0, max_eval},
                  "never one that is worse than the best by more than X centi-units");
  options.real("node-jitter", "X", variety.node_jitter, {0, 0.99},
               "nodes of a search of self-play differ from --nodes at random, by up to this share");
}

void OpeningFlags::declare(Options& options) {
  options.integer("opening-plies", "N", plies, {0, 1000},
                  "random plies a game begins with; half of the games one more");
  options.integer("opening-bound", "X", bound, {0, max_eval}, "openings are scored within +-X centi-units");
}

void OpeningFlags::apply(play::OpeningOptions& openings) const {
  if (plies) {
    const int surplus = openings.max_plies - openings.min_plies;
    openings.min_plies = *plies;
    openings.max_plies = *plies + surplus;
  }
  if (bound) openings.bound = *bound;
}

void SprtFlag::declare(Options& options, std::string_view name, std::string_view help) {
  options.custom(
      name, "ELO0,ELO1", [this](std::string_view text) { test = parse_sprt(text); }, [this] { return show_sprt(test); },
      std::string(help) + "; also elo0=X,elo1=X,alpha=X,beta=X,model=logistic");
}

}  // namespace hone::cli
