// SPDX-License-Identifier: MIT
#include "data/row_text_parser.hpp"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <system_error>

#include "data/error.hpp"
#include "data/faults.hpp"
#include "data/printable.hpp"
#include "data/words.hpp"

namespace hone {
namespace {

[[noreturn]] void refuse(std::string_view wanted, std::string_view found) {
  throw Error(expected_found(wanted, quotation(found)));
}

// The zero that is nearest to a number which is merely too small; nothing for any other word.
template <class Real>
std::optional<Real> find_tiny(std::string_view word) {
  Real value{};
  const char* const end = word.data() + word.size();
  const auto [stop, fault] = std::from_chars(word.data(), end, value);
  if (fault != std::errc::result_out_of_range || stop != end) return std::nullopt;
  const bool is_tiny = std::abs(std::strtod(std::string(word).c_str(), nullptr)) < 1;
  return is_tiny ? std::optional(Real{}) : std::nullopt;
}

template <class Real>
std::optional<Real> find_real(std::string_view word) {
  const std::optional<Real> value = whole_number<Real>(word);
  return value ? value : find_tiny<Real>(word);
}

// Nothing when the word is no result.
std::optional<float> find_target(std::string_view word) {
  if (word == "1-0") return 1;
  if (word == "0-1") return 0;
  if (word == "1/2-1/2") return 0.5;
  const std::optional<float> share = find_real<float>(word);
  return share && *share >= 0 && *share <= 1 ? share : std::nullopt;
}

// A number stands for itself; any other word is replaced by the low half of its XXH3-64.
std::uint32_t parse_game(std::string_view word) {
  if (word.empty()) refuse("the number or name of a game", word);
  if (const auto number = whole_number<std::uint32_t>(word)) return *number;
  return static_cast<std::uint32_t>(XXH3_64bits(word.data(), word.size()));
}

RowBound parse_bound(std::string_view word) {
  if (word == "exact") return RowBound::exact;
  if (word == "lower") return RowBound::lower;
  if (word == "upper") return RowBound::upper;
  refuse("b=exact, b=lower or b=upper", word);
}

template <class Real>
Real parse_number(std::string_view word, std::string_view wanted) {
  const std::optional<Real> number = find_real<Real>(word);
  if (!number) refuse(wanted, word);
  return *number;
}

float factor_of(double value) {
  if (std::abs(value) > std::numeric_limits<float>::max()) throw Error("k= is too large for a phase between two steps");
  return static_cast<float>(value);
}

float parse_value(std::string_view word) {
  const float value = parse_number<float>(word, "v=VALUE");
  if (value < 0 || value > 1) refuse("v=VALUE from 0 to 1", word);
  return value;
}

}  // namespace

// The fields that stand before the counts.
struct RowTextParser::Fields {
  std::optional<float> weight, offset, score, value;
  std::optional<double> phase;
  std::optional<std::uint32_t> game;
  std::optional<RowBound> bound;
  std::vector<float> scales;  // empty, one for all phases, or one for each phase

  [[nodiscard]] float scale(int number) const {
    if (scales.size() <= 1) return scales.empty() ? 1.0F : scales.front();
    return static_cast<std::size_t>(number) < scales.size() ? scales[static_cast<std::size_t>(number)] : 1.0F;
  }
};

RowTextParser::RowTextParser(const Schema& schema)
    : phases_(schema.phase_count()),
      steps_(schema.phase_steps()),
      columns_(schema.columns()),
      moves_phase_(std::ranges::find(schema.groups(), Role::phase, &Group::role) != schema.groups().end()) {
  for (int term = 0; term < schema.terms(); ++term) {
    names_.emplace(schema.term_name(term), term);
    if (!schema.is_linear()) names_.emplace('-' + schema.term_name(term), schema.terms() + term);
  }
}

std::optional<RowView> RowTextParser::parse(std::string_view line) {
  Words words(without_comment(line));
  const std::string_view word = words.next();
  if (word.empty()) return std::nullopt;
  const std::optional<float> target = find_target(word);
  if (!target) refuse_result(word, words);
  return read_rest(*target, words);
}

// The result contradicts those of other lines if nothing else is wrong with its line. A word alone is no row.
void RowTextParser::refuse_result(std::string_view word, Words& words) {
  constexpr std::string_view wanted = "a result from 0 to 1, or 1-0, 0-1, 1/2-1/2";
  if (words.rest().empty()) refuse(wanted, word);
  try {
    (void)read_rest(0, words);
  } catch (const Error&) {
    refuse(wanted, word);
  }
  throw unknown_spelling(wanted, quotation(word));
}

RowView RowTextParser::read_rest(float target, Words& words) {
  label_ = {.target = target};
  Fields fields;
  std::string_view word = words.next();
  for (; word.find('=') != std::string_view::npos; word = words.next()) set(word, fields);
  counts_.clear();
  for (; !word.empty(); word = words.next()) add_count(word);
  finish_counts();
  has_game_ = fields.game.has_value();
  label_.game = fields.game.value_or(0);
  label_.weight = fields.weight.value_or(1.0F);
  label_.offset = fields.offset.value_or(0.0F);
  label_.score = fields.score.value_or(no_row_score);
  label_.bound = fields.bound.value_or(RowBound::none);
  if (label_.is_tree_row() && !fields.score) throw Error("expected s=SCORE beside b=, found none");
  label_.value = fields.value.value_or(no_row_value);
  place(fields);
  return RowView{phase_, {row_terms_, row_counts_}, label_};
}

void RowTextParser::set(std::string_view word, Fields& fields) const {
  const std::string_view key = word.substr(0, word.find('='));
  const std::string_view value = word.substr(key.size() + 1);
  const auto once = [&](auto& field, auto found) {
    if (field) throw Error(fmt::format("{}= is given twice", key));
    field = found;
  };
  if (key == "g") return once(fields.game, parse_game(value));
  if (key == "p") return once(fields.phase, parse_number<double>(value, "p=PHASE"));
  if (key == "o") return once(fields.offset, parse_number<float>(value, "o=OFFSET in centi-units"));
  if (key == "s") return once(fields.score, parse_number<float>(value, "s=SCORE in centi-units"));
  if (key == "k") return set_scales(value, fields);
  if (key == "b") return once(fields.bound, parse_bound(value));
  if (key == "v") return once(fields.value, parse_value(value));
  if (key != "w") refuse("one of w=, g=, p=, o=, s=, v=, b=, k=", word);
  once(fields.weight, parse_number<float>(value, "w=WEIGHT"));
  if (!(*fields.weight >= 0 && *fields.weight <= largest_row_weight)) refuse("w=WEIGHT within 0 .. 1e9", word);
}

void RowTextParser::set_scales(std::string_view value, Fields& fields) const {
  if (!fields.scales.empty()) throw Error("k= is given twice");
  const std::string_view wanted = "k=FACTOR, or one a stage with commas between";
  for (std::size_t at = 0; at <= value.size();) {
    const std::string_view one = value.substr(at, value.find(',', at) - at);
    fields.scales.push_back(parse_number<float>(one, wanted));
    at += one.size() + 1;
  }
  if (fields.scales.size() != 1 && fields.scales.size() != static_cast<std::size_t>(phases_)) refuse(wanted, value);
}

void RowTextParser::add_count(std::string_view word) {
  const std::size_t colon = word.rfind(':');
  if (colon == std::string_view::npos) refuse("TERM:COUNT", word);
  counts_.push_back({term_of(word.substr(0, colon)), parse_number<float>(word.substr(colon + 1), "a count")});
}

std::uint16_t RowTextParser::term_of(std::string_view word) const {
  if (const auto index = whole_number<int>(word)) {
    if (0 <= *index && *index < columns_) return static_cast<std::uint16_t>(*index);
    refuse(fmt::format("a term from 0 to {}", columns_ - 1), word);
  }
  const auto name = names_.find(word);
  if (name == names_.end()) refuse("a term's index or its name", word);
  return name->second;
}

// Sorts the counts by term, adds those of the same term and drops zeros.
void RowTextParser::finish_counts() {
  const auto before = [](const FeatureCount& a, const FeatureCount& b) { return a.term < b.term; };
  if (!std::is_sorted(counts_.begin(), counts_.end(), before)) std::stable_sort(counts_.begin(), counts_.end(), before);
  row_terms_.clear();
  row_counts_.clear();
  for (std::size_t i = 0; i < counts_.size();) {
    const std::uint16_t term = counts_[i].term;
    float sum = 0;
    for (; i < counts_.size() && counts_[i].term == term; ++i) sum += counts_[i].count;
    if (!std::isfinite(sum)) throw Error(fmt::format("the counts of term {} are too large", term));
    if (sum == 0) continue;
    row_terms_.push_back(term);
    row_counts_.push_back(sum);
  }
}

// A phase between two steps is rounded to one of them, with factors that correct the difference:
// (1 - t) x lower factor = 1 - share, t x upper factor = share. Factors cannot correct a phase that terms move.
void RowTextParser::place(const Fields& fields) {
  if (!fields.phase && phases_ > 1) throw Error("expected p=PHASE, as there are several stages, found none");
  const double phase = fields.phase.value_or(0);
  const int last = (phases_ - 1) * steps_;
  if (!(phase >= 0 && phase <= last)) refuse(fmt::format("p= from 0 to {}", last), fmt::format("p={}", phase));
  const int lower = std::clamp(static_cast<int>(phase) / steps_, 0, std::max(phases_ - 2, 0));
  const double exact = phase - lower * steps_;
  label_.lower_scale = fields.scale(lower);
  label_.upper_scale = lower + 1 < phases_ ? fields.scale(lower + 1) : 1.0F;
  double step = std::round(exact);
  if (step != exact) {
    if (steps_ < 2) throw Error("a phase between two steps takes steps 2 or more in the names file");
    if (moves_phase_) {
      refuse("a whole p= beside groups of role:phase, which takes more steps", fmt::format("p={}", phase));
    }
    step = std::clamp(step, 1.0, steps_ - 1.0);
    label_.lower_scale = factor_of(static_cast<double>(label_.lower_scale) * (steps_ - exact) / (steps_ - step));
    label_.upper_scale = factor_of(static_cast<double>(label_.upper_scale) * exact / step);
  }
  phase_ = {static_cast<std::uint8_t>(lower), static_cast<std::uint8_t>(step)};
}

}  // namespace hone
