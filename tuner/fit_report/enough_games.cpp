// SPDX-License-Identifier: MIT
#include "tuner/fit_report/enough_games.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "tuner/fit/group_patterns.hpp"

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

std::optional<std::string> too_few_games(const RowSet& rows, const Schema& schema, const FitOptions& options) {
  const std::vector<bool> chosen = terms_of_groups(schema, options.groups);
  const auto stages = static_cast<std::size_t>(schema.stage_count());
  std::vector<bool> seen(static_cast<std::size_t>(schema.weights()));
  for (std::size_t number = 0; number < rows.chunks(); ++number) {
    const RowChunk chunk = rows.chunk(number);
    for (std::size_t i = 0; i < chunk.size(); ++i) {
      const RowView row = chunk[i];
      for (const std::uint16_t term : row.entries.terms()) {
        if (!chosen[term]) continue;
        seen[term * stages + row.stage.lower] = true;
        if (row.stage.step > 0) seen[term * stages + row.stage.lower + 1] = true;
      }
    }
    rows.release(number);
  }
  const double games = (1 - options.holdout) * static_cast<double>(rows.games());
  return too_few_games(static_cast<std::size_t>(games),
                       static_cast<std::size_t>(std::count(seen.begin(), seen.end(), true)));
}

}  // namespace hone
