// SPDX-License-Identifier: MIT
#include "tuner/text/shell_word.hpp"

#include "data/error.hpp"

namespace hone::text {

namespace {

// POSIX.1-2017, Shell Command Language, 2.2 Quoting.
class Splitter {
 public:
  explicit Splitter(std::string_view text) : text_(text) {}

  std::vector<std::string> words() {
    while (at_ < text_.size()) take(text_[at_++]);
    end_word();
    return std::move(words_);
  }

 private:
  void take(char c) {
    if (c == ' ' || c == '\t' || c == '\n') return end_word();
    in_word_ = true;
    if (c == '\'') return take_single_quoted();
    if (c == '"') return take_double_quoted();
    word_ += c == '\\' ? next("a character after '\\'") : c;
  }

  void take_single_quoted() {
    for (char c = next("a closing '"); c != '\''; c = next("a closing '")) word_ += c;
  }

  void take_double_quoted() {
    for (char c = next("a closing \""); c != '"'; c = next("a closing \"")) {
      if (c == '\\') {
        c = next("a character after '\\'");
        if (c != '"' && c != '\\' && c != '$' && c != '`') word_ += '\\';
      }
      word_ += c;
    }
  }

  char next(std::string_view wanted) {
    if (at_ == text_.size()) throw Error(expected_found(wanted, text_));
    return text_[at_++];
  }

  void end_word() {
    if (in_word_) words_.push_back(std::move(word_));
    word_.clear();
    in_word_ = false;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::vector<std::string> words_;
  std::string word_;
  bool in_word_ = false;
};

}  // namespace

std::string shell_word(std::string_view text) {
  constexpr std::string_view plain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_./,:+@%-";
  if (!text.empty() && text.find_first_not_of(plain) == std::string_view::npos) return std::string(text);
  std::string quoted = "'";
  for (const char letter : text) {
    if (letter == '\'') {
      quoted += "'\\''";
    } else {
      quoted += letter;
    }
  }
  return quoted + "'";
}

std::vector<std::string> split_command(std::string_view text) { return Splitter(text).words(); }

}  // namespace hone::text
