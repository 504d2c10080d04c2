// SPDX-License-Identifier: MIT
#include "tuner/cli/print/pool_text.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "tuner/cli/print/lines.hpp"

namespace hone::cli {

namespace {

std::string elo_text(const stats::Interval& elo) { return stats::with_error(elo, "+-"); }

std::string match_line(const run::PoolMatch& match) {
  const auto count = [&](char result) { return std::ranges::count(match.results, result); };
  const std::string faults = match.faults == 0 ? "" : fmt::format(", {} by faults of {}", match.faults, match.opponent);
  return fmt::format("{} vs {}: {} games, +{} ={} -{}{}\n", run::weights_name(match.generation), match.opponent,
                     match.results.size(), count('w'), count('d'), count('l'), faults);
}

std::string comparison_text(const run::PoolComparison& comparison) {
  const double error = 50 * (comparison.gained.high - comparison.gained.low);
  std::string text =
      labelled("Pool", fmt::format("score {:.1f} %, {} scored {:.1f} % on the same openings ({:+.1f} +- {:.1f} %)",
                                   100 * comparison.score, run::weights_name(comparison.before),
                                   100 * comparison.score_before, 100 * comparison.gained.value, error));
  if (comparison.elo) text += fmt::format("Pool Elo       {} over it (95 %)\n", elo_text(*comparison.elo));
  if (!comparison.elo) text += "Pool Elo       unknown: one of the two won or lost everything\n";
  return text;
}

}  // namespace

std::string report(const run::PoolDone& pool, int generation) {
  std::string text;
  for (const run::PoolMatch& match : pool.matches) text += match_line(match);
  for (const run::PoolRating& rating : pool.table.ratings) {
    text += fmt::format("  {:<16} {:>20} Elo, {:.1f} of {} points\n", rating.name, elo_text(rating.elo), rating.points,
                        rating.games);
  }
  for (const std::string& name : pool.table.unrated) {
    text += fmt::format("  {:<16} {:>20}\n", name, "no rating");
  }
  text += comparison_text(pool.comparison);
  if (!pool.comparison.has_fallen) return text + "Promoted\n";
  return text + fmt::format("Not promoted: gen-{:03} has surely fallen against the pool\n", generation);
}

namespace {

std::string point_line(const run::ProgressPoint& point, bool has_pool) {
  std::string line =
      fmt::format("  {:<9} {:>22}", run::weights_name(point.generation), point.home ? elo_text(*point.home) : "");
  if (has_pool) line += fmt::format("  {:>22}", point.pool ? elo_text(*point.pool) : "-");
  return line + (point.promoted ? "\n" : "  not promoted\n");
}

std::string travelled_text(const run::RunProgress& progress) {
  if (!progress.travelled) return "Travelled      unknown\n";
  const stats::Interval& share = *progress.travelled;
  return labelled("Travelled",
                  fmt::format("{:.0f} % [{:.0f} %, {:.0f} %] of the gain at home shows against the pool (95 %)",
                              100 * share.value, 100 * share.low, 100 * share.high));
}

}  // namespace

std::string report(const run::RunProgress& progress) {
  if (progress.points.size() < 2) return {};
  const bool has_pool = !progress.reference.empty();
  std::string text = fmt::format("  {:<9} {:>22}", "Elo", "home, tests added up");
  if (has_pool) text += fmt::format("  {:>22}", "pool, over " + progress.reference);
  text += '\n';
  for (const run::ProgressPoint& point : progress.points) text += point_line(point, has_pool);
  if (progress.is_direct)
    text += fmt::format("Direct         {} over the start (95 %)\n", elo_text(progress.home_gain));
  return has_pool ? text + travelled_text(progress) : text;
}

}  // namespace hone::cli
