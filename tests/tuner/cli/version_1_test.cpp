// SPDX-License-Identifier: MIT
//
// A run of the first format is resumed: its journal lists the options by hand, and its `config` lacks all that is
// younger.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "data/atomic_file.hpp"
#include "tests/temp_folder.hpp"
#include "tests/tuner/cli/rewritten_journal.hpp"
#include "tests/tuner/cli/run_hone.hpp"
#include "tests/tuner/cli/short_run.hpp"
#include "tuner/text/options.hpp"
#include "tuner/text/seal.hpp"

namespace hone::cli {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

// With the defaults of version 1 for all that it could be told.
std::vector<std::string> one_generation(const fs::path& folder) {
  return short_run(folder, {"--generations", "1", "--gate", "0,10", "--gate-los", "0.95", "--target", "outcome",
                            "--patience", "0", "--final-games", "0", "--threads", "1"});
}

// Without the target, the gate and its likelihood of superiority, which were the defaults of that time.
std::string config_of_version_1(const fs::path& config) {
  constexpr std::array known{"game",  "start",      "window",      "generations", "patience", "games", "depth",
                             "noise", "gate-games", "final-games", "match-nodes", "threads",  "seed"};
  std::string text = "# hone 0.1.0\n";
  for (const text::ConfigEntry& entry : text::parse_config(read_file(config), config.string())) {
    if (std::ranges::find(known, entry.key) != known.end()) text += entry.key + " = " + entry.value + '\n';
  }
  return text;
}

Json record_of_version_1(const Json& record) {
  Json old = {{"game", record["game"]}, {"seed", 1},        {"window", 3},
              {"gate_los", 0.95},       {"final_games", 0}, {"fit", {{"blend", 0.0}}}};
  for (const char* games : {"self_play", "gate", "final_match"}) old[games]["openings"] = record[games]["openings"];
  old["gate"]["games"] = 60;
  old["gate"]["sprt"] = {{"elo0", 0.0}, {"elo1", 10.0}, {"alpha", 0.05}, {"beta", 0.05}, {"logistic", false}};
  return old;
}

void make_version_1(const fs::path& folder) {
  const std::string config = config_of_version_1(folder / "config");
  write_file_atomically(folder / "config", config);
  bool is_first = true;
  rewrite_journal(folder, [&](Json& entry) {
    if (!std::exchange(is_first, false)) return;
    entry["options"] = record_of_version_1(entry["options"]);
    entry["files"]["config"] = text::to_json(text::seal_of_text(config));
  });
}

TEST(RunOfVersion1, GoesOnWithTheDefaultsOfItsTime) {
  const TempFolder folder;
  for (const char* name : {"old", "same"}) ASSERT_EQ(run_hone(one_generation(folder / name)).code, 0) << name;
  make_version_1(folder / "old");
  for (const char* name : {"old", "same"}) {
    const Finished resumed = run_hone({"run", "--resume", (folder / name).string(), "--generations", "3"});
    EXPECT_EQ(resumed.code, 0) << name << ": " << resumed.err;
  }
  for (const char* file : {"gen-003/candidate.weights", "gen-003/gate.json", "gen-003/gate.games", "best.weights"}) {
    EXPECT_EQ(read_file(folder / "old" / file), read_file(folder / "same" / file)) << file;
  }
}

}  // namespace
}  // namespace hone::cli
