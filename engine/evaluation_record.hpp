// SPDX-License-Identifier: MIT
//
// What a game's extract() adds up, kept apart: how often each term counts for either player. With it the evaluation is
// shown in parts (engine/evaluation_table.hpp).
#pragma once

#include <map>
#include <vector>

#include "data/schema.hpp"
#include "games/game.hpp"

namespace hone {

// Terms of groups that are not linear are always told apart, but for those of scales and the phase, of which `first`
// is the count of both players together.
struct RecordedTerm {
  int term = 0;
  int first = 0;   // the first player's count, or the difference where the game does not tell the players apart
  int second = 0;  // minus the second player's count
};

struct EvaluationRecord {
  PhasePoint phase;
  bool sided = false;                           // the players are told apart
  std::vector<RecordedTerm> terms;              // sorted by term; those that count for a player
  std::vector<RecordedTerm> second_order = {};  // the same of groups that are not linear
};

// A feature sink (see games/game.hpp) that writes the record.
class RecordSink {
 public:
  void add(int term, int count = 1) {
    RecordedTerm& recorded = terms_[term];
    (count > 0 ? recorded.first : recorded.second) += count;
  }

  void add_squared(int /*unit*/, Side side, int term, int count = 1) {
    RecordedTerm& recorded = second_order_[term];
    (side == Side::first ? recorded.first : recorded.second) += sign(side) * count;
  }
  void add_lesser(int unit, int /*arm*/, Side side, int term, int count = 1) { add_squared(unit, side, term, count); }
  void add_scale(int term, int count = 1) { second_order_[term].first += count; }
  void add_phase(int term, int count = 1) { second_order_[term].first += count; }

  [[nodiscard]] EvaluationRecord finish(PhasePoint phase, bool sided) const {
    EvaluationRecord record{phase, sided, {}, {}};
    for (auto [term, recorded] : terms_) {
      recorded.term = term;
      if (!sided) {
        recorded.first += recorded.second;
        recorded.second = 0;
      }
      if (recorded.first != 0 || recorded.second != 0) record.terms.push_back(recorded);
    }
    for (auto [term, recorded] : second_order_) {
      recorded.term = term;
      if (recorded.first != 0 || recorded.second != 0) record.second_order.push_back(recorded);
    }
    return record;
  }

 private:
  std::map<int, RecordedTerm> terms_, second_order_;
};

}  // namespace hone
