// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "data/atomic_file.hpp"
#include "data/weights.hpp"
#include "tests/temp_folder.hpp"
#include "tests/tuner/cli/run_hone.hpp"

namespace hone::cli {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

class ExportOf : public testing::Test {
 protected:
  [[nodiscard]] std::string file(const std::string& name) const { return (folder_ / name).string(); }
  [[nodiscard]] std::string written(const std::string& name, const std::string& text) const {
    write_file_atomically(file(name), text);
    return file(name);
  }

  // An engine that hone does not know, in both versions of weights files.
  [[nodiscard]] std::string own_engine() const {
    return written(
        "own.weights",
        "format = \"hone weights 2\"\ngame = \"mine\"\nk = 1\nnames = '''\ngame mine\nstages mg eg\nsteps "
        "24\ntempo scalar\nrook list 2\n'''\n[tempo]\nmg = 10\neg = 0.4\n[rook]\nmg = [1, 2]\neg = [3, 4]\n");
  }
  [[nodiscard]] std::string own_engine_of_version_1() const {
    return written("old.weights", "format = \"hone weights 1\"\ngame = \"mine\"\nk = 1\n[tempo]\nall = 3\n");
  }

 private:
  TempFolder folder_;
};

TEST_F(ExportOf, AnEngineThatHoneDoesNotKnowNeedsNoGame) {
  const Finished finished = run_hone({"export", "--weights", own_engine(), "--format", "setoption"});
  EXPECT_EQ(finished.code, 0) << finished.err;
  EXPECT_EQ(finished.out,
            "setoption name tempo_mg value 10\nsetoption name tempo_eg value 0\nsetoption name rook_0_mg value 1\n"
            "setoption name rook_0_eg value 3\nsetoption name rook_1_mg value 2\nsetoption name rook_1_eg value 4\n");
}

TEST_F(ExportOf, AnotherEngineOfAGameOfHoneKeepsItsOwnSchema) {
  const std::string mine = written("chess.weights",
                                   "format = \"hone weights 2\"\ngame = \"chess\"\nk = 1\nnames = '''\ngame chess\n"
                                   "rook_value scalar\n'''\n[rook_value]\nall = 500\n");
  EXPECT_EQ(run_hone({"export", "--weights", mine, "--format", "personality"}).out, "rook_value 500\n");
}

TEST_F(ExportOf, AnOldFileTakesItsSchemaFromNames) {
  const Finished without = run_hone({"export", "--weights", own_engine_of_version_1(), "--format", "ini"});
  EXPECT_EQ(without.code, 2);
  EXPECT_THAT(without.err, AllOf(HasSubstr("old.weights"), HasSubstr("'mine'"), HasSubstr("--names F")));
  const std::string names = written("mine.names", "game mine\ntempo scalar\n");
  const Finished finished = run_hone({"export", "--weights", own_engine_of_version_1(), "--names", names, "--format",
                                      "weights", "--out", file("new.weights")});
  EXPECT_EQ(finished.code, 0) << finished.err;
  EXPECT_EQ(read_weights(file("new.weights")).values, std::vector<double>{3});
}

TEST_F(ExportOf, ATemplateOfTheUser) {
  const std::string mine = written("my.txt",
                                   "{{#groups}}\n{{pascal}}: {{#tables}}{{#rows}}{{#values}}{{value}}"
                                   "{{^last}} {{/last}}{{/values}}{{/rows}}{{^last}} | {{/last}}{{/tables}}\n"
                                   "{{/groups}}\n");
  const Finished finished = run_hone({"export", "--weights", own_engine(), "--template", mine});
  EXPECT_EQ(finished.out, "Tempo: 10 | 0\nRook: 1 2 | 3 4\n") << finished.err;
  const std::string wrong = written("wrong.txt", "a\n{{#groups}}\n{{nmae}}\n{{/groups}}\n");
  const Finished refused = run_hone({"export", "--weights", own_engine(), "--template", wrong, "--out", file("o")});
  EXPECT_EQ(refused.code, 2);
  EXPECT_THAT(refused.err, AllOf(HasSubstr("wrong.txt:3: "), HasSubstr("'nmae'")));
  EXPECT_FALSE(std::filesystem::exists(file("o")));
}

TEST_F(ExportOf, ABuiltInTemplateIsTheFormat) {
  const Finished shown = run_hone({"export", "--show-template", "rust", "--out", file("rust.txt")});
  EXPECT_EQ(shown.code, 0) << shown.err;
  EXPECT_EQ(run_hone({"export", "--weights", own_engine(), "--template", file("rust.txt")}).out,
            run_hone({"export", "--weights", own_engine(), "--format", "rust"}).out);
  EXPECT_EQ(run_hone({"export", "--show-template", "json"}).code, 2);
}

TEST_F(ExportOf, JsonSaysWhatWasDone) {
  const Finished finished = run_hone({"export", "--weights", own_engine(), "--format", "c", "--scale", "tempo.mg=20",
                                      "--clip", "-3:5", "--out", file("w.h"), "--json", "-", "--quiet"});
  EXPECT_EQ(finished.code, 0) << finished.err;
  const auto json = nlohmann::json::parse(finished.out);
  EXPECT_EQ(json["weights"], 6);
  EXPECT_EQ(json["clipped"], 3);  // 20, 6 and 8
  EXPECT_EQ(json["k"], 0.5);
  EXPECT_EQ(json["changes"][0], "multiplied by 2");
  EXPECT_TRUE(json["rounding"].is_null());
  EXPECT_THAT(finished.err, HasSubstr("3 values were beyond --clip"));
}

TEST_F(ExportOf, APosteriorRoundsTogether) {
  ASSERT_EQ(
      run_hone({"selfplay", "--game", "tic_tac_toe", "--games", "60", "--depth", "1", "--out", file("g.games")}).code,
      0);
  ASSERT_EQ(run_hone({"tune", "--data", file("g.games"), "--out", file("g.weights"), "--keep-posterior",
                      file("g.posterior"), "--quiet"})
                .code,
            0);
  const Finished finished = run_hone({"export", "--weights", file("g.weights"), "--posterior", file("g.posterior"),
                                      "--unit", "3", "--format", "c", "--out", file("w.h"), "--json", "-"});
  EXPECT_EQ(finished.code, 0) << finished.err;
  EXPECT_THAT(finished.err, HasSubstr("log likelihood of the fit's games falls by"));
  const auto rounding = nlohmann::json::parse(finished.out)["rounding"];
  EXPECT_LE(rounding["loss"], rounding["loss_each"]);
}

TEST_F(ExportOf, RefusesWhatDoesNotGoTogether) {
  const std::string own = own_engine();
  const std::vector<std::pair<std::vector<std::string>, std::string>> cases{
      {{}, "--weights F is missing"},
      {{"--weights", own, "--template", "x", "--format", "c"}, "say one of them"},
      {{"--weights", own, "--names", "x", "--game", "chess"}, "say one of them"},
      {{"--weights", "material", "--names", "x"}, "'material' is none"},
      {{"--weights", "material"}, "--game G is missing"},
      {{"--weights", own, "--scale", "2", "--unit", "74"}, "say one of them"},
      {{"--weights", own, "--scale", "rook"}, "NAME=VALUE"},
      {{"--weights", own, "--decimals", "-1"}, "decimals"},
      {{"--weights", own, "--stages", "middle"}, "mg, eg"},
      {{"--weights", own, "--single-stage", "25"}, "24 (eg)"},
      {{"--weights", own, "--groups", "queen"}, "tempo, rook"},
      {{"--weights", own, "--drop-unfitted"}, "no standard errors"},
      {{"--weights", own, "--fold-material"}, "psqt.X"},
      {{"--weights", own, "--prefix", "a b"}, "--prefix"},
      {{"--weights", own, "--format", "fairy-max"}, "material.PIECE"},
      {{"--weights", own, "--format", "weights", "--order", "a1"}, "--order"},
      {{"--weights", own, "--posterior", own}, "own.weights"},
      {{"--weights", own, "--posterior", own, "--decimals", "all"}, "own.weights"},
      {{"--weights", own, "--template", "no.txt"}, "no.txt"},
      {{"--weights", own, "--out", own}, "holds weights"},
      {{"--weights", own, "--format", "weights", "--out", "/"}, "/"},
  };
  for (const auto& [words, complaint] : cases) {
    std::vector<std::string> command{"export"};
    command.insert(command.end(), words.begin(), words.end());
    const Finished refused = run_hone(command);
    EXPECT_EQ(refused.code, 2) << testing::PrintToString(words);
    EXPECT_THAT(refused.err, HasSubstr(complaint)) << testing::PrintToString(words);
    EXPECT_THAT(refused.out, IsEmpty());
  }
}

TEST_F(ExportOf, ListSaysWhichFormatsAreTemplates) {
  const Finished finished = run_hone({"export", "--list", "--json", file("list.json")});
  EXPECT_THAT(finished.out, AllOf(StartsWith("weights "), HasSubstr("(template)")));
  const auto json = nlohmann::json::parse(read_file(file("list.json")));
  EXPECT_EQ(json[0]["name"], "weights");
  EXPECT_EQ(json[0]["template"], false);
}

}  // namespace
}  // namespace hone::cli
