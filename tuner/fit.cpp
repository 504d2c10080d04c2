// SPDX-License-Identifier: MIT
#include "tuner/fit.hpp"

namespace hone {

const char* to_string(FitStatus status) {
  switch (status) {
    case FitStatus::converged:
      return "converged";
    case FitStatus::max_iterations:
      return "max_iterations";
    case FitStatus::no_progress:
      return "no_progress";
    case FitStatus::no_data:
      return "no_data";
  }
  return "";
}

}  // namespace hone
