// SPDX-License-Identifier: MIT
//
// Whether labels agree with the pieces on the board. Whoever leads by the worth of a pawn and a half in a quiet
// position wins far more often than not, and searches say so too. Labels of the side to move that are taken for the
// first player's agree where the first player is to move, and say the opposite where the second is. Of chess alone: in
// othello who has more discs is often behind, and positions of other games come from hone itself.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>

#include "engine/game_driver.hpp"
#include "tuner/formats/labels.hpp"

namespace hone::formats {

// How often labels name the side that leads, and the other, by the side to move.
struct LabelAgreement {
  std::array<std::uint64_t, 2> agree = {}, oppose = {};

  // In standard deviations of a label that knows nothing of the board; 0 for less than 20 labels.
  [[nodiscard]] double z(Side mover) const;
};

class LabelCheck {
 public:
  explicit LabelCheck(const GameDriver& driver);

  // Takes a position into account that its game can read; others say nothing.
  void add(const LabelledPosition& position);

  // What is wrong with the labels, given the views in which they were taken, and how to say it right; empty when
  // nothing is. Where views were guessed, labels must agree so clearly that there is no doubt.
  [[nodiscard]] std::string fault(const ReadAs& as) const;

 private:
  const GameDriver& driver_;
  std::unique_ptr<Engine> engine_;
  LabelAgreement results_, scores_;
  bool is_guessed_ = false;
};

}  // namespace hone::formats
