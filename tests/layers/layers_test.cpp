// SPDX-License-Identifier: MIT
//
// The rules about who may know whom, checked on the text of every source file.
#include <gmock/gmock.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <optional>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "tests/layers/source_lines.hpp"

namespace hone {
namespace {

namespace fs = std::filesystem;
using testing::IsEmpty;
using testing::SizeIs;

struct SourceFile {
  std::string path;  // from the root: "engine/score.hpp"
  Lines lines;
};

// From what knows least to what may know everything.
constexpr std::array<std::string_view, 5> layers{"data", "games", "engine", "tuner", "tests"};

// The rooms of tuner/, from what knows least to what may know everything.
constexpr std::array<std::string_view, 13> rooms{"text",  "parallel", "stats", "formats", "play",   "match", "units",
                                                 "learn", "exchange", "run",   "refine",  "report", "cli"};

// The place of a file's room among the rooms; those of files elsewhere, and of files in no room, are none.
std::optional<std::size_t> room_of(std::string_view path) {
  constexpr std::string_view house = "tuner/";
  if (!path.starts_with(house)) return std::nullopt;
  const std::string_view inside = path.substr(house.size());
  const auto room = std::find(rooms.begin(), rooms.end(), inside.substr(0, inside.find('/')));
  if (room == rooms.end()) return std::nullopt;
  return static_cast<std::size_t>(room - rooms.begin());
}

std::size_t layer_of(std::string_view path) {
  const std::string_view folder = path.substr(0, path.find('/'));
  return static_cast<std::size_t>(std::find(layers.begin(), layers.end(), folder) - layers.begin());
}

bool is_source(const fs::path& file) {
  const std::string name = file.filename().string();
  return name.ends_with(".hpp") || name.ends_with(".cpp") || name.ends_with(".cpp.in");
}

std::vector<SourceFile> all_sources() {
  std::vector<SourceFile> sources;
  for (const std::string_view layer : layers) {
    for (const auto& entry : fs::recursive_directory_iterator(fs::path(HONE_SOURCE_DIR) / layer)) {
      if (is_source(entry.path())) sources.push_back({path_from_root(entry.path()), lines_of(entry.path())});
    }
  }
  return sources;
}

bool is_library(std::string_view path) { return layer_of(path) < layer_of("tests") && !path.starts_with("tuner/cli/"); }

std::string without_comment(const std::string& line) { return line.substr(0, line.find("//")); }

std::vector<std::string> includes(const SourceFile& source) {
  static const std::regex include(R"re(^\s*#include\s*["<]([^">]+)[">])re");
  std::vector<std::string> found;
  for (const std::string& line : source.lines) {
    std::smatch match;
    if (std::regex_search(line, match, include)) found.push_back(match[1]);
  }
  return found;
}

// Each check returns what is wrong, one line a finding.
using Findings = std::vector<std::string>;

Findings includes_from_below(const SourceFile& source) {
  Findings findings;
  const bool in_cli = source.path.starts_with("tuner/cli/") || source.path.starts_with("tests/");
  for (const std::string& include : includes(source)) {
    const std::size_t layer = layer_of(include);
    const bool from_below = layer < layers.size() && layer > layer_of(source.path);
    const bool cli_from_library = include.starts_with("tuner/cli/") && !in_cli;
    if (from_below || cli_from_library) findings.push_back(source.path + " includes " + include);
  }
  return findings;
}

Findings includes_from_later_room(const SourceFile& source) {
  Findings findings;
  const std::optional<std::size_t> own = room_of(source.path);
  if (!own) return findings;
  for (const std::string& include : includes(source)) {
    const std::optional<std::size_t> other = room_of(include);
    if (other && *other > *own) findings.push_back(source.path + " includes " + include);
  }
  return findings;
}

Findings outside_all_rooms(const SourceFile& source) {
  if (!source.path.starts_with("tuner/") || room_of(source.path)) return {};
  return {source.path + " lies in no room"};
}

// Headers name their room's namespace, and so do the sources.
Findings foreign_namespaces(const SourceFile& source) {
  const std::optional<std::size_t> room = room_of(source.path);
  if (!room || source.path.ends_with("/main.cpp")) return {};
  const std::string own = "namespace hone::" + std::string(rooms[*room]);
  const auto opens = [&](const std::string& line) { return line == own + " {" || line.starts_with(own + "::"); };
  if (std::ranges::any_of(source.lines, opens)) return {};
  return {source.path + " does not open " + own};
}

struct Territory {
  std::string_view library;               // first part of its includes
  std::vector<std::string_view> folders;  // where it may be used
};

const std::vector<Territory>& territories() {
  static const std::vector<Territory> all{
      {"Eigen/", {"tuner/", "tests/tuner/"}},
      {"spdlog/", {"tuner/", "tests/tuner/"}},
      {"boost/program_options", {"tuner/cli/"}},
      {"histedit.h", {"tuner/cli/playing/"}},
      {"boost/math/", {"tuner/stats/"}},
      {"gtest/", {"tests/"}},
      {"gmock/", {"tests/"}},
  };
  return all;
}

Findings libraries_out_of_place(const SourceFile& source) {
  Findings findings;
  for (const std::string& include : includes(source)) {
    for (const auto& [library, folders] : territories()) {
      const auto contains_source = [&](std::string_view folder) { return source.path.starts_with(folder); };
      if (include.starts_with(library) && std::none_of(folders.begin(), folders.end(), contains_source)) {
        findings.push_back(source.path + " includes " + include);
      }
    }
  }
  return findings;
}

Findings side_effects(const SourceFile& source) {
  static const std::regex effect(
      R"(\bstd::(cout|cerr|clog|exit|abort|quick_exit)\b|\b(printf|fprintf|puts|exit|_exit|abort)\s*\()"
      R"(|\bfmt::print\b|\bspdlog::|\bstdout\b|\bstderr\b)");
  Findings findings;
  if (!is_library(source.path)) return findings;
  for (const std::string& line : source.lines) {
    if (std::regex_search(without_comment(line), effect)) findings.push_back(source.path + ": " + line);
  }
  return findings;
}

// Control characters of others' texts are made harmless in one place, and failures to print as well.
Findings prints_past_the_sinks(const SourceFile& source) {
  static const std::regex print(
      R"(\bfmt::print\b|\bstd::(cout|cerr|clog)\b|\b(fwrite|fputs|puts|printf|fprintf)\s*\()");
  static const std::set<std::string> sinks{"tuner/cli/standard_streams.cpp", "tuner/cli/console.cpp",
                                           "tuner/cli/uci_command.cpp", "tuner/cli/gtp_command.cpp"};
  Findings findings;
  if (!source.path.starts_with("tuner/cli/") || sinks.contains(source.path)) return findings;
  for (const std::string& line : source.lines) {
    if (std::regex_search(without_comment(line), print)) findings.push_back(source.path + ": " + line);
  }
  return findings;
}

Findings missing_marks(const SourceFile& source) {
  Findings findings;
  if (source.lines.empty() || source.lines.front() != "// SPDX-License-Identifier: MIT") {
    findings.push_back(source.path + " does not begin with the licence line");
  }
  const bool has_guard = std::find(source.lines.begin(), source.lines.end(), "#pragma once") != source.lines.end();
  if (source.path.ends_with(".hpp") && !has_guard) findings.push_back(source.path + " lacks #pragma once");
  return findings;
}

Findings in_all_sources(Findings (*check)(const SourceFile&)) {
  Findings findings;
  for (const SourceFile& source : all_sources()) {
    const Findings more = check(source);
    findings.insert(findings.end(), more.begin(), more.end());
  }
  return findings;
}

TEST(Layers, FilesIncludeOnlyTheirOwnLayerAndThoseAbove) {
  EXPECT_THAT(in_all_sources(includes_from_below), IsEmpty());
}

TEST(Layers, RoomsIncludeOnlyThemselvesAndThoseBefore) {
  EXPECT_THAT(in_all_sources(includes_from_later_room), IsEmpty());
  EXPECT_THAT(in_all_sources(outside_all_rooms), IsEmpty());
}

TEST(Layers, NamespacesFollowTheRooms) { EXPECT_THAT(in_all_sources(foreign_namespaces), IsEmpty()); }

TEST(Layers, CommandsPrintThroughSay) { EXPECT_THAT(in_all_sources(prints_past_the_sinks), IsEmpty()); }

// A newcomer finds every header in the page of its room.
TEST(Layers, PagesOfRoomsNameTheirHeaders) {
  for (const std::string_view room : rooms) {
    const fs::path folder = fs::path(HONE_SOURCE_DIR) / "tuner" / room;
    std::ostringstream page;
    page << std::ifstream(folder / "README.md").rdbuf();
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
      if (entry.path().extension() != ".hpp") continue;
      EXPECT_THAT(page.str(), testing::HasSubstr(entry.path().filename().string())) << room;
    }
  }
}

TEST(Layers, OutsideLibrariesStayWhereTheyBelong) { EXPECT_THAT(in_all_sources(libraries_out_of_place), IsEmpty()); }

TEST(Layers, LibrariesNeverPrintLogOrExit) { EXPECT_THAT(in_all_sources(side_effects), IsEmpty()); }

TEST(Layers, FilesCarryTheirLicenceAndHeadersTheirGuard) { EXPECT_THAT(in_all_sources(missing_marks), IsEmpty()); }

TEST(Layers, ChecksReadTheWholeTree) {
  for (const std::string_view layer : layers) {
    const std::vector<SourceFile> sources = all_sources();
    EXPECT_TRUE(std::any_of(sources.begin(), sources.end(), [&](const SourceFile& source) {
      return layer_of(source.path) == layer_of(layer);
    })) << layer;
  }
}

TEST(Layers, ChecksSeeEachKindOfViolation) {
  EXPECT_THAT(includes_from_below({"data/a.cpp", {"#include \"engine/score.hpp\""}}), SizeIs(1));
  EXPECT_THAT(includes_from_below({"tuner/a.cpp", {"#include \"tuner/cli/options/options.hpp\""}}), SizeIs(1));
  EXPECT_THAT(includes_from_below({"engine/a.cpp", {"#include \"data/error.hpp\"", "#include <vector>"}}), IsEmpty());
  EXPECT_THAT(includes_from_later_room({"tuner/stats/a.cpp", {"#include \"tuner/match/b.hpp\""}}), SizeIs(1));
  EXPECT_THAT(includes_from_later_room({"tuner/match/a.cpp", {"#include \"tuner/stats/b.hpp\""}}), IsEmpty());
  EXPECT_THAT(outside_all_rooms({"tuner/attic/a.cpp", {}}), SizeIs(1));
  EXPECT_THAT(foreign_namespaces({"tuner/stats/a.cpp", {"namespace hone {"}}), SizeIs(1));
  EXPECT_THAT(libraries_out_of_place({"engine/a.hpp", {"#include <Eigen/Core>"}}), SizeIs(1));
  EXPECT_THAT(libraries_out_of_place({"tuner/a.cpp", {"#include <boost/program_options.hpp>"}}), SizeIs(1));
  EXPECT_THAT(libraries_out_of_place({"tuner/a.cpp", {"#include <boost/math/tools/roots.hpp>"}}), SizeIs(1));
  EXPECT_THAT(side_effects({"engine/a.cpp", {"  std::cout << 1;", "  exit(1);  // gone", "  // printf(x)"}}),
              SizeIs(2));
  EXPECT_THAT(side_effects({"tuner/cli/a.cpp", {"  std::cout << 1;"}}), IsEmpty());
  EXPECT_THAT(missing_marks({"data/a.hpp", {"#include <vector>"}}), SizeIs(2));
}

}  // namespace
}  // namespace hone
