// SPDX-License-Identifier: MIT
#include "tuner/fit_report/enough_games.hpp"

#include <fmt/format.h>

namespace hone {

std::optional<std::string> too_few_games(std::size_t games, std::size_t weights) {
  const std::size_t wanted = games_per_weight * weights;
  if (games >= wanted) return std::nullopt;
  const double ratio = static_cast<double>(games) / static_cast<double>(weights);
  const char* const outlook =
      ratio < 2
          ? "without a strong pull towards good starting weights the result may well be worse than material values "
            "alone"
          : "many weights will be noise";
  return fmt::format("{} games for {} weights are {:.1f} a weight: {}. About {} games would do, or fewer groups", games,
                     weights, ratio, outlook, wanted);
}

}  // namespace hone
