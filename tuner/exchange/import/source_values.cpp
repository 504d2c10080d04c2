// SPDX-License-Identifier: MIT
#include "tuner/exchange/import/source_values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace hone::exchange {

namespace {

constexpr int deepest_list = 32;
constexpr std::size_t most_repeated = std::size_t{1} << 20;  // numbers of [0; 64] and the like

class ValueReader {
 public:
  ValueReader(SourceTokens tokens, std::size_t at) : tokens_(tokens), at_(at) {}

  // Throws NoNumbers.
  SourceValue read() {
    SourceValue node = value(0);
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

  SourceValue value(int depth) {
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

  SourceValue number() { return {.number = tokens_[at_++].number}; }

  SourceValue signed_value(int depth) {
    const bool is_minus = token().is("-");
    ++at_;
    if (token().kind != SourceToken::Kind::number && !token().is("(")) no_numbers();
    SourceValue node = value(depth + 1);
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
  SourceValue after_type(int depth) {
    while (token().is("[")) at_ = closing(tokens_, at_) + 1;
    while (token().kind == SourceToken::Kind::name || token().is(".") || token().is("::")) ++at_;
    if (!token().is("{")) no_numbers(true);
    return list(depth);
  }

  // A call, a constructor, a macro, a typed list, or a name that is none of these.
  SourceValue named(int depth) {
    const std::size_t begin = at_;
    const bool is_new = token().is_name("new");
    if (is_new) ++at_;
    if (is_new && is_tuple_type()) at_ = closing(tokens_, at_) + 1;
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
  // (short mg, short eg)[] of C#
  [[nodiscard]] bool is_tuple_type() const {
    const std::size_t next = token().is("(") ? closing(tokens_, at_) + 1 : tokens_.size();
    return next < tokens_.size() && tokens_[next].is("[");
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

  // S(10, 20) is the values of the stages, one argument stands for itself: array([1, 2]), Score(5). So does the only
  // list in front of others, array([1, 2], 8), and one in front of its shape. Table(S(1, 2), S(3, 4)) is a list.
  SourceValue call(int depth) {
    SourceValue arguments = list(depth);
    if (arguments.has_keys()) return arguments;
    if (arguments.elements.size() == 1) return std::move(arguments.elements.front());
    const auto lists = std::ranges::count_if(arguments.elements, &SourceValue::is_list);
    const bool is_first_alone = lists == 1 && arguments.elements.front().is_list;
    if (is_first_alone || tells_its_shape(arguments.elements)) return std::move(arguments.elements.front());
    if (lists == 0) arguments.is_pair = arguments.is_call = true;
    return arguments;
  }

  // reshape([1, 2, 3, 4], (2, 2)): the product of the second, shorter list is the length of the first. A single number,
  // as in joined([1, 2], [2]), and numbers below 2 may be anything.
  static bool tells_its_shape(const std::vector<SourceValue>& arguments) {
    if (arguments.size() != 2 || arguments[0].is_call || arguments[1].is_call || arguments[1].has_keys()) return false;
    const std::size_t length = arguments[0].elements.size();
    const std::vector<SourceValue>& shape = arguments[1].elements;
    double product = 1;
    for (const SourceValue& size : shape) product *= size.number >= 2 ? size.number : 0;
    return shape.size() >= 2 && shape.size() < length && product == static_cast<double>(length);
  }

  SourceValue list(int depth) {
    const bool is_round = token().is("("), is_square = token().is("[");
    const bool is_call = is_round && at_ > 0 && tokens_[at_ - 1].kind == SourceToken::Kind::name;
    SourceValue node{.is_list = true};
    ++at_;
    while (!closes(token())) {
      if (at_end()) no_numbers();
      if (is_call && is_aside(node)) {
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
    const bool is_plain = !node.has_keys() && std::ranges::none_of(node.elements, &SourceValue::is_list);
    if (is_round && !is_call && is_plain && node.elements.size() == 1) return std::move(node.elements.front());
    if (is_round && is_plain) node.is_pair = node.elements.size() > 1 && node.elements.size() <= 4;
    return node;
  }

  // Whether an argument belongs to the values before it: dtype=int8, and after a list also int8 and np.int8. Another
  // name is a value that is not known, S(20, TEMPO), or that of a key, S(mg=20, eg=10).
  [[nodiscard]] bool is_aside(const SourceValue& before) const {
    if (token().kind != SourceToken::Kind::name || before.elements.empty() || before.has_keys()) return false;
    const SourceValue& first = before.elements.front();
    const bool follows_list = first.is_list && !first.is_call;
    return token(1).is("=") || (follows_list && (token(1).is(",") || token(1).is(")") || token(1).is(".")));
  }
  void skip_argument() {
    while (!at_end() && !token().is(",") && !closes(token()))
      at_ = opens(token()) ? closing(tokens_, at_) + 1 : at_ + 1;
  }

  // [0; 64]
  void repeat(SourceValue& node) {
    ++at_;
    if (node.elements.size() != 1 || token().kind != SourceToken::Kind::number) no_numbers();
    const double count = token().number;
    if (!(count >= 1 && count * static_cast<double>(node.count()) <= most_repeated)) no_numbers();
    node.elements.resize(static_cast<std::size_t>(count), SourceValue(node.elements.front()));
    ++at_;
  }

  void element(SourceValue& node, int depth) {
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

  SourceTokens tokens_;
  std::size_t at_;
};

}  // namespace

std::size_t SourceValue::count() const {
  std::size_t sum = 1;
  for (const SourceValue& element : elements) sum += element.count();
  return sum;
}

std::size_t closing(SourceTokens tokens, std::size_t open) {
  int depth = 0;
  for (std::size_t i = open; i < tokens.size(); ++i) {
    if (opens(tokens[i])) ++depth;
    if (closes(tokens[i]) && --depth == 0) return i;
  }
  return tokens.size();
}

SourceValue read_source_value(SourceTokens tokens, std::size_t at) { return ValueReader(tokens, at).read(); }

}  // namespace hone::exchange
