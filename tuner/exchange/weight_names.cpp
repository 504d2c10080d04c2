// SPDX-License-Identifier: MIT
#include "tuner/exchange/weight_names.hpp"

#include <fmt/format.h>

#include <array>
#include <cctype>
#include <map>
#include <unordered_map>

#include "data/error.hpp"

namespace hone::exchange {

namespace {

constexpr int most_lettered_columns = 26;

bool is_digit_char(char c) { return c >= '0' && c <= '9'; }

std::vector<std::string> split_words(const std::vector<std::string>& texts) {
  std::vector<std::string> words;
  for (const std::string& text : texts) {
    std::string word;
    for (const char c : text + '_') {
      if (c != '_' && c != '.') {
        word += c;
      } else if (!word.empty()) {
        words.push_back(std::exchange(word, {}));
      }
    }
  }
  return words;
}

std::string joined_words(const std::vector<std::string>& words, char separator, bool upper) {
  std::string text;
  for (const std::string& word : words) {
    if (!text.empty()) text += separator;
    for (const char c : word) text += upper ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c;
  }
  return text;
}

std::string humped_words(const std::vector<std::string>& words, bool first_is_lower) {
  std::string text;
  for (const std::string& word : words) {
    if (!text.empty() && is_digit_char(text.back()) && is_digit_char(word.front())) text += '_';
    const bool keeps = text.empty() && first_is_lower;
    text += keeps ? word.front() : static_cast<char>(std::toupper(static_cast<unsigned char>(word.front())));
    text += word.substr(1);
  }
  return text;
}

// No phase is named where there is no other.
std::string phase_word(const Schema& schema, int phase) {
  return schema.phase_count() == 1 ? "" : schema.phases()[static_cast<std::size_t>(phase)];
}

// Collects keys and finds the first two that are the same.
class DistinctKeys {
 public:
  void add(std::string key, const std::string& described) {
    const auto [at, is_new] = seen_.emplace(key, described);
    if (!is_new) {
      throw Error(fmt::format("{} and {} would both be called '{}': another --case tells them apart", at->second,
                              described, key));
    }
    keys_.push_back(std::move(key));
  }
  [[nodiscard]] std::vector<std::string> take() { return std::move(keys_); }

 private:
  std::vector<std::string> keys_;
  std::unordered_map<std::string, std::string> seen_;
};

std::string term_described(const Group& group, int index) {
  const std::string word = index_word(group.shape, index);
  return word.empty() ? group.name : fmt::format("{}[{}]", group.name, word);
}

}  // namespace

std::span<const std::pair<std::string, Case>> letter_cases() {
  static const std::array<std::pair<std::string, Case>, 5> cases{{{"snake", Case::snake},
                                                                  {"camel", Case::camel},
                                                                  {"pascal", Case::pascal},
                                                                  {"upper", Case::upper},
                                                                  {"kebab", Case::kebab}}};
  return cases;
}

std::string spelled(const std::vector<std::string>& texts, const KeyStyle& style) {
  const std::vector<std::string> words = split_words(texts);
  switch (style.letters) {
    case Case::camel:
      return style.prefix + humped_words(words, true);
    case Case::pascal:
      return style.prefix + humped_words(words, false);
    case Case::upper:
      return style.prefix + joined_words(words, '_', true);
    case Case::kebab:
      return style.prefix + joined_words(words, '-', false);
    case Case::snake:
      break;
  }
  return style.prefix + joined_words(words, '_', false);
}

std::string index_word(const GroupShape& shape, int index) {
  if (shape.kind == GroupKind::scalar) return "";
  if (shape.kind == GroupKind::list) return std::to_string(index);
  const int row = index / shape.cols, col = index % shape.cols;
  if (shape.cols > most_lettered_columns) return fmt::format("{}_{}", row, col);
  return fmt::format("{}{}", static_cast<char>('a' + col), row + 1);
}

std::string group_key(const Group& group, const KeyStyle& style) { return spelled({group.name}, style); }

std::string table_key(const Schema& schema, const Group& group, int phase, const KeyStyle& style) {
  return spelled({group.name, phase_word(schema, phase)}, style);
}

std::string term_key(const Schema& schema, int term, const KeyStyle& style) {
  const Group& group = schema.group_of(term);
  return spelled({group.name, index_word(group.shape, term - group.first)}, style);
}

std::string schema_word(std::string_view text, std::string_view in_front) {
  std::string name;
  for (const char c : text) {
    const auto lower = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    if ((lower >= 'a' && lower <= 'z') || (lower >= '0' && lower <= '9')) {
      name += lower;
    } else if (!name.empty() && name.back() != '_') {
      name += '_';
    }
  }
  while (name.ends_with('_')) name.pop_back();
  const bool begins_well = !name.empty() && name.front() >= 'a' && name.front() <= 'z';
  if (begins_well && !is_weights_header_word(name)) return name;
  return std::string(in_front) + (name.empty() ? "" : "_" + name);
}

namespace {

// Without what stands between words.
std::string bare(std::string name) {
  std::erase_if(name, [](char c) { return c == '_' || c == '.'; });
  return name;
}

}  // namespace

std::vector<std::string> option_names(const Schema& schema, const KeyStyle& style) {
  std::vector<std::string> names = weight_keys(schema, style);
  if (schema.phase_count() > 1) return names;
  std::map<std::string, int> times;
  for (const Group& group : schema.groups()) ++times[group.meaning];
  for (const Group& group : schema.groups()) {
    if (group.shape.kind != GroupKind::scalar || group.meaning.empty() || times[group.meaning] > 1) continue;
    if (group.meaning.find_first_of("\"\\,=;") != std::string::npos) continue;  // what options are written between
    const std::string word = bare(schema_word(group.meaning)), name = bare(group.name);
    if (name.starts_with(word) && name.find_first_not_of("0123456789", word.size()) == std::string::npos) {
      names[static_cast<std::size_t>(group.first)] = group.meaning;
    }
  }
  return names;
}

std::vector<std::string> group_keys(const Schema& schema, const KeyStyle& style) {
  DistinctKeys keys;
  for (const Group& group : schema.groups()) keys.add(group_key(group, style), group.name);
  return keys.take();
}

std::vector<std::string> table_keys(const Schema& schema, const KeyStyle& style) {
  DistinctKeys keys;
  for (const Group& group : schema.groups()) {
    for (int phase = 0; phase < schema.phase_count(); ++phase) {
      keys.add(table_key(schema, group, phase, style),
               fmt::format("{} {}", group.name, schema.phases()[static_cast<std::size_t>(phase)]));
    }
  }
  return keys.take();
}

std::vector<std::string> weight_keys(const Schema& schema, const KeyStyle& style) {
  DistinctKeys keys;
  for (const Group& group : schema.groups()) {
    for (int i = 0; i < group.shape.size(); ++i) {
      for (int phase = 0; phase < schema.phase_count(); ++phase) {
        keys.add(spelled({group.name, index_word(group.shape, i), phase_word(schema, phase)}, style),
                 fmt::format("{} {}", term_described(group, i), schema.phases()[static_cast<std::size_t>(phase)]));
      }
    }
  }
  return keys.take();
}

}  // namespace hone::exchange
