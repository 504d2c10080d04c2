// SPDX-License-Identifier: MIT
#include "tuner/exchange/weight_names.hpp"

#include <fmt/format.h>

#include <array>
#include <cctype>
#include <functional>
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

std::string key_of(const std::string& group, const std::string& index, const std::string& phase,
                   const KeyStyle& style) {
  return spelled({group, index, phase}, style);
}

// No phase is named where there is no other.
std::string phase_word(const Schema& schema, int phase) {
  return schema.phase_count() == 1 ? "" : schema.phases()[static_cast<std::size_t>(phase)];
}

std::string described_weight(const Schema& schema, std::size_t weight) {
  const auto phases = static_cast<std::size_t>(schema.phase_count());
  const std::string& phase = schema.phases()[weight % phases];
  return fmt::format("{} {}", schema.term_name(static_cast<int>(weight / phases)), phase);
}

using NameOf = std::function<std::string(std::size_t)>;

std::vector<std::string> distinct_keys(std::size_t count, const NameOf& key, const NameOf& described) {
  std::vector<std::string> keys;
  std::unordered_map<std::string, std::size_t> seen;
  for (std::size_t i = 0; i < count; ++i) {
    keys.push_back(key(i));
    const auto [at, is_new] = seen.emplace(keys.back(), i);
    if (is_new) continue;
    throw Error(fmt::format("{} and {} would both be called '{}': another --case tells them apart",
                            described(at->second), described(i), keys.back()));
  }
  return keys;
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

std::string group_key(const Group& group, const KeyStyle& style) { return key_of(group.name, "", "", style); }

std::string table_key(const Schema& schema, const Group& group, int phase, const KeyStyle& style) {
  return key_of(group.name, "", phase_word(schema, phase), style);
}

std::string term_key(const Schema& schema, int term, const KeyStyle& style) {
  const Group& group = schema.group_of(term);
  return key_of(group.name, index_word(group.shape, term - group.first), "", style);
}

std::string weight_key(const Schema& schema, std::size_t weight, const KeyStyle& style) {
  const auto phases = static_cast<std::size_t>(schema.phase_count());
  const int term = static_cast<int>(weight / phases);
  const Group& group = schema.group_of(term);
  const std::string phase = phase_word(schema, static_cast<int>(weight % phases));
  return key_of(group.name, index_word(group.shape, term - group.first), phase, style);
}

std::vector<std::string> group_keys(const Schema& schema, const KeyStyle& style) {
  const std::vector<Group>& groups = schema.groups();
  return distinct_keys(
      groups.size(), [&](std::size_t i) { return group_key(groups[i], style); },
      [&](std::size_t i) { return groups[i].name; });
}

std::vector<std::string> table_keys(const Schema& schema, const KeyStyle& style) {
  const std::vector<Group>& groups = schema.groups();
  const auto phases = static_cast<std::size_t>(schema.phase_count());
  return distinct_keys(
      groups.size() * phases,
      [&](std::size_t i) { return table_key(schema, groups[i / phases], static_cast<int>(i % phases), style); },
      [&](std::size_t i) { return fmt::format("{} {}", groups[i / phases].name, schema.phases()[i % phases]); });
}

std::vector<std::string> term_keys(const Schema& schema, const KeyStyle& style) {
  return distinct_keys(
      static_cast<std::size_t>(schema.terms()),
      [&](std::size_t i) { return term_key(schema, static_cast<int>(i), style); },
      [&](std::size_t i) { return schema.term_name(static_cast<int>(i)); });
}

std::vector<std::string> weight_keys(const Schema& schema, const KeyStyle& style) {
  return distinct_keys(
      static_cast<std::size_t>(schema.weights()), [&](std::size_t i) { return weight_key(schema, i, style); },
      [&](std::size_t i) { return described_weight(schema, i); });
}

}  // namespace hone::exchange
