// SPDX-License-Identifier: MIT
//
// Tables of numbers in source text: finds NAME = VALUE outside of the bodies of functions, and reads VALUE where it
// consists of numbers, of lists of them in any brackets, and of calls such as S(10, 20).
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "data/error.hpp"
#include "tuner/exchange/export_options.hpp"
#include "tuner/exchange/import_format.hpp"
#include "tuner/exchange/source_tokens.hpp"

namespace hone::exchange {

namespace {

using Tokens = std::span<const SourceToken>;

constexpr int deepest_list = 32;
constexpr std::size_t most_repeated = std::size_t{1} << 20;  // numbers of [0; 64] and the like

// What stands where a number or a list of numbers is wanted, and is none: a text, a type, the name of something else.
struct NoNumbers {
  int line = 0;
  std::string found;
  bool is_type = false;
};

// A number, or a list whose elements may have names.
struct Node {
  double number = 0;
  bool is_list = false;
  bool is_pair = false;  // of the stages
  std::vector<Node> elements = {};
  std::vector<std::string> keys = {};  // of the elements; none: they have no names

  [[nodiscard]] bool has_keys() const { return !keys.empty(); }
  [[nodiscard]] std::size_t count() const {
    std::size_t sum = 1;
    for (const Node& element : elements) sum += element.count();
    return sum;
  }
};

bool opens(const SourceToken& token) { return token.is("(") || token.is("[") || token.is("{"); }
bool closes(const SourceToken& token) { return token.is(")") || token.is("]") || token.is("}"); }

// The place of the bracket that closes the one at `open`; the end where there is none.
std::size_t closing(Tokens tokens, std::size_t open) {
  int depth = 0;
  for (std::size_t i = open; i < tokens.size(); ++i) {
    if (opens(tokens[i])) ++depth;
    if (closes(tokens[i]) && --depth == 0) return i;
  }
  return tokens.size();
}

// -- Values

class ValueReader {
 public:
  ValueReader(Tokens tokens, std::size_t at) : tokens_(tokens), at_(at) {}

  // Throws NoNumbers.
  Node read() {
    Node node = value(0);
    if (!ends_value()) no_numbers();
    return node;
  }

 private:
  [[nodiscard]] const SourceToken& token(std::size_t ahead = 0) const {
    static const SourceToken end{};
    return at_ + ahead < tokens_.size() ? tokens_[at_ + ahead] : end;
  }
  [[nodiscard]] bool at_end() const { return at_ >= tokens_.size(); }
  [[noreturn]] void no_numbers(bool is_type = false) const {
    const int line = tokens_.empty() ? 0 : tokens_[std::min(at_, tokens_.size() - 1)].line;
    throw NoNumbers{line, at_end() ? "the end of the file" : fmt::format("'{}'", token().text), is_type};
  }
  [[nodiscard]] bool is_new_line() const { return at_ > 0 && !at_end() && token().line > tokens_[at_ - 1].line; }
  [[nodiscard]] bool ends_value() const {
    return at_end() || token().is(";") || token().is(",") || closes(token()) || (is_new_line() && !goes_on());
  }
  // Whether the line continues the expression of the line before.
  [[nodiscard]] bool goes_on() const {
    constexpr std::array<std::string_view, 12> operators{"+", "-", "*", "/", "%", "<", ">", "|", "&", "?", "^", "."};
    return token().kind == SourceToken::Kind::sign && std::ranges::find(operators, token().text) != operators.end();
  }

  Node value(int depth) {
    if (depth > deepest_list) no_numbers();
    if (token().is("&") || token().is(".")) ++at_;  // a reference of Rust, a literal of Zig
    if (token().is("+") || token().is("-")) return signed_value(depth);
    if (token().kind == SourceToken::Kind::number) return number();
    if (token().is("[") && is_type_prefix()) return after_type(depth);
    if (token().is("(") && is_cast()) return at_ += 3, value(depth);
    if (opens(token())) return list(depth);
    if (token().kind == SourceToken::Kind::name) return named(depth);
    no_numbers();
  }

  Node number() { return {.number = tokens_[at_++].number}; }

  Node signed_value(int depth) {
    const bool is_minus = token().is("-");
    ++at_;
    if (token().kind != SourceToken::Kind::number && !token().is("(")) no_numbers();
    Node node = value(depth + 1);
    if (node.is_list) no_numbers();
    if (is_minus) node.number = -node.number;
    return node;
  }

  // (int) 5
  [[nodiscard]] bool is_cast() const {
    const SourceToken& next = token(3);
    return token(1).kind == SourceToken::Kind::name && token(2).is(")") &&
           (next.kind == SourceToken::Kind::number || next.is("-") || next.is("(") ||
            next.kind == SourceToken::Kind::name);
  }

  // [64]int{...}, [_]i32{...}, [][]int{...}, [2][64]Score{...}
  [[nodiscard]] bool is_type_prefix() const {
    std::size_t i = at_;
    while (i < tokens_.size() && tokens_[i].is("[")) i = closing(tokens_, i) + 1;
    return i < tokens_.size() && tokens_[i].kind == SourceToken::Kind::name && tokens_[i].line == tokens_[i - 1].line;
  }
  Node after_type(int depth) {
    while (token().is("[")) at_ = closing(tokens_, at_) + 1;
    while (token().kind == SourceToken::Kind::name || token().is(".") || token().is("::")) ++at_;
    if (!token().is("{")) no_numbers(true);
    return list(depth);
  }

  // A call, a constructor, a macro, a typed list, or a name that is none of these.
  Node named(int depth) {
    const std::size_t begin = at_;
    const bool is_new = token().is_name("new");
    if (is_new) ++at_;
    while (token().kind == SourceToken::Kind::name || token().is("::") || token().is(".")) {
      ++at_;
      if (token().is("<")) skip_template();
    }
    const bool is_macro = token().is("!");
    if (is_macro) ++at_;
    if (token().is("(") && is_new && token(1).is(")")) at_ += 2;
    if (token().is("[") && (is_new || (!is_macro && is_type_of_list()))) {
      while (token().is("[")) at_ = closing(tokens_, at_) + 1;
      while (token().kind == SourceToken::Kind::name) ++at_;
    }
    if (token().is("(")) return call(depth);
    if (token().is("{") || (is_macro && token().is("["))) return list(depth);
    at_ = begin;
    no_numbers();
  }
  // int[] { and map[string]int{, but not table[3]
  [[nodiscard]] bool is_type_of_list() const {
    std::size_t i = at_;
    while (i < tokens_.size() && tokens_[i].is("[")) i = closing(tokens_, i) + 1;
    return i < tokens_.size() && (tokens_[i].is("{") || (tokens_[i].kind == SourceToken::Kind::name &&
                                                         tokens_[i].line == tokens_[i - 1].line));
  }
  void skip_template() {
    int depth = 0;
    std::size_t i = at_;
    for (; i < tokens_.size() && !tokens_[i].is(";") && !tokens_[i].is("{"); ++i) {
      if (tokens_[i].is("<")) ++depth;
      if (tokens_[i].is(">") && --depth == 0) break;
    }
    if (depth == 0 && i < tokens_.size()) at_ = i + 1;
  }

  // S(10, 20) is the values of the stages, one argument stands for itself: array([1, 2]), Score(5).
  Node call(int depth) {
    Node arguments = list(depth);
    if (arguments.has_keys()) return arguments;
    if (arguments.is_list && arguments.elements.size() == 1) return std::move(arguments.elements.front());
    for (const Node& element : arguments.elements) {
      if (element.is_list) return std::move(arguments.elements.front());  // array([1, 2], int8)
    }
    arguments.is_pair = true;
    return arguments;
  }

  Node list(int depth) {
    const bool is_round = token().is("("), is_square = token().is("[");
    const bool is_call = is_round && at_ > 0 && tokens_[at_ - 1].kind == SourceToken::Kind::name;
    Node node{.is_list = true};
    ++at_;
    while (!closes(token())) {
      if (at_end()) no_numbers();
      if (is_call && !node.elements.empty() && is_keyword_argument()) {
        skip_argument();
      } else {
        element(node, depth + 1);
      }
      if (is_square && token().is(";")) repeat(node);
      if (token().is(",")) {
        ++at_;
      } else if (!closes(token())) {
        no_numbers();
      }
    }
    ++at_;
    if (node.has_keys() && node.keys.size() != node.elements.size()) no_numbers();
    const bool is_plain = !node.has_keys() && std::ranges::none_of(node.elements, &Node::is_list);
    if (is_round && !is_call && is_plain && node.elements.size() == 1) return std::move(node.elements.front());
    if (is_round && is_plain) node.is_pair = node.elements.size() > 1 && node.elements.size() <= 4;
    return node;
  }

  // dtype=int8
  [[nodiscard]] bool is_keyword_argument() const {
    return token().kind == SourceToken::Kind::name &&
           (token(1).is("=") || token(1).is(",") || token(1).is(")") || token(1).is("."));
  }
  void skip_argument() {
    while (!at_end() && !token().is(",") && !closes(token()))
      at_ = opens(token()) ? closing(tokens_, at_) + 1 : at_ + 1;
  }

  // [0; 64]
  void repeat(Node& node) {
    ++at_;
    if (node.elements.size() != 1 || token().kind != SourceToken::Kind::number) no_numbers();
    const double count = token().number;
    if (!(count >= 1 && count * static_cast<double>(node.count()) <= most_repeated)) no_numbers();
    node.elements.resize(static_cast<std::size_t>(count), Node(node.elements.front()));
    ++at_;
  }

  void element(Node& node, int depth) {
    const std::string key = take_key();
    if (key.empty() != node.keys.empty() && !node.elements.empty()) no_numbers();
    if (!key.empty()) node.keys.push_back(key);
    node.elements.push_back(value(depth));
  }
  // .mg = 10, mg: 10, "pawn": 100, [PAWN] = 100
  std::string take_key() {
    const bool is_index = token().is("[") && token(2).is("]") && token(3).is("=");
    const std::size_t begin = is_index || token().is(".") ? 1 : 0, behind = is_index ? 3 : begin + 1;
    const SourceToken& word = token(begin);
    const bool is_word = word.kind != SourceToken::Kind::sign;
    if (!is_word || !(token(behind).is("=") || token(behind).is(":") || token(behind).is("=>"))) return "";
    at_ += behind + 1;
    std::string key(word.text);
    if (word.kind == SourceToken::Kind::text && key.size() >= 2) key = key.substr(1, key.size() - 2);
    return key;
  }

  Tokens tokens_;
  std::size_t at_;
};

// -- From values to arrays

class Flattener {
 public:
  Flattener(Found& found, int line) : found_(found), line_(line) {}

  void add(const std::string& name, const Node& node) {
    if (node.has_keys()) {
      for (std::size_t i = 0; i < node.elements.size(); ++i) add(name + '.' + node.keys[i], node.elements[i]);
      return;
    }
    if (add_by_key(name, node)) return;
    FoundNumbers numbers{.name = name, .line = line_};
    if (is_regular(node, 0, numbers)) {
      // std::array takes two pairs of braces.
      while (numbers.sizes.size() > 1 && numbers.sizes.front() == 1) numbers.sizes.erase(numbers.sizes.begin());
      numbers.values.clear();
      collect(node, numbers.values);
      found_.numbers.push_back(std::move(numbers));
      return;
    }
    for (std::size_t i = 0; i < node.elements.size(); ++i) {
      const Node& element = node.elements[i];
      if (element.is_list && element.elements.empty()) continue;
      add(fmt::format("{}[{}]", name, i), element);
    }
  }

 private:
  // A list of { mg: 1, eg: 2 } is one array for each of the names.
  bool add_by_key(const std::string& name, const Node& node) {
    if (node.elements.empty() || !node.elements.front().has_keys()) return false;
    const std::vector<std::string>& keys = node.elements.front().keys;
    if (!std::ranges::all_of(node.elements, [&](const Node& element) { return element.keys == keys; })) return false;
    for (std::size_t i = 0; i < keys.size(); ++i) {
      Node column{.is_list = true};
      for (const Node& element : node.elements) column.elements.push_back(element.elements[i]);
      add(name + '.' + keys[i], column);
    }
    return true;
  }

  // Whether all lists at one depth have the same length, and are all pairs or none.
  static bool is_regular(const Node& node, std::size_t depth, FoundNumbers& numbers) {
    if (!node.is_list) return depth == numbers.sizes.size();
    const int size = static_cast<int>(node.elements.size());
    if (depth == numbers.sizes.size()) {
      if (depth > 0 && !numbers.values.empty()) return false;
      numbers.sizes.push_back(size);
      numbers.has_pairs = node.is_pair;
    }
    if (size == 0 || node.has_keys() || numbers.sizes[depth] != size) return false;
    if (depth + 1 == numbers.sizes.size() && !node.elements.front().is_list && numbers.has_pairs != node.is_pair)
      return false;
    for (const Node& element : node.elements) {
      if (!element.is_list) numbers.values.assign(1, 0);  // no deeper list may begin now
      if (!is_regular(element, depth + 1, numbers)) return false;
    }
    return true;
  }

  static void collect(const Node& node, std::vector<double>& values) {
    if (!node.is_list) values.push_back(node.number);
    for (const Node& element : node.elements) collect(element, values);
  }

  Found& found_;
  int line_;
};

// -- Names

class TableReader {
 public:
  TableReader(Tokens tokens, const ReadRules& rules) : tokens_(tokens), rules_(rules) {}

  Found read() {
    while (at_ < tokens_.size()) step();
    return std::move(found_);
  }

 private:
  [[nodiscard]] const SourceToken& token() const { return tokens_[at_]; }

  void step() {
    if (token().is_name("def") && begins_line(at_)) return skip_indented();
    if (token().is("{") && (is_body() || is_enumeration())) return skip_brackets();
    if (token().is("[") || (token().is("(") && !is_block_of_constants())) return skip_brackets();
    if (token().is("=") || token().is(":=")) return assignment();
    if (token().is(";") || token().is("{") || token().is("}")) statement_ = at_ + 1;
    ++at_;
  }

  [[nodiscard]] bool begins_line(std::size_t at) const { return at == 0 || tokens_[at - 1].line < tokens_[at].line; }
  void skip_brackets() {
    at_ = std::min(closing(tokens_, at_) + 1, tokens_.size());
    if (at_ > 0 && tokens_[at_ - 1].is("}")) statement_ = at_;
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
    constexpr std::array<std::string_view, 8> words{"namespace", "class", "struct", "impl",
                                                    "mod",       "trait", "union",  "interface"};
    for (std::size_t i = at_; i > statement_; --i) {
      const SourceToken& token = tokens_[i - 1];
      if (token.is(")") || token.is("=>")) return true;
      const bool is_name = token.kind == SourceToken::Kind::name;
      if (is_name && std::ranges::find(words, token.text) != words.end()) return false;
    }
    return false;
  }
  [[nodiscard]] bool is_enumeration() const {
    const auto heading = tokens_.subspan(statement_, at_ - statement_);
    return std::ranges::any_of(heading, [](const SourceToken& token) { return token.is_name("enum"); });
  }
  // const ( ... ) of Go
  [[nodiscard]] bool is_block_of_constants() const {
    return at_ > 0 && (tokens_[at_ - 1].is_name("const") || tokens_[at_ - 1].is_name("var"));
  }

  // Finds the name that the '=' gives a value, and reads the value.
  void assignment() {
    const std::string name = name_before(at_);
    const int line = token().line;
    const std::size_t value = at_ + 1;
    at_ = end_of_value(value);
    statement_ = at_;
    if (name.empty() || !rules_.takes(name)) return;
    try {
      const Node node = ValueReader(tokens_, value).read();
      Flattener(found_, line).add(name, node);
    } catch (const NoNumbers& fault) {
      refuse(name, line, value, fault);
    }
  }

  // A value that has no number anywhere is of no interest, nor is a type or a function; one with numbers that cannot be
  // read is.
  void refuse(const std::string& name, int line, std::size_t value, const NoNumbers& fault) {
    const auto tokens = tokens_.subspan(value, at_ - value);
    const auto is_number = [](const SourceToken& token) { return token.kind == SourceToken::Kind::number; };
    if (fault.is_type || std::ranges::none_of(tokens, is_number) || is_function(tokens)) return;
    if (!rules_.skip_expressions) {
      throw Error(rules_.file, fault.line,
                  fmt::format("{}: {}; --skip leaves such names out, --exclude '{}' this one", name,
                              expected_found("numbers and lists of numbers", fault.found), name));
    }
    found_.left_out.push_back({name, line, fmt::format("no plain number: {}", fault.found)});
  }
  // (x) => 3, function(x), lambda x: 3, [](int x) {}
  static bool is_function(Tokens tokens) {
    constexpr std::array<std::string_view, 5> words{"function", "func", "fn", "lambda", "async"};
    if (tokens.front().is("[")) {
      const std::size_t behind = closing(tokens, 0) + 1;
      if (behind < tokens.size() && tokens[behind].is("(")) return true;
    }
    return std::ranges::any_of(tokens, [&](const SourceToken& token) {
      const bool is_word = token.kind == SourceToken::Kind::name;
      return token.is("=>") || (is_word && std::ranges::find(words, token.text) != words.end());
    });
  }

  // The first place after the value: behind its brackets, at the end of the statement.
  [[nodiscard]] std::size_t end_of_value(std::size_t at) const {
    for (; at < tokens_.size(); ++at) {
      if (opens(tokens_[at])) {
        at = closing(tokens_, at);
        if (at >= tokens_.size()) break;
        continue;
      }
      const bool is_new_statement =
          at > 0 && tokens_[at].line > tokens_[at - 1].line && tokens_[at].kind == SourceToken::Kind::name;
      if (tokens_[at].is(";") || tokens_[at].is(",") || closes(tokens_[at]) || is_new_statement) return at;
    }
    return tokens_.size();
  }

  // `int x[6] =`, `x: [i32; 6] =`, `x [6]int =` of Go: the first is told by the last name, the others by their form.
  [[nodiscard]] std::string name_before(std::size_t equals) const {
    const std::size_t begin = begin_of_name(equals);
    const std::string typed = name_before_type(begin, equals);
    if (!typed.empty()) return typed;
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
  // After the comma, the bracket or the statement before the name.
  [[nodiscard]] std::size_t begin_of_name(std::size_t equals) const {
    int depth = 0;
    std::size_t begin = equals;
    for (; begin > statement_; --begin) {
      const SourceToken& before = tokens_[begin - 1];
      if (closes(before)) ++depth;
      if (depth == 0 && (before.is(",") || opens(before))) break;
      if (opens(before)) --depth;
    }
    return begin;
  }
  // `Bishop int = 330`
  [[nodiscard]] static bool is_type_of_go(const SourceToken& token) {
    constexpr std::array<std::string_view, 11> types{"int",   "int8",   "int16",  "int32",   "int64",  "uint",
                                                     "uint8", "uint16", "uint32", "float32", "float64"};
    return token.kind == SourceToken::Kind::name && std::ranges::find(types, token.text) != types.end();
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
    return token.kind == SourceToken::Kind::name && std::ranges::find(words, token.text) == words.end();
  }
  [[nodiscard]] std::string name_before_type(std::size_t begin, std::size_t equals) const {
    int depth = 0;
    for (std::size_t i = begin; i < equals; ++i) {
      if (opens(tokens_[i])) ++depth;
      if (closes(tokens_[i])) --depth;
      const bool is_colon = depth == 0 && i > begin && tokens_[i].is(":") && i + 1 < equals;
      if (is_colon && is_typed_name(tokens_[i - 1]) && tokens_[i + 1].line == tokens_[i].line) {
        return std::string(tokens_[i - 1].text);
      }
      const bool is_var = tokens_[i].is_name("var") && i + 2 < equals && tokens_[i + 1].kind == SourceToken::Kind::name;
      if (is_var && depth == 0) return std::string(tokens_[i + 1].text);
    }
    return "";
  }

  Tokens tokens_;
  const ReadRules& rules_;
  std::size_t at_ = 0;
  std::size_t statement_ = 0;  // where the present statement or heading begins
  Found found_;
};

// What hone export says in the first lines of a file.
std::optional<bool> order_said(std::string_view text) {
  constexpr std::size_t first_lines = 2000;
  const std::string_view head = text.substr(0, first_lines);
  for (const RowOrder order : {RowOrder::last_first, RowOrder::first_first}) {
    if (head.find(row_order_sentence(order)) != std::string_view::npos) return order == RowOrder::last_first;
  }
  return std::nullopt;
}

}  // namespace

Found read_table(std::string_view text, const ReadRules& rules) {
  const std::vector<SourceToken> tokens = source_tokens(text, rules.file);
  Found found = TableReader(tokens, rules).read();
  found.last_row_first = order_said(text);
  return found;
}

}  // namespace hone::exchange
