// SPDX-License-Identifier: MIT
#include "tuner/cli/print/refine_text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace hone::cli {
namespace {

constexpr double errors_of_interval = 1.96;

std::string gain_of(const refine::RefineStatus& status) {
  return fmt::format("{:+.1f} +- {:.1f} Elo", status.gain, errors_of_interval * status.gain_error);
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
                        each.parameter.start, each.played, each.value, errors_of_interval * each.error, each.step);
  }
  text += fmt::format("\nGames          {} of {}\nDirections     {}{}\n", 2 * status.pairs, 2 * status.planned,
                      status.directions,
                      status.idle.empty() ? "" : fmt::format("; {} parameters change no move", status.idle.size()));
  if (status.pairs > 0) {
    text += fmt::format("Perturbations  cost {:.0f} Elo\nPredicted      {}\n", status.cost, gain_of(status));
  }
  if (status.proof && status.proof->sprt) {
    text +=
        fmt::format("Last match     {} games, SPRT {}\n", status.proof->games, to_string(status.proof->sprt->verdict));
  }
  if (!status.damage.empty()) text += fmt::format("Damaged        {}\n", status.damage);
  return text;
}

}  // namespace hone::cli
