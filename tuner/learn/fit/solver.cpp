// SPDX-License-Identifier: MIT
#include "tuner/learn/fit/solver.hpp"

#include <string>

#include "data/error.hpp"

namespace hone::learn {

namespace {

void require(bool holds, const char* bound) {
  if (!holds) throw Error(std::string("solver: ") + bound);
}

}  // namespace

void SolverOptions::validate() const {
  require(max_iterations >= 0, "max_iterations must not be negative");
  require(relative_decrease > 0, "relative_decrease must be positive");
  require(absolute_decrease >= 0, "absolute_decrease must not be negative");
  require(sufficient >= 0 && sufficient < 0.5, "sufficient must be in [0, 0.5)");
  require(noise >= 0 && noise < relative_decrease, "noise must be below relative_decrease");
  require(stride >= 1, "stride must be at least 1");
  require(reuse >= 0 && reuse < 1, "reuse must be in [0, 1)");
  require(min_damping > 0 && min_damping < max_damping, "min_damping must be positive and below max_damping");
}

const char* to_string(SolverStatus status) {
  switch (status) {
    case SolverStatus::converged:
      return "converged";
    case SolverStatus::max_iterations:
      return "max_iterations";
    case SolverStatus::no_progress:
      return "no_progress";
    case SolverStatus::not_finite:
      return "not_finite";
  }
  return "";
}

}  // namespace hone::learn
