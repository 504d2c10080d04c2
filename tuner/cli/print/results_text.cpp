// SPDX-License-Identifier: MIT
#include "tuner/cli/print/results_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numbers>
#include <vector>

#include "engine/game_end.hpp"
#include "tuner/cli/print/lines.hpp"
#include "tuner/cli/print/match_text.hpp"
#include "tuner/learn/fit/worse_fit.hpp"
#include "tuner/match/standings.hpp"
#include "tuner/stats/sprt_option.hpp"

namespace hone::cli {

namespace {

std::string adjudication_text(const stats::PlayTally& tally) {
  const auto line = [](const char* kind, const stats::AdjudicationCheck& check) {
    if (check.played_on == 0) return std::string();
    return fmt::format("Adjudication   {} wrong: {}, 95 %\n", kind, stats::to_string(check));
  };
  return line("resignations", tally.checks.resignations) + line("draws", tally.checks.draws);
}

std::string duplicates_text(const stats::PlayTally& tally) {
  if (tally.duplicates == 0) return {};
  return fmt::format("Repeated games {} of {}\n", tally.duplicates, tally.games);
}

// What counts as evidence, and what repeats earlier games: pairs, or games in a tournament of single games.
std::string repetition_of(const match::PairingResults& pairing, const std::string& players) {
  const auto& [games, pairs, distinct_games, distinct_pairs] = pairing.results;
  const bool by_pairs = pairs.count() > 0;
  const std::uint64_t all = by_pairs ? pairs.count() : games.count();
  const std::uint64_t repeated = all - (by_pairs ? distinct_pairs.count() : distinct_games.count());
  if (repeated == 0) return {};
  return fmt::format("Repeated {} {} of {} of {}: points only, no part of Elo, LOS and SPRT\n",
                     by_pairs ? "pairs" : "games", repeated, all, players);
}

std::string repetition_text(const match::TournamentResult& result) {
  std::string text;
  for (const match::PairingResults& pairing : result.standings.pairings()) {
    const auto& [first, second] = pairing.players;
    text += repetition_of(pairing, fmt::format("{} and {}", result.player(first).name, result.player(second).name));
  }
  return text;
}

bool is_open(const match::TournamentResult& result) {
  return !result.sprt || result.sprt->verdict == stats::SprtVerdict::undecided;
}

// Why a tournament has fewer games than it was allowed.
std::string length_text(const match::TournamentResult& result) {
  if (result.suite_ends == 0) {
    return result.planned == result.asked || !is_open(result)
               ? ""
               : fmt::format("Planned        {} of at most {} games, in whole rounds\n", result.planned, result.asked);
  }
  if (result.tally().games < result.planned || !is_open(result)) return {};
  return fmt::format(
      "Ended          after {} openings, which is all there are: these players would play\n"
      "               them again as before. More openings (--openings) tell more\n",
      result.suite_ends);
}

std::string unused_text(const match::TournamentResult& result) {
  if (result.unused == 0) return {};
  return fmt::format("Record         holds {} more games, which do not count here; --truncate cuts them\n",
                     result.unused);
}

std::string winner_text(const match::Standings& standings) {
  const auto winner = standings.winner();
  return winner ? fmt::format("Winner         {}\n", standings.players()[*winner].name) : "";
}

std::string failures_of(const match::PlayerResults& player, const ProtocolWarnings& warnings) {
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < player.lost_by.size(); ++i) {
    const auto reason = static_cast<EndReason>(i);
    if (is_failure(reason) && player.lost_by[i] > 0) {
      parts.push_back(fmt::format("{} {}", to_string(reason), player.lost_by[i]));
    }
  }
  if (warnings.count > 0) parts.push_back(fmt::format("{} warnings, as \"{}\"", warnings.count, warnings.first));
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string failures_text(const match::TournamentResult& result) {
  std::string text;
  for (std::size_t i = 0; i < result.warnings.size(); ++i) {
    const std::string failures = failures_of(result.player(i), result.warnings[i]);
    if (!failures.empty()) text += fmt::format("Failures       {}: {}\n", result.player(i).name, failures);
  }
  if (!result.broken_off.empty()) text += fmt::format("Broken off     {}; --recover goes on\n", result.broken_off);
  return text;
}

std::string loss_text(const char* name, const learn::LossPair& loss) {
  return fmt::format("{:<15}{:.6f} -> {:.6f}, rounded {:.6f}\n", name, loss.start, loss.fitted, loss.rounded);
}

// An error needs games: those of a hold-out in which a few weigh nearly everything are worth no more than these few.
std::string gain_text(const learn::FitSummary& summary) {
  constexpr double least_games = 10;
  std::string text = fmt::format("Held-out gain  {:.6f}", summary.heldout_gain);
  if (summary.heldout_gain_error > 0) {
    text += fmt::format(" +- {:.6f} (standard error by game)", summary.heldout_gain_error);
  }
  if (summary.heldout_effective_games < least_games) {
    text += fmt::format("; worth {:.1f} games: too few to tell", summary.heldout_effective_games);
  }
  return text + "\n";
}

// "0.001 (+0.000012 +- 0.000004)": how much worse than the strength chosen.
std::string point_text(const learn::RidgePoint& point) {
  if (point.excess == 0 && point.excess_error == 0) return fmt::format("{:.3g} ({:.6f})", point.ridge, point.loss);
  return fmt::format("{:.3g} ({:+.6f} +- {:.6f})", point.ridge, point.excess, point.excess_error);
}

std::string carried_text(const learn::FitSummary& summary) {
  if (summary.carried_share == 0 && summary.share_path.empty()) return {};
  std::string text = fmt::format("Carried on     {:.2g} of what came before, worth {:.0f} games", summary.carried_share,
                                 summary.carried_games);
  if (!summary.share_path.empty()) text += "; on the games that chose";
  for (const learn::SharePoint& point : summary.share_path) {
    text += fmt::format(" {:.2g}: {:.6f}", point.share, point.loss);
    if (point.excess_error > 0) text += fmt::format(" ({:+.6f} +- {:.6f})", point.excess, point.excess_error);
  }
  if (summary.few_for_share) text += "; too few games to choose the share";
  return text + "\n";
}

// That `auto` found nothing.
std::string few_games_text(const learn::FitSummary& summary) {
  if (!summary.few_for_strengths) return {};
  return labelled("Pull",
                  fmt::format("too few games to find strengths from, which takes {} to learn from: ridge {:.3g}, "
                              "smoothness {:.3g}",
                              learn::least_games_of_strengths, summary.ridge, summary.strengths.smooth));
}

std::string ridge_text(const learn::FitSummary& summary) {
  if (summary.ridge_path.empty()) return {};
  const bool are_factors = summary.ridge_path.front().ridge > 1;  // a path of ridges begins at 1
  const auto chosen = std::ranges::min_element(summary.ridge_path, {}, &learn::RidgePoint::loss);
  std::vector<std::string> points;
  for (const learn::RidgePoint& point : summary.ridge_path) points.push_back(point_text(point));
  return labelled(
      are_factors ? "Pull, times" : "Ridge",
      fmt::format("{:.3g} chosen by its mean loss in five folds of the training games. Loss, or how much more "
                  "by game: {}",
                  chosen->ridge, fmt::join(points, ", ")));
}

std::string back_off_text(const learn::FitSummary& summary) {
  if (summary.strengths.back_off == 0) return {};
  std::string text = fmt::format("Back-off       {:.3g}: weights of patterns are pulled to what their parts say",
                                 summary.strengths.back_off);
  std::vector<std::string> points;
  for (const learn::RidgePoint& point : summary.back_off_path) points.push_back(point_text(point));
  if (!points.empty()) text += fmt::format("; in five folds {}", fmt::join(points, ", "));
  return text + "\n";
}

// What was found from the data, a line for each group.
std::string pulls_text(const learn::FitSummary& summary) {
  if (summary.pulls.empty()) return {};
  std::string text = "Pull by group  ridge, and smoothness of neighbours, at each stage\n";
  for (std::size_t i = 0; i < summary.pulls.size(); ++i) {
    const learn::NamedPull& pull = summary.pulls[i];
    const bool is_new = i == 0 || summary.pulls[i - 1].group != pull.group;
    if (is_new) text += fmt::format("{}  {:<22}", i == 0 ? "" : "\n", pull.group);
    text += fmt::format("  {} {:.2g}", pull.phase, pull.ridge);
    if (pull.smooth > 0) text += fmt::format(", {:.2g}", pull.smooth);
  }
  return text + "\n";
}

std::string change_text(const learn::LossChange& loss) {
  return fmt::format("{:.6f} -> {:.6f}", loss.start, loss.fitted);
}

// What the target is, if not the outcomes that the losses above are of.
std::string target_text(const learn::FitSummary& summary) {
  if (summary.target == learn::to_string(learn::Target())) return {};
  std::string text = fmt::format("Target         {}; scores have K = {:.4f}\n", summary.target, summary.score_k);
  if (summary.heldout_by_phase.empty()) return text;
  text += "Held-out loss  of outcomes            of the target          of searched scores\n";
  for (const learn::HeldoutLosses& phase : summary.heldout_by_phase) {
    if (phase.rows == 0) {
      text += fmt::format("  {:<12} none\n", phase.phase);
      continue;
    }
    text += fmt::format("  {:<12} {}   {}   {}\n", phase.phase, change_text(phase.outcome), change_text(phase.target),
                        phase.score ? change_text(*phase.score) : "-");
  }
  return text;
}

// What to compare fits by, before everything else.
std::string telling_text(const learn::FitSummary& summary) {
  const learn::HeldoutLosses* losses = learn::telling_losses(summary.heldout_by_phase);
  if (losses == nullptr) return {};
  const learn::LossChange& outcome = losses->outcome;
  std::string text = fmt::format("Compare by     held-out loss of outcomes{} {}, better by {:.6f}",
                                 losses->phase == "all" ? "" : fmt::format(" in {}", losses->phase),
                                 change_text(outcome), outcome.start - outcome.fitted);
  if (outcome.gain_error > 0) text += fmt::format(" +- {:.6f}", outcome.gain_error);
  return text + "\n";
}

// How the part that is not linear was found.
std::string second_order_text(const learn::FitSummary& summary) {
  if (!summary.second_order) return {};
  const learn::SecondOrderSummary& found = *summary.second_order;
  std::string text = fmt::format("Not linear     {} tangents, the last moved a weight by {:.1e} of its size",
                                 found.tangents, found.last_move);
  if (found.refused > 0) text += fmt::format("; {} steps were refused", found.refused);
  if (found.optima.empty()) return text + "\n";
  text += fmt::format("\nRandom starts  {}: ", found.starts);
  if (found.optima.size() == 1) {
    return text + fmt::format("all end in one optimum, weights within {:.1e}\n", found.optima.front().spread);
  }
  const bool converged = std::ranges::all_of(found.optima, &learn::Optimum::converged);
  text += fmt::format("{} {}; taken is the best\n", found.optima.size(), converged ? "optima" : "ends");
  for (const learn::Optimum& optimum : found.optima) {
    text += fmt::format("  objective {:.9f}  {} {}", optimum.objective, optimum.starts,
                        optimum.starts == 1 ? "start" : "starts");
    if (optimum.of_given_start) text += optimum.starts == 1 ? ", the given one" : " with the given one";
    if (optimum.starts > 1) text += fmt::format(", weights within {:.1e}", optimum.spread);
    text += optimum.converged ? "\n" : ", still moving\n";
  }
  return text;
}

// What holds beside the games.
std::string constraints_text(const learn::FitSummary& summary) {
  const bool is_tied = summary.fitted_classes != summary.fitted_weights;
  if (!is_tied && summary.fixed_weights == 0 && summary.weights_at_bound == 0) return {};
  return fmt::format("Constraints    {} weights in {} classes, {} fixed, {} at a bound\n", summary.fitted_weights,
                     summary.fitted_classes, summary.fixed_weights, summary.weights_at_bound);
}

std::string llr_text(const stats::SprtState& state) {
  return fmt::format("LLR {:.2f} ({:.2f}, {:.2f})", state.llr, state.lower, state.upper);
}

// "+12.3 +- 4.5 (95 %)"; a single bound has all of the 5 % beyond it.
std::string interval_text(const stats::Interval& interval) {
  return stats::with_error(interval, "+-") + (interval.is_known() ? " (95 %)" : "");
}

std::string strength_text(const match::Results& results) {
  if (results.games.count() == 0) return "Elo            unknown, as there are no games\n";
  const stats::Estimate strength = results.estimate();
  return fmt::format(
      "Elo            {}, LOS {:.1f} %\n"
      "nElo           {}, in normalised Elo\n",
      interval_text(strength.elo), 100 * strength.los, interval_text(strength.nelo));
}

std::string corrected_text(const stats::StoppedEstimate& corrected) {
  if (!corrected.elo.is_known()) return {};
  return fmt::format(
      "Corrected      Elo {}, nElo {}\n"
      "               (95 %), as the test decided when to stop\n",
      stats::with_error(corrected.elo, "+-"), stats::with_error(corrected.nelo, "+-"));
}

// The share of drawn games, which is not the share of drawn pairs that other runners show beside the pairs.
std::string pairs_text(const stats::Pentanomial& pairs, double drawn) {
  if (pairs.count() == 0) return fmt::format("Drawn games    {:.1f} %\n", 100 * drawn);
  return fmt::format("Ptnml(0-2)     [{}], drawn games {:.1f} %\n", fmt::join(pairs.pairs, ", "), 100 * drawn);
}

std::string match_text(const match::TournamentResult& result) {
  const match::Results& results = result.player(0).results;
  const stats::Trinomial& games = results.games;
  const stats::Pentanomial& pairs = results.pairs;
  const double half_points = 2 * static_cast<double>(games.wins) + static_cast<double>(games.draws);
  std::string text = fmt::format(
      "{} vs {}: {} games, +{} ={} -{}, score {}\n"
      "{}"
      "{}",
      result.player(0).name, result.player(1).name, games.count(), games.wins, games.draws, games.losses,
      games.count() == 0 ? "unknown" : fmt::format("{:.1f} %", 50 * half_points / static_cast<double>(games.count())),
      strength_text(results), pairs_text(pairs, result.draw_ratio()));
  if (result.sprt) {
    text += fmt::format("SPRT           {} {}: {}\n", llr_text(*result.sprt), stats::bounds_text(*result.test),
                        stats::to_string(result.sprt->verdict));
  }
  if (result.corrected) text += corrected_text(*result.corrected);
  return text;
}

// Below the standings.
constexpr const char* units_text = "Elo against the field; nElo is normalised Elo; errors at 95 %, > and < bounds\n\n";

std::string leader_text(const match::Standings& standings) {
  const match::PlayerResults& leader = standings.players()[standings.ranking().front()];
  return fmt::format("{} leads with {} of {}", leader.name, leader.results.points(), leader.results.games.count());
}

std::string ends_text(const stats::ReasonCounts& counts) { return labelled("Ends", reasons_text(counts)); }

}  // namespace

double percent(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0.0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

std::string reasons_text(const stats::ReasonCounts& counts) {
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (counts[i] > 0) parts.push_back(fmt::format("{} {}", to_string(static_cast<EndReason>(i)), counts[i]));
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string report(const play::SelfPlaySummary& summary) {
  const stats::PlayTally& tally = summary.tally;
  return fmt::format(
             "Games          {} recorded, {} searched plies\n"
             "Results        first player won {}, drawn {}, lost {}\n",
             summary.recorded, tally.plies, tally.results.wins, tally.results.draws, tally.results.losses) +
         ends_text(tally.reasons) + duplicates_text(tally) + adjudication_text(tally);
}

std::string report(const learn::SamplingSummary& summary) {
  std::string text = fmt::format(
      "Positions      {} of {} games: {} early, {} in check, {} decided,\n"
      "               {} not quiet, {} passed over, {} repeated\n"
      "Rows           {}\n",
      summary.positions, summary.games, summary.early, summary.in_check, summary.decided, summary.noisy,
      summary.passed_over, summary.duplicates, summary.rows);
  if (summary.searches > 0) {
    text += fmt::format("Inside         {} rows from inside {} searches\n", summary.tree_rows, summary.searches);
  }
  if (summary.further > 0) text += fmt::format("Further        {} positions along variations\n", summary.further);
  if (summary.unfinished > 0) text += fmt::format("Left out       {} games without a result\n", summary.unfinished);
  if (summary.bad > 0) text += fmt::format("Skipped        {} bad lines or games\n", summary.bad);
  return text + unnamed_warning(summary.unnamed, "positions");
}

std::string unnamed_warning(std::uint64_t count, std::string_view what) {
  if (count == 0) return {};
  return fmt::format(
      "Beware         {} {} do not say which game they are from: each\n"
      "               counts as a game of its own, so that the hold-out may know games\n"
      "               learnt from, and errors by game are too small\n",
      count, what);
}

std::string worse_text(const learn::FitSummary& summary) {
  const std::optional<std::string> worse = learn::worse_than_start(summary);
  return worse ? labelled("Beware", *worse) : std::string();
}

std::string report(const learn::FitSummary& summary) {
  std::string text = worse_text(summary) + telling_text(summary);
  text += fmt::format(
      "Trained on     {} rows of {} games; held out {} rows of {} games\n"
      "Scale          K = {:.4f} (base 10), {:.4f} (base e)\n",
      summary.rows, summary.games, summary.heldout_rows, summary.heldout_games, summary.k,
      summary.k * std::numbers::ln10);
  if (summary.k_at_limit) {
    text +=
        "Beware         the starting weights hardly predict the outcomes, or the wrong\n"
        "               way round: K is at the end of its range; start from others or\n"
        "               say --k\n";
  }
  if (summary.k_ran_away()) {
    text += fmt::format(
        "Beware         K is unusual (about 1 is usual), or not that of the fitted\n"
        "               weights, {:.4f}: the starting ones hardly predict the outcomes,\n"
        "               and a pull holds too hard or too little; start from others or\n"
        "               say --k\n",
        summary.fitted_k);
  }
  text += loss_text("Training loss", summary.train);
  if (summary.heldout_games > 0) {
    text += loss_text("Held-out loss", summary.heldout);
    text += gain_text(summary);
  }
  return text + target_text(summary) + carried_text(summary) + few_games_text(summary) + ridge_text(summary) +
         pulls_text(summary) + back_off_text(summary) +
         fmt::format("Weights        {} fitted, {} without data; {} after {} iterations{}\n", summary.fitted_weights,
                     summary.unseen_weights, learn::to_string(summary.status), summary.iterations,
                     summary.dense ? "" : " by conjugate gradients") +
         second_order_text(summary) + constraints_text(summary);
}

std::string report(const learn::CrossValidation& found) {
  std::string text = "Folds          positions    games   train loss   start -> fitted on games not seen\n";
  for (const learn::Fold& fold : found.folds) {
    if (fold.games == 0) continue;
    text += fmt::format("               {:>9} {:>8}     {:.6f}   {:.6f} -> {:.6f}\n", fold.rows, fold.games,
                        fold.train_loss, fold.start_loss, fold.fitted_loss);
  }
  text += fmt::format("All folds      {:.6f} -> {:.6f}, gain {:.6f}", found.start_loss, found.fitted_loss, found.gain);
  if (found.gain_error > 0) text += fmt::format(" +- {:.6f} (standard error, with the refits)", found.gain_error);
  return text + "\n               K and ridge are those of the fit\n";
}

std::string report(const std::vector<learn::GroupWorth>& worths) {
  std::string text =
      "What groups buy: loss of a fit without the group less that with it, in millionths (standard error by game)\n"
      "                           weights   held-out gain          training gain\n";
  for (const learn::GroupWorth& worth : worths) {
    const std::string error = worth.heldout_error > 0 ? fmt::format("+- {:<7.1f}", 1e6 * worth.heldout_error) : "";
    text += fmt::format("  {:<24} {:>7}   {:>9.1f} {:<10}  {:>9.1f}\n", worth.group, worth.weights,
                        1e6 * worth.heldout_gain, error, 1e6 * worth.train_gain);
  }
  return text;
}

std::string report(const match::TournamentResult& result) {
  const bool two = result.standings.players().size() == 2;
  return (two ? match_text(result)
              : standings_table(result.standings) + units_text + cross_table(result.standings) + '\n') +
         winner_text(result.standings) + length_text(result) + unused_text(result) + ends_text(result.tally().reasons) +
         duplicates_text(result.tally()) + repetition_text(result) + adjudication_text(result.tally()) +
         failures_text(result);
}

std::string short_report(const match::TournamentResult& result) {
  if (result.standings.players().size() > 2) return leader_text(result.standings);
  const std::string elo = "Elo " + stats::with_error(result.player(0).results.estimate().elo, "+-");
  return result.sprt ? elo + ", " + llr_text(*result.sprt) : elo;
}

std::string live_table(const match::TournamentResult& result) {
  return result.standings.players().size() > 2 ? standings_table(result.standings) : match_text(result);
}

std::string report(const stats::MatchPlan& plan, const stats::PlanOptions& options) {
  const bool needs_draws = options.sprt.model == stats::EloModel::logistic;
  const std::string draws = needs_draws ? fmt::format(", {:.0f} % of the games drawn", 100 * options.draw_ratio) : "";
  return fmt::format(
      "SPRT {} at a true difference of {:g} {}{}\n"
      "Accepted       {:.1f} % of such matches\n"
      "Games          {:.0f} expected, half of the matches end by {:.0f}, 95 % by {:.0f}\n",
      stats::bounds_text(options.sprt), options.elo, stats::unit_of(options.sprt.model), draws, 100 * plan.acceptance,
      plan.expected_games, plan.median_games, plan.games95);
}

}  // namespace hone::cli
