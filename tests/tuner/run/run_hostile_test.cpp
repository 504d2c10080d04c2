// SPDX-License-Identifier: MIT
//
// The folder of a run that somebody else made: nothing outside of it is touched, nothing in it is read without end, and
// whatever its journal says is used or refused by line and key. Sums of lines have no key, so anyone can seal one.
#include <gmock/gmock.h>

#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "data/error.hpp"
#include "tests/tuner/run/run_support.hpp"
#include "tuner/report/report_page.hpp"
#include "tuner/report/reported_run.hpp"
#include "tuner/report/verdict.hpp"
#include "tuner/run/journal.hpp"
#include "tuner/text/seal.hpp"
#include "tuner/run/status.hpp"

namespace hone::run {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;
using testing::HasSubstr;

// A journal of these objects, each of them sealed.
void write_journal(const fs::path& file, const std::vector<std::string>& objects) {
  std::string text, before;
  for (const std::string& object : objects) {
    std::string line = object.substr(0, object.size() - 1);
    const std::string sum = text::sum_text(text::seal_of_text(before + line).checksum);
    text += line + ",\"sum\":\"" + sum + "\"}\n";
    before = sum;
  }
  write_plainly(file, text);
}

class RunOfOthers : public testing::Test {
 protected:
  RunOfOthers() {
    RunOptions options = shallow_run();
    options.generations = 1;
    run_in(run_, options);
    lines_ = read_journal(journal_).objects;
  }

  // Changes the object of a line and seals all of them anew.
  void change_line(std::size_t line, const std::function<void(Json&)>& change) {
    std::vector<std::string> lines = lines_;
    Json object = Json::parse(lines.at(line));
    change(object);
    lines[line] = object.dump();
    write_journal(journal_, lines);
  }

  std::size_t line_with(const std::string& text) const {
    std::size_t line = 0;
    while (lines_.at(line).find(text) == std::string::npos) ++line;
    return line;
  }

  // What everybody says who reads the folder; they must agree on it.
  std::string refusal() const {
    std::string said;
    RunOptions options = shallow_run();
    options.generations = 1;
    options.repair = true;
    for (const std::function<void()>& read : std::vector<std::function<void()>>{
             [&] { (void)status_of_run(run_); }, [&] { (void)report::report_page(report::read_run(run_)); },
             [&] { run_in(run_, options); }}) {
      try {
        read();
        return "nothing was refused";
      } catch (const Error& error) {
        said = error.what();
      }
    }
    return said;
  }

  TempFolder folder_;
  fs::path run_ = folder_ / "run", journal_ = run_ / "journal.jsonl";
  std::vector<std::string> lines_;
};

TEST_F(RunOfOthers, RenamesNoFileOutsideOfIt) {
  const std::size_t line = line_with("\"event\":\"self_play\"");
  write_plainly(folder_ / "victim", "mine");
  for (const std::string name : {"../victim", "gen-001/../../victim", "gen-002/fit.json", "", ".", "..", "gen-001/..",
                                 ".profile", "journal.jsonl", "lock", "a\nb", "a/b", "/dev/zero"}) {
    for (const std::string& said : {name, name == "../victim" ? (folder_ / "victim").string() : name}) {
      change_line(line, [&](Json& object) { object["files"][said] = {{"bytes", 1}, {"xxh3", "0"}}; });
      EXPECT_THAT(refusal(), HasSubstr("journal.jsonl:" + std::to_string(line + 1) + ": files: expected")) << said;
    }
  }
  EXPECT_EQ(read_file(folder_ / "victim"), "mine");
  EXPECT_FALSE(fs::exists(folder_ / "victim.damaged"));
}

TEST_F(RunOfOthers, FollowsNoLinkAndOpensNoDevice) {
  write_plainly(folder_ / "victim", "mine");
  for (const char* name : {"best.weights", "lock", "live.json", "config", "final.games", "gen-001/fit.json"}) {
    for (const fs::path& target : {folder_ / "victim", fs::path("/dev/zero")}) {
      const std::string whole = read_file(run_ / name);
      fs::remove(run_ / name);
      fs::create_symlink(target, run_ / name);
      EXPECT_THAT(refusal(), HasSubstr((run_ / name).string() + ": is a symbolic link")) << name;
      fs::remove(run_ / name);
      write_plainly(run_ / name, whole);
    }
  }
  fs::rename(run_ / "gen-001", folder_ / "elsewhere");
  fs::create_symlink(folder_ / "elsewhere", run_ / "gen-001");
  EXPECT_THAT(refusal(), HasSubstr("gen-001: is a symbolic link"));
  EXPECT_EQ(read_file(folder_ / "victim"), "mine");
}

// What lies about in a folder beside the run's own files is nobody's business.
TEST_F(RunOfOthers, LeavesFoldersAndLinksOfOthersAlone) {
  fs::create_directories(run_ / "notes.5.tmp/more");
  fs::create_symlink("loop", run_ / "loop");
  fs::create_symlink("loop.7.tmp", run_ / "loop.7.tmp");
  RunOptions options = shallow_run();
  options.generations = 1;
  EXPECT_TRUE(run_in(run_, options).complete);
  EXPECT_TRUE(fs::exists(run_ / "notes.5.tmp/more"));
  EXPECT_TRUE(status_of_run(run_).damage.empty());
}

TEST_F(RunOfOthers, AdvisesNoRepairWhereAFolderIsInTheWay) {
  for (const char* name : {"best.weights", "gen-001/fit.json"}) {
    const std::string whole = read_file(run_ / name);
    fs::remove(run_ / name);
    fs::create_directory(run_ / name);
    const std::vector<Damage> damage = status_of_run(run_).damage;
    ASSERT_EQ(damage.size(), 1U) << name;
    EXPECT_FALSE(damage.front().can_be_repaired) << name;
    RunOptions options = shallow_run();
    options.generations = 1;
    options.repair = true;
    EXPECT_THROW(run_in(run_, options), DamagedRun) << name;
    EXPECT_TRUE(fs::is_directory(run_ / name));
    fs::remove(run_ / name);
    write_plainly(run_ / name, whole);
  }
}

TEST_F(RunOfOthers, IsRefusedWhereItsJournalIsNestedWithoutEnd) {
  std::vector<std::string> lines = lines_;
  const std::string deep = std::string(200'000, '[') + std::string(200'000, ']');
  lines[1] = "{\"event\":\"stopped\",\"generation\":0,\"time\":\"\",\"hours\":0,\"why\":" + deep + "}";
  write_journal(journal_, lines);
  EXPECT_THAT(refusal(), HasSubstr("journal.jsonl:2: JSON: expected at most 64 levels of brackets"));
}

// Every value of every line, one after the other.
void for_each_value(Json& json, const std::function<void(Json&)>& visit) {
  if (json.is_structured()) {
    for (auto& value : json) for_each_value(value, visit);
  }
  visit(json);
}

TEST_F(RunOfOthers, IsReadOrRefusedByLineWhateverItsValuesAre) {
  const Json wrong[] = {nullptr,       true,           -1,          5'000'000'000, 1e30, 1e308, "x",
                        Json::array(), Json::object(), {{"a", {1}}}};
  std::size_t refused = 0, read = 0;
  for (std::size_t line = 0; line < lines_.size(); ++line) {
    Json object = Json::parse(lines_[line]);
    std::vector<std::string> versions;
    for_each_value(object, [&](Json& value) {
      const Json before = value;
      for (const Json& other : wrong) {
        value = other;
        if (object.is_object() && !object.empty()) versions.push_back(object.dump());
      }
      value = before;
    });
    for (const std::string& version : versions) {
      std::vector<std::string> lines = lines_;
      lines[line] = version;
      write_journal(journal_, lines);
      try {
        (void)to_json(status_of_run(run_)).dump(-1, ' ', false, Json::error_handler_t::replace);
        (void)report::verdict(report::read_story(run_));
        ++read;
      } catch (const Error& error) {
        ++refused;
        EXPECT_THAT(error.what(), HasSubstr("journal.jsonl:" + std::to_string(line + 1) + ": ")) << version;
      }
    }
  }
  EXPECT_GT(refused, 1'000U);
  EXPECT_GT(read, 100U);  // a name may be any text, a count any number
}

TEST_F(RunOfOthers, CountsNoFurtherThanItsNumbersReach) {
  const std::size_t line = line_with("\"event\":\"gate\"");
  for (const Json& number : {Json(1e30), Json(5'000'000'000), Json(-1), Json(1'000'001)}) {
    change_line(line, [&](Json& object) { object["generation"] = number; });
    EXPECT_THAT(refusal(), HasSubstr("journal.jsonl:" + std::to_string(line + 1) + ": generation: expected"));
  }
}

}  // namespace
}  // namespace hone::run
