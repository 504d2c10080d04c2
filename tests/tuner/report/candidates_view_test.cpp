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
  const run::RunHistory history(run::entries_of(run::read_journal(folder / "run/journal.jsonl")));
  const run::SelectionDone& selection = *history.result<run::SelectionDone>(1);
  ASSERT_EQ(selection.candidates.size(), 3U);
  for (std::size_t i = 0; i < selection.candidates.size(); ++i) {
    const bool chosen = i + 1 == selection.chosen;
    EXPECT_THAT(page, HasSubstr(fmt::format("<td>1</td><td class=\"n\">{}</td><td>{}</td><td class=\"n\">{}</td>",
                                            i + 1, selection.candidates[i].origin, selection.candidates[i].games)));
    if (chosen) EXPECT_THAT(page, HasSubstr(run::describe_chosen(selection)));
  }
  EXPECT_THAT(page, HasSubstr("<td>yes</td></tr>"));
}

TEST(CandidatesView, IsNotThereWithASingleCandidate) {
  const TempFolder folder;
  EXPECT_THAT(page_of_run_with(1, folder / "run"), Not(HasSubstr("<h3>Candidates</h3>")));
}

}  // namespace
}  // namespace hone::report
