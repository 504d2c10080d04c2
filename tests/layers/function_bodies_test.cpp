// SPDX-License-Identifier: MIT
//
// No two functions of a library have bodies that differ in the names of their parameters and variables alone, checked
// on the text of every source file: such functions are one, and the names of helpers alone would not tell it
// (helper_names_test.cpp). Bodies of one statement may be alike. Members that are defined within their class are not
// looked at.
#include <gmock/gmock.h>

#include <algorithm>
#include <cctype>
#include <map>
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

// A word, or a single character that is neither part of one nor a blank.
struct Token {
  std::string text;
  bool is_after_blank = false;

  [[nodiscard]] bool is_word() const { return is_of_word(text.front()); }
  [[nodiscard]] static bool is_of_word(char c) { return c == '_' || std::isalnum(static_cast<unsigned char>(c)) != 0; }
};

using Tokens = std::vector<Token>;

void add_tokens(Tokens& tokens, std::string_view line) {
  bool is_after_blank = true;
  for (std::size_t at = 0; at < line.size() && !line.substr(at).starts_with("// ");) {
    if (line[at] == ' ') {
      is_after_blank = true;
      ++at;
      continue;
    }
    std::size_t end = at + 1;
    while (Token::is_of_word(line[at]) && end < line.size() && Token::is_of_word(line[end])) ++end;
    tokens.push_back({std::string(line.substr(at, end - at)), is_after_blank});
    is_after_blank = false;
    at = end;
  }
}

// Whether a word before another one is no type, or that one no name.
bool is_keyword(const std::string& word) {
  static const std::set<std::string> keywords{
      "and",    "break",    "case",   "class",    "const", "constexpr", "continue", "default", "delete",
      "do",     "else",     "enum",   "for",      "goto",  "if",        "inline",   "mutable", "namespace",
      "new",    "noexcept", "not",    "operator", "or",    "private",   "public",   "return",  "sizeof",
      "static", "struct",   "switch", "template", "throw", "typename",  "using",    "while"};
  return keywords.contains(word);
}

// Whether a type ends before this token: a word or the end of its arguments, with & and * close to it.
bool is_after_type(const Tokens& tokens, std::size_t at) {
  if (at == 0 || !tokens[at].is_after_blank) return false;
  std::size_t type = at - 1;
  while (type > 0 && !tokens[type].is_after_blank && (tokens[type].text == "&" || tokens[type].text == "*")) --type;
  if (tokens[type].text == ">") return !tokens[type].is_after_blank;
  return tokens[type].is_word() && !is_keyword(tokens[type].text);
}

// The names that the tokens declare, that of the function as well.
std::set<std::string> declared_names(const Tokens& tokens) {
  std::set<std::string> names;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (!is_after_type(tokens, i)) continue;
    if (tokens[i].is_word() && !is_keyword(tokens[i].text)) names.insert(tokens[i].text);
    if (tokens[i].text != "[") continue;
    for (std::size_t j = i; j < tokens.size() && tokens[j].text != "]"; ++j) {  // auto [a, b]
      if (tokens[j].is_word()) names.insert(tokens[j].text);
    }
  }
  return names;
}

// Whether the word comes after '.', "->" or "::", and so is not what was declared.
bool is_member(const Tokens& tokens, std::size_t at) {
  if (at < 2) return false;
  const std::string before = tokens[at - 2].text + tokens[at - 1].text;
  return before.ends_with('.') || before == "->" || before == "::";
}

struct Function {
  std::string name;
  std::string body;  // with numbers in the place of the declared names
  std::size_t statements = 0;
};

Function function_of(const Tokens& tokens) {
  const auto text = [&](std::string_view wanted) {
    const auto at = std::ranges::find(tokens, wanted, &Token::text);
    return static_cast<std::size_t>(at - tokens.begin());
  };
  Function function;
  const std::size_t arguments = text("("), body = text("{");
  if (arguments == 0 || arguments >= body || body == tokens.size()) return function;
  function.name = tokens[arguments - 1].text;
  const std::set<std::string> names = declared_names(tokens);
  std::map<std::string, std::size_t> numbers;
  for (std::size_t i = body + 1; i < tokens.size(); ++i) {
    const std::string& token = tokens[i].text;
    const bool is_renamed = names.contains(token) && !is_member(tokens, i);
    function.body += is_renamed ? '$' + std::to_string(numbers.emplace(token, numbers.size()).first->second) : token;
    function.body += ' ';
    if (token == ";") ++function.statements;
  }
  return function;
}

// Whether a definition may begin here: at the left margin.
bool begins_definition(const std::string& line) {
  static const std::regex other("^(?:namespace|struct|class|enum|union|using|template|static_assert)\\b");
  return !line.empty() && (Token::is_of_word(line.front()) || line.front() == '[') && !std::regex_search(line, other);
}

std::vector<Function> functions_in(const Lines& lines) {
  std::vector<Function> functions;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (!begins_definition(lines[i])) continue;
    Tokens tokens;
    for (bool is_open = false; i < lines.size(); ++i) {
      add_tokens(tokens, lines[i]);
      is_open = is_open || lines[i].ends_with('{');
      if (is_open ? lines[i].starts_with('}') : lines[i].ends_with('}') || lines[i].ends_with(';')) break;
    }
    functions.push_back(function_of(tokens));
  }
  return functions;
}

// Collects the functions of one source after the other; says which of them have equal bodies.
class FunctionBodies {
 public:
  void add(const std::string& file, const Lines& lines) {
    constexpr std::size_t least_statements = 2;
    for (const Function& function : functions_in(lines)) {
      if (function.statements >= least_statements) places_[function.body].push_back(file + ":" + function.name);
    }
  }

  [[nodiscard]] std::vector<std::string> shared() const {
    std::vector<std::string> found;
    for (const auto& [body, places] : places_) {
      if (places.size() < 2) continue;
      std::string text;
      for (const std::string& place : places) text += (text.empty() ? "" : " ") + place;
      found.push_back(text);
    }
    return found;
  }

 private:
  std::map<std::string, std::vector<std::string>> places_;
};

std::vector<std::string> shared_bodies(const Lines& lines) {
  FunctionBodies bodies;
  bodies.add("a.cpp", lines);
  return bodies.shared();
}

TEST(FunctionBodies, AreUniqueInEachLibrary) {
  for (const char* library : {"data", "games", "engine", "tuner"}) {
    FunctionBodies bodies;
    for (const auto& file : sources_in(library)) bodies.add(path_from_root(file), lines_of(file));
    EXPECT_THAT(bodies.shared(), IsEmpty());
  }
}

TEST(FunctionBodies, AreEqualWhateverTheirNames) {
  EXPECT_THAT(
      shared_bodies(
          {"std::size_t widest(const std::vector<std::string>& texts) {", "  std::size_t width = 0;  // of all",
           "  for (const std::string& text : texts) width = std::max(width, text.size());", "  return width;", "}", "",
           "std::size_t longest(const std::vector<std::string>& names) {", "  std::size_t length = 0;",
           "  for (const std::string& name : names) length = std::max(length, name.size());", "  return length;", "}"}),
      ElementsAre("a.cpp:widest a.cpp:longest"));
  EXPECT_THAT(shared_bodies({"int one(int x) { auto [a, b] = parts(x); return a > b ? a : b; }",
                             "int other(int of_this) { auto [c, d] = parts(of_this); return c > d ? c : d; }"}),
              ElementsAre("a.cpp:one a.cpp:other"));
}

TEST(FunctionBodies, DifferByWhatTheyCallAndInWhichOrder) {
  EXPECT_THAT(
      shared_bodies({"int one(int x, int y) { take(x); return y; }", "int two(int x, int y) { give(x); return y; }",
                     "int three(int x, int y) { take(x); return x; }",
                     "int four(const Part& x, int y) { take(x.size); return y; }",
                     "int five(const Part& x, int y) { take(x.count); return y; }"}),
      IsEmpty());
}

TEST(FunctionBodies, OfOneStatementMayBeAlike) {
  EXPECT_THAT(shared_bodies({"int one(int x) { return x + 1; }", "int two(int y) { return y + 1; }"}), IsEmpty());
}

}  // namespace
}  // namespace hone
