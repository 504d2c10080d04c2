// SPDX-License-Identifier: MIT
#include "tuner/cli/print/source_worth_text.hpp"

#include <fmt/format.h>

#include <cstddef>

namespace hone::cli {

namespace {

std::string cell(const learn::SourceGain& judged) {
  if (judged.error == 0) return fmt::format("  {:>12}      ", "-");
  return fmt::format("  {:>8.0f} +- {:<6.0f}", 1e6 * judged.gain, 1e6 * judged.error);
}

std::string worth_heading(std::size_t sources, const char* first) {
  std::string text = fmt::format("  {:<10}", first);
  for (std::size_t on = 0; on < sources; ++on) text += fmt::format("  {:>12}      ", fmt::format("on [{}]", on + 1));
  return text + '\n';
}

}  // namespace

std::string source_worth_text(const learn::SourceWorth& worth, std::span<const std::string> names) {
  const std::size_t sources = worth.rows.size();
  std::string text = "What sources are worth to each other: outcome loss on games held out, in millionths\n";
  for (std::size_t i = 0; i < sources; ++i) {
    text += fmt::format("  [{}] {}: {} rows of {} games, {} of them held out\n", i + 1, names[i], worth.rows[i],
                        worth.games[i], worth.held_out[i]);
  }
  text += "  Loss under the start less that of a fit to one source (standard error by game; more is better):\n";
  text += worth_heading(sources, "fit to");
  for (std::size_t from = 0; from < sources; ++from) {
    text += fmt::format("  {:<10}", fmt::format("[{}]", from + 1));
    for (std::size_t on = 0; on < sources; ++on) text += cell(worth.gains[from][on]);
    text += '\n';
  }
  text += "  What a source adds to the others: loss of a fit to all but it less that of a fit to all:\n";
  text += worth_heading(sources, "adding");
  for (std::size_t out = 0; out < sources; ++out) {
    text += fmt::format("  {:<10}", fmt::format("[{}]", out + 1));
    for (std::size_t on = 0; on < sources; ++on) {
      text += cell(worth.adds[on][out]);
    }
    text += '\n';
  }
  return text;
}

}  // namespace hone::cli
