// SPDX-License-Identifier: MIT
#include "tuner/run/forecast.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace hone::run {

namespace {

constexpr int judged_by = 3;  // the last generations

class Forecaster {
 public:
  Forecaster(const RunHistory& history, const RunOptions& options, double hours)
      : history_(history), options_(options), hours_(hours), finished_(history.generations()) {
    is_open_ = history.was_begun(finished_ + 1);
  }

  Forecast result() {
    Forecast result;
    add_budgets(result);
    if (history_.done()) {
      result.hours_left = 0;
      return result;
    }
    const double each = hours_of_generation();
    const std::optional<double> more = each > 0 ? generations_to_come(each, result.end) : std::nullopt;
    if (more) result.hours_left = left_of_open(each) + *more * each + hours_of_final_match();
    return result;
  }

 private:
  void add_budgets(Forecast& result) const {
    const auto add = [&](const char* option, double of, double used) {
      if (of > 0) result.budgets.push_back({option, of, std::max(0.0, of - used)});
    };
    add("generations", options_.generations, finished_);
    add("hours", options_.hours, hours_);
    add("games-total", static_cast<double>(options_.games_total), static_cast<double>(history_.games()));
    add("patience", options_.patience, history_.failures());
  }

  [[nodiscard]] double hours_of_generation() const {
    const int count = std::min(finished_, judged_by);
    double sum = 0;
    for (int generation = finished_ - count + 1; generation <= finished_; ++generation) {
      sum += history_.hours_of(generation);
    }
    return count > 0 ? sum / count : 0;
  }

  [[nodiscard]] double left_of_open(double each) const {
    if (!is_open_) return 0;
    return std::max(0.0, each - (hours_ - history_.begin_of(finished_ + 1).value_or(hours_)));
  }

  // How many are begun after the one that is open; nothing where no budget was set. Patience may end the run earlier.
  [[nodiscard]] std::optional<double> generations_to_come(double each, RunEnd& end) const {
    std::optional<double> least;
    const auto limit = [&](bool is_set, double count, RunEnd by) {
      if (!is_set || (least && *least <= count)) return;
      least = std::max(0.0, std::floor(count));
      end = by;
    };
    const int begun = finished_ + (is_open_ ? 1 : 0);
    limit(options_.generations > 0, options_.generations - begun, RunEnd::generations);
    const bool is_playing = is_open_ && history_.finished(RunStep::self_play, begun) == nullptr;
    const double games = static_cast<double>(options_.self_play.games);
    const double played = static_cast<double>(history_.games()) + (is_playing ? games : 0);
    limit(options_.games_total > 0, (static_cast<double>(options_.games_total) - played) / games, RunEnd::games);
    limit(options_.hours > 0, (options_.hours - hours_ - left_of_open(each)) / each, RunEnd::hours);
    return least;
  }

  // As long for a game as in the last gate, which ends after the games against the pool.
  [[nodiscard]] double hours_of_final_match() const {
    const JournalEntry* gate = history_.finished(RunStep::gate, finished_);
    const JournalEntry* selection = history_.finished(RunStep::selection, finished_);
    const JournalEntry* fit = selection != nullptr ? selection : history_.finished(RunStep::fit, finished_);
    if (gate == nullptr || fit == nullptr || history_.finished(RunStep::final_match, history_.best()) != nullptr) {
      return 0;
    }
    const auto* played = std::get_if<GateDone>(&gate->event);  // nothing where the last gate was not worth playing
    double games = played != nullptr ? static_cast<double>(played->result.games) : 0;
    if (const auto* pool = history_.result<PoolDone>(finished_)) {
      for (const PoolMatch& match : pool->matches) games += static_cast<double>(match.results.size());
    }
    const double each = games > 0 ? std::max(0.0, gate->hours - fit->hours) / games : 0;
    return each * static_cast<double>(options_.final_games);
  }

  const RunHistory& history_;
  const RunOptions& options_;
  double hours_;
  int finished_;
  bool is_open_ = false;
};

}  // namespace

Forecast forecast(const RunHistory& history, const RunOptions& options, double hours) {
  return Forecaster(history, options, hours).result();
}

nlohmann::ordered_json to_json(const Forecast& forecast) {
  nlohmann::ordered_json json = {{"budgets", nlohmann::ordered_json::object()}};
  for (const BudgetLeft& budget : forecast.budgets) {
    json["budgets"][budget.option] = {{"of", budget.of}, {"left", budget.left}};
  }
  json["hours_left"] = forecast.hours_left ? nlohmann::ordered_json(*forecast.hours_left) : nullptr;
  const bool is_known = forecast.end != RunEnd::stopped;
  json["ends_by"] = is_known ? nlohmann::ordered_json(to_string(forecast.end)) : nullptr;
  return json;
}

}  // namespace hone::run
