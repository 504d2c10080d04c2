// SPDX-License-Identifier: MIT
#include "tuner/learn/fit/gauge.hpp"

#include <algorithm>
#include <map>
#include <set>
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

// Ties of one board: squares with each other, and phases with each other.
class BoardTies {
 public:
  BoardTies(const Schema& schema, const WeightConstraints& constraints, const Group& board)
      : constraints_(constraints), phases_(schema.phase_count()), board_(board) {
    for (std::size_t weight = 0; weight < constraints.lead.size(); ++weight) {
      if (constraints.lead[weight] != weight) members_[constraints.lead[weight]].push_back(weight);
    }
    for (auto& [lead, members] : members_) members.push_back(lead);
  }

  // Adds the squares that are tied to these, and to those added.
  [[nodiscard]] std::vector<int> with_tied(const std::vector<int>& squares) const {
    std::set<int> all(squares.begin(), squares.end());
    std::vector<int> left = squares;
    while (!left.empty()) {
      const int square = left.back();
      left.pop_back();
      for (int phase = 0; phase < phases_; ++phase) {
        for (const std::size_t weight : class_of(square, phase)) {
          const int term = term_of(weight);
          if (is_square(term) && all.insert(term).second) left.push_back(term);
        }
      }
    }
    return {all.begin(), all.end()};
  }

  // Whether the mean can be moved at every phase: all weights of a class then move by as much.
  [[nodiscard]] bool allow(const CenteredBoard& board) const {
    const auto stays_inside = [&](int term, int phase) {
      return std::ranges::all_of(class_of(term, phase), [&](std::size_t weight) {
        return term == board.scalar ? term_of(weight) == term : is_square(term_of(weight));
      });
    };
    for (int phase = 0; phase < phases_; ++phase) {
      if (!stays_inside(board.scalar, phase)) return false;
      for (const int square : board.squares) {
        if (!stays_inside(square, phase)) return false;
      }
    }
    for (int one = 0; one < phases_; ++one) {
      for (int other = one + 1; other < phases_; ++other) {
        if (are_phases_tied(board, one, other) && !have_one_mean(board, one, other)) return false;
      }
    }
    return true;
  }

 private:
  [[nodiscard]] std::size_t weight(int term, int phase) const {
    return static_cast<std::size_t>(term * phases_ + phase);
  }
  [[nodiscard]] int term_of(std::size_t weight) const { return static_cast<int>(weight) / phases_; }
  [[nodiscard]] bool is_square(int term) const {
    return term >= board_.first && term < board_.first + board_.shape.size();
  }
  [[nodiscard]] std::vector<std::size_t> class_of(int term, int phase) const {
    const auto found = members_.find(constraints_.lead[weight(term, phase)]);
    return found == members_.end() ? std::vector{weight(term, phase)} : found->second;
  }

  // Whether a class has weights of both phases.
  [[nodiscard]] bool are_phases_tied(const CenteredBoard& board, int one, int other) const {
    std::set<std::size_t> classes{constraints_.lead[weight(board.scalar, one)]};
    for (const int square : board.squares) classes.insert(constraints_.lead[weight(square, one)]);
    return classes.contains(constraints_.lead[weight(board.scalar, other)]) ||
           std::ranges::any_of(board.squares,
                               [&](int square) { return classes.contains(constraints_.lead[weight(square, other)]); });
  }

  // Whether every square has the same value at both.
  [[nodiscard]] bool have_one_mean(const CenteredBoard& board, int one, int other) const {
    return std::ranges::all_of(board.squares, [&](int square) {
      return constraints_.lead[weight(square, one)] == constraints_.lead[weight(square, other)];
    });
  }

  const WeightConstraints& constraints_;
  int phases_;
  const Group& board_;
  std::map<std::size_t, std::vector<std::size_t>> members_;  // of the classes of several weights, by the first
};

double mean_of(const Weights& weights, const std::vector<int>& terms, int phase) {
  double sum = 0;
  for (const int term : terms) sum += weights.at(term, phase);
  return sum / static_cast<double>(terms.size());
}

void center(Weights& weights, const CenteredBoard& board, const Weights& like, int phase, int decimals) {
  const double excess = mean_of(weights, board.squares, phase) - mean_of(like, board.squares, phase);
  const double moved = text::round_to(excess, decimals);
  const auto add = [&](int term, double amount) {
    double& value = weights.values[static_cast<std::size_t>(term * weights.schema.phase_count() + phase)];
    value = text::round_to(value + amount, decimals);
  };
  for (const int square : board.squares) add(square, -moved);
  add(board.scalar, moved);
}

}  // namespace

std::vector<CenteredBoard> centered_boards(const Schema& schema, const RowSet& rows, const std::vector<bool>& chosen,
                                           const WeightConstraints* ties) {
  std::vector<Pair> pairs = pairs_by_name(schema, chosen);
  if (pairs.empty()) return {};
  Comparison comparison(pairs, schema.terms());
  for (std::size_t i = 0; i < rows.size(); ++i) comparison.add(rows[i]);
  std::vector<CenteredBoard> boards;
  for (const Pair& pair : pairs) {
    CenteredBoard board{pair.scalar, comparison.squares_of(*pair.board)};
    if (!pair.equal_counts || board.squares.empty()) continue;
    if (ties != nullptr && ties->has_ties()) {
      const BoardTies of_board(schema, *ties, *pair.board);
      board.squares = of_board.with_tied(board.squares);
      if (!of_board.allow(board)) continue;
    }
    boards.push_back(std::move(board));
  }
  return boards;
}

void center_boards(Weights& weights, const std::vector<CenteredBoard>& boards, const Weights& like, int decimals) {
  for (const CenteredBoard& board : boards) {
    for (int phase = 0; phase < weights.schema.phase_count(); ++phase) center(weights, board, like, phase, decimals);
  }
}

}  // namespace hone::learn
