// SPDX-License-Identifier: MIT
#include "tuner/exchange/import/import_names.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

#include "data/toml_text.hpp"
#include "tuner/exchange/weight_names.hpp"
#include "tuner/text/options.hpp"

namespace hone::exchange {

namespace {

constexpr std::size_t most_words = 32;  // of a name that means anything

bool is_upper_char(char c) { return 'A' <= c && c <= 'Z'; }
bool is_lower_char(char c) { return 'a' <= c && c <= 'z'; }
bool is_number_char(char c) { return '0' <= c && c <= '9'; }

std::string squeezed(std::string_view name) {
  std::string text;
  for (const char c : name) {
    if (is_upper_char(c)) text += static_cast<char>(c - 'A' + 'a');
    if (is_lower_char(c) || is_number_char(c)) text += c;
  }
  return text;
}

// Whether a word begins at this place of a name in humps: mgPawn, PSQTable.
bool begins_hump(std::string_view name, std::size_t at) {
  if (at == 0 || !is_upper_char(name[at])) return false;
  const bool ends_run = at + 1 < name.size() && is_lower_char(name[at + 1]);
  return !is_upper_char(name[at - 1]) || ends_run;
}

constexpr std::array<std::string_view, 8> first_stage{"mg",  "midgame", "middlegame", "middle",
                                                      "mid", "opening", "op",         "early"};
constexpr std::array<std::string_view, 5> last_stage{"eg", "endgame", "ending", "end", "late"};

// The place of the stage that a word names.
std::optional<int> stage_of_word(const std::string& word, const std::vector<std::string>& stages) {
  const auto same = std::ranges::find(stages, word);
  if (same != stages.end()) return static_cast<int>(same - stages.begin());
  if (stages.size() != 2) return std::nullopt;
  if (std::ranges::find(first_stage, word) != first_stage.end()) return 0;
  if (std::ranges::find(last_stage, word) != last_stage.end()) return 1;
  return std::nullopt;
}

// "middle game", "mid game" and "end game" as one word each, as in MiddleGamePawnTable.
std::vector<std::string> with_joined_stages(const std::vector<std::string>& words) {
  std::vector<std::string> joined;
  for (const std::string& word : words) {
    const std::string last = joined.empty() ? "" : joined.back();
    const bool ends_stage = word == "game" && (last == "middle" || last == "mid" || last == "end");
    if (ends_stage) {
      joined.back() += word;
    } else {
      joined.push_back(word);
    }
  }
  return joined;
}

std::string synonym_of(const std::string& word) {
  constexpr std::array<std::string_view, 9> tables{"table", "tables", "pst",     "psts", "psq",
                                                   "pcsq",  "psqt",   "pstable", "pesto"};
  constexpr std::array<std::string_view, 7> values{"value", "values",     "val",        "material",
                                                   "worth", "piecevalue", "piecevalues"};
  if (std::ranges::find(tables, word) != tables.end()) return "psqt";
  if (std::ranges::find(values, word) != values.end()) return "material";
  return word;
}

// The words in the order of the alphabet, with synonyms in one form.
std::string sorted_words(std::vector<std::string> words) {
  for (std::string& word : words) word = synonym_of(word);
  std::ranges::sort(words);
  words.erase(std::unique(words.begin(), words.end()), words.end());
  return fmt::format("{}", fmt::join(words, " "));
}

}  // namespace

std::vector<std::string> words_of_name(std::string_view name) {
  std::vector<std::string> words;
  std::string word;
  const auto end_word = [&] {
    if (!word.empty()) words.push_back(std::exchange(word, {}));
  };
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (begins_hump(name, i)) end_word();
    const std::string part = squeezed(name.substr(i, 1));
    if (part.empty()) end_word();
    word += part;
  }
  end_word();
  return words;
}

namespace {

using Words = std::vector<std::string>;

std::optional<NameOfStage> stage_at_the_end(const Words& words, const Words& stages) {
  const auto stage = words.size() < 2 ? std::nullopt : stage_of_word(words.back(), stages);
  return stage ? std::optional(NameOfStage{{words.begin(), words.end() - 1}, *stage}) : std::nullopt;
}

std::optional<NameOfStage> stage_in_front(const Words& words, const Words& stages) {
  const auto stage = words.size() < 2 ? std::nullopt : stage_of_word(words.front(), stages);
  return stage ? std::optional(NameOfStage{{words.begin() + 1, words.end()}, *stage}) : std::nullopt;
}

// Words that are joined are a stage, unless nothing is left: the "middle" of middle_game is one then.
std::optional<NameOfStage> stage_in_last_words(const Words& words, const Words& stages) {
  if (auto found = stage_at_the_end(words, stages)) return found;
  return stage_at_the_end(with_joined_stages(words), stages);
}

std::optional<NameOfStage> stage_in_first_words(const Words& words, const Words& stages) {
  if (auto found = stage_in_front(with_joined_stages(words), stages)) return found;
  return stage_in_front(words, stages);
}

}  // namespace

std::optional<NameOfStage> stage_in_name(std::string_view name, const std::vector<std::string>& stages) {
  if (stages.size() < 2) return std::nullopt;
  // Of a part of an array, X_MG[2] or X_MG.pawn, the array names it. Last words tell more than first ones, as the array
  // late_pawn_mg says.
  constexpr auto none = std::string_view::npos;
  for (const auto stage_in : {stage_in_last_words, stage_in_first_words}) {
    for (std::size_t end = name.size(); end != none; end = end == 0 ? none : name.find_last_of("[.", end - 1)) {
      std::optional<NameOfStage> found = stage_in(words_of_name(name.substr(0, end)), stages);
      if (!found) continue;
      for (const std::string& word : words_of_name(name.substr(end))) found->words.push_back(word);
      return found;
    }
  }
  return std::nullopt;
}

bool is_group_name(std::string_view name) {
  for (std::size_t begin = 0; begin <= name.size();) {
    const std::size_t end = std::min(name.find('.', begin), name.size());
    const std::string_view word = name.substr(begin, end - begin);
    const auto is_part = [](char c) { return is_lower_char(c) || is_number_char(c) || c == '_'; };
    if (word.empty() || !is_lower_char(word.front()) || !std::ranges::all_of(word, is_part)) return false;
    begin = end + 1;
  }
  return !is_weights_header_word(name.substr(0, name.find('.')));
}

std::string group_name_for(const std::vector<std::string>& words) {
  constexpr std::array<std::string_view, 6> pieces{"pawn", "knight", "bishop", "rook", "queen", "king"};
  if (words.size() == 2 && words[1] == "table" && std::ranges::find(pieces, words[0]) != pieces.end()) {
    return "psqt." + words[0];
  }
  std::string name = fmt::format("{}", fmt::join(words, "_"));
  if (name.empty() || !is_lower_char(name.front())) name = "n" + name;
  return is_weights_header_word(name) ? name + '_' : name;
}

std::string meaning_for(std::string_view text) {
  const bool is_text = is_utf8(text);
  std::string meaning;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    const bool is_blank = byte <= 0x20 || byte == 0x7f;
    const bool begins_word = meaning.empty() || meaning.back() == ' ';
    if (begins_word && (c == '#' || is_blank)) continue;
    meaning += is_blank ? ' ' : byte >= 0x80 && !is_text ? '?' : c;
  }
  return std::string(text::trimmed(meaning));
}

NameFinder::NameFinder(const Schema& schema) : schema_(schema) {
  const int phases = schema.phase_count();
  const auto stage = [&](int phase) -> const std::string& { return schema.phases()[static_cast<std::size_t>(phase)]; };
  for (const Group& group : schema.groups()) {
    add(groups_, squeezed(group.name), {&group});
    add(synonyms_, sorted_words(words_of_name(group.name)), {&group});
    for (int phase = 0; phase < phases; ++phase) {
      add(groups_, squeezed(group.name + stage(phase)), {&group, {}, phase});
      add(groups_, squeezed(stage(phase) + group.name), {&group, {}, phase});
    }
  }
  const KeyStyle plain;
  for (int term = 0; term < schema.terms(); ++term) {
    const std::string key = squeezed(term_key(schema, term, plain));
    add(terms_, key, {nullptr, term, {}});
    for (int phase = 0; phase < phases; ++phase) {
      add(terms_, key + squeezed(stage(phase)), {nullptr, term, phase});
    }
  }
}

void NameFinder::add(std::unordered_map<std::string, std::vector<Meant>>& names, const std::string& name,
                     const Meant& meant) {
  std::vector<Meant>& known = names[name];
  if (std::ranges::find(known, meant) == known.end()) known.push_back(meant);
}

std::vector<Meant> NameFinder::find(std::string_view name, bool single) const {
  if (const Group* const group = schema_.find(name)) return {{group}};
  const std::string plain = squeezed(name);
  if (const auto found = groups_.find(plain); found != groups_.end()) return found->second;
  if (const auto found = terms_.find(plain); single && found != terms_.end()) return found->second;
  const std::vector<std::string> words = words_of_name(name);
  if (words.size() > most_words) return {};
  if (const auto staged = stage_in_name(name, schema_.phases())) {
    std::vector<Meant> meant = find(fmt::format("{}", fmt::join(staged->words, "_")), single);
    std::erase_if(meant, [](const Meant& one) { return one.phase.has_value(); });
    for (Meant& one : meant) one.phase = staged->stage;
    if (!meant.empty()) return meant;
  }
  const auto found = synonyms_.find(sorted_words(words));
  return found == synonyms_.end() ? std::vector<Meant>() : found->second;
}

}  // namespace hone::exchange
