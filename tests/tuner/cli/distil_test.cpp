// SPDX-License-Identifier: MIT
//
// hone distil: from games to a weights file that the engine reads.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "data/atomic_file.hpp"
#include "data/weights.hpp"
#include "engine/game_registry.hpp"
#include "tests/temp_folder.hpp"
#include "tests/tuner/cli/run_hone.hpp"

namespace hone::cli {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

class Distil : public ::testing::Test {
 protected:
  Distil() {
    const Finished played = run_hone({"selfplay", "--game", "chess", "--weights", "material", "--games", "40",
                                      "--nodes", "60", "--seed", "3", "--out", file("x.games")});
    EXPECT_EQ(played.code, 0) << played.err;
  }
  [[nodiscard]] std::string file(const std::string& name) const { return (folder_ / name).string(); }
  [[nodiscard]] Finished distil(std::vector<std::string> words) const {
    words.insert(words.begin(), {"distil", "--data", file("x.games"), "--teacher", "default", "--nodes", "40"});
    return run_hone(words);
  }

 private:
  TempFolder folder_;
};

TEST_F(Distil, TeachesBoardsWhatATeacherSays) {
  const Finished finished = distil(
      {"--groups", "material.*,psqt.*", "--out", file("w"), "--json", file("j"), "--holdout", "0.3", "--threads", "2"});
  ASSERT_EQ(finished.code, 0) << finished.err;
  EXPECT_THAT(finished.out, AllOf(HasSubstr("Judged"), HasSubstr("held out"), HasSubstr("Written")));
  const nlohmann::json json = nlohmann::json::parse(read_file(file("j")));
  EXPECT_GT(json["heldout"]["explained"]["all"], 0.3);
  EXPECT_EQ(json["games"], 40);
  const Weights weights = read_weights(file("w"), find_driver("chess").schema());
  const auto middlegame = [&](const char* group) { return weights.at(weights.schema.find(group)->first, 0); };
  EXPECT_GT(middlegame("material.queen"), middlegame("material.rook"));
  EXPECT_GT(middlegame("material.rook"), middlegame("material.knight"));
  EXPECT_GT(middlegame("material.knight"), middlegame("material.pawn"));
  EXPECT_GT(middlegame("material.pawn"), 0);
  EXPECT_EQ(middlegame("tempo"), 0);
  const Finished again =
      distil({"--groups", "material.*,psqt.*", "--out", file("w1"), "--holdout", "0.3", "--threads", "1"});
  ASSERT_EQ(again.code, 0) << again.err;
  EXPECT_EQ(read_file(file("w1")), read_file(file("w")));
}

TEST_F(Distil, SaysWhatIsWrong) {
  EXPECT_THAT(distil({"--out", file("w"), "--groups", "no.*"}).err, HasSubstr("no group matches 'no.*'"));
  EXPECT_THAT(distil({"--out", file("w"), "--plies", "0"}).err, HasSubstr("plies"));
  const std::string games = read_file(file("x.games"));
  EXPECT_THAT(distil({"--out", file("x.games")}).err, HasSubstr("weights"));
  EXPECT_EQ(read_file(file("x.games")), games);
  EXPECT_EQ(distil({"--out", file("none/w")}).code, 2);
  const Finished missing = run_hone({"distil", "--data", file("y.games"), "--teacher", "default", "--out", file("w")});
  EXPECT_EQ(missing.code, 2);
  const Finished same = run_hone({"distil", "--data", file("x.games"), "--teacher", file("w"), "--out", file("w")});
  EXPECT_THAT(same.err, HasSubstr("name the same file"));
  EXPECT_THAT(missing.err, HasSubstr("y.games"));
}

}  // namespace
}  // namespace hone::cli
