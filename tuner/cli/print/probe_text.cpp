// SPDX-License-Identifier: MIT
#include "tuner/cli/print/probe_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "data/printable.hpp"
#include "tuner/cli/console.hpp"
#include "tuner/cli/print/lines.hpp"

namespace hone::cli {

namespace {

using exchange::Linearity;
using exchange::ProbedTerm;

std::string names_text(const exchange::ProbeSummary& summary, Linearity linearity) {
  std::vector<std::string> names;
  for (const ProbedTerm& term : summary.terms) {
    if (term.slopes.linearity == linearity) names.push_back(printable(term.option.name));
  }
  return fmt::format("{}", fmt::join(names, ", "));
}

std::uint64_t terms_with(const exchange::ProbeSummary& summary, Linearity linearity) {
  return static_cast<std::uint64_t>(
      std::ranges::count_if(summary.terms, [&](const ProbedTerm& term) { return term.slopes.linearity == linearity; }));
}

std::string off_text(const ProbedTerm& term) {
  const std::string worst = std::isfinite(term.slopes.worst) ? fmt::format("{:.0f}", term.slopes.worst) : "no number";
  return fmt::format("{:>8.1f} %{:>11}",
                     100 * static_cast<double>(term.slopes.off) / static_cast<double>(term.slopes.acting), worst);
}

// A line for each option that is not linear as far as was looked.
std::string table_of_options(const exchange::ProbeSummary& summary) {
  std::string text;
  for (const ProbedTerm& term : summary.terms) {
    const bool is_near = term.slopes.linearity == Linearity::near;
    if (!is_near && term.slopes.linearity != Linearity::bent) continue;
    const std::string range = is_near ? fmt::format("{} to {}", term.slopes.step.low, term.slopes.step.high) : "-";
    text += fmt::format("  {:<40}{}  {:>14}{}\n", printable(term.option.name), off_text(term), range,
                        term.group.empty() ? "  left out" : "");
  }
  if (text.empty()) return text;
  return fmt::format("  {:<40}{:>10}{:>11}  {:>14}\n", "not linear", "off", "worst, cp", "linear within") + text;
}

// Of an engine that prints rows.
std::string report(const exchange::ProbeSummary& summary, const exchange::PrintedCheck& check) {
  std::string text = labelled("Engine", printable(summary.engine));
  if (check.compared == 0) {
    text += labelled("Not checked", "no row says the engine's own evaluation (s=)");
  } else {
    text +=
        labelled("Checked", fmt::format("{} rows against the engine's own evaluation; {} are more than {:.3g} cp off",
                                        check.compared, check.off, summary.rounding));
  }
  if (summary.unanswered > 0) {
    text += labelled("Left out", fmt::format("{} positions of which the engine prints no row", summary.unanswered));
  }
  return text;
}

}  // namespace

std::string report(const exchange::ProbeCost& cost, int threads) {
  if (cost.seconds_each == 0) return {};  // rows are printed
  std::string text =
      fmt::format("Cost           {} evaluations ({} options, {} positions) of {:.1f} us: about {}\n", cost.evaluations,
                  cost.options, cost.positions, 1e6 * cost.seconds_each, duration_text(cost.seconds));
  if (threads > 1) text.insert(text.size() - 1, fmt::format(" on {} threads", threads));
  if (cost.evaluated > 0) text += fmt::format("Done before    {} evaluations\n", cost.evaluated);
  return text;
}

std::string report(const exchange::ProbeRound& round) {
  const std::string moves = round.moved == 0
                                ? "all values stand still"
                                : fmt::format("{} values moved, by {:.0f} at most", round.moved, round.farthest);
  const bool is_held_out = round.fit.heldout_rows > 0;
  const learn::LossPair& loss = is_held_out ? round.fit.heldout : round.fit.train;
  return labelled(fmt::format("Round {}", round.number),
                  fmt::format("{}; loss of games {}learnt from {:.6f}, before {:.6f}", moves, is_held_out ? "not " : "",
                              loss.rounded, loss.start));
}

std::string report(const exchange::ProbeSummary& summary) {
  if (summary.printed) return report(summary, *summary.printed);
  std::string text = fmt::format(
      "Engine         {}\n"
      "Options        {} linear, {} linear near the start, {} not linear, {} that never act\n",
      printable(summary.engine), terms_with(summary, Linearity::linear), terms_with(summary, Linearity::near),
      terms_with(summary, Linearity::bent), terms_with(summary, Linearity::idle));
  text += fmt::format("Rounding       scores within {:.3g} cp of a line are on it\n", summary.rounding);
  if (summary.unanswered > 0) {
    text += fmt::format("Left out       {} positions to which the engine gives no number\n", summary.unanswered);
  }
  text += table_of_options(summary);
  if (terms_with(summary, Linearity::idle) > 0) text += labelled("Never act", names_text(summary, Linearity::idle));
  return text;
}

}  // namespace hone::cli
