// SPDX-License-Identifier: MIT
#include "tuner/report/group_view.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numeric>
#include <optional>

#include "engine/game_driver.hpp"
#include "tuner/report/chart.hpp"
#include "tuner/report/weight_changes.hpp"
#include "tuner/text/numbers.hpp"

namespace hone::report {

namespace {

using Json = nlohmann::ordered_json;

constexpr int longest_chart = 64;       // entries of a list, or
constexpr int largest_board = 20 * 20;  // squares of a board, that are shown one by one
constexpr std::size_t largest_shown = 12;
constexpr double strongest_colour = 0.7;  // opacity: text must stay readable on it

std::size_t weight_at(const WeightChanges& changes, int term, int phase) {
  return static_cast<std::size_t>(term * changes.schema.phase_count() + phase);
}

std::vector<std::size_t> weights_of(const WeightChanges& changes, const Group& group) {
  const auto phases = static_cast<std::size_t>(changes.schema.phase_count());
  std::vector<std::size_t> weights(static_cast<std::size_t>(group.shape.size()) * phases);
  std::iota(weights.begin(), weights.end(), static_cast<std::size_t>(group.first) * phases);
  return weights;
}

// The largest absolute value of a weight; 1 when all are 0.
double scale_of(const WeightChanges& changes, const Group& group) {
  double largest = 0;
  for (const std::size_t weight : weights_of(changes, group)) {
    largest = std::max(largest, std::abs(changes.weights[weight].value));
  }
  return largest > 0 ? largest : 1;
}

// The largest absolute value that a chart with errors and starts must show; 1 when all are 0.
double reach_of(const WeightChanges& changes, const Group& group) {
  double largest = 0;
  for (const std::size_t weight : weights_of(changes, group)) {
    const learn::WeightEstimate& estimate = changes.weights[weight];
    largest = std::max({largest, std::abs(estimate.value) + estimate.error, std::abs(estimate.start)});
  }
  return largest > 0 ? largest : 1;
}

Json square(const WeightChanges& changes, std::size_t weight, double scale) {
  const learn::WeightEstimate& estimate = changes.weights[weight];
  const double share = std::abs(estimate.value) / scale;
  return {{"text", value_text(estimate.value)},
          {"change", change_text(estimate)},
          {"title", full_text(changes, weight)},
          {"unused", false},
          {"label", ""},
          {"class", estimate.value < 0 ? "minus" : "plus"},
          {"dim", estimate.is_noise() || (changes.has_errors && estimate.seen.positions == 0)},
          {"opacity", text::fixed(strongest_colour * share, 2)}};
}

// A table that is not one of squares, by its indices. The last row is on top, as the first player sees the board.
Json table_of(const WeightChanges& changes, const Group& group, int phase, double scale) {
  Json rows = Json::array();
  for (int row = group.shape.rows - 1; row >= 0; --row) {
    Json squares = Json::array();
    for (int col = 0; col < group.shape.cols; ++col) {
      const int term = group.first + row * group.shape.cols + col;
      squares.push_back(square(changes, weight_at(changes, term, phase), scale));
    }
    rows.push_back({{"row", row}, {"squares", squares}});
  }
  Json cols = Json::array();
  for (int col = 0; col < group.shape.cols; ++col) cols.push_back(col);
  return {{"stage", changes.schema.phases()[static_cast<std::size_t>(phase)]}, {"rows", rows}, {"cols", cols}};
}

// The initial position of the schema's game; without rows where it has no picture.
BoardPicture picture_of(const Schema& schema) {
  for (const GameDriver* const driver : all_drivers()) {
    if (driver->name() == schema.game()) return driver->initial()->picture();
  }
  return {};
}

// Whether the picture has all squares that the group says it is about.
bool has_squares_of(const BoardPicture& picture, const Group& group) {
  for (int i = 0; group.square != nullptr && i < group.shape.size(); ++i) {
    const TermSquare square = group.square(i / group.shape.cols, i % group.shape.cols);
    if (square.row < 0 || square.row >= picture.rows || square.column < 0 || square.column >= picture.columns) {
      return false;
    }
  }
  return group.square != nullptr;
}

// The terms of the group by the cells of the picture, row by row; nothing where a cell has none.
std::vector<std::optional<int>> terms_by_cell(const BoardPicture& picture, const Group& group) {
  std::vector<std::optional<int>> terms(picture.cells.size());
  for (int i = 0; i < group.shape.size(); ++i) {
    const TermSquare square = group.square(i / group.shape.cols, i % group.shape.cols);
    terms[static_cast<std::size_t>(square.row * picture.columns + square.column)] = group.first + i;
  }
  return terms;
}

// Rows that have no name of their own are counted from the bottom.
std::string row_name(const BoardPicture& picture, int row) {
  const std::string& name = picture.row_names[static_cast<std::size_t>(row)];
  return name.empty() ? std::to_string(picture.rows - row) : name;
}

// The board as its game draws it. Where neither rows nor columns have names, each square shows its own.
Json board_of(const WeightChanges& changes, const Group& group, const BoardPicture& picture, int phase, double scale) {
  const bool is_lettered = !picture.column_names.front().empty();
  const std::vector<std::optional<int>> terms = terms_by_cell(picture, group);
  Json rows = Json::array();
  for (int row = 0; row < picture.rows; ++row) {
    Json squares = Json::array();
    for (int col = 0; col < picture.columns; ++col) {
      const std::optional<int> term = terms[static_cast<std::size_t>(row * picture.columns + col)];
      squares.push_back(term ? square(changes, weight_at(changes, *term, phase), scale) : Json{{"unused", true}});
      if (term) squares.back()["label"] = is_lettered ? "" : picture.at(row, col).name;
    }
    rows.push_back({{"row", is_lettered ? row_name(picture, row) : ""}, {"squares", squares}});
  }
  return {{"stage", changes.schema.phases()[static_cast<std::size_t>(phase)]},
          {"rows", rows},
          {"cols", picture.column_names}};
}

Json phase_cells(const WeightChanges& changes, int term) {
  Json cells = Json::array();
  for (int phase = 0; phase < changes.schema.phase_count(); ++phase) {
    const std::size_t weight = weight_at(changes, term, phase);
    const learn::WeightEstimate& estimate = changes.weights[weight];
    cells.push_back({{"text", value_text(estimate.value)},
                     {"change", change_text(estimate)},
                     {"error", estimate.error > 0 ? text::fixed(estimate.error, 1) : ""},
                     {"title", full_text(changes, weight)},
                     {"dim", estimate.is_noise()}});
  }
  return cells;
}

Json list_rows(const WeightChanges& changes, const Group& group) {
  Json rows = Json::array();
  for (int i = 0; i < group.shape.size(); ++i) {
    rows.push_back({{"name", i}, {"cells", phase_cells(changes, group.first + i)}});
  }
  return rows;
}

Json summary_of(const WeightChanges& changes, const Group& group) {
  std::vector<std::size_t> weights = weights_of(changes, group);
  std::size_t moved = 0, seen = 0;
  double squares = 0, changed = 0;
  for (const std::size_t weight : weights) {
    const learn::WeightEstimate& estimate = changes.weights[weight];
    moved += estimate.change() != 0;
    seen += estimate.seen.positions > 0;
    squares += estimate.value * estimate.value;
    changed += std::abs(estimate.change());
  }
  const auto count = static_cast<double>(weights.size());
  std::string text = fmt::format("{} weights, {} of them moved, on average by {}; their root mean square is {}.",
                                 text::grouped(weights.size()), text::grouped(moved), text::fixed(changed / count, 1),
                                 text::fixed(std::sqrt(squares / count), 1));
  if (seen > 0) text += fmt::format(" The fit saw {} of them.", text::grouped(seen));
  const auto shown = std::min(largest_shown, weights.size());
  std::partial_sort(weights.begin(), weights.begin() + static_cast<std::ptrdiff_t>(shown), weights.end(),
                    [&](std::size_t a, std::size_t b) {
                      const double far_a = std::abs(changes.weights[a].value),
                                   far_b = std::abs(changes.weights[b].value);
                      return far_a != far_b ? far_a > far_b : a < b;
                    });
  Json rows = Json::array();
  for (std::size_t i = 0; i < shown; ++i) rows.push_back(weight_row(changes, weights[i]));
  return {{"text", text}, {"rows", rows}};
}

template <class View>
Json each_phase(const WeightChanges& changes, const View& view) {
  Json phases = Json::array();
  for (int phase = 0; phase < changes.schema.phase_count(); ++phase) phases.push_back(view(phase));
  return phases;
}

}  // namespace

Json group_view(const WeightChanges& changes, const Group& group) {
  Json json = {{"name", group.name}, {"meaning", group.meaning}};
  if (group.shape.kind == GroupKind::board && group.shape.size() <= largest_board) {
    const double scale = scale_of(changes, group);
    const BoardPicture picture = picture_of(changes.schema);
    const bool is_of_squares = has_squares_of(picture, group);
    json["boards"] = each_phase(changes, [&](int phase) {
      return is_of_squares ? board_of(changes, group, picture, phase, scale) : table_of(changes, group, phase, scale);
    });
  } else if (group.shape.size() <= longest_chart) {
    const double scale = reach_of(changes, group);
    json["plots"] = each_phase(changes, [&](int phase) { return list_chart(changes, group, phase, scale); });
    json["list"] = {{"stages", changes.schema.phases()}, {"rows", list_rows(changes, group)}};
  } else {
    json["largest"] = summary_of(changes, group);
  }
  return json;
}

Json scalar_row(const WeightChanges& changes, const Group& group) {
  return {{"name", group.name}, {"meaning", group.meaning}, {"cells", phase_cells(changes, group.first)}};
}

}  // namespace hone::report
