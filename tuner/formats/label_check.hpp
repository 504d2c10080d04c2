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
#include <optional>
#include <string>

#include "engine/game_driver.hpp"
#include "tuner/formats/labels.hpp"

namespace hone::formats {

// How often labels name the side that leads, and the other, with one side to move. Positions of one game
// are counted as one piece of evidence: those of a number, or those that follow one another with the same result and
// the move numbers of a game.
class LabelAgreement {
 public:
  void add(bool agrees);
  void end_run();  // the next label is of another game

  [[nodiscard]] std::uint64_t agree() const { return agree_; }
  [[nodiscard]] std::uint64_t oppose() const { return oppose_; }
  // In standard deviations of labels that know nothing of the board; 0 for less than 20 runs.
  [[nodiscard]] double z() const;

 private:
  std::uint64_t agree_ = 0, oppose_ = 0, runs_ = 0;
  double run_ = 0, sum_ = 0, squares_ = 0;  // labels that agree less those that oppose, of this run and of all
};

using AgreementBySide = std::array<LabelAgreement, 2>;  // by the side to move

class LabelCheck {
 public:
  explicit LabelCheck(const GameDriver& driver);

  // Takes a position into account that its game can read; others say nothing.
  void add(const LabelledPosition& position);

  // What is wrong with the labels, given the views in which they were taken, and how to say it right; empty when
  // nothing is. Where views were guessed, labels must agree so clearly that there is no doubt.
  [[nodiscard]] std::string fault(const ReadAs& as) const;
  // Whether anything was guessed.
  [[nodiscard]] bool is_guessed() const { return is_result_guessed_ || is_score_guessed_; }

 private:
  void begin_run(const LabelledPosition& position, Side mover);

  const GameDriver& driver_;
  std::unique_ptr<Engine> engine_;
  AgreementBySide results_, scores_;
  std::optional<double> target_;  // of the position before
  std::optional<std::uint32_t> game_;
  std::optional<int> ply_;
  bool is_result_guessed_ = false, is_score_guessed_ = false;
};

}  // namespace hone::formats
