// SPDX-License-Identifier: MIT
#include "tuner/exchange/import/source_tokens.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>

#include "data/error.hpp"
#include "data/words.hpp"

namespace hone::exchange {

namespace {

bool is_digit(char c) { return '0' <= c && c <= '9'; }
bool is_name_start(char c) {
  return ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z') || c == '_' || c == '$' ||
         static_cast<unsigned char>(c) >= 128;
}
bool is_name_part(char c) { return is_name_start(c) || is_digit(c); }
bool is_hex_digit(char c) { return is_digit(c) || ('a' <= c && c <= 'f') || ('A' <= c && c <= 'F'); }

class Scanner {
 public:
  Scanner(std::string_view source, const std::string& file) : source_(source), file_(file) {}

  std::vector<SourceToken> all() {
    while (at_ < source_.size()) step();
    return std::move(tokens_);
  }

 private:
  using Kind = SourceToken::Kind;

  [[nodiscard]] char peek(std::size_t ahead = 0) const {
    return at_ + ahead < source_.size() ? source_[at_ + ahead] : '\0';
  }
  [[nodiscard]] bool begins(std::string_view text) const { return source_.substr(at_).starts_with(text); }
  [[noreturn]] void fail(int line, std::string_view message) const { throw Error(file_, line, message); }

  void skip(std::size_t count) {
    for (; count > 0 && at_ < source_.size(); --count, ++at_) {
      if (source_[at_] != '\n') continue;
      ++line_;
      line_start_ = at_ + 1;
    }
  }
  void skip_to(std::size_t end) { skip(std::min(end, source_.size()) - at_); }
  void skip_line() { skip_to(source_.find('\n', at_)); }
  // Skips up to the end of what begins here, and over it.
  void skip_past(std::string_view end, std::size_t begin_size, std::string_view what) {
    const std::size_t found = source_.find(end, at_ + begin_size);
    if (found == std::string_view::npos) fail(line_, fmt::format("{} without an end", what));
    skip_to(found + end.size());
  }

  void add(Kind kind, std::size_t size, double number = 0) {
    tokens_.push_back({kind, source_.substr(at_, size), number, line_, static_cast<int>(at_ - line_start_)});
    skip(size);
  }

  void step() {
    const char c = peek();
    if (c == '\0' || static_cast<unsigned char>(c) <= ' ') return skip(1);
    if (begins("//")) return skip_line();
    if (begins("/*")) return skip_past("*/", 2, "a comment");
    if (begins("\\\\")) return skip_line();  // a line of a text in Zig
    if (c == '#') return hash();
    if (is_digit(c) || (c == '.' && is_digit(peek(1)))) return number();
    if (is_name_start(c)) return name();
    if (c == '"' || c == '\'' || c == '`') return text(c);
    sign();
  }

  void name() {
    std::size_t size = 1;
    while (is_name_part(peek(size))) ++size;
    add(Kind::name, size);
  }

  void sign() {
    constexpr std::array<std::string_view, 20> long_signs{"<<=", ">>=", "::", "=>", "->", "==", "!=", "<=", ">=", "+=",
                                                          "-=",  "*=",  "/=", "%=", "&=", "|=", "^=", ":=", "&&", "||"};
    const auto found = std::ranges::find_if(long_signs, [&](std::string_view sign) { return begins(sign); });
    add(Kind::sign, found == long_signs.end() ? 1 : found->size());
  }

  // -- Numbers

  void number() {
    const bool is_hex = begins("0x") || begins("0X");
    std::size_t size = is_hex ? 2 : 0;
    std::string digits;
    for (;; ++size) {
      const char c = peek(size);
      if (is_separator(size)) continue;
      const bool is_sign = !is_hex && (c == '+' || c == '-') && !digits.empty() &&
                           (digits.back() == 'e' || digits.back() == 'E') && is_digit(peek(size + 1));
      const bool is_part =
          is_hex ? is_hex_digit(c) : is_digit(c) || is_sign || is_point(size, digits) || is_exponent(size, digits);
      if (!is_part) break;
      digits += c;
    }
    const std::optional<double> value = is_hex ? hex_value(digits) : whole_number<double>(digits);
    std::size_t end = size;
    while (is_name_part(peek(end))) ++end;  // a suffix such as f, ULL, i32
    // A number in another form, such as 0b101, is an expression to whoever wants a number.
    const bool is_plain = value && is_suffix(source_.substr(at_ + size, end - size));
    add(is_plain ? Kind::number : Kind::name, end, value.value_or(0));
  }

  // 1'000 and 1_000; a suffix may begin with '_' too.
  [[nodiscard]] bool is_separator(std::size_t size) const {
    return size > 0 && (peek(size) == '\'' || peek(size) == '_') && is_hex_digit(peek(size - 1)) &&
           is_digit(peek(size + 1));
  }
  [[nodiscard]] bool is_point(std::size_t size, const std::string& digits) const {
    return peek(size) == '.' && peek(size + 1) != '.' && digits.find_first_of(".eE") == std::string::npos;
  }
  [[nodiscard]] bool is_exponent(std::size_t size, const std::string& digits) const {
    const char next = peek(size + 1), sign = peek(size + 2);
    return (peek(size) == 'e' || peek(size) == 'E') && !digits.empty() &&
           digits.find_first_of("eE") == std::string::npos &&
           (is_digit(next) || ((next == '+' || next == '-') && is_digit(sign)));
  }
  [[nodiscard]] static std::optional<double> hex_value(const std::string& digits) {
    if (digits.empty()) return std::nullopt;
    double value = 0;
    for (const char c : digits) {
      const std::string digit(1, c);
      int number = 0;
      std::from_chars(digit.data(), digit.data() + 1, number, 16);
      value = value * 16 + number;
    }
    return value;
  }
  [[nodiscard]] static bool is_suffix(std::string_view text) {
    constexpr std::array<std::string_view, 26> suffixes{"",    "f",   "F",   "l",   "L",     "u",   "U",   "ul", "UL",
                                                        "ull", "ULL", "ll",  "LL",  "d",     "D",   "m",   "M",  "lu",
                                                        "i8",  "i16", "i32", "i64", "isize", "f32", "f64", "u64"};
    constexpr std::array<std::string_view, 5> more{"u8", "u16", "u32", "usize", "n"};
    if (text.starts_with('_')) text.remove_prefix(1);
    return std::ranges::find(suffixes, text) != suffixes.end() || std::ranges::find(more, text) != more.end();
  }

  // -- Texts

  void text(char quote) {
    const std::string triple(3, quote);
    if (quote != '`' && begins(triple)) return skip_text(triple, 3);
    if (quote == '\'' && !is_quoted_character() && is_name_start(peek(1)) && !closes_on_line('\''))
      return skip(1);  // 'a of Rust
    if (quote == '`') return skip_text("`", 1);
    const int line = line_;
    std::size_t size = 1;
    while (peek(size) != quote) {
      if (peek(size) == '\0' || peek(size) == '\n') fail(line, "a text without an end");
      size += peek(size) == '\\' ? 2 : 1;
    }
    add(Kind::text, size + 1);
  }
  void skip_text(const std::string& quote, std::size_t size) {
    const std::size_t begin = at_;
    const int line = line_, column = static_cast<int>(at_ - line_start_);
    skip_past(quote, size, "a text");
    tokens_.push_back({Kind::text, source_.substr(begin, at_ - begin), 0, line, column});
  }
  [[nodiscard]] bool is_quoted_character() const { return peek(1) == '\\' || peek(2) == '\''; }
  [[nodiscard]] bool closes_on_line(char quote) const {
    const std::size_t end = source_.find_first_of(std::string{quote, '\n', ',', '>', ')'}, at_ + 1);
    return end != std::string_view::npos && source_[end] == quote;
  }

  // -- Lines that begin with '#'

  void hash() {
    const std::string_view rest = source_.substr(at_ + 1);
    if (rest.starts_with('[') || rest.starts_with("![")) return attribute();
    Words words(rest.substr(0, rest.find('\n')));
    const std::string_view word = words.next();
    constexpr std::array<std::string_view, 16> directives{"define", "include",   "if",      "ifdef",   "ifndef", "else",
                                                          "elif",   "endif",     "pragma",  "undef",   "error",  "line",
                                                          "region", "endregion", "warning", "nullable"};
    if (std::ranges::find(directives, word) == directives.end()) return skip_line();  // a comment of Python
    if (word == "define") return define();
    directive_end();
  }
  void attribute() {
    int depth = 0;
    do {
      if (peek() == '[') ++depth;
      if (peek() == ']') --depth;
      skip(1);
    } while (at_ < source_.size() && (depth > 0 || peek() == '[' || peek() == '!'));
  }
  // A directive goes on where its line ends in a backslash.
  void directive_end() {
    for (;;) {
      const std::size_t end = std::min(source_.find('\n', at_), source_.size());
      const std::string_view line = source_.substr(at_, end - at_);
      const std::size_t last = line.find_last_not_of(" \t\r");
      skip_to(end);
      if (last == std::string_view::npos || line[last] != '\\' || at_ >= source_.size()) return;
      skip(1);
    }
  }
  // `#define NAME 100` becomes NAME = 100 ; and every other one nothing.
  void define() {
    const std::string_view line = source_.substr(at_, source_.find('\n', at_) - at_);
    const std::size_t comment = std::min(line.find("//"), line.find("/*"));
    Words words(line.substr(line.find("define") + 6, std::min(comment, line.size()) - line.find("define") - 6));
    const std::string_view name = words.next();
    std::string_view value = words.rest();
    while (!value.empty() && (value.back() == '\r' || value.back() == ' ')) value.remove_suffix(1);
    if (value.starts_with('(') && value.ends_with(')')) value = value.substr(1, value.size() - 2);
    const auto number = whole_number<double>(value);
    if (number && std::ranges::all_of(name, is_name_part)) {
      tokens_.push_back({Kind::name, name, 0, line_, 0});
      tokens_.push_back({Kind::sign, "=", 0, line_, 0});
      tokens_.push_back({Kind::number, value, *number, line_, 0});
      tokens_.push_back({Kind::sign, ";", 0, line_, 0});
    }
    directive_end();
  }

  std::string_view source_;
  const std::string& file_;
  std::size_t at_ = 0, line_start_ = 0;
  int line_ = 1;
  std::vector<SourceToken> tokens_;
};

}  // namespace

std::vector<SourceToken> source_tokens(std::string_view source, const std::string& file) {
  return Scanner(source, file).all();
}

}  // namespace hone::exchange
