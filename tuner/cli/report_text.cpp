// SPDX-License-Identifier: MIT
#include "tuner/cli/report_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <numbers>
#include <vector>

namespace hone {
namespace {

double percent(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0.0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

std::string reasons_text(const PlayTally& tally) {
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < tally.reasons.size(); ++i) {
    if (tally.reasons[i] > 0)
      parts.push_back(fmt::format("{} {}", to_string(static_cast<EndReason>(i)), tally.reasons[i]));
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string adjudication_text(const PlayTally& tally) {
  if (tally.verified == 0) return {};
  return fmt::format("Adjudication   {} games played on, {} ended otherwise ({:.1f} %)\n", tally.verified,
                     tally.misjudged, percent(tally.misjudged, tally.verified));
}

std::string duplicates_text(const PlayTally& tally) {
  if (tally.duplicates == 0) return {};
  return fmt::format("Repeated games {} of {}\n", tally.duplicates, tally.games);
}

std::string loss_text(const char* name, const LossPair& loss) {
  return fmt::format("{:<15}{:.6f} -> {:.6f}, rounded {:.6f}\n", name, loss.start, loss.fitted, loss.rounded);
}

std::string llr_text(const SprtState& state) {
  return fmt::format("LLR {:.2f} ({:.2f}, {:.2f})", state.llr, state.lower, state.upper);
}

}  // namespace

std::string report(const SelfPlaySummary& summary) {
  const PlayTally& tally = summary.tally;
  return fmt::format(
             "Games          {} recorded, {} searched plies\n"
             "Results        first player won {}, drawn {}, lost {}\n"
             "Ends           {}\n",
             summary.recorded, tally.plies, tally.results.wins, tally.results.draws, tally.results.losses,
             reasons_text(tally)) +
         duplicates_text(tally) + adjudication_text(tally);
}

std::string report(const SamplingSummary& summary) {
  std::string text = fmt::format(
      "Positions      {} of {} games: {} early, {} in check, {} decided, {} not quiet, {} passed over, {} repeated\n"
      "Rows           {}\n",
      summary.positions, summary.games, summary.early, summary.in_check, summary.decided, summary.noisy,
      summary.passed_over, summary.duplicates, summary.rows);
  if (summary.unnamed > 0) {
    text += fmt::format(
        "Beware         {} positions do not say which game they are from: each counts as a game of its own, so that\n"
        "               the hold-out may know games learnt from, and errors by game are too small\n",
        summary.unnamed);
  }
  return text;
}

std::string report(const FitSummary& summary) {
  std::string text = fmt::format(
      "Trained on     {} rows of {} games; held out {} rows of {} games\n"
      "Scale          K = {:.4f} (base 10), {:.4f} (base e)\n",
      summary.rows, summary.games, summary.heldout_rows, summary.heldout_games, summary.k,
      summary.k * std::numbers::ln10);
  text += loss_text("Training loss", summary.train);
  if (summary.heldout_games > 0) {
    text += loss_text("Held-out loss", summary.heldout);
    text += fmt::format("Held-out gain  {:.6f} +- {:.6f} (standard error by game)\n", summary.heldout_gain,
                        summary.heldout_gain_error);
  }
  return text + fmt::format("Weights        {} fitted, {} without data; {} after {} iterations\n",
                            summary.fitted_weights, summary.unseen_weights, to_string(summary.status),
                            summary.iterations);
}

std::string report(const MatchResult& result) {
  const Estimate& strength = result.estimate;
  std::string text = fmt::format(
      "{} vs {}: {} games, +{} ={} -{}, score {:.1f} %\n"
      "Elo            {:+.1f} +- {:.1f} (95 %), nElo {:+.1f} +- {:.1f}, LOS {:.1f} %\n"
      "Ptnml(0-2)     [{}], draw ratio {:.1f} %\n",
      result.players[0], result.players[1], result.results.count(), result.results.wins, result.results.draws,
      result.results.losses, 100 * strength.score, strength.elo, strength.elo_error, strength.nelo, strength.nelo_error,
      100 * strength.los, fmt::join(result.pairs.pairs, ", "), 100 * result.draw_ratio());
  if (result.sprt)
    text += fmt::format("SPRT           {}: {}\n", llr_text(*result.sprt), to_string(result.sprt->verdict));
  return text + fmt::format("Ends           {}\n", reasons_text(result.tally)) + duplicates_text(result.tally) +
         adjudication_text(result.tally);
}

std::string short_report(const MatchResult& result) {
  const std::string elo = fmt::format("{:+.1f} +- {:.1f} Elo", result.estimate.elo, result.estimate.elo_error);
  return result.sprt ? elo + ", " + llr_text(*result.sprt) : elo;
}

}  // namespace hone
