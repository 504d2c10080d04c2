// SPDX-License-Identifier: MIT
#include "tuner/cli/print/refine_text.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "tuner/stats/interval.hpp"

namespace hone::cli {
namespace {

std::string gain_of(const refine::RefineStatus& status) {
  return fmt::format("{:+.1f} +- {:.1f} Elo", status.gain, stats::z95 * status.gain_error);
}

std::string last_match_text(const match::MatchSummary& match) {
  const stats::Interval elo = match.elo();
  const std::string verdict = match.sprt ? fmt::format(", SPRT {}", to_string(match.sprt->verdict)) : "";
  return fmt::format("Last match     {} games, {:+.1f} [{:+.1f}, {:+.1f}] Elo (95 %){}\n", match.games, elo.value,
                     elo.low, elo.high, verdict);
}

}  // namespace

std::string short_report(const refine::RefineStatus& status) {
  if (status.pairs == 0) return {};
  return gain_of(status) + " predicted";
}

std::string report(const refine::RefineStatus& status) {
  std::size_t width = 9;
  for (const auto& each : status.parameters) width = std::max(width, each.parameter.name.size());
  std::string text = fmt::format("{:{}} {:>7} {:>7} {:>9} {:>9} {:>7}\n", "parameter", width, "start", "result",
                                 "estimate", "+- (95 %)", "step");
  for (const auto& each : status.parameters) {
    text += fmt::format("{:{}} {:>7} {:>7} {:>9.1f} {:>9.1f} {:>7.3g}\n", each.parameter.name, width,
                        each.parameter.start, each.played, each.value, stats::z95 * each.error, each.step);
  }
  text += fmt::format("\nGames          {} of {}\nDirections     {}{}\n", 2 * status.pairs, 2 * status.planned,
                      status.directions,
                      status.idle.empty() ? "" : fmt::format("; {} parameters change no move", status.idle.size()));
  if (status.pairs > 0) {
    text += fmt::format("Perturbations  cost {:.0f} Elo\nPredicted      {}\n", status.cost, gain_of(status));
  }
  if (status.proof && status.proof->games > 0) text += last_match_text(*status.proof);
  if (!status.damage.empty()) text += fmt::format("Damaged        {}\n", status.damage);
  return text;
}

}  // namespace hone::cli
