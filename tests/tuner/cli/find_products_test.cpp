// SPDX-License-Identifier: MIT
//
// hone tune --find-products.
#include <gmock/gmock.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "data/atomic_file.hpp"
#include "tests/temp_folder.hpp"
#include "tests/tuner/cli/run_hone.hpp"

namespace hone::cli {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

class FindProducts : public ::testing::Test {
 protected:
  [[nodiscard]] std::string file(const std::string& name) const { return (folder_ / name).string(); }

  void play(const std::string& game, const std::string& games, const std::string& out = "x.games") const {
    const Finished played = run_hone(
        {"selfplay", "--game", game, "--weights", "material", "--depth", "1", "--games", games, "--out", file(out)});
    ASSERT_EQ(played.code, 0) << played.err;
  }
  [[nodiscard]] Finished tune(const std::vector<std::string>& words) const {
    std::vector<std::string> all{"tune",    "--find-products", "0.1",          "--out",
                                 file("o"), "--json",          file("o.json"), "--no-report"};
    all.insert(all.end(), words.begin(), words.end());
    return run_hone(all);
  }
  [[nodiscard]] nlohmann::json products() const { return nlohmann::json::parse(read_file(file("o.json")))["products"]; }

 private:
  TempFolder folder_;
};

TEST_F(FindProducts, ListsThemWithWhatNoiseDid) {
  play("breakthrough", "1000");
  const Finished finished =
      tune({"--data", file("x.games"), "--cache", file("x.rows"), "--noise-products", "60", "-t", "1"});
  ASSERT_EQ(finished.code, 0) << finished.err;
  EXPECT_THAT(finished.out,
              AllOf(HasSubstr("Products       "), HasSubstr("60 products of counts from other games planted")));
  nlohmann::json found = products();
  EXPECT_GT(found["products"], 10);
  EXPECT_EQ(found["noise"]["planted"], 60);
  EXPECT_LE(found["noise"]["kept"], 3);
  ASSERT_GT(found["kept"], 0);  // lines to look at
  for (const nlohmann::json& product : found["found"]) {
    EXPECT_EQ(product["kept"].get<bool>(), product["q"].get<double>() <= 0.1) << product;
    if (product["kept"]) {
      EXPECT_THAT(finished.out, HasSubstr("  " + product["name"].get<std::string>() + " ")) << product;
    }
  }
  // The same from other threads, and though the cache has the rows by now.
  const Finished cached =
      tune({"--data", file("x.games"), "--cache", file("x.rows"), "--noise-products", "60", "-t", "2"});
  ASSERT_EQ(cached.code, 0);
  EXPECT_THAT(cached.out, HasSubstr("do not tell the players apart"));
  EXPECT_THAT(finished.out, Not(HasSubstr("do not tell the players apart")));
  nlohmann::json again = products();
  for (nlohmann::json* const json : {&found, &again}) json->erase("seconds");
  EXPECT_EQ(found, again);
}

// Before the fit, so that no work is lost.
TEST_F(FindProducts, SaysBeforehandWhatItLacks) {
  play("breakthrough", "150");
  const Finished few = tune({"--data", file("x.games")});
  EXPECT_EQ(few.code, 2);
  EXPECT_THAT(few.err, HasSubstr("expected at least 100 games in each half"));
  EXPECT_FALSE(std::filesystem::exists(file("o")));
  play("breakthrough", "600", "y.games");
  const Finished large = tune({"--data", file("y.games"), "--dense-limit", "10"});
  EXPECT_EQ(large.code, 2);
  EXPECT_THAT(large.err, HasSubstr("are more than --dense-limit 10"));
  EXPECT_FALSE(std::filesystem::exists(file("o")));
  const Finished alone =
      run_hone({"tune", "--data", file("x.games"), "--noise-products", "10", "--out", file("o"), "--no-report"});
  EXPECT_EQ(alone.code, 2);
  EXPECT_THAT(alone.err, HasSubstr("--noise-products goes with --find-products SHARE"));
}

TEST_F(FindProducts, NeedsTheCountsOfEachPlayer) {
  play("connect_four", "100");
  const Finished not_sided = tune({"--data", file("x.games")});
  EXPECT_EQ(not_sided.code, 2);
  EXPECT_THAT(not_sided.err, HasSubstr("the features of connect_four do not tell the players apart"));
  ASSERT_EQ(
      run_hone({"tune", "--data", file("x.games"), "--cache", file("x.rows"), "--out", file("o"), "--no-report"}).code,
      0);
  const Finished rows = tune({"--data", file("x.rows")});
  EXPECT_EQ(rows.code, 2);
  EXPECT_THAT(rows.err, HasSubstr("give games or positions"));
}

}  // namespace
}  // namespace hone::cli
