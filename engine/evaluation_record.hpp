// SPDX-License-Identifier: MIT
//
// What a game's extract() adds up, kept apart: how often each term counts for either player. With it the evaluation is
// shown in parts (engine/evaluation_table.hpp).
#pragma once

#include <map>
#include <vector>

#include "data/schema.hpp"

namespace hone {

struct RecordedTerm {
  int term = 0;
  int first = 0;   // the first player's count, or the difference where the game does not tell the players apart
  int second = 0;  // minus the second player's count
};

struct EvaluationRecord {
  PhasePoint phase;
  bool sided = false;               // the players are told apart
  std::vector<RecordedTerm> terms;  // sorted by term; those that count for a player
};

// A feature sink (see games/game.hpp) that writes the record.
class RecordSink {
 public:
  void add(int term, int count = 1) {
    RecordedTerm& recorded = terms_[term];
    (count > 0 ? recorded.first : recorded.second) += count;
  }

  [[nodiscard]] EvaluationRecord finish(PhasePoint phase, bool sided) const {
    EvaluationRecord record{phase, sided, {}};
    for (auto [term, recorded] : terms_) {
      recorded.term = term;
      if (!sided) {
        recorded.first += recorded.second;
        recorded.second = 0;
      }
      if (recorded.first != 0 || recorded.second != 0) record.terms.push_back(recorded);
    }
    return record;
  }

 private:
  std::map<int, RecordedTerm> terms_;
};

}  // namespace hone
