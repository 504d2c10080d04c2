// SPDX-License-Identifier: MIT
#include "tuner/cli/print/results_text.hpp"

#include <gmock/gmock.h>

#include <sstream>

#include "tuner/cli/print/match_text.hpp"

namespace hone::cli {
namespace {

using testing::HasSubstr;
using testing::Not;

// A match of pairs, by the half points of the first player in both games; further players have no games.
match::TournamentResult match_of(const std::vector<std::pair<int, int>>& pairs, std::vector<std::string> names) {
  match::TournamentResult result{.standings = match::Standings(std::move(names))};
  const auto add = [&](int points, bool is_second_game) {
    GameRecord record;
    record.start = std::to_string(result.tally().games);  // no game repeats another
    record.outcome = {.utility = is_second_game ? 1 - points : points - 1, .reason = EndReason::win};
    result.standings.add(record, {.in_pair = is_second_game,
                                  .is_paired = true,
                                  .first = static_cast<match::PlayerIndex>(is_second_game),
                                  .second = static_cast<match::PlayerIndex>(!is_second_game)});
  };
  for (const auto& [one, other] : pairs) add(one, false), add(other, true);
  return result;
}

std::string text_of(const std::vector<std::pair<int, int>>& pairs) { return report(match_of(pairs, {"new", "old"})); }

TEST(ResultsText, OfOnePairIsAFactAndNoCertainty) {
  const std::string text = text_of({{2, 1}});
  EXPECT_THAT(text, HasSubstr("2 games, +1 =1 -0, score 75.0 %\n"));
  EXPECT_THAT(text, HasSubstr("LOS 75.0 %\n"));
}

TEST(ResultsText, OfACleanSweepIsABound) {
  const std::string text = text_of({{2, 2}, {2, 2}, {2, 2}, {2, 2}, {2, 2}});
  EXPECT_THAT(text, HasSubstr("score 100.0 %\nElo            at least +34.4 (95 %), LOS 98.4 %\n"));
  EXPECT_THAT(text, HasSubstr("\nnElo           at least +24.3 (95 %), in normalised Elo\n"));
  EXPECT_THAT(text, Not(HasSubstr("inf")));
}

TEST(ResultsText, OfDrawnPairsHasAnError) {
  const std::string text = text_of(std::vector<std::pair<int, int>>(10, {1, 1}));
  EXPECT_THAT(text, HasSubstr("\nElo            +0.0 +- 92.0 (95 %), LOS 50.0 %\n"));
}

TEST(ResultsText, WithoutGamesSaysNothingOfStrength) {
  const std::string text = text_of({});
  EXPECT_THAT(text, HasSubstr("0 games, +0 =0 -0, score unknown\nElo            unknown, as there are no games\n"));
  EXPECT_THAT(text, Not(HasSubstr("nan")));
}

TEST(ResultsText, OfATournamentHasNoEloForAPlayerWithoutGames) {
  const std::string text = standings_table(match_of({{2, 2}, {2, 2}}, {"new", "old", "idle"}).standings);
  EXPECT_THAT(text, testing::ContainsRegex("idle +- +- +- +- +- +0"));
  EXPECT_THAT(text, testing::ContainsRegex("new +> -216[.]"));
  EXPECT_THAT(text, Not(HasSubstr("inf")));
  EXPECT_THAT(text, Not(HasSubstr("nan")));
}

TEST(ResultsText, SaysThatGamesWereTooFewForStrengths) {
  learn::FitSummary summary;
  EXPECT_THAT(report(summary), Not(HasSubstr("too few games")));
  summary.few_for_strengths = true;
  summary.ridge = 1e-3;
  EXPECT_THAT(report(summary), HasSubstr("Pull           too few games to find strengths from, which takes 25"));
  summary.few_for_share = true;
  summary.carried_share = 1;
  EXPECT_THAT(report(summary), HasSubstr("; too few games to choose the share\n"));
}

// 80 columns, whatever the numbers.
TEST(ResultsText, OfAFitWithAStrangeScaleFitsATerminal) {
  learn::FitSummary summary;
  summary.k = 12.3456;
  summary.k_at_limit = true;
  std::string text = report(summary);
  summary.k_at_limit = false;
  summary.fitted_k = 1.2345;
  ASSERT_TRUE(summary.k_ran_away());
  text += report(summary) + unnamed_warning(123'456'789, "positions");
  EXPECT_THAT(text, HasSubstr("               weights, 1.2345: the starting ones hardly"));
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 80U) << line;
}

TEST(ResultsText, OfRandomStartsSaysWhereTheGivenOneEnded) {
  learn::FitSummary summary;
  summary.second_order = {.starts = 20, .optima = {{.objective = 0.25, .starts = 20, .spread = 1.5e-8}}};
  summary.second_order->optima.push_back({.objective = 0.5, .starts = 1, .of_given_start = true});
  EXPECT_THAT(report(summary), HasSubstr("\nRandom starts  20: 2 optima; taken is the best\n"
                                         "  objective 0.250000000  20 starts, weights within 1.5e-08\n"
                                         "  objective 0.500000000  1 start, the given one\n"));
  summary.second_order->optima[1].converged = false;
  EXPECT_THAT(report(summary), HasSubstr("\nRandom starts  20: 2 ends; taken is the best\n"
                                         "  objective 0.250000000  20 starts, weights within 1.5e-08\n"
                                         "  objective 0.500000000  1 start, the given one, still moving\n"));
  summary.second_order->optima[1].converged = true;
  summary.second_order->optima[1].starts = 10'000;
  const std::string text = report(summary);
  EXPECT_THAT(text, HasSubstr("  10000 starts with the given one, weights within 0.0e+00\n"));
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 80U) << line;
}

TEST(ResultsText, FitsATerminal) {
  match::TournamentResult result = match_of({{2, 2}, {2, 2}, {2, 1}, {1, 1}}, {"new", "old"});
  result.corrected = stats::corrected_estimate(result.player(0).results.pairs, {});
  const std::string text = report(result);
  for (std::size_t at = 0; at < text.size(); at = text.find('\n', at) + 1) {
    EXPECT_LE(text.find('\n', at) - at, 80U) << text.substr(at, text.find('\n', at) - at);
  }
}

}  // namespace
}  // namespace hone::cli
