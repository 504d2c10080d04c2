// SPDX-License-Identifier: MIT
#include "data/toml_value.hpp"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <cstddef>

#include "data/error.hpp"
#include "data/toml_text.hpp"

namespace hone {
namespace {

int line_of(const toml::source_region& place) { return static_cast<int>(place.begin.line); }

// Walks over a text of TOML before it is parsed, and refuses what is nested too deep for functions that call
// themselves: the parser bounds the depth of values, but not the parts of a key. It knows just as much of TOML as it
// takes to tell what is inside strings and comments.
class DepthCheck {
 public:
  DepthCheck(std::string_view text, std::string_view name) : text_(text), name_(name) {}

  void run() {
    while (at_ < text_.size()) take(text_[at_]);
  }

 private:
  void take(char c) {
    if (c == '"' || c == '\'') return skip_string(c);
    if (c == '#') return skip_to_line_end();
    ++at_;
    if (c == '.') require(++dots_ < max_toml_depth, "a key of at most {} parts");
    if (std::string_view(",=[]{}\n").find(c) != std::string_view::npos) dots_ = 0;
    if (c == '[' || c == '{') require(++brackets_ <= max_toml_depth, "values nested at most {} deep");
    if ((c == ']' || c == '}') && brackets_ > 0) --brackets_;
    if (c == '\n') ++line_;
  }

  void require(bool holds, const char* wanted) const {
    if (!holds) throw Error(name_, line_, expected_found(fmt::format(fmt::runtime(wanted), max_toml_depth), "more"));
  }

  void skip_to_line_end() { at_ = std::min(text_.find('\n', at_), text_.size()); }

  // A string of one line ends with its line at the latest; the parser refuses it then.
  void skip_string(char quote) {
    const std::string three(3, quote);
    const bool has_lines = text_.substr(at_).starts_with(three);
    const std::string_view end = has_lines ? std::string_view(three) : std::string_view(three).substr(0, 1);
    at_ += end.size();
    while (at_ < text_.size() && !text_.substr(at_).starts_with(end)) {
      if (text_[at_] == '\n' && !has_lines) return;
      if (text_[at_] == '\n') ++line_;
      at_ += text_[at_] == '\\' && quote == '"' && text_.substr(at_, 2) != "\\\n" ? 2 : 1;
    }
    at_ = std::min(at_ + end.size(), text_.size());
    // Two quotes may stand right before the end of a string of several lines.
    for (int more = 0; has_lines && more < 2 && at_ < text_.size() && text_[at_] == quote; ++more) ++at_;
  }

  std::string_view text_, name_;
  std::size_t at_ = 0;
  int line_ = 1;
  int dots_ = 0;      // of the key or number that is being read
  int brackets_ = 0;  // that are open
};

TomlValue convert(const toml::node& node);

TomlValue::Array convert(const toml::array& array) {
  TomlValue::Array values;
  values.reserve(array.size());
  for (const toml::node& element : array) values.push_back(convert(element));
  return values;
}

// The parser orders its tables by key; this puts the entries back into the order of the file.
TomlValue::Table convert(const toml::table& table) {
  struct Place {
    toml::source_position position;
    TomlEntry entry;
  };
  std::vector<Place> places;
  for (const auto& [key, node] : table) {
    places.push_back({key.source().begin, {std::string(key.str()), convert(node), line_of(key.source())}});
  }
  std::sort(places.begin(), places.end(), [](const Place& a, const Place& b) { return a.position < b.position; });
  TomlValue::Table entries;
  for (Place& place : places) entries.push_back(std::move(place.entry));
  return entries;
}

TomlValue convert(const toml::node& node) {
  const int line = line_of(node.source());
  if (const auto* boolean = node.as_boolean()) return {boolean->get(), line};
  if (const auto* integer = node.as_integer()) return {integer->get(), line};
  if (const auto* real = node.as_floating_point()) return {real->get(), line};
  if (const auto* text = node.as_string()) return {text->get(), line};
  if (const auto* array = node.as_array()) return {convert(*array), line};
  if (const auto* table = node.as_table()) return {convert(*table), line};
  return {TomlValue::Time{}, line};
}

}  // namespace

namespace {

std::string_view trimmed_value(std::string_view text) {
  constexpr std::string_view blanks = " \t\r";
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

std::string_view line_in(std::string_view text, int number) {
  for (; number > 1; --number) text.remove_prefix(std::min(text.find('\n'), text.size() - 1) + 1);
  return text.substr(0, text.find('\n'));
}

bool is_toml_value(std::string_view text) {
  try {
    (void)toml::parse("x = " + std::string(text));
    return true;
  } catch (const toml::parse_error&) {
    return false;
  }
}

// For a line such as `game = chess`, that text needs quotes. Empty for a line whose value is one, or begins with a
// quote or a bracket, and for a line that is no entry.
std::string quotes_hint(std::string_view line) {
  const std::size_t sign = line.find('=');
  if (sign == std::string_view::npos) return {};
  const std::string_view key = trimmed_value(line.substr(0, sign));
  const std::string_view value = trimmed_value(line.substr(sign + 1, line.find('#') - sign - 1));
  if (key.empty() || value.empty() || std::string_view("\"'[{").find(value[0]) != std::string_view::npos) return {};
  if (is_toml_value(value)) return {};
  return fmt::format("; text needs quotes: {} = {}", key, toml_string(value));
}

}  // namespace

TomlValue::Table parse_toml(std::string_view text, std::string_view name) {
  DepthCheck(text, name).run();
  try {
    return convert(static_cast<const toml::table&>(toml::parse(text)));
  } catch (const toml::parse_error& error) {
    const int line = line_of(error.source());
    throw Error(name, line, std::string(error.description()) + quotes_hint(line_in(text, line)));
  }
}

const TomlValue* find(const TomlValue::Table& table, std::string_view key) {
  const auto entry = std::find_if(table.begin(), table.end(), [&](const TomlEntry& e) { return e.key == key; });
  return entry == table.end() ? nullptr : &entry->value;
}

std::optional<double> number_of(const TomlValue& value) {
  if (const auto* integer = value.as<std::int64_t>()) return static_cast<double>(*integer);
  if (const auto* real = value.as<double>()) return *real;
  return std::nullopt;
}

std::string describe(const TomlValue& value) {
  if (const auto* text = value.as<std::string>()) return fmt::format("\"{}\"", *text);
  if (const auto* boolean = value.as<bool>()) return *boolean ? "true" : "false";
  if (const auto* integer = value.as<std::int64_t>()) return fmt::format("{}", *integer);
  if (const auto* real = value.as<double>()) return fmt::format("{}", *real);
  if (const auto* array = value.as<TomlValue::Array>()) return fmt::format("an array of {}", array->size());
  return value.as<TomlValue::Table>() != nullptr ? "a table" : "a date or time";
}

}  // namespace hone
