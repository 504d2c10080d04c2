// SPDX-License-Identifier: MIT
//
// The evaluation of a position in parts: by group and by term, for either player, and at each of the two phases between
// which the position lies. Whoever writes features debugs with it.
//
//   count x weight = share of a term at a phase, in centi-units, seen by the first player
//
// The shares add up to those of the groups and to the total, and the total, interpolated between the phases, is the
// evaluation. It is rounded toward zero, once. So that scores add up as well, that of a part is what the rounded sum
// grows by when the part is added to those above it; it is off by less than a centi-unit.
//
// Groups that are not linear come after the others (data/second_order.hpp): each unit is a part with what its squares
// or its lesser sums come to, then the scale with what it changes, then the phase terms, which are counted in the place
// between the phases. The numbers of their terms are count x weight, in their own units, and add up to the sums that
// these are made of.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "data/weights.hpp"
#include "engine/evaluation_record.hpp"

namespace hone {

// At the lower and the upper phase; they are the same where the game has only one.
struct PhaseShares {
  int lower = 0, upper = 0;

  friend PhaseShares operator+(PhaseShares a, PhaseShares b) { return {a.lower + b.lower, a.upper + b.upper}; }
  friend bool operator==(const PhaseShares&, const PhaseShares&) = default;
};

struct EvaluationPart {
  std::string name;                    // of a group, "mobility.knight", or of a term, "mobility.knight[3]"
  std::string square;                  // that the term is about, "b3"; or empty
  std::array<int, 2> counts{};         // of a term, as in the record
  std::array<PhaseShares, 2> sides{};  // the first player's and the second's
  int score = 0;

  [[nodiscard]] PhaseShares sum() const { return sides[0] + sides[1]; }
};

struct EvaluationGroup {
  EvaluationPart part;
  std::vector<EvaluationPart> terms;  // those that count here
};

struct EvaluationTable {
  std::vector<std::string> phases;      // the names of the two phases, or of the only one
  int step = 0, steps = 1;              // value = (lower * (steps - step) + upper * step) / steps
  bool sided = false;                   // the players are told apart; otherwise all shares are among the first player's
  std::vector<EvaluationGroup> groups;  // the linear ones with a term that counts here
  // The units ("danger squared"), the scale and the phase, where a term of theirs with a weight counts here. Only
  // the parts add up to the total; `step` and `steps` are those after the phase was moved.
  std::vector<EvaluationGroup> second_order = {};
  EvaluationPart total;  // its score is the evaluation seen by the first player, before it is clamped
};

[[nodiscard]] EvaluationTable evaluation_table(const Weights& weights, const EvaluationRecord& record);

// Returns lines for people; what is worth nothing at either phase is left out, and terms where only groups are wanted.
[[nodiscard]] std::string to_text(const EvaluationTable& table, bool with_terms = true);

}  // namespace hone
