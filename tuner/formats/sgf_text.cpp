// SPDX-License-Identifier: MIT
#include "tuner/formats/sgf_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

#include "data/error.hpp"
#include "data/printable.hpp"

namespace hone::formats {

namespace {

constexpr std::string_view sgf_blanks = " \t\r\v\f";

std::string_view without_sgf_blanks(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(sgf_blanks), text.size()));
  return text;
}

bool is_name_letter(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; }

// Takes a property with its first value off the front; its name, or nothing when there is none.
std::string_view take_property_of_line(std::string_view& text) {
  text = without_sgf_blanks(text);
  const auto end = static_cast<std::size_t>(std::ranges::find_if_not(text, is_name_letter) - text.begin());
  const std::string_view name = text.substr(0, end);
  const std::size_t close = text.find(']', end);
  const bool is_whole = end > 0 && text.substr(end).starts_with('[') && close != std::string_view::npos;
  text = is_whole ? text.substr(close + 1) : std::string_view();
  return is_whole ? name : std::string_view();
}

}  // namespace

bool begins_sgf(std::string_view line) {
  constexpr std::array<std::string_view, 4> of_roots{"FF", "GM", "SZ", "CA"};
  constexpr int properties_seen = 6;
  std::string_view text = without_sgf_blanks(line);
  if (!text.starts_with('(')) return false;
  text = without_sgf_blanks(text.substr(1));
  if (!text.starts_with(';')) return false;
  text.remove_prefix(1);
  for (int i = 0; i < properties_seen; ++i) {
    const std::string_view name = take_property_of_line(text);
    if (std::ranges::find(of_roots, name) != of_roots.end()) return true;
  }
  return false;
}

const SgfProperty* SgfNode::find(std::string_view name) const {
  const auto found = std::ranges::find(properties, name, &SgfProperty::name);
  return found == properties.end() ? nullptr : &*found;
}

const std::string* SgfNode::value(std::string_view name) const {
  const SgfProperty* const property = find(name);
  return property == nullptr ? nullptr : &property->values.front();
}

std::optional<SgfGame> SgfGames::next() {
  game_ = {};
  part_ = Part::outside;
  depth_ = 0;
  has_ended_ = is_over_ = is_escaped_ = false;
  property_.clear();
  value_.clear();
  if (std::exchange(skips_, false)) {
    while (next_line() && !begins_sgf(rest_)) {
    }
  }
  while (!is_over_ && (has_line_ || next_line())) read_line();
  if (part_ == Part::outside && !is_over_) return std::nullopt;
  if (!is_over_ && part_ == Part::value) fail(value_line_, "a value begins here and does not end");
  if (!is_over_) fail(game_.line, "a game tree begins here and does not end");
  return std::move(game_);
}

// A line that begins a tree within another is kept for it.
bool SgfGames::next_line() {
  const auto line = lines_.next();
  has_line_ = line.has_value();
  if (!has_line_) return false;
  rest_ = *line;
  if (part_ == Part::outside || !begins_sgf(rest_)) return true;
  const bool in_value = part_ == Part::value;
  fail(in_value ? value_line_ : game_.line,
       fmt::format("a {} begins here and does not end before the next game", in_value ? "value" : "game tree"));
  skips_ = false;
  return true;
}

void SgfGames::read_line() {
  while (!rest_.empty() && !is_over_) {
    if (part_ == Part::outside) find_tree();
    if (part_ == Part::nodes) read_sign();
    if (part_ == Part::value && !is_over_) read_value();
  }
  if (!rest_.empty()) return;
  has_line_ = false;
  const bool is_soft = std::exchange(is_escaped_, false);
  if (part_ == Part::value && !is_soft && !has_ended_) value_ += '\n';
}

// A tree begins with "(;", and any text may stand before it.
void SgfGames::find_tree() {
  const std::size_t open = rest_.find('(');
  rest_.remove_prefix(std::min(open, rest_.size()));
  if (rest_.empty()) return;
  rest_.remove_prefix(1);
  const std::string_view next = without_sgf_blanks(rest_);
  if (!next.empty() && next.front() != ';') return;
  part_ = Part::nodes;
  game_.line = lines_.number();
  depth_ = 1;
}

void SgfGames::read_sign() {
  rest_ = without_sgf_blanks(rest_);
  if (rest_.empty()) return;
  const char sign = rest_.front();
  if (is_name_letter(sign)) return take_name();
  rest_.remove_prefix(1);
  switch (sign) {
    case '(':
      return begin_variation();
    case ')':
      return end_variation();
    case ';':
      return begin_node();
    case '[':
      if (property_.empty()) break;
      part_ = Part::value;
      value_line_ = lines_.number();
      return;
    default:
      break;
  }
  fail(lines_.number(), expected_found("a property of a node, ';', '(' or ')'", quotation(std::string_view(&sign, 1))));
}

void SgfGames::take_name() {
  property_.clear();
  while (!rest_.empty() && is_name_letter(rest_.front())) {
    if (std::islower(static_cast<unsigned char>(rest_.front())) == 0) property_ += rest_.front();
    rest_.remove_prefix(1);
  }
  constexpr std::size_t longest_name = 64;
  const std::string_view next = without_sgf_blanks(rest_);
  const bool is_name = !property_.empty() && property_.size() <= longest_name;
  if (!is_name || game_.nodes.empty() || (!next.empty() && next.front() != '[')) {
    fail(lines_.number(),
         expected_found("a node of properties like SZ[9]", quotation(property_ + std::string(rest_.substr(0, 20)))));
  }
}

void SgfGames::begin_variation() {
  property_.clear();
  if (game_.nodes.empty()) return fail(lines_.number(), expected_found("a node", "a variation"));
  if (++depth_ > SgfBounds::variations)
    fail(lines_.number(), fmt::format("more than {} variations within one another", SgfBounds::variations));
}

void SgfGames::end_variation() {
  property_.clear();
  has_ended_ = true;
  if (game_.nodes.empty()) return fail(lines_.number(), expected_found("a node", "the end of the game tree"));
  if (--depth_ > 0) return;
  part_ = Part::outside;
  is_over_ = true;
}

void SgfGames::begin_node() {
  property_.clear();
  if (has_ended_) return;
  if (game_.nodes.size() == SgfBounds::nodes)
    return fail(lines_.number(), fmt::format("more than {} nodes in a game", SgfBounds::nodes));
  count(sizeof(SgfNode));
  game_.nodes.push_back({lines_.number(), {}});
}

void SgfGames::read_value() {
  while (!rest_.empty()) {
    const char c = rest_.front();
    rest_.remove_prefix(1);
    const bool was_escaped = std::exchange(is_escaped_, false);
    if (!was_escaped && c == ']') return end_value();
    is_escaped_ = !was_escaped && c == '\\';
    const bool is_soft_end = was_escaped && c == '\r';
    if (has_ended_ || is_escaped_ || is_soft_end) continue;
    value_ += c == '\r' ? '\n' : c;
    if (value_.size() > SgfBounds::value) {
      return fail(value_line_, fmt::format("the value that begins here is longer than {} bytes", SgfBounds::value));
    }
  }
}

void SgfGames::end_value() {
  part_ = Part::nodes;
  if (has_ended_) return;
  SgfNode& node = game_.nodes.back();
  const SgfProperty* const known = node.find(property_);
  std::string value = std::exchange(value_, {});
  count(sizeof value + value.size() + (known == nullptr ? sizeof(SgfProperty) : 0));
  if (!game_.fault.empty()) return;
  if (known == nullptr) node.properties.push_back({property_, {}});
  const auto property = std::ranges::find(node.properties, property_, &SgfProperty::name);
  property->values.push_back(std::move(value));
}

// To be called before so much more is kept of the game.
void SgfGames::count(std::size_t bytes) {
  game_.bytes += bytes;
  if (game_.bytes > SgfBounds::game)
    fail(lines_.number(), fmt::format("the game has more than {} bytes of nodes", SgfBounds::game));
}

// Nothing of the game is needed any more but its root and what is wrong with it.
void SgfGames::fail(int line, std::string message) {
  if (is_over_) return;
  is_over_ = skips_ = true;
  if (game_.nodes.size() > 1) game_.nodes.resize(1);
  game_.fault = std::move(message);
  game_.fault_line = line;
}

}  // namespace hone::formats
