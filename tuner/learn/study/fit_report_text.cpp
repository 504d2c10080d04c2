// SPDX-License-Identifier: MIT
#include "tuner/learn/study/fit_report_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tuner/learn/weight_spelling.hpp"
#include "tuner/stats/interval.hpp"

namespace hone::learn {

namespace {

// Effective games: that a weight is close to its start is said of those that many games have had the chance to move.
constexpr double least_games_to_tell = 100;

// Lines of each section.
constexpr std::size_t most_groups = 12, most_movers = 10, most_noise = 4, most_open = 5;

// The fewest positions of a bin that is shown: the outcomes of fewer may all be equal, and their error means nothing.
constexpr std::size_t fewest_of_bin = 30;

using WeightList = std::vector<const WeightEstimate*>;

// The weights that pass the filter, the largest key first; those with equal keys keep their order.
template <class Filter, class Key>
WeightList ranked(const FitReport& report, const Filter& filter, const Key& key) {
  WeightList list;
  for (const WeightEstimate& weight : report.weights) {
    if (filter(weight)) list.push_back(&weight);
  }
  std::stable_sort(list.begin(), list.end(),
                   [&](const WeightEstimate* a, const WeightEstimate* b) { return key(*a) > key(*b); });
  return list;
}

std::string name_of(const FitReport& report, const WeightEstimate& weight) {
  return weight_name_beside_square(report.schema, weight.weight);
}

// "+- 12.0 z   2.5  85 % data", with blanks for what is not known.
std::string certainty(const WeightEstimate& weight) {
  if (!(weight.error > 0)) return fmt::format("{:30}", "");
  const std::string z = weight.has_z() ? fmt::format("z {:>6.1f}", weight.z()) : fmt::format("{:8}", "");
  return fmt::format("+- {:<7.1f} {} {:>3.0f} % data", weight.error, z, 100 * weight.data_share);
}

std::string weight_line(const FitReport& report, const WeightEstimate& weight) {
  return fmt::format("  {:<28} {:>8.1f} -> {:>8.1f} {} {:>7} games\n", name_of(report, weight), weight.start,
                     weight.value, certainty(weight), weight.seen.games);
}

std::string weight_lines(const FitReport& report, const WeightList& list, std::size_t most) {
  std::string text;
  for (std::size_t i = 0; i < std::min(most, list.size()); ++i) text += weight_line(report, *list[i]);
  return text;
}

std::string group_line(const FitReport& report, const GroupEstimate& group) {
  const std::string& name = report.schema.groups()[group.group].name;
  if (group.weights == 0) return fmt::format("  {:<24} {:>7} {:>6}\n", name, 0, group.unseen);
  const std::string sure = group.judged > 0 ? fmt::format("{:>8.1f} {:>4.0f} %", group.mean_z, 100 * group.noise_share)
                                            : fmt::format("{:>8} {:>6}", "-", "-");
  const std::string data =
      report.has_errors ? fmt::format("{:>4.0f} %", 100 * group.data_share) : fmt::format("{:>6}", "-");
  return fmt::format("  {:<24} {:>7} {:>6} {:>7} {} {}  {:+.0f} {}\n", name, group.weights, group.unseen,
                     group.seen.games, data, sure, report.weights[group.largest].change(),
                     name_of(report, report.weights[group.largest]));
}

std::string more(std::size_t all, std::size_t said, const char* what) {
  return all > said ? fmt::format("  and {} more {}\n", all - said, what) : std::string();
}

std::string unseen_text(const FitReport& report) {
  const WeightList unseen = ranked(
      report, [](const WeightEstimate& weight) { return weight.seen.positions == 0; },
      [](const WeightEstimate&) { return 0; });
  if (unseen.empty()) return {};
  std::string text = fmt::format("Never seen, left at the start: {} weights\n  ", unseen.size());
  for (std::size_t i = 0; i < std::min(most_open, unseen.size()); ++i) {
    text += (i > 0 ? ", " : "") + name_of(report, *unseen[i]);
  }
  return text + (unseen.size() > most_open ? ", ...\n" : "\n");
}

std::string collinear_text(const FitReport& report) {
  if (report.collinear.empty()) return {};
  std::string text = "Not told apart by the data, but by a prior at most (one line for each free direction)\n";
  for (std::size_t i = 0; i < std::min(most_open, report.collinear.size()); ++i) {
    text += "  " + report.collinear[i] + "\n";
  }
  return text + more(report.collinear.size(), most_open, "directions");
}

std::string run_away_text(const FitReport& report) {
  if (report.run_away.empty()) return {};
  std::string text = fmt::format(
      "Ran away: {} weights. All positions with them are predicted with certainty, so that these games hold them at\n"
      "no value: they have no error, and where the solver stopped means nothing. A pull holds them (--ridge 1e-3, or\n"
      "more, or auto), as do --bounds and more games\n",
      report.run_away.size());
  for (std::size_t i = 0; i < std::min(most_open, report.run_away.size()); ++i) {
    const auto weight = std::find_if(report.weights.begin(), report.weights.end(),
                                     [&](const WeightEstimate& one) { return one.weight == report.run_away[i]; });
    if (weight != report.weights.end()) text += weight_line(report, *weight);
  }
  return text + more(report.run_away.size(), most_open, "weights");
}

std::string no_errors_text(const FitReport& report) {
  if (report.weights.empty()) return {};
  if (report.has_errors && report.selected > 0) {
    return fmt::format("Errors of {} selected weights (--errors); no others are known\n", report.selected);
  }
  if (report.has_errors) return {};
  std::string reason = "these games say nothing of chance, as all of their results are predicted with certainty";
  if (report.data.effective_games < least_games_of_errors) {
    reason = fmt::format("the games are too few (they are worth {:.1f})", report.data.effective_games);
  } else if (report.selected_none) {
    reason = "none of the weights that --errors asks for was fitted";
  } else if (!report.collinear.empty()) {
    reason = "nothing pulls the weights that these games cannot tell apart (--ridge 1e-3, or more, or auto)";
  } else if (!report.may_have_errors) {
    reason = "they are too many for a matrix; --bootstrap finds errors, --errors 200 those of the 200 that matter most";
  }
  return fmt::format("No errors of single weights: {}\n", reason);
}

std::string bin_cell(const CalibrationBin& bin) {
  if (bin.positions < fewest_of_bin || !(bin.error > 0)) return fmt::format("{:>18}", "-");
  return fmt::format("{:>+9.3f} +- {:.3f}", bin.observed - bin.predicted, bin.error);
}

std::string recalibration_text(const FitReport& report) {
  if (!report.recalibration) return {};
  const Recalibration& line = *report.recalibration;
  return fmt::format("  log-odds observed = {:+.3f} +- {:.3f} + ({:.3f} +- {:.3f}) x predicted\n", line.intercept,
                     line.intercept_error, line.slope, line.slope_error);
}

}  // namespace

std::string fit_report_text(const FitReport& report) {
  return no_errors_text(report) + run_away_text(report) + groups_text(report) + movers_text(report) +
         noise_text(report) + open_text(report) + curve_text(report) + calibration_text(report);
}

std::string groups_text(const FitReport& report) {
  if (report.groups.empty()) return {};
  std::vector<GroupEstimate> groups = report.groups;
  std::stable_sort(groups.begin(), groups.end(),
                   [](const GroupEstimate& a, const GroupEstimate& b) { return a.mean_z > b.mean_z; });
  std::string text = fmt::format(
      "Groups, over {} positions of {} games. +- is the standard error of a\n"
      "value: chance by game, and what the prior may hide; data: how much of a value\n"
      "the games say, and not the prior. z is the change by what chance alone would\n"
      "do, for weights of {:.0f} games or more; noise: |z| < {:.0f}, as 95 % would be by chance\n",
      report.data.positions, report.data.games, least_games_to_judge, noise_z);
  text += fmt::format("  {:<24} {:>7} {:>6} {:>7} {:>6} {:>8} {:>6}  {}\n", "", "weights", "unseen", "games", "data",
                      "mean |z|", "noise", "largest change");
  for (std::size_t i = 0; i < std::min(most_groups, groups.size()); ++i) text += group_line(report, groups[i]);
  return text + more(groups.size(), most_groups, "groups");
}

std::string movers_text(const FitReport& report) {
  const WeightList movers = ranked(
      report,
      [&](const WeightEstimate& weight) { return report.has_errors ? weight.has_moved() : weight.change() != 0; },
      [](const WeightEstimate& weight) { return std::abs(weight.change()); });
  if (movers.empty()) return {};
  return (report.has_errors ? "Largest changes that are not noise (|z| of 2 or more, in 30 games or more)\n"
                            : "Largest changes\n") +
         weight_lines(report, movers, most_movers);
}

// The most certain of the small changes come first, that is, those with the least |change| + z95 errors.
std::string noise_text(const FitReport& report) {
  const WeightList noise = ranked(
      report,
      [](const WeightEstimate& weight) {
        return weight.is_noise() && weight.seen.effective_games >= least_games_to_tell;
      },
      [](const WeightEstimate& weight) { return -std::abs(weight.change()) - stats::z95 * weight.error; });
  const auto known = std::count_if(report.weights.begin(), report.weights.end(),
                                   [](const WeightEstimate& weight) { return weight.has_z(); });
  const auto all = std::count_if(report.weights.begin(), report.weights.end(),
                                 [](const WeightEstimate& weight) { return weight.is_noise(); });
  if (all == 0) return {};
  const std::string text = fmt::format(
                               "Not shown to differ from the start: {} of {} weights with a z; of those in\n"
                               "{:.0f} games or more, the ones that are closest to it for sure\n",
                               all, known, least_games_to_tell) +
                           weight_lines(report, noise, most_noise);
  if (noise.size() < 2 * most_noise) return text;
  return text + "  known least\n" + weight_lines(report, WeightList(noise.rbegin(), noise.rend()), most_noise);
}

std::string open_text(const FitReport& report) { return collinear_text(report) + unseen_text(report); }

std::string curve_text(const FitReport& report) {
  return report.curve ? "Learning curve: " + describe(*report.curve) + "\n" : std::string();
}

std::string calibration_text(const FitReport& report) {
  if (report.calibration.empty()) return {};
  std::string text =
      fmt::format("Calibration on games {}: observed - predicted score\n  {:>9} {:>9} {:>9}",
                  report.heldout_calibration ? "held out" : "trained on", "positions", "predicted", "observed");
  for (const CalibrationTable& table : report.calibration) text += fmt::format(" {:>17}", table.name);
  text += "\n";
  for (std::size_t bin = 0; bin < calibration_bins; ++bin) {
    const CalibrationBin& all = report.calibration.front().bins[bin];
    if (all.positions == 0) continue;
    text += fmt::format("  {:>9} {:>9.3f} {:>9.3f}", all.positions, all.predicted, all.observed);
    for (const CalibrationTable& table : report.calibration) text += bin_cell(table.bins[bin]);
    text += "\n";
  }
  return text + recalibration_text(report);
}

}  // namespace hone::learn
