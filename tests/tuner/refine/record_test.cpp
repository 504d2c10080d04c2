// SPDX-License-Identifier: MIT
//
// The journal of a refinement.
#include "tuner/refine/record.hpp"

#include <gmock/gmock.h>

#include <functional>
#include <nlohmann/json.hpp>

#include "data/error.hpp"
#include "tests/temp_folder.hpp"

namespace hone::refine {
namespace {

using ::testing::HasSubstr;
using Json = nlohmann::ordered_json;

Begun begun() { return {"chess", {{"nodes", "1000"}, {"seed", "3"}}, "0123", "abcd"}; }
Steps steps() { return {{{"search.delta_margin", 12.5}, {"search.razoring_depth", 0}}, 0.25, 7}; }

RefineRecord read(const std::vector<Json>& events) {
  const TempFolder folder;
  {
    run::Journal journal(folder / "journal.jsonl");
    for (const Json& event : events) journal.append(event);
  }
  return record_of(run::read_journal(folder / "journal.jsonl"));
}

TEST(RefineRecord, IsReadBack) {
  const RefineRecord record =
      read({to_json(begun()), to_json(steps()), pair_json(0, 4), pair_json(1, 0), pair_json(2, 3), done_json()});
  ASSERT_TRUE(record.begun);
  EXPECT_EQ(record.begun->game, "chess");
  EXPECT_EQ(record.begun->options, begun().options);
  EXPECT_EQ(record.begun->start, "0123");
  EXPECT_EQ(record.begun->signature, "abcd");
  ASSERT_TRUE(record.steps);
  EXPECT_EQ(record.steps->single, steps().single);
  EXPECT_EQ(record.steps->weights, 0.25);
  EXPECT_EQ(record.steps->weight_directions, 7U);
  EXPECT_EQ(record.points, (std::vector<int>{4, 0, 3}));
  EXPECT_FALSE(record.proof);
  EXPECT_TRUE(record.is_done);
}

TEST(RefineRecord, KnowsTheFilesOfTheLastMatch) {
  Proof proof;
  proof.match.players = {{.name = "refined"}, {.name = "start"}};
  proof.match.ranking = {"refined", "start"};
  const std::vector<Json> begin{to_json(begun()), to_json(steps())};
  const auto proof_after = [&](const Proof& last) {
    std::vector<Json> events = begin;
    events.push_back(to_json(last));
    return read(events).proof.value();
  };
  proof.files = {{"final.games", {.bytes = 12, .checksum = 0xabc}}, {"final.json", {.bytes = 3, .checksum = 7}}};
  EXPECT_EQ(proof_after(proof).files, proof.files);
  Json without = to_json(proof);
  without.erase("files");
  EXPECT_THROW((void)read({begin[0], begin[1], without}), Error);
  proof.files.front().name = "../final.games";
  EXPECT_THROW(proof_after(proof), Error);
}

TEST(RefineRecord, OfNothingIsEmpty) {
  const RefineRecord record = read({});
  EXPECT_FALSE(record.begun);
  EXPECT_FALSE(record.is_done);
}

TEST(RefineRecord, RefusesWhatDoesNotFitWithTheLine) {
  const auto expect_error = [](const std::vector<Json>& events, const std::string& line, const std::string& why) {
    try {
      (void)read(events);
      ADD_FAILURE() << why;
    } catch (const Error& error) {
      EXPECT_THAT(error.what(), HasSubstr("journal.jsonl:" + line + ":"));
      EXPECT_THAT(error.what(), HasSubstr(why));
    }
  };
  const Json start = to_json(begun()), found = to_json(steps());
  expect_error({found}, "1", "'steps' does not come here");
  expect_error({start, start}, "2", "'refine' does not come here");
  expect_error({start, pair_json(0, 1)}, "2", "'pair' does not come here");
  expect_error({start, found, pair_json(1, 1)}, "3", "expected pair 0, found 1");
  expect_error({start, found, pair_json(0, 5)}, "3", "points");
  expect_error({start, found, pair_json(0, -1)}, "3", "points");
  expect_error({start, found, done_json(), pair_json(0, 1)}, "4", "'pair' does not come here");
  expect_error({start, found, done_json(), done_json()}, "4", "'done' does not come here");
  expect_error({{{"event", "session"}}}, "1", "an event of a refinement");
  expect_error({{{"pair", 1}}}, "1", "event");
  for (const int version : {1, 3}) {
    Json other = start;
    other["version"] = version;
    expect_error({other}, "1", "version: expected 2, found " + std::to_string(version));
  }
  Json earlier = start;
  earlier["version"] = 1;
  expect_error({earlier}, "1", "by an earlier hone, which reads it");
  Json bad = found;
  bad["single"]["search.delta_margin"] = -1;
  expect_error({start, bad}, "2", "a step of 0 or more");
}

}  // namespace
}  // namespace hone::refine
