// SPDX-License-Identifier: MIT
//
// Tables of numbers in source text: finds NAME = VALUE, and NAME{VALUE} of a declaration, outside of the bodies of
// functions, and takes VALUE where it consists of numbers.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "data/error.hpp"
#include "tuner/exchange/import/import_format.hpp"
#include "tuner/exchange/import/source_arrays.hpp"
#include "tuner/exchange/import/source_tokens.hpp"
#include "tuner/exchange/import/source_values.hpp"

namespace hone::exchange {

namespace {

class TableReader {
 public:
  TableReader(SourceTokens tokens, const ReadRules& rules)
      : tokens_(tokens), rules_(rules), is_go_(rules.file.ends_with(".go")) {}

  Found read() {
    while (at_ < tokens_.size()) step();
    return std::move(found_);
  }

 private:
  [[nodiscard]] const SourceToken& token() const { return tokens_[at_]; }

  void step() {
    if (token().is_name("def") && begins_line(at_)) return skip_indented();
    if (token().is("{") && is_property()) return property();
    if (token().is("{") && is_body()) return skip_brackets();
    if (token().is("{") && is_enumeration()) return enumeration();
    if (token().is("{") && is_initializer()) return give_value(name_before(at_), at_);
    if (token().is("[") || (token().is("(") && !is_block_of_constants())) return skip_brackets();
    if (token().is("=") || token().is(":=")) return give_value(name_before(at_), at_ + 1);
    if (token().is(";") || token().is("{") || token().is("}")) statement_ = at_ + 1;
    ++at_;
  }

  [[nodiscard]] bool begins_line(std::size_t at) const { return at == 0 || tokens_[at - 1].line < tokens_[at].line; }
  // A statement ends where its line does, if the next one begins with a name, or an annotation such as @Input().
  [[nodiscard]] bool begins_statement(std::size_t at) const {
    return begins_line(at) && (tokens_[at].kind == SourceToken::Kind::name || tokens_[at].is("@"));
  }
  void skip_brackets() {
    const std::size_t end = closing(tokens_, at_);
    if (end >= tokens_.size()) {
      throw Error(
          rules_.file, token().line,
          fmt::format("a '{}' without its end; where an #ifdef and its #else both open one, leave one of them out",
                      token().text));
    }
    const std::size_t begin = std::exchange(at_, end + 1);
    if (!tokens_[end].is("}")) return;
    const bool goes_on = at_ < tokens_.size() && (token().is(",") || (token().is("{") && sets_members(begin)));
    if (!goes_on) statement_ = at_;
  }
  // Whether the bracket may be that of a member which a constructor sets before its body: E() : x{6}, y{7} {}
  [[nodiscard]] bool sets_members(std::size_t bracket) const {
    const auto heading = tokens_.subspan(statement_, bracket - statement_);
    const auto parameters = std::ranges::find_if(heading, [](const SourceToken& token) { return token.is(")"); });
    return std::any_of(parameters, heading.end(), [](const SourceToken& token) { return token.is(":"); });
  }
  // The body of a function of Python: all lines that stand further to the right.
  void skip_indented() {
    const int column = token().column;
    for (++at_; at_ < tokens_.size(); ++at_) {
      if (begins_line(at_) && token().column <= column) break;
    }
    statement_ = at_;
  }

  // Whether the brace opens the body of a function or of a statement within one: there are round brackets before it,
  // and no word after them that opens a part of a file.
  [[nodiscard]] bool is_body() const {
    for (std::size_t i = at_; i > statement_; --i) {
      if (tokens_[i - 1].is("=>")) return true;
      if (opens_part(tokens_[i - 1])) return false;
      if (!tokens_[i - 1].is(")")) continue;
      i = opening(i - 1, statement_) + 1;
      if (!belongs_to_type(i - 1)) return !is_type_with_bases(i - 1);
    }
    return false;
  }
  // class Name : public Base<decltype(f())> {: behind the brackets stands more than `const` and the like.
  [[nodiscard]] bool is_type_with_bases(std::size_t bracket) const {
    constexpr std::array<std::string_view, 4> qualifiers{"const", "noexcept", "override", "volatile"};
    const auto heading = tokens_.subspan(statement_, bracket - statement_);
    if (std::ranges::none_of(heading, opens_part)) return false;
    const SourceToken& last = tokens_[at_ - 1];
    return last.is(">") || (last.kind == SourceToken::Kind::name && !is_one_of(last, qualifiers));
  }
  [[nodiscard]] static bool opens_part(const SourceToken& token) {
    constexpr std::array<std::string_view, 8> words{"namespace", "class", "struct", "impl",
                                                    "mod",       "trait", "union",  "interface"};
    return is_one_of(token, words);
  }
  // struct alignas(64) Name {, struct __attribute__((packed)) Name {, record Name(int x) {
  [[nodiscard]] bool belongs_to_type(std::size_t bracket) const {
    constexpr std::array<std::string_view, 3> attributes{"alignas", "__attribute__", "__declspec"};
    constexpr std::array<std::string_view, 3> types{"class", "struct", "record"};
    if (bracket < statement_ + 1 || tokens_[bracket - 1].kind != SourceToken::Kind::name) return false;
    if (is_one_of(tokens_[bracket - 1], attributes)) return true;
    return bracket >= statement_ + 2 && is_one_of(tokens_[bracket - 2], types);
  }
  [[nodiscard]] static bool is_one_of(const SourceToken& token, std::span<const std::string_view> words) {
    return token.kind == SourceToken::Kind::name && std::ranges::find(words, token.text) != words.end();
  }
  [[nodiscard]] bool is_enumeration() const {
    const auto heading = tokens_.subspan(statement_, at_ - statement_);
    return std::ranges::any_of(heading, [](const SourceToken& token) { return token.is_name("enum"); });
  }
  // Its values are numbers of things more often than weights, and read only where --include names them. Java goes on
  // after a ';' with variables and functions.
  void enumeration() {
    if (!rules_.include.empty()) {
      statement_ = ++at_;
      end_of_enumerators_ = end_of_enumerators(at_);
      return;
    }
    const std::size_t end = closing(tokens_, at_);
    for (std::size_t i = at_ + 1; i + 2 < end && !tokens_[i].is(";"); ++i) {
      const std::size_t value = tokens_[i + 2].is("-") ? i + 3 : i + 2;
      const bool is_said = tokens_[i].kind == SourceToken::Kind::name && tokens_[i + 1].is("=") && value < end &&
                           tokens_[value].kind == SourceToken::Kind::number;
      const std::string name(tokens_[i].text);
      if (!is_said || !rules_.takes(name)) continue;
      found_.left_out.push_back({name, tokens_[i].line, "stands in an enum; --include reads it"});
    }
    skip_brackets();
  }
  [[nodiscard]] std::size_t end_of_enumerators(std::size_t at) const {
    while (at < tokens_.size() && !tokens_[at].is(";") && !closes(tokens_[at]))
      at = opens(tokens_[at]) ? closing(tokens_, at) + 1 : at + 1;
    return at;
  }
  // const ( ... ) of Go
  [[nodiscard]] bool is_block_of_constants() const {
    return at_ > 0 && (tokens_[at_ - 1].is_name("const") || tokens_[at_ - 1].is_name("var"));
  }

  // int x{20}; std::array<int, 3> x{1, 2, 3}; int x{1}, y[2]{2, 3};
  [[nodiscard]] bool is_initializer() const {
    const auto heading = tokens_.subspan(statement_, at_ - statement_);
    if (std::ranges::any_of(heading, opens_part)) return false;
    std::size_t at = at_;
    while (at > statement_ && tokens_[at - 1].is("]")) at = opening(at - 1, statement_);
    if (!is_declared(at)) return false;
    const std::size_t behind = closing(tokens_, at_) + 1;
    return behind < tokens_.size() && (tokens_[behind].is(";") || tokens_[behind].is(","));
  }
  // Whether the name before this place has a type before it, or is the next of one declaration.
  [[nodiscard]] bool is_declared(std::size_t at) const {
    if (at < statement_ + 2 || !is_typed_name(tokens_[at - 1])) return false;
    const SourceToken& before = tokens_[at - 2];
    return before.kind == SourceToken::Kind::name || before.is(">") || (before.is(",") && at - 2 == end_of_last_);
  }
  // public int Name { get; set; } = 20;
  [[nodiscard]] bool is_property() const {
    constexpr std::array<std::string_view, 3> modifiers{"private", "protected", "internal"};
    constexpr std::array<std::string_view, 3> accessors{"get", "set", "init"};
    if (at_ < statement_ + 2 || tokens_[at_ - 1].kind != SourceToken::Kind::name) return false;
    std::size_t at = at_ + 1;
    while (at < tokens_.size() && is_one_of(tokens_[at], modifiers)) ++at;
    return at + 1 < tokens_.size() && is_one_of(tokens_[at], accessors) &&
           (tokens_[at + 1].is(";") || tokens_[at + 1].is("{") || tokens_[at + 1].is("=>"));
  }
  void property() {
    const std::string name(tokens_[at_ - 1].text);
    skip_brackets();
    if (at_ < tokens_.size() && token().is("=")) give_value(name, at_ + 1);
  }

  // Reads the value of the name that ends before the present place.
  void give_value(const std::string& name, std::size_t value) {
    const std::vector<int> declared = sizes_before(at_);
    const bool is_braced = value == at_;
    const int line = token().line;
    at_ = end_of_value(value);
    statement_ = end_of_last_ = at_;
    if (name.empty() || !rules_.takes(name)) return;
    if (gives_more_than_one()) {
      const std::string reason = "several names or values stand beside one '='";
      if (!rules_.skip_expressions)
        throw Error(rules_.file, line, fmt::format("{}: {}; --skip leaves such names out", name, reason));
      found_.left_out.push_back({name, line, reason});
      return;
    }
    try {
      SourceValue read = read_source_value(tokens_, value);
      const bool is_scalar = is_braced && declared.empty() && read.elements.size() == 1 && !read.has_keys();
      if (is_scalar) read = SourceValue(read.elements.front());
      add_source_arrays(found_, name, std::move(read), declared, line);
    } catch (const NoNumbers& fault) {
      refuse(name, line, value, fault);
    }
  }

  // `a, b = 1, 2` and `a = 1, 2` of Python and Go: behind the comma stands a value, and not the next name.
  [[nodiscard]] bool gives_more_than_one() const {
    if (at_ + 1 >= tokens_.size() || !token().is(",") || tokens_[at_ + 1].line != token().line) return false;
    const SourceToken& next = tokens_[at_ + 1];
    return next.kind == SourceToken::Kind::number || next.is("-") || next.is("+");
  }

  // A value that has no number anywhere is of no interest, nor is a type or a function; one with numbers that cannot be
  // read is. Enumerators are often expressions of others, W_PAWN + 8, and do not keep the others from being read.
  void refuse(const std::string& name, int line, std::size_t value, const NoNumbers& fault) {
    const auto tokens = tokens_.subspan(value, at_ - value);
    if (fault.is_type || std::ranges::none_of(tokens, &SourceToken::is_any_number) || is_function(tokens)) return;
    if (!rules_.skip_expressions && at_ > end_of_enumerators_) {
      throw Error(rules_.file, fault.line,
                  fmt::format("{}: {}; --skip leaves such names out, --exclude '{}' this one", name,
                              expected_found("numbers and lists of numbers", fault.found), name));
    }
    found_.left_out.push_back({name, line, fmt::format("no plain number: {}", fault.found)});
  }
  // (x) => 3, function(x), lambda x: 3, [](int x) {}
  static bool is_function(SourceTokens tokens) {
    constexpr std::array<std::string_view, 5> words{"function", "func", "fn", "lambda", "async"};
    if (tokens.front().is("[")) {
      const std::size_t behind = closing(tokens, 0) + 1;
      if (behind < tokens.size() && tokens[behind].is("(")) return true;
    }
    return std::ranges::any_of(tokens,
                               [&](const SourceToken& token) { return token.is("=>") || is_one_of(token, words); });
  }

  // The first place after the value: behind its brackets, at the end of the statement.
  [[nodiscard]] std::size_t end_of_value(std::size_t at) const {
    for (; at < tokens_.size(); ++at) {
      if (opens(tokens_[at])) {
        at = closing(tokens_, at);
        if (at >= tokens_.size()) break;
        continue;
      }
      if (tokens_[at].is(";") || tokens_[at].is(",") || closes(tokens_[at]) || begins_statement(at)) return at;
    }
    return tokens_.size();
  }

  // `int x[6] =`, `x: [i32; 6] =`, `x [6]int =` of Go: the first is told by the last name, the others by their form.
  [[nodiscard]] std::string name_before(std::size_t equals) const {
    const std::size_t begin = begin_of_name(equals);
    if (const std::string name = name_in_front(begin); !name.empty()) return name;
    if (const std::string name = name_before_type(begin, equals); !name.empty()) return name;
    std::size_t at = equals;
    while (at > begin && tokens_[at - 1].is("]")) {
      at = opening(at - 1, begin);
      if (at == begin) return "";
    }
    if (at - begin >= 2 && is_type_of_go(tokens_[at - 1])) --at;
    while (at > begin && tokens_[at - 1].is("]")) at = opening(at - 1, begin);
    const bool is_pure = at > begin && tokens_[at - 1].is_name("const");  // virtual int f() const = 0
    if (at == begin || tokens_[at - 1].kind != SourceToken::Kind::name || is_pure) return "";
    return std::string(tokens_[at - 1].text);
  }
  // Of `int x[2][N] =`: {2, 0}.
  [[nodiscard]] std::vector<int> sizes_before(std::size_t equals) const {
    std::vector<int> sizes;
    std::size_t at = equals;
    while (at > statement_ && tokens_[at - 1].is("]")) {
      const std::size_t open = opening(at - 1, statement_);
      const SourceToken& size = tokens_[open + 1];
      const bool is_said = open + 3 == at && size.kind == SourceToken::Kind::number && size.number >= 1 &&
                           size.number <= std::numeric_limits<int>::max();
      sizes.insert(sizes.begin(), is_said ? static_cast<int>(size.number) : 0);
      at = open;
    }
    // Python's and Go's `x[2] =` has no type before it, and gives one element its value.
    if (!is_declared(at) || tokens_[at - 2].line != tokens_[at - 1].line) sizes.clear();
    return sizes;
  }
  // After the comma, the bracket or the statement before the name. Those within < > are of a type.
  [[nodiscard]] std::size_t begin_of_name(std::size_t equals) const {
    int depth = 0;
    std::size_t begin = equals;
    for (; begin > statement_; --begin) {
      if (depth == 0 && begins_statement(begin)) break;
      const SourceToken& before = tokens_[begin - 1];
      if (closes(before) || before.is(">")) ++depth;
      if (depth == 0 && (before.is(",") || opens(before))) break;
      if (opens(before) || (before.is("<") && depth > 0)) --depth;
    }
    return begin;
  }
  // `var x [6]int =`, and in files of Go, whatever the type, `const x Score =` and `x Score =` too.
  [[nodiscard]] std::string name_in_front(std::size_t begin) const {
    constexpr std::array<std::string_view, 3> words{"const", "type", "var"};
    if (!is_go_ && !tokens_[begin].is_name("var")) return "";
    const SourceToken& name = tokens_[is_one_of(tokens_[begin], words) ? begin + 1 : begin];
    return name.kind == SourceToken::Kind::name ? std::string(name.text) : "";
  }
  // `Bishop int = 330`, where no name of a file says that it is Go
  [[nodiscard]] static bool is_type_of_go(const SourceToken& token) {
    constexpr std::array<std::string_view, 11> types{"int",   "int8",   "int16",  "int32",   "int64",  "uint",
                                                     "uint8", "uint16", "uint32", "float32", "float64"};
    return is_one_of(token, types);
  }
  [[nodiscard]] std::size_t opening(std::size_t close, std::size_t begin) const {
    int depth = 0;
    for (std::size_t i = close + 1; i > begin; --i) {
      if (closes(tokens_[i - 1])) ++depth;
      if (opens(tokens_[i - 1]) && --depth == 0) return i - 1;
    }
    return begin;
  }
  // Not of `else:`, `default:`, `public:`.
  [[nodiscard]] static bool is_typed_name(const SourceToken& token) {
    constexpr std::array<std::string_view, 7> words{"else",   "default", "try",      "finally",
                                                    "public", "private", "protected"};
    return token.kind == SourceToken::Kind::name && !is_one_of(token, words);
  }
  // The last one, where others have no value.
  [[nodiscard]] std::string name_before_type(std::size_t begin, std::size_t equals) const {
    std::string name;
    int depth = 0;
    for (std::size_t i = begin; i < equals; ++i) {
      if (opens(tokens_[i])) ++depth;
      if (closes(tokens_[i])) --depth;
      const bool is_colon = depth == 0 && i > begin && tokens_[i].is(":") && i + 1 < equals;
      if (is_colon && is_typed_name(tokens_[i - 1]) && tokens_[i + 1].line == tokens_[i].line) {
        name = tokens_[i - 1].text;
      }
    }
    return name;
  }

  SourceTokens tokens_;
  const ReadRules& rules_;
  bool is_go_;
  std::size_t at_ = 0;
  std::size_t statement_ = 0;    // where the present statement or heading begins
  std::size_t end_of_last_ = 0;  // behind the last value
  std::size_t end_of_enumerators_ = 0;
  Found found_;
};

}  // namespace

Found read_table(std::string_view text, const ReadRules& rules) {
  const std::vector<SourceToken> tokens = source_tokens(text, rules.file);
  Found found = TableReader(tokens, rules).read();
  take_what_is_said(text, found);
  return found;
}

}  // namespace hone::exchange
