// SPDX-License-Identifier: MIT
#include "tuner/cli/print/weights_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "data/constraints.hpp"
#include "data/error.hpp"
#include "tuner/learn/fit/group_patterns.hpp"
#include "tuner/text/numbers.hpp"

namespace hone::cli {

namespace {

std::string weight_number(double value) {
  return value == std::round(value) ? fmt::format("{:.0f}", value + 0.0) : fmt::format("{:.1f}", value);
}

std::string bounds_mark(const Constraints& constraints, std::size_t weight) {
  std::string mark;
  if (constraints.fixed[weight]) mark += "!";
  if (constraints.tied_to[weight] != weight) mark += "=";
  return mark;
}

// "12", "12 ±3"; '=' after one that is tied to another, '!' after one that is fixed.
std::string weight_cell(const Weights& weights, const Constraints& constraints, std::size_t weight) {
  std::string cell = weight_number(weights.values[weight]) + bounds_mark(constraints, weight);
  if (weights.errors.empty() || std::isnan(weights.errors[weight])) return cell;
  return cell + fmt::format(" ±{:.3g}", weights.errors[weight]);
}

// The sign for "plus or minus" is two bytes long and one column wide.
std::size_t columns_of(const std::string& cell) {
  return static_cast<std::size_t>(
      std::ranges::count_if(cell, [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

std::string shape_name(const GroupShape& shape) {
  if (shape.kind == GroupKind::scalar) return "scalar";
  return shape.kind == GroupKind::list ? fmt::format("list {}", shape.cols)
                                       : fmt::format("board {}x{}", shape.rows, shape.cols);
}

// The squares of a row: "a3 to h3".
std::string squares_of_row(const Group& group, std::size_t row) {
  if (group.square == nullptr) return "";
  const auto name = [&](int col) { return group.square(static_cast<int>(row), col).name; };
  return fmt::format("   {} to {}", name(0), name(group.shape.cols - 1));
}

// The rows of a stage in the order asked for; a list is cut into rows of eight.
std::string stage_table(const Group& group, exchange::RowOrder order, const std::vector<std::string>& cells) {
  constexpr std::size_t most_columns = 8;
  std::size_t width = 0;
  for (const std::string& cell : cells) width = std::max(width, columns_of(cell));
  const bool is_board = group.shape.kind == GroupKind::board;
  const auto cols = is_board ? static_cast<std::size_t>(group.shape.cols) : std::min(most_columns, cells.size());
  const std::size_t rows = (cells.size() + cols - 1) / cols;
  std::string text;
  for (std::size_t i = 0; i < rows; ++i) {
    const std::size_t row = is_board && order == exchange::RowOrder::last_first ? rows - 1 - i : i;
    text += fmt::format("  {:>5}", is_board ? std::to_string(row + 1) : fmt::format("[{}]", row * cols));
    for (std::size_t at = row * cols; at < std::min(cells.size(), (row + 1) * cols); ++at) {
      text += "  " + std::string(width - columns_of(cells[at]), ' ') + cells[at];
    }
    text += squares_of_row(group, row) + '\n';
  }
  return text;
}

std::string one_group(const Weights& weights, const Constraints& constraints, const Group& group,
                      exchange::RowOrder order) {
  const auto phases = static_cast<std::size_t>(weights.schema.phase_count());
  std::string text = fmt::format("\n{}  {}{}{}\n", group.name, shape_name(group.shape),
                                 group.meaning.empty() ? "" : "  ", group.meaning);
  for (std::size_t phase = 0; phase < phases; ++phase) {
    std::vector<std::string> cells;
    for (int i = 0; i < group.shape.size(); ++i) {
      cells.push_back(weight_cell(weights, constraints, static_cast<std::size_t>(group.first + i) * phases + phase));
    }
    const std::string stage = phases == 1 ? "" : weights.schema.phases()[phase];
    if (group.shape.kind == GroupKind::scalar) {
      text += fmt::format("  {:<5}  {}\n", stage, cells.front());
    } else {
      text += (stage.empty() ? "" : fmt::format("  {}\n", stage)) + stage_table(group, order, cells);
    }
  }
  return text;
}

std::string heading(const Weights& weights) {
  const Schema& schema = weights.schema;
  std::string text =
      fmt::format("game {}, {} groups, {} weights, schema {}, K {}\n", schema.game(), schema.groups().size(),
                  text::grouped(static_cast<std::uint64_t>(schema.weights())), schema.fingerprint(), weights.k);
  text += fmt::format("stages {}", fmt::join(schema.phases(), ", "));
  text += schema.phase_count() > 1 ? fmt::format(", {} steps\n", schema.phase_steps()) : "\n";
  const auto known = std::ranges::count_if(weights.errors, [](double error) { return !std::isnan(error); });
  if (known > 0) text += fmt::format("{} standard errors, after ±\n", text::grouped(static_cast<std::uint64_t>(known)));
  for (const auto& [key, value] : weights.provenance) text += fmt::format("{} = {}\n", key, value);
  for (const std::string& line : schema.constraints()) text += line + '\n';
  if (!schema.constraints().empty()) text += "after a number: '=' tied to another one, '!' fixed\n";
  return text;
}

std::string or_dash(double number, int decimals) { return std::isnan(number) ? "-" : text::fixed(number, decimals); }

}  // namespace

std::string weights_text(const Weights& weights, const std::vector<std::string>& patterns, exchange::RowOrder order) {
  const std::vector<bool> shown = learn::terms_of_groups(weights.schema, patterns);
  const Constraints constraints = constraints_of(weights.schema);
  std::string text = heading(weights);
  for (const Group& group : weights.schema.groups()) {
    if (shown[static_cast<std::size_t>(group.first)]) text += one_group(weights, constraints, group, order);
  }
  return text;
}

std::string difference_text(const exchange::WeightsDifference& difference) {
  if (difference.equal()) return "The weights are equal.\n";
  std::size_t width = 5;
  for (const exchange::GroupDifference& group : difference.groups) width = std::max(width, group.group.size());
  std::string text = fmt::format("{:<{}}  {:>9}  {:>8}  {:>8}  {:>7}  {:>6}  {}\n", "group", width, "changed", "mean",
                                 "largest", "in SE", "corr", "where");
  for (const exchange::GroupDifference& group : difference.groups) {
    if (group.changed == 0) continue;
    text +=
        fmt::format("{:<{}}  {:>9}  {:>8}  {:>8}  {:>7}  {:>6}  {}\n", group.group, width,
                    fmt::format("{}/{}", group.changed, group.weights), text::fixed(group.mean, 2),
                    text::change(group.largest, 1), or_dash(group.largest_in_errors, 1), or_dash(group.correlation, 3),
                    group.largest_name + (group.largest_square.empty() ? "" : ", " + group.largest_square));
  }
  for (const std::string& name : difference.only_in_first) text += fmt::format("{}: in the first only\n", name);
  for (const std::string& name : difference.only_in_second) text += fmt::format("{}: in the second only\n", name);
  if (difference.first_k != difference.second_k)
    text += fmt::format("K: {} and {}\n", difference.first_k, difference.second_k);
  return text;
}

}  // namespace hone::cli
