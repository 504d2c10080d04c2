// SPDX-License-Identifier: MIT
//
// Rounds real numbers to whole ones so that a quadratic loss grows as little as possible. Rounding each for itself
// moves sums of many numbers far, and the loss of a fit depends on such sums: on the mean of a board's squares, which
// stands in for the value of the piece.
//
// The numbers are rounded one after another. After each, those that are left move to where the loss is least given
// what was rounded so far (Babai, "On Lovasz' lattice reduction and the nearest lattice point problem", 1986; Frantar
// and Alistarh, "Optimal brain compression", 2022, do the same to networks). Not only the nearest number is tried: the
// best few beginnings are kept (the K-best search of Guo and Nilsson, "Algorithm and implementation of the K-best
// sphere decoding", 2006). Then single numbers and pairs of them move by whole steps until none of these lessens the
// loss. Best is not promised: the problem is NP-hard.
#pragma once

#include "tuner/learn/fit/linear_algebra.hpp"

namespace hone::exchange {

struct GridProblem {
  learn::Matrix hessian;       // n x n, symmetric and positive semidefinite, both triangles
  learn::Vector target;        // n numbers to round
  learn::Vector lower, upper;  // n whole numbers or infinities between which the rounded ones lie

  // (x - target)' hessian (x - target) / 2
  [[nodiscard]] double loss(const learn::Vector& rounded) const;
};

// To the nearest, halves away from zero, moved to the bounds.
[[nodiscard]] learn::Vector round_each(const GridProblem& problem);

// The loss is never above that of round_each().
[[nodiscard]] learn::Vector round_together(const GridProblem& problem);

}  // namespace hone::exchange
