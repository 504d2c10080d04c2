// SPDX-License-Identifier: MIT
#include "tuner/learn/fit/gauge.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "tuner/text/numbers.hpp"

namespace hone::learn {

namespace {

// A board and the scalar that is worth the same as a constant on all its squares.
struct Pair {
  const Group* board;
  int scalar;
  bool equal_counts = true;  // so far in every row
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

// Goes over the rows once for all pairs.
class Comparison {
 public:
  Comparison(std::vector<Pair>& pairs, int terms)
      : pairs_(pairs), parts_(static_cast<std::size_t>(terms)), excess_(pairs.size()) {
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      const Group& board = *pairs[i].board;
      for (int term = board.first; term < board.first + board.shape.size(); ++term) part(term) = {i, 1};
      part(pairs[i].scalar) = {i, -1};
    }
  }

  void add(const RowView& row) {
    std::ranges::fill(excess_, 0.0F);
    for (const FeatureCount entry : row.entries) {
      Part& part = parts_[entry.term];
      part.occurs = true;
      if (part.sign != 0) excess_[part.pair] += part.sign * entry.count;
    }
    for (std::size_t i = 0; i < pairs_.size(); ++i) pairs_[i].equal_counts = pairs_[i].equal_counts && excess_[i] == 0;
  }

  [[nodiscard]] std::vector<int> squares_of(const Group& board) const {
    std::vector<int> squares;
    for (int term = board.first; term < board.first + board.shape.size(); ++term) {
      if (parts_[static_cast<std::size_t>(term)].occurs) squares.push_back(term);
    }
    return squares;
  }

 private:
  // The place of a term in its pair; sign 0: it is in no pair.
  struct Part {
    std::size_t pair = 0;
    float sign = 0;
    bool occurs = false;
  };

  Part& part(int term) { return parts_[static_cast<std::size_t>(term)]; }

  std::vector<Pair>& pairs_;
  std::vector<Part> parts_;
  std::vector<float> excess_;  // of the row
};

void center(Weights& weights, const CenteredBoard& board, int phase, int decimals) {
  const auto value = [&](int term) -> double& {
    return weights.values[static_cast<std::size_t>(term * weights.schema.phase_count() + phase)];
  };
  double sum = 0;
  for (const int square : board.squares) sum += value(square);
  const double mean = text::round_to(sum / static_cast<double>(board.squares.size()), decimals);
  for (const int square : board.squares) value(square) = text::round_to(value(square) - mean, decimals);
  value(board.scalar) = text::round_to(value(board.scalar) + mean, decimals);
}

}  // namespace

std::vector<CenteredBoard> centered_boards(const Schema& schema, const RowSet& rows, const std::vector<bool>& chosen) {
  std::vector<Pair> pairs = pairs_by_name(schema, chosen);
  if (pairs.empty()) return {};
  Comparison comparison(pairs, schema.terms());
  for (std::size_t i = 0; i < rows.size(); ++i) comparison.add(rows[i]);
  std::vector<CenteredBoard> boards;
  for (const Pair& pair : pairs) {
    CenteredBoard board{pair.scalar, comparison.squares_of(*pair.board)};
    if (pair.equal_counts && !board.squares.empty()) boards.push_back(std::move(board));
  }
  return boards;
}

void center_boards(Weights& weights, const std::vector<CenteredBoard>& boards, int decimals) {
  for (const CenteredBoard& board : boards) {
    for (int phase = 0; phase < weights.schema.phase_count(); ++phase) center(weights, board, phase, decimals);
  }
}

void center_boards(Weights& weights, const RowSet& rows, const std::vector<bool>& chosen, int decimals) {
  center_boards(weights, centered_boards(weights.schema, rows, chosen), decimals);
}

}  // namespace hone::learn
