// SPDX-License-Identifier: MIT
#include "data/explicit_tree.hpp"

#include <algorithm>
#include <charconv>
#include <string>
#include <utility>

#include "data/error.hpp"
#include "data/text_lines.hpp"

namespace hone {
namespace {

constexpr int deepest = 100;  // most lists inside each other

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }
bool ends_word(char c) { return is_space(c) || c == '(' || c == ')' || c == ':' || c == '#'; }

class TreeParser {
 public:
  TreeParser(std::string_view text, std::string_view name) : text_(text), name_(name) {}

  ExplicitTree parse() {
    if (take_word("min")) {
      tree_.max_at_root = false;
    } else {
      take_word("max");
    }
    tree_.nodes.emplace_back();
    std::vector<std::size_t> items;
    for (skip_space(); at_ < text_.size(); skip_space()) items.push_back(node(1));
    if (items.empty()) fail("a tree");
    if (items.size() == 1) {
      tree_.nodes[0] = tree_.nodes[items[0]];
      tree_.nodes.erase(tree_.nodes.begin() + 1);
      for (auto& each : tree_.nodes) {
        for (auto& child : each.children) --child;
      }
    } else {
      tree_.nodes[0].children = items;
    }
    return std::move(tree_);
  }

 private:
  std::size_t node(int depth) {
    const std::size_t index = tree_.nodes.size();
    tree_.nodes.emplace_back();
    if (peek() != '(') {
      tree_.nodes[index].value = number();
      if (peek() != ':') return index;
      ++at_;
      if (peek() != '(') fail("'(' after ':'");
    }
    if (depth > deepest) fail("lists nested at most " + std::to_string(deepest) + " deep");
    ++at_;
    std::vector<std::size_t> children;
    for (skip_space(); peek() != ')'; skip_space()) {
      if (at_ == text_.size()) fail("')'");
      children.push_back(node(depth + 1));
    }
    if (children.empty()) fail("a node");
    ++at_;
    tree_.nodes[index].children = std::move(children);
    return index;
  }

  int number() {
    int value = 0;
    const char* begin = text_.data() + at_;
    const auto [end, error] = std::from_chars(begin, text_.data() + text_.size(), value);
    if (error != std::errc() || value > ExplicitTree::largest_value || value < -ExplicitTree::largest_value) {
      fail("'(' or a whole number, -10000 to 10000");
    }
    if (end != text_.data() + text_.size() && !ends_word(*end)) fail("a whole number");
    at_ += static_cast<std::size_t>(end - begin);
    return value;
  }

  bool take_word(std::string_view word) {
    skip_space();
    if (text_.substr(at_, word.size()) != word) return false;
    at_ += word.size();
    return true;
  }

  void skip_space() {
    for (; at_ < text_.size(); ++at_) {
      if (text_[at_] == '#') at_ = std::min(text_.find('\n', at_), text_.size());
      if (at_ == text_.size() || !is_space(text_[at_])) return;
    }
  }

  [[nodiscard]] char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }

  [[noreturn]] void fail(std::string_view wanted) const {
    int line = 1, column = 1;
    for (const char c : text_.substr(0, at_)) {
      column = c == '\n' ? 1 : column + 1;
      line += c == '\n' ? 1 : 0;
    }
    throw Error(name_, line, "column " + std::to_string(column) + ": " + expected_found(wanted, found()));
  }

  // Returns the word that begins here, or one character where no word begins; an unprintable character is given by its
  // number.
  [[nodiscard]] std::string found() const {
    if (at_ == text_.size()) return "the end";
    const auto code = static_cast<unsigned char>(text_[at_]);
    if (code < ' ' || code > '~') return "the byte " + std::to_string(code);
    std::size_t end = at_ + 1;
    if (!ends_word(text_[at_])) {
      while (end < text_.size() && !ends_word(text_[end]) && text_[end] > ' ' && text_[end] <= '~') ++end;
    }
    return "'" + std::string(text_.substr(at_, end - at_)) + "'";
  }

  std::string_view text_;
  std::string_view name_;
  std::size_t at_ = 0;
  ExplicitTree tree_;
};

}  // namespace

ExplicitTree parse_tree(std::string_view text, std::string_view name) { return TreeParser(text, name).parse(); }

ExplicitTree read_tree(const std::filesystem::path& file) {
  std::string text;
  TextLines lines(file);
  while (const auto line = lines.next()) text.append(*line).push_back('\n');
  if (text.ends_with('\n')) text.pop_back();  // an end that comes too early is then reported on the last line
  return parse_tree(text, file.string());
}

}  // namespace hone
