// SPDX-License-Identifier: MIT
#include "tuner/report/weight_changes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <unordered_map>

#include "data/error.hpp"
#include "data/text_lines.hpp"
#include "data/words.hpp"
#include "tuner/learn/weight_spelling.hpp"
#include "tuner/run/damage.hpp"
#include "tuner/run/directory.hpp"
#include "tuner/text/csv.hpp"
#include "tuner/text/numbers.hpp"

namespace hone::report {

std::string value_text(double value) { return fmt::format("{}", text::round_to(value, 1)); }

std::string change_text(const learn::WeightEstimate& weight) {
  const double moved = text::round_to(weight.change(), 1);
  return moved == 0 ? "" : fmt::format("{:+}", moved);
}

std::string full_text(const WeightChanges& changes, std::size_t weight) {
  const learn::WeightEstimate& estimate = changes.weights[weight];
  std::string text =
      fmt::format("{}: {}", learn::weight_name_beside_square(changes.schema, weight), value_text(estimate.value));
  const std::string moved = change_text(estimate);
  text += moved.empty() ? ", as at the start" : fmt::format(" ({} from {})", moved, value_text(estimate.start));
  if (estimate.error > 0) text += fmt::format(", error {}", text::fixed(estimate.error, 1));
  if (estimate.has_z()) text += fmt::format(", z {}", text::fixed(estimate.z(), 1));
  if (estimate.error > 0 && estimate.data_share < 1) text += ", " + text::percent(estimate.data_share) + " data";
  if (changes.has_errors) text += fmt::format(", {} positions", text::grouped(estimate.seen.positions));
  return text;
}

nlohmann::ordered_json weight_row(const WeightChanges& changes, std::size_t weight) {
  const learn::WeightEstimate& estimate = changes.weights[weight];
  const bool known = estimate.error > 0;
  return {{"name", learn::weight_name_by_square(changes.schema, weight)},
          {"title", learn::weight_name(changes.schema, weight)},
          {"start", value_text(estimate.start)},
          {"value", value_text(estimate.value)},
          {"change", change_text(estimate)},
          {"error", known ? text::fixed(estimate.error, 1) : ""},
          {"z", estimate.has_z() ? text::fixed(estimate.z(), 1) : ""},
          {"positions", changes.has_errors ? text::grouped(estimate.seen.positions) : ""}};
}

namespace {

namespace fs = std::filesystem;

using WeightIndex = std::unordered_map<std::string, std::size_t>;

std::string key_of(const std::string& term, const std::string& phase) { return term + ' ' + phase; }

WeightIndex index_of(const Schema& schema) {
  WeightIndex index;
  for (int term = 0; term < schema.terms(); ++term) {
    for (int phase = 0; phase < schema.phase_count(); ++phase) {
      const auto weight = static_cast<std::size_t>(term * schema.phase_count() + phase);
      index[key_of(schema.term_name(term), schema.phases()[static_cast<std::size_t>(phase)])] = weight;
    }
  }
  return index;
}

template <class Number>
Number number_in(const text::CsvCells& cells, std::size_t column) {
  const auto number = whole_number<Number>(cells[column]);
  if (!number) throw Error(expected_found("a number", cells[column]));
  return *number;
}

// Reads the tables of write_weight_table(). Weights that a table does not list stay without error.
class WeightTables {
 public:
  explicit WeightTables(const ReportedRun& run) : run_(run) {}

  // Calls take(weight, cells) for each line of the generation's table; does nothing where there is no table.
  template <class Take>
  void read(int generation, const Take& take) {
    const run::RunPaths paths(run_.folder);
    const fs::path file = paths.weight_table(generation);
    run::require_intact(paths, run_.history, file);
    if (!fs::exists(file)) return;
    TextLines lines(file);
    const auto header = lines.next();
    if (!header) return;
    const std::size_t columns = text::split_csv(*header).size() == all_columns ? all_columns : early_columns;
    while (const auto line = lines.next()) {
      if (index_.empty()) index_ = index_of(run_.start.schema);
      try {
        const text::CsvCells cells = text::split_csv(*line, columns);
        const auto weight = index_.find(key_of(cells[0], cells[1]));
        if (weight == index_.end()) throw Error(expected_found("a weight of the game", cells[0]));
        take(weight->second, cells);
      } catch (const Error& fault) {
        throw Error(file.string(), lines.number(), fault.message());
      }
    }
  }

  static constexpr std::size_t early_columns = 8, all_columns = 10;  // early versions did not know the last two
  static constexpr std::size_t start = 3, error = 4, positions = 6, games = 7, effective_games = 8, data_share = 9;

 private:
  const ReportedRun& run_;
  WeightIndex index_;  // once there is something to look up
};

// The generation whose weights the page shows: the best, or the last that has weights.
int shown_generation(const ReportedRun& run) {
  if (run.best_generation() > 0) return run.best_generation();
  const auto last = std::find_if(run.generations.rbegin(), run.generations.rend(),
                                 [](const ReportedGeneration& one) { return one.fit && !one.awaits_selection; });
  return last == run.generations.rend() ? 0 : last->number;
}

int first_fitted(const ReportedRun& run) {
  const auto first =
      std::ranges::find_if(run.generations, [](const ReportedGeneration& one) { return one.fit.has_value(); });
  return first == run.generations.end() ? 0 : first->number;
}

void read_errors(WeightTables& tables, WeightChanges& changes) {
  tables.read(changes.generation, [&](std::size_t weight, const text::CsvCells& cells) {
    learn::WeightEstimate& estimate = changes.weights[weight];
    if (!cells[WeightTables::error].empty()) estimate.error = number_in<double>(cells, WeightTables::error);
    estimate.seen = {number_in<std::size_t>(cells, WeightTables::positions),
                     number_in<std::size_t>(cells, WeightTables::games)};
    estimate.seen.effective_games = static_cast<double>(estimate.seen.games);
    if (cells.size() == WeightTables::all_columns) {
      estimate.seen.effective_games = number_in<double>(cells, WeightTables::effective_games);
      const bool known = !cells[WeightTables::data_share].empty();
      if (known) estimate.data_share = number_in<double>(cells, WeightTables::data_share);
    }
    // The change is that of all generations, each with a prior of its own: the whole error is what it may be by chance.
    estimate.chance = estimate.error;
    changes.has_errors = changes.has_errors || estimate.error > 0;
  });
}

}  // namespace

std::vector<std::size_t> WeightChanges::farthest(bool noise, std::size_t most) const {
  std::vector<std::size_t> chosen;
  for (const learn::WeightEstimate& weight : weights) {
    const bool belongs = noise ? weight.is_noise() : !has_errors || weight.has_moved();
    if (weight.change() != 0 && belongs) chosen.push_back(weight.weight);
  }
  const auto middle = chosen.begin() + static_cast<std::ptrdiff_t>(std::min(most, chosen.size()));
  std::partial_sort(chosen.begin(), middle, chosen.end(), [&](std::size_t a, std::size_t b) {
    const double far_a = std::abs(weights[a].change()), far_b = std::abs(weights[b].change());
    return far_a != far_b ? far_a > far_b : a < b;
  });
  chosen.erase(middle, chosen.end());
  return chosen;
}

WeightChanges weight_changes(const ReportedRun& run) {
  WeightChanges changes{run.start.schema, shown_generation(run), {}, false};
  const bool is_best = changes.generation == run.best_generation();
  const Weights shown = is_best ? run.best : weights_of(run, changes.generation);
  for (std::size_t i = 0; i < shown.values.size(); ++i) {
    changes.weights.push_back({.weight = i, .value = shown.values[i], .start = run.start.values[i], .seen = {}});
  }
  WeightTables tables(run);
  tables.read(first_fitted(run), [&](std::size_t weight, const text::CsvCells& cells) {
    changes.weights[weight].start = number_in<double>(cells, WeightTables::start);
  });
  read_errors(tables, changes);
  return changes;
}

std::vector<GroupChange> group_changes(const WeightChanges& changes) {
  std::vector<GroupChange> groups;
  const auto phases = static_cast<std::size_t>(changes.schema.phase_count());
  for (std::size_t g = 0; g < changes.schema.groups().size(); ++g) {
    const Group& group = changes.schema.groups()[g];
    const std::size_t first = static_cast<std::size_t>(group.first) * phases;
    GroupChange change{.group = g, .largest = first};
    change.weights = static_cast<std::size_t>(group.shape.size()) * phases;
    for (std::size_t i = first; i < first + change.weights; ++i) {
      const learn::WeightEstimate& weight = changes.weights[i];
      change.seen += weight.seen.positions > 0;
      change.noise += weight.is_noise();
      change.mean_change += std::abs(weight.change()) / static_cast<double>(change.weights);
      if (std::abs(weight.change()) > std::abs(changes.weights[change.largest].change())) change.largest = i;
    }
    groups.push_back(change);
  }
  return groups;
}

}  // namespace hone::report
