// SPDX-License-Identifier: MIT
//
// Several candidates of a generation on the page of a run.
#include <gmock/gmock.h>

#include <fmt/format.h>

#include "tests/tuner/run/run_support.hpp"
#include "tuner/report/report_page.hpp"
#include "tuner/run/candidates.hpp"
#include "tuner/run/history.hpp"
#include "tuner/run/journal.hpp"

namespace hone::report {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string page_of_run_with(int candidates, const std::filesystem::path& folder) {
  run::RunOptions options = run::shallow_run();
  options.generations = 1;
  options.candidates = candidates;
  options.candidate_games = 20;
  run::run_in(folder, options);
  write_report(folder, folder / "report.html");
  return read_file(folder / "report.html");
}

TEST(CandidatesView, NamesEachAndWhoWasChosen) {
  const TempFolder folder;
  const std::string page = page_of_run_with(3, folder / "run");
  const run::RunHistory history = run::history_of(folder / "run");
  const run::SelectionDone& selection = *history.result<run::SelectionDone>(1);
  ASSERT_EQ(selection.candidates.size(), 3U);
  for (std::size_t i = 0; i < selection.candidates.size(); ++i) {
    const bool chosen = i + 1 == selection.chosen;
    EXPECT_THAT(page, HasSubstr(fmt::format("<td>1</td><td class=\"n\">{}</td><td>{}</td><td class=\"n\">{}</td>",
                                            i + 1, selection.candidates[i].origin, selection.candidates[i].games)));
    if (chosen) {
      EXPECT_THAT(page, HasSubstr(run::describe_chosen(selection)));
    }
  }
  EXPECT_THAT(page, HasSubstr("<td>yes</td></tr>"));
}

// Then no candidate is the generation's yet.
TEST(CandidatesView, IsMadeWhileTheCandidatesPlay) {
  const TempFolder folder;
  run::RunOptions options = run::shallow_run();
  options.candidates = 3;
  options.candidate_games = 20;
  run::NewsStopper stopper(1, run::is_one_of<run::MatchPlayed>);
  run::run(run::tic_tac_toe(), run::bad_weights(), options, folder / "run", stopper, stopper.token());
  ASSERT_FALSE(std::filesystem::exists(folder / "run/gen-001/candidate.weights"));
  EXPECT_NO_THROW(write_report(folder / "run", folder / "page.html"));
}

TEST(CandidatesView, IsNotThereWithASingleCandidate) {
  const TempFolder folder;
  EXPECT_THAT(page_of_run_with(1, folder / "run"), Not(HasSubstr("<h3>Candidates</h3>")));
}

}  // namespace
}  // namespace hone::report
