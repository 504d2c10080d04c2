// SPDX-License-Identifier: MIT
#include "tuner/fit/gauge.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "tuner/decimals.hpp"

namespace hone {
namespace {

// A board and the scalar that stands for all its squares at once.
struct Pair {
  const Group* board;
  int scalar;
  bool equal_counts = true;  // in every row so far
};

bool all_chosen(const Group& group, const std::vector<bool>& chosen) {
  const auto first = chosen.begin() + group.first;
  return std::find(first, first + group.shape.size(), false) == first + group.shape.size();
}

std::vector<Pair> pairs_by_name(const Schema& schema, const std::vector<bool>& chosen) {
  constexpr std::string_view prefix = "psqt.";
  std::vector<Pair> pairs;
  for (const Group& group : schema.groups()) {
    if (group.shape.kind != GroupKind::board || !group.name.starts_with(prefix)) continue;
    const Group* material = schema.find("material." + group.name.substr(prefix.size()));
    if (material == nullptr || material->shape.kind != GroupKind::scalar) continue;
    if (all_chosen(group, chosen) && all_chosen(*material, chosen)) pairs.push_back({&group, material->first});
  }
  return pairs;
}

float excess(const RowView& row, const Pair& pair) {
  float difference = 0;
  for (const FeatureCount entry : row.entries) {
    if (entry.term == pair.scalar) difference -= entry.count;
    const int square = entry.term - pair.board->first;
    if (square >= 0 && square < pair.board->shape.size()) difference += entry.count;
  }
  return difference;
}

std::vector<bool> terms_in(const RowSet& rows, int terms) {
  std::vector<bool> occurs(static_cast<std::size_t>(terms));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (const FeatureCount entry : rows[i].entries) occurs[entry.term] = true;
  }
  return occurs;
}

std::vector<int> squares_of(const Group& board, const std::vector<bool>& occurs) {
  std::vector<int> squares;
  for (int term = board.first; term < board.first + board.shape.size(); ++term) {
    if (occurs[static_cast<std::size_t>(term)]) squares.push_back(term);
  }
  return squares;
}

void center(Weights& weights, const CenteredBoard& board, int stage, int decimals) {
  const auto value = [&](int term) -> double& {
    return weights.values[static_cast<std::size_t>(term * weights.schema.stage_count() + stage)];
  };
  double sum = 0;
  for (const int square : board.squares) sum += value(square);
  const double mean = round_to(sum / static_cast<double>(board.squares.size()), decimals);
  for (const int square : board.squares) value(square) = round_to(value(square) - mean, decimals);
  value(board.scalar) = round_to(value(board.scalar) + mean, decimals);
}

}  // namespace

std::vector<CenteredBoard> centered_boards(const Schema& schema, const RowSet& rows, const std::vector<bool>& chosen) {
  std::vector<Pair> pairs = pairs_by_name(schema, chosen);
  if (pairs.empty()) return {};
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (Pair& pair : pairs) pair.equal_counts = pair.equal_counts && excess(rows[i], pair) == 0;
  }
  const std::vector<bool> occurs = terms_in(rows, schema.terms());
  std::vector<CenteredBoard> boards;
  for (const Pair& pair : pairs) {
    CenteredBoard board{pair.scalar, squares_of(*pair.board, occurs)};
    if (pair.equal_counts && !board.squares.empty()) boards.push_back(std::move(board));
  }
  return boards;
}

void center_boards(Weights& weights, const RowSet& rows, const std::vector<bool>& chosen, int decimals) {
  for (const CenteredBoard& board : centered_boards(weights.schema, rows, chosen)) {
    for (int stage = 0; stage < weights.schema.stage_count(); ++stage) center(weights, board, stage, decimals);
  }
}

}  // namespace hone
