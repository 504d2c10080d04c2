// SPDX-License-Identifier: MIT
//
// MTD(f) (Plaat, Schaeffer, Pijls and de Bruin 1995) to a fixed depth: alpha-beta in null windows only, again and
// again, until the two bounds that they give meet at the value. Each pass asks whether the value is at least beta:
//
//     yes    the score is a lower bound; the next pass asks for one more
//     no     the score is an upper bound; the next pass asks for that
//
// The first question is a guess. The better it is, the fewer passes there are: two if it is right. It lives on its
// table, because a pass visits for the most part what earlier ones have visited. With a table that loses nothing every
// leaf is evaluated once at most, and, as in principal_variation_search.hpp, only those that alpha-beta would visit.
//
// From the guess +infinity it evaluates what SSS* does (Stockman 1979), and from -infinity what its dual does.
#pragma once

#include <algorithm>

#include "engine/plain/alpha_beta.hpp"

namespace hone {

template <SearchTree T>
class MtdF {
 public:
  using Table = typename Walk<T>::Table;

  explicit MtdF(T& tree, TreeRecord* record = nullptr, Table* table = nullptr)
      : tree_(tree), record_(record), table_(table) {}

  // The guess is seen by the side to move. Without a table the line is the first move alone.
  [[nodiscard]] Found<T> search(const typename T::Node& root, Depth depth, Score first_guess = 0) {
    Found<T> found;
    Score lower = -infinite_score;
    Score upper = infinite_score;
    Score guess = std::clamp(first_guess, lower, upper);
    while (lower < upper) {
      const Score beta = std::max(guess, lower + 1);
      const Found<T> pass = ask(root, depth, beta, found.counters);
      guess = pass.value;
      (guess < beta ? upper : lower) = guess;
      if (guess >= beta) found.line = pass.line;  // the first move that is good enough: the value is its value
      found.counters = pass.counters;
      found.deepest = std::max(found.deepest, pass.deepest);
    }
    found.value = guess;
    found.exact = found.counters.evaluations == 0;
    Walk<T>(tree_, nullptr, table_).extend(found.line, root, depth, 0, found.value);
    return found;
  }

 private:
  // Returns a lower bound from beta on, or an upper bound below it. The counters are the sums over all passes.
  Found<T> ask(const typename T::Node& root, Depth depth, Score beta, const SearchCounters& before) {
    const bool max = tree_.max_to_move(root);
    if (record_) record_->ask(max, max ? beta : -beta);
    Found<T> pass = AlphaBeta<T>(tree_, record_, table_).search(root, depth, {beta - 1, beta});
    pass.counters = sum(before, pass.counters);
    if (before.nodes > 0) ++pass.counters.researches;
    return pass;
  }

  T& tree_;
  TreeRecord* record_;
  Table* table_;
};

}  // namespace hone
