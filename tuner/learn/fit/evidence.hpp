// SPDX-License-Identifier: MIT
//
// How hard each group of weights is to be pulled, from the data that are fitted (empirical Bayes). The weights of a
// group at a phase are taken for draws around their prior with a spread of their own, and the differences of its
// neighbours for draws around 0 with another one. The strengths are those under which the games are likeliest, weights
// averaged over (the marginal likelihood in Laplace's approximation). With S the second derivatives of one pull at
// strength 1, x the fit, R the second derivatives of all pulls, H those of loss and pulls, and q how much more games
// vary than the curvature says (game_noise.hpp), the likeliest strength s of that pull satisfies
//
//   s = q tr((R^-1 - H^-1) s S) / (x - prior)' S (x - prior),
//
// which is solved by iteration (generalised Fellner-Schall: Wood, Fasiolo, Biometrics 73, 2017; for a ridge alone
// MacKay, Neural Computation 4, 1992). Numerator and denominator are, in words, how many weights the data determine,
// and how far these lie from their priors. To both is added what one weight with the typical spread of all groups
// would give, so that a group of one weight is pulled neither infinitely hard nor not at all.
//
// The games are counted once for the strengths and once for the weights, which costs little: there are a few strengths
// for hundreds of weights. Bounds are not taken account of. Where there are too many weights for a matrix, each weight
// is judged by its own curvature, which makes pulls somewhat too strong. What parts say (back_off.hpp) is not known
// yet: strengths are those of weights that do not back off.
#pragma once

#include "tuner/learn/fit/linear_algebra.hpp"
#include "tuner/learn/fit/pull_strengths.hpp"
#include "tuner/learn/fit/solver.hpp"

namespace hone::learn {

struct FitSetup;  // tuner/learn/fit/fit_problem.hpp
class FitProblem;

// The strengths of all groups at all phases: those that the options leave to the data, beginning the search at `first`,
// and `first` times their factors for the others. x: where the fits begin, and then the fit at the strengths. Returns
// `first` as it is when there are fewer than least_games_of_strengths.
[[nodiscard]] PullStrengths find_strengths(const FitSetup& setup, const FitProblem& problem, const PullStrengths& first,
                                           const SolverObserver& observer, Vector& x);

}  // namespace hone::learn
