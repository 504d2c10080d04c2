// SPDX-License-Identifier: MIT
//
// Helpers in unnamed namespaces have names of their own among the sources of a room, checked on the text of every
// source file. Unity builds compile several files as one: two helpers of one name then do not compile, or, worse, they
// become overloads of each other and the better match is called without a word.
#include <gmock/gmock.h>

#include <map>
#include <optional>
#include <regex>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "tests/layers/source_lines.hpp"

namespace hone {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

// A helper as its first line tells it.
struct Helper {
  std::string space;  // the named namespace around it: "hone::learn"
  std::string name;
  std::string line;

  // Aliases may be repeated, because equal ones are one alias wherever they meet.
  [[nodiscard]] bool is_alias() const { return line.starts_with("using ") || line.starts_with("namespace "); }
};

std::string without_template_arguments(std::string line) {
  static const std::regex innermost("<[^<>]*>");
  for (std::string shorter; shorter != line;) {
    shorter = line;
    line = std::regex_replace(line, innermost, "");
  }
  return line;
}

// The name that a line at the beginning of a declaration declares. A definition of a member declares none.
std::optional<std::string> declared_name(const std::string& line) {
  static const std::regex type(R"(^(?:struct|class|enum class|enum|union|concept|using|namespace) (\w+)\b(?!::))");
  static const std::regex other(R"((\w+)\s*[(={;\[])");
  static const std::regex macro("[A-Z_0-9]+");
  std::smatch match;
  if (std::regex_search(line, match, type)) return match[1];
  const std::string bare = without_template_arguments(line);
  if (bare.find("operator") != std::string::npos || !std::regex_search(bare, match, other)) return std::nullopt;
  if (match.prefix().str().ends_with("::")) return std::nullopt;
  const std::string name = match[1];
  return std::regex_match(name, macro) ? std::nullopt : std::optional(name);
}

// Whether a declaration begins here: its first line stands at the left margin.
bool begins_declaration(const std::string& line) {
  static const std::regex letter("^[A-Za-z_]");
  return std::regex_search(line, letter) && !line.starts_with("template") && !line.starts_with("static_assert");
}

std::vector<Helper> helpers_in(const Lines& lines) {
  static const std::regex named(R"(^namespace ([\w:]+) \{)");
  std::vector<Helper> helpers;
  std::string space;
  bool is_unnamed = false;
  for (std::string line : lines) {
    std::smatch match;
    if (std::regex_search(line, match, named)) space = match[1];
    if (line == "namespace {" || line == "}  // namespace") is_unnamed = line == "namespace {";
    line = std::regex_replace(line, std::regex(R"(^\[\[\w+\]\] )"), "");
    if (!is_unnamed || line == "namespace {" || !begins_declaration(line)) continue;
    if (const auto name = declared_name(line)) helpers.push_back({space, *name, line});
  }
  return helpers;
}

// Collects the helpers of one source after the other; says which of them another source has as well.
class HelperNames {
 public:
  void add(const std::string& file, const Lines& lines) {
    std::set<std::string> seen;  // overloads within a file are meant
    for (const Helper& helper : helpers_in(lines)) {
      if (seen.insert(helper.name).second) places_[helper.space + "::" + helper.name].push_back({file, helper});
    }
  }

  [[nodiscard]] std::vector<std::string> shared() const {
    std::vector<std::string> found;
    for (const auto& [name, places] : places_) {
      if (places.size() > 1 && !are_one_alias(places)) found.push_back(name + list(places));
    }
    return found;
  }

 private:
  struct Place {
    std::string file;
    Helper helper;
  };

  static bool are_one_alias(const std::vector<Place>& places) {
    const Helper& first = places.front().helper;
    return first.is_alias() && std::all_of(places.begin(), places.end(),
                                           [&](const Place& place) { return place.helper.line == first.line; });
  }
  static std::string list(const std::vector<Place>& places) {
    std::string text;
    for (const Place& place : places) text += " " + place.file;
    return text;
  }

  std::map<std::string, std::vector<Place>> places_;
};

// The sources that unity builds put together.
HelperNames helper_names_of(std::string_view folder) {
  HelperNames names;
  for (const auto& file : sources_in(folder)) names.add(path_from_root(file), lines_of(file));
  return names;
}

std::vector<std::string> names_in(const Lines& lines) {
  std::vector<std::string> names;
  for (const Helper& helper : helpers_in(lines)) names.push_back(helper.name);
  return names;
}

TEST(HelperNames, AreUniqueInEachRoom) { EXPECT_THAT(helper_names_of("tuner").shared(), IsEmpty()); }

TEST(HelperNames, AreFoundInDeclarationsOfEveryKind) {
  EXPECT_THAT(names_in({"namespace hone::run {", "namespace {", "struct Part {", "  int inside = 0;", "};",
                        "enum class Kind : int { one };", "using Json = nlohmann::ordered_json;",
                        "constexpr std::array<std::pair<int, int>, 2> table{{}};", "template <class T>",
                        "std::optional<T> parse(std::string_view text) {", "std::function<void(int)> callback;",
                        "[[noreturn]] void fail(const std::string& what) {", "bool Part::member() const {",
                        "}  // namespace", "int outside() { return 0; }", "}  // namespace hone::run"}),
              ElementsAre("Part", "Kind", "Json", "table", "parse", "callback", "fail"));
  EXPECT_THAT(names_in({"namespace {", "void Part::member(int x) const {", "TEST(Suite, Name) {", "}  // namespace"}),
              IsEmpty());
}

TEST(HelperNames, SharedByTwoSourcesAreFound) {
  const Lines square{"namespace hone::fit {", "namespace {", "double size(double x) {", "}  // namespace"};
  const Lines length{"namespace hone::fit {", "namespace {", "int size(const Text& x) {", "}  // namespace"};
  const Lines elsewhere{"namespace hone::run {", "namespace {", "int size(const Text& x) {", "}  // namespace"};
  HelperNames names;
  names.add("a.cpp", square);
  names.add("c.cpp", elsewhere);
  EXPECT_THAT(names.shared(), IsEmpty());
  names.add("b.cpp", length);
  EXPECT_THAT(names.shared(), UnorderedElementsAre("hone::fit::size a.cpp b.cpp"));
}

TEST(HelperNames, OfEqualAliasesMayBeShared) {
  const Lines alias{"namespace hone::run {", "namespace {", "using Json = nlohmann::ordered_json;", "}  // namespace"};
  const Lines other{"namespace hone::run {", "namespace {", "using Json = nlohmann::json;", "}  // namespace"};
  HelperNames names;
  names.add("a.cpp", alias);
  names.add("b.cpp", alias);
  EXPECT_THAT(names.shared(), IsEmpty());
  names.add("c.cpp", other);
  EXPECT_THAT(names.shared(), UnorderedElementsAre("hone::run::Json a.cpp b.cpp c.cpp"));
}

}  // namespace
}  // namespace hone
