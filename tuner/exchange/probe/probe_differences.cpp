// SPDX-License-Identifier: MIT
#include "tuner/exchange/probe/probe_differences.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

namespace hone::exchange {

namespace {

constexpr std::int64_t far = 100;      // the largest step at least, where the bounds allow it
constexpr std::int64_t narrowing = 4;  // from one step to the next

std::int64_t largest_step(const ProbedOption& option, const StepOptions& options) {
  const std::int64_t room = std::max(option.high - option.start, option.start - option.low);
  const std::int64_t wanted = options.largest > 0 ? options.largest : std::max(far, 2 * std::abs(option.start));
  return std::min(room, wanted);
}

// The scores of one position at the ends of a step and at all values between.
class Line {
 public:
  Line(const std::map<std::int64_t, Scores>& scores, const Step& step, std::size_t position)
      : scores_(scores), step_(step), position_(position) {}

  [[nodiscard]] double slope() const {
    const double rise = at(step_.high) - at(step_.low);
    return std::isfinite(rise) ? rise / static_cast<double>(step_.high - step_.low) : 0;
  }

  // The farthest distance from the line, infinite where a number is missing.
  [[nodiscard]] double distance() const {
    double farthest = 0;
    const double first = at(step_.low), slope_here = slope();
    for (auto point = scores_.find(step_.low); point != scores_.end() && point->first <= step_.high; ++point) {
      const double run = static_cast<double>(point->first - step_.low);
      const double off = std::abs(point->second[position_] - (first + slope_here * run));
      if (!std::isfinite(off)) return std::numeric_limits<double>::infinity();
      farthest = std::max(farthest, off);
    }
    return farthest;
  }

 private:
  [[nodiscard]] double at(std::int64_t value) const { return scores_.at(value)[position_]; }

  const std::map<std::int64_t, Scores>& scores_;
  const Step& step_;
  std::size_t position_;
};

bool acts(const std::map<std::int64_t, Scores>& scores, std::size_t position) {
  const float first = scores.begin()->second[position];
  return std::ranges::any_of(scores, [&](const auto& point) { return point.second[position] != first; });
}

// The acting positions that a step puts off the line.
struct Bends {
  std::uint64_t off = 0;
  double worst = 0;
};

Bends bends_on(const std::map<std::int64_t, Scores>& scores, const Step& step, std::span<const std::uint32_t> acting,
               double tolerance) {
  Bends bends;
  for (const std::uint32_t position : acting) {
    const double distance = Line(scores, step, position).distance();
    bends.worst = std::max(bends.worst, distance);
    if (distance > tolerance) ++bends.off;
  }
  return bends;
}

}  // namespace

std::vector<Step> steps_of(const ProbedOption& option, const StepOptions& options) {
  std::vector<Step> steps;
  std::int64_t size = largest_step(option, options);
  for (int i = 0; i < options.count && size > 0; ++i, size /= narrowing) {
    const Step step{std::max(option.low, option.start - size), std::min(option.high, option.start + size)};
    if (steps.empty() || steps.back() != step) steps.push_back(step);
  }
  return steps;
}

std::vector<std::int64_t> values_of(std::span<const Step> steps, std::int64_t start) {
  std::set<std::int64_t> values;
  for (const Step& step : steps) values.insert({step.low, step.high});
  values.erase(start);
  return {values.begin(), values.end()};
}

OptionSlopes slopes_of(const std::map<std::int64_t, Scores>& scores, std::int64_t start, std::span<const Step> steps,
                       const LinearityOptions& options) {
  OptionSlopes result;
  result.step = {start, start};
  std::vector<std::uint32_t> acting;
  for (std::uint32_t position = 0; position < scores.at(start).size(); ++position) {
    if (acts(scores, position)) acting.push_back(position);
  }
  result.acting = acting.size();
  if (acting.empty()) return result;
  const auto may_be_off = static_cast<std::uint64_t>(options.share * static_cast<double>(acting.size()));
  result.linearity = Linearity::bent;
  for (const Step& step : steps) {
    const bool is_first = &step == steps.data();
    const Bends bends = bends_on(scores, step, acting, options.tolerance);
    if (is_first) result.off = bends.off, result.worst = bends.worst;
    result.step = step;
    result.still_off = bends.off;
    if (bends.off > may_be_off) continue;
    result.linearity = is_first ? Linearity::linear : Linearity::near;
    break;
  }
  for (const std::uint32_t position : acting) {
    const auto count = static_cast<float>(Line(scores, result.step, position).slope());
    if (count != 0) result.slopes.push_back({position, count});
  }
  return result;
}

}  // namespace hone::exchange
