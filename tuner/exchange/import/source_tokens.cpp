// SPDX-License-Identifier: MIT
#include "tuner/exchange/import/source_tokens.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <span>

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

// Whether the digits are 8 in some languages and 10 in others, as 010 is. 00 to 07 are the same in all.
bool is_octal(std::string_view digits) {
  const std::size_t begin = std::min(digits.find_first_not_of('0'), digits.size());
  return begin > 0 && digits.size() - begin >= 2 && digits.find_first_not_of("01234567") == std::string_view::npos;
}

class Scanner {
 public:
  Scanner(std::string_view source, const std::string& file)
      : source_(source),
        file_(file),
        is_csharp_(file.ends_with(".cs")),
        is_python_(file.ends_with(".py")),
        is_rust_(file.ends_with(".rs")) {}

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
    if (begins("//") && is_python_) return add(Kind::sign, 2);  // a division
    if (begins("//")) return skip_line();
    if (begins("/*")) return comment();
    if (begins("\\\\")) return skip_line();  // a line of a text in Zig
    if (c == '#') return hash();
    if (is_digit(c) || (c == '.' && is_digit(peek(1)))) return number();
    if (is_name_start(c)) return name();
    if (c == '"' || c == '\'' || c == '`') return text(c);
    if (is_csharp_ && (begins("@\"") || begins("@$\""))) return verbatim_text();
    sign();
  }

  // Comments of Rust may stand within one another.
  void comment() {
    if (!is_rust_) return skip_past("*/", 2, "a comment");
    const int line = line_;
    int depth = 0;
    do {
      if (at_ >= source_.size()) fail(line, "a comment without an end");
      const bool begins_one = begins("/*"), ends_one = begins("*/");
      depth += begins_one ? 1 : ends_one ? -1 : 0;
      skip(begins_one || ends_one ? 2 : 1);
    } while (depth > 0);
  }

  void name() {
    std::size_t size = 1;
    while (is_name_part(peek(size))) ++size;
    const RawText raw = is_rust_ ? raw_text_of_rust(size) : raw_text_of_cpp(size);
    if (!raw.end.empty()) return skip_text(raw.end, raw.begin_size);
    add(Kind::name, size);
  }
  // A text without escapes: the size of what opens it, and what ends it; empty: none begins here.
  struct RawText {
    std::size_t begin_size = 0;
    std::string end = {};
  };
  // R"delimiter(...)delimiter", whose prefix has this size.
  [[nodiscard]] RawText raw_text_of_cpp(std::size_t prefix_size) const {
    constexpr std::array<std::string_view, 5> prefixes{"R", "LR", "uR", "UR", "u8R"};
    const bool has_prefix = std::ranges::find(prefixes, source_.substr(at_, prefix_size)) != prefixes.end();
    if (!has_prefix || is_python_ || peek(prefix_size) != '"') return {};
    const std::string_view rest = source_.substr(at_ + prefix_size + 1);
    const std::size_t bracket = rest.find_first_of("( \t\\)\"\r\n");
    if (bracket == std::string_view::npos || rest[bracket] != '(') return {};
    return {prefix_size + 1, ')' + std::string(rest.substr(0, bracket)) + '"'};
  }
  // r##"..."##, likewise.
  [[nodiscard]] RawText raw_text_of_rust(std::size_t prefix_size) const {
    constexpr std::array<std::string_view, 3> prefixes{"r", "br", "cr"};
    std::size_t quote = prefix_size;
    while (peek(quote) == '#') ++quote;
    const bool has_prefix = std::ranges::find(prefixes, source_.substr(at_, prefix_size)) != prefixes.end();
    if (!has_prefix || peek(quote) != '"') return {};
    return {quote + 1, '"' + std::string(quote - prefix_size, '#')};
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
      if (is_separator(size, is_hex)) continue;
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
    // A number in another form, such as 0b101, is an expression to whoever wants a number. So is 010, which is 8 in
    // some languages and 10 in others.
    const bool is_plain = value && (is_hex || !is_octal(digits)) && is_suffix(source_.substr(at_ + size, end - size));
    add(is_plain ? Kind::number : Kind::name, end, value.value_or(0));
  }

  // 1'000, 1_000 and 0xFF_FF; a suffix may begin with '_' too.
  [[nodiscard]] bool is_separator(std::size_t size, bool is_hex) const {
    const char next = peek(size + 1);
    return size > 0 && (peek(size) == '\'' || peek(size) == '_') && is_hex_digit(peek(size - 1)) &&
           (is_hex ? is_hex_digit(next) : is_digit(next));
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
    constexpr std::array<std::string_view, 26> suffixes{
        "",    "f",  "d",   "m",   "n",   "l",    "u",     "ul", "lu",  "ll",  "ull", "llu",  "f32",
        "f64", "i8", "i16", "i32", "i64", "i128", "isize", "u8", "u16", "u32", "u64", "u128", "usize"};
    if (text.starts_with('_')) text.remove_prefix(1);
    return std::ranges::find(suffixes, small_letters(text)) != suffixes.end();
  }

  // -- Texts

  void text(char quote) {
    const std::string triple(3, quote);
    if (quote != '`' && begins(triple)) return skip_text(triple, 3);
    if (quote == '\'' && !is_quoted_character() && is_name_start(peek(1)) && !closes_on_line('\''))
      return skip(1);  // 'a of Rust
    if (quote == '`') return skip_text("`", 1);
    std::size_t size = 1;
    while (peek(size) != quote) {
      const bool ends_line = peek(size) == '\n' && !(is_rust_ && quote == '"');
      if (peek(size) == '\0' || ends_line) fail(line_, "a text without an end");
      const bool continues_line = peek(size + 1) == '\r' && peek(size + 2) == '\n';
      size += peek(size) != '\\' ? 1 : continues_line ? 3 : 2;
    }
    add(Kind::text, size + 1);
  }
  // @"..." and @$"..." of C#: "" in it is a quote.
  void verbatim_text() {
    std::size_t size = begins("@$") ? 3 : 2;
    while (peek(size) != '"' || peek(size + 1) == '"') {
      if (peek(size) == '\0') fail(line_, "a text without an end");
      size += peek(size) == '"' ? 2 : 1;
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
    if (is_python_ || is_definition_) return skip_line();  // a comment, whatever it says, or no part of a value
    const std::string_view rest = source_.substr(at_ + 1);
    if (rest.starts_with('[') || rest.starts_with("![")) return attribute();
    const auto [word, condition] = directive_of(rest.substr(0, rest.find('\n')));
    constexpr std::array<std::string_view, 16> directives{"define", "include",   "if",      "ifdef",   "ifndef", "else",
                                                          "elif",   "endif",     "pragma",  "undef",   "error",  "line",
                                                          "region", "endregion", "warning", "nullable"};
    if (std::ranges::find(directives, word) == directives.end()) return skip_line();  // a comment of Python
    if (word == "define") return define();
    const bool is_left_out = word == "if" && is_zero(condition);
    directive_end();
    if (is_left_out) skip_branch();
  }
  // What follows the '#' of a line: its first word, and the rest, which may begin with a bracket that touches the word.
  struct Directive {
    std::string_view word, rest;
  };
  static Directive directive_of(std::string_view line) {
    if (line.ends_with('\r')) line.remove_suffix(1);
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    const std::size_t end = std::min(line.find_first_of(" \t(/;"), line.size());
    return {line.substr(0, end), line.substr(end)};
  }
  // 0 and (0), but for blanks and a comment.
  static bool is_zero(std::string_view condition) {
    std::string whole(condition.substr(0, condition.find('/')));
    std::erase_if(whole, [](char c) { return c == ' ' || c == '\t'; });
    return whole == "0" || whole == "(0)";
  }
  // Up to the #else, #elif or #endif of an #if 0, with all that begins and ends within.
  void skip_branch() {
    const int begin = line_;
    for (int depth = 0;; skip_line()) {
      skip(at_ < source_.size() && source_[at_] == '\n' ? 1 : 0);
      if (at_ >= source_.size()) fail(begin, "an #if 0 without an #endif");
      std::string_view line = source_.substr(at_, source_.find('\n', at_) - at_);
      line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
      if (!line.starts_with('#')) continue;
      const std::string_view word = directive_of(line.substr(1)).word;
      if (word.starts_with("if")) ++depth;
      if (depth == 0 && (word == "else" || word == "elif" || word == "endif")) return directive_end();
      if (word == "endif") --depth;
    }
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
  // `#define NAME 100` becomes NAME = 100 ; and so does one of S(20, 10); every other one becomes nothing.
  void define() {
    const std::string_view line = source_.substr(at_, source_.find('\n', at_) - at_);
    const std::size_t begin = line.find("define") + 6;
    const std::size_t comment = std::min({line.find("//"), line.find("/*"), line.size()});
    std::vector<SourceToken> found;
    try {
      Scanner definition(line.substr(begin, std::max(comment, begin) - begin), file_);
      definition.is_definition_ = true;
      found = definition.all();
    } catch (const Error&) {  // half a text, say, which is no value
    }
    if (is_value(found)) {
      for (SourceToken& token : found) token.line = line_;
      tokens_.push_back(found.front());
      tokens_.push_back({Kind::sign, "=", 0, line_, 0});
      tokens_.insert(tokens_.end(), found.begin() + 1, found.end());
      tokens_.push_back({Kind::sign, ";", 0, line_, 0});
    }
    directive_end();
  }
  // NAME and a value. The brackets of NAME(x) touch the name.
  static bool is_value(std::span<const SourceToken> tokens) {
    if (tokens.size() < 2 || tokens[0].kind != Kind::name) return false;
    if (tokens[1].text.data() == tokens[0].text.data() + tokens[0].text.size()) return false;
    tokens = tokens.subspan(1);
    return take_value(tokens, true, 0) && tokens.empty();
  }
  // 0b101, 010 and 5_cp, but not 2b and 4ku, which are texts.
  static bool is_in_another_form(const SourceToken& token) {
    constexpr std::string_view after_zero = "bBoOxX01234567";
    const std::string_view text = token.text;
    const bool has_base = text.size() > 1 && text[0] == '0' && after_zero.find(text[1]) != std::string_view::npos;
    return token.is_any_number() && (has_base || text.find('_') != std::string_view::npos);
  }
  // Takes 100, -0x1C, (100) or S(20, -10) off the front. Calls of one number are no scores.
  static bool take_value(std::span<const SourceToken>& tokens, bool may_call, int brackets) {
    constexpr int most_brackets = 16;  // around one value
    const auto take = [&](std::string_view sign) {
      if (tokens.empty() || !tokens.front().is(sign)) return false;
      tokens = tokens.subspan(1);
      return true;
    };
    if (take("(")) return brackets < most_brackets && take_value(tokens, may_call, brackets + 1) && take(")");
    if (!take("-")) (void)take("+");
    if (tokens.empty()) return false;
    const SourceToken& first = tokens.front();
    tokens = tokens.subspan(1);
    if (first.kind == Kind::number || is_in_another_form(first)) return true;
    if (!may_call || first.kind != Kind::name || !take("(")) return false;
    int numbers = 0;
    do {
      if (!take_value(tokens, false, brackets)) return false;
      ++numbers;
    } while (take(","));
    return take(")") && numbers >= 2;
  }

  std::string_view source_;
  const std::string& file_;
  bool is_csharp_, is_python_, is_rust_;
  bool is_definition_ = false;  // the source is what a #define says
  std::size_t at_ = 0, line_start_ = 0;
  int line_ = 1;
  std::vector<SourceToken> tokens_;
};

}  // namespace

bool SourceToken::is_any_number() const {
  return kind == Kind::number || (kind == Kind::name && !is_name_start(text.front()));
}

std::vector<SourceToken> source_tokens(std::string_view source, const std::string& file) {
  return Scanner(source, file).all();
}

}  // namespace hone::exchange
