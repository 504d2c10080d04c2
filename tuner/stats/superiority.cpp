// SPDX-License-Identifier: MIT
#include "tuner/stats/superiority.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "tuner/stats/sample.hpp"

namespace hone::stats {

namespace {

// With more decided units than these the normal distribution is exact to 1e-5.
constexpr std::uint64_t most_turned = 1000;

// The chances of 0 to n heads of n coins, by their ratios from the middle outwards, where the largest is.
std::vector<double> chances_of_heads(std::size_t coins) {
  std::vector<double> chances(coins + 1, 1.0);
  for (std::size_t i = coins / 2; i < coins; ++i) {
    chances[i + 1] = chances[i] * static_cast<double>(coins - i) / static_cast<double>(i + 1);
  }
  for (std::size_t i = coins / 2; i > 0; --i) {
    chances[i - 1] = chances[i] * static_cast<double>(i) / static_cast<double>(coins - i + 1);
  }
  const double sum = std::accumulate(chances.begin(), chances.end(), 0.0);
  for (double& chance : chances) chance /= sum;
  return chances;
}

// The chance of less than that many heads, with half of the chance of just as many.
double chance_below(const std::vector<double>& chances, double heads) {
  double sum = 0;
  for (std::size_t i = 0; i < chances.size() && static_cast<double>(i) <= heads; ++i) {
    sum += static_cast<double>(i) < heads ? chances[i] : chances[i] / 2;
  }
  return sum;
}

// Units that were won or lost by one point, and by two points.
struct Decided {
  std::uint64_t lost = 0, won = 0, lost_by_two = 0, won_by_two = 0;

  [[nodiscard]] double lead() const {
    return static_cast<double>(won) - static_cast<double>(lost) +
           2 * (static_cast<double>(won_by_two) - static_cast<double>(lost_by_two));
  }
  [[nodiscard]] double squares() const {
    return static_cast<double>(won) + static_cast<double>(lost) +
           4 * (static_cast<double>(won_by_two) + static_cast<double>(lost_by_two));
  }
};

// The lead is 2 ones - n + 2 (2 twos - m), with `ones` and `twos` the heads of n and m coins.
double share_below(const Decided& decided) {
  const auto ones = chances_of_heads(decided.won + decided.lost);
  const auto twos = chances_of_heads(decided.won_by_two + decided.lost_by_two);
  const double found = static_cast<double>(decided.won) + 2 * static_cast<double>(decided.won_by_two);
  double sum = 0;
  for (std::size_t i = 0; i < twos.size(); ++i) sum += twos[i] * chance_below(ones, found - 2 * static_cast<double>(i));
  return std::min(sum, 1.0);  // rounding may lead beyond
}

double superiority_of(const Decided& decided) {
  if (decided.squares() == 0) return 0.5;
  if (decided.squares() > 4 * most_turned) return normal_cdf(decided.lead() / std::sqrt(decided.squares()));
  return share_below(decided);
}

}  // namespace

double superiority(const Pentanomial& results) {
  const auto& [lost_by_two, lost, drawn, won, won_by_two] = results.pairs;
  if (results.count() == 0) return std::numeric_limits<double>::quiet_NaN();
  return superiority_of({lost, won, lost_by_two, won_by_two});
}

double superiority(const Trinomial& results) {
  if (results.count() == 0) return std::numeric_limits<double>::quiet_NaN();
  return superiority_of({results.losses, results.wins, 0, 0});
}

}  // namespace hone::stats
