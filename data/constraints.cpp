// SPDX-License-Identifier: MIT
#include "data/constraints.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

#include "data/error.hpp"
#include "data/words.hpp"

namespace hone {
namespace {

constexpr double unbounded = std::numeric_limits<double>::infinity();

// What stands for each '*' of a pattern, in order.
using Captures = std::vector<std::string_view>;

// Each '*' stands for as little as it can, the first ones before the later ones. Taking the earliest place of every
// text between two of them finds just that, so that no choice has to be tried again.
bool match(std::string_view pattern, std::string_view text, Captures& captures) {
  captures.clear();
  std::size_t star = pattern.find('*');
  if (star == std::string_view::npos) return pattern == text;
  if (!text.starts_with(pattern.substr(0, star))) return false;
  text.remove_prefix(star);
  pattern.remove_prefix(star + 1);
  for (star = pattern.find('*'); star != std::string_view::npos; star = pattern.find('*')) {
    const std::size_t at = text.find(pattern.substr(0, star));
    if (at == std::string_view::npos) return false;
    captures.push_back(text.substr(0, at));
    text.remove_prefix(at + star);
    pattern.remove_prefix(star + 1);
  }
  if (!text.ends_with(pattern)) return false;
  captures.push_back(text.substr(0, text.size() - pattern.size()));
  return true;
}

std::string with_captures(std::string_view pattern, const std::vector<std::string>& captures) {
  std::string text;
  std::size_t next = 0;
  for (const char c : pattern) {
    if (c == '*' && next < captures.size()) {
      text += captures[next++];
    } else {
      text += c;
    }
  }
  return text;
}

// The groups of a schema by their names.
class Groups {
 public:
  explicit Groups(const Schema& schema) : schema_(schema) {
    for (const Group& group : schema.groups()) by_name_.emplace(group.name, &group);
  }

  [[nodiscard]] const Schema& schema() const { return schema_; }
  [[nodiscard]] const Group* find(std::string_view name) const {
    const auto found = by_name_.find(name);
    return found == by_name_.end() ? nullptr : found->second;
  }

 private:
  const Schema& schema_;
  std::unordered_map<std::string_view, const Group*> by_name_;
};

// A pattern without its stage, if it names one.
struct SplitPattern {
  std::string_view terms;
  std::optional<int> phase = std::nullopt;
};

SplitPattern split(const Groups& groups, std::string_view pattern) {
  const std::size_t dot = pattern.rfind('.');
  if (dot == std::string_view::npos || groups.find(pattern) != nullptr) return {pattern};
  const std::vector<std::string>& phases = groups.schema().phases();
  const auto phase = std::ranges::find(phases, pattern.substr(dot + 1));
  if (phase == phases.end()) return {pattern};
  return {pattern.substr(0, dot), static_cast<int>(phase - phases.begin())};
}

// Returns the term of a name with an index, such as "list[2]" and "board[1,3]".
std::optional<int> term_named(const Groups& groups, std::string_view name) {
  const std::size_t bracket = name.find('[');
  if (bracket == std::string_view::npos || !name.ends_with(']')) return std::nullopt;
  const Group* const group = groups.find(name.substr(0, bracket));
  if (group == nullptr || group->shape.kind == GroupKind::scalar) return std::nullopt;
  const std::string_view index = name.substr(bracket + 1, name.size() - bracket - 2);
  const std::size_t comma = std::min(index.find(','), index.size());
  const bool is_board = group->shape.kind == GroupKind::board;
  const auto row = is_board ? whole_number<int>(index.substr(0, comma)) : std::optional(0);
  const auto col = whole_number<int>(is_board ? index.substr(std::min(comma + 1, index.size())) : index);
  if (!row || !col || *row < 0 || *col < 0 || *row >= group->shape.rows || *col >= group->shape.cols) return {};
  return group->first + *row * group->shape.cols + *col;
}

// A term that a pattern names, with what stands for each '*'.
struct NamedTerm {
  int term = 0;
  std::vector<std::string> captures;
};

// The terms of a group that the pattern names: all of them, or those whose index fits.
void add_terms(const Schema& schema, const Group& group, std::string_view pattern, std::vector<NamedTerm>& terms) {
  Captures captures;
  const std::size_t bracket = pattern.find('[');
  if (!match(pattern.substr(0, bracket), group.name, captures)) return;
  for (int term = group.first; term < group.first + group.shape.size(); ++term) {
    const std::string name = bracket == std::string_view::npos ? "" : schema.term_name(term);
    if (bracket != std::string_view::npos && !match(pattern, name, captures)) continue;
    terms.push_back({term, {captures.begin(), captures.end()}});
  }
}

// A pattern of whole groups names all their terms; one with an index names terms.
std::vector<NamedTerm> terms_named(const Groups& groups, std::string_view pattern) {
  std::vector<NamedTerm> terms;
  if (pattern.find('*') != std::string_view::npos) {
    for (const Group& group : groups.schema().groups()) add_terms(groups.schema(), group, pattern, terms);
  } else if (const Group* const group = groups.find(pattern)) {
    add_terms(groups.schema(), *group, pattern, terms);
  } else if (const std::optional<int> term = term_named(groups, pattern)) {
    terms.push_back({*term, {}});
  }
  return terms;
}

std::vector<std::size_t> weights_of(const Groups& groups, std::string_view pattern) {
  const auto [terms, phase] = split(groups, pattern);
  const int phases = groups.schema().phase_count();
  std::vector<std::size_t> weights;
  for (const auto& [term, captures] : terms_named(groups, terms)) {
    for (int at = 0; at < phases; ++at) {
      if (!phase || *phase == at) weights.push_back(static_cast<std::size_t>(term * phases + at));
    }
  }
  return weights;
}

class Collector {
 public:
  explicit Collector(const Schema& schema)
      : schema_(schema), groups_(schema), phases_(static_cast<std::size_t>(schema.phase_count())) {
    const auto size = static_cast<std::size_t>(schema.weights());
    found_.tied_to.resize(size);
    std::iota(found_.tied_to.begin(), found_.tied_to.end(), 0U);
    found_.fixed.assign(size, false);
    found_.fixed_itself.assign(size, false);
    found_.lower.assign(size, -unbounded);
    found_.upper.assign(size, unbounded);
  }

  void read(std::string_view line) {
    Words words(line);
    const std::string_view word = words.next();
    if (word == "tie") return read_tie(words);
    if (word == "stage") return read_stage(words);
    if (word == "bound") return read_bound(words);
    if (word == "fix") {
      for (const std::size_t weight : named(only(words))) found_.fixed_itself[weight] = true;
      return;
    }
    throw Error(expected_found("tie, stage, fix or bound", fmt::format("'{}'", word)));
  }

  // What is said of one weight holds for all that are tied to it.
  Constraints finish() {
    std::vector<double> lower(found_.lower), upper(found_.upper);
    std::vector<bool> fixed(found_.fixed_itself);
    for (std::size_t i = 0; i < found_.tied_to.size(); ++i) {
      const std::size_t root = root_of(i);
      found_.tied_to[i] = static_cast<std::uint32_t>(root);
      lower[root] = std::max(lower[root], lower[i]);
      upper[root] = std::min(upper[root], upper[i]);
      fixed[root] = fixed[root] || fixed[i];
    }
    for (std::size_t i = 0; i < found_.tied_to.size(); ++i) {
      const std::size_t root = found_.tied_to[i];
      if (lower[root] > upper[root]) {
        throw Error(fmt::format("bounds leave no value for {}: {} to {}",
                                schema_.term_name(static_cast<int>(i / phases_)), lower[root], upper[root]));
      }
      found_.lower[i] = lower[root];
      found_.upper[i] = upper[root];
      found_.fixed[i] = fixed[root];
    }
    return std::move(found_);
  }

 private:
  static std::string_view only(Words& words) {
    const std::string_view pattern = words.next();
    if (pattern.empty() || !words.rest().empty()) {
      throw Error(expected_found("one pattern of weights", pattern.empty() ? "none" : "more words"));
    }
    return pattern;
  }

  [[nodiscard]] std::vector<std::size_t> named(std::string_view pattern) const {
    std::vector<std::size_t> weights = weights_of(groups_, pattern);
    if (weights.empty()) throw Error(fmt::format("no weights match '{}'", pattern));
    return weights;
  }

  // Shortens the way for those who ask next.
  std::size_t root_of(std::size_t weight) {
    std::vector<std::uint32_t>& tied_to = found_.tied_to;
    while (tied_to[weight] != weight) weight = tied_to[weight] = tied_to[tied_to[weight]];
    return weight;
  }
  void tie(std::size_t a, std::size_t b) {
    a = root_of(a);
    b = root_of(b);
    found_.tied_to[std::max(a, b)] = static_cast<std::uint32_t>(std::min(a, b));
  }

  void read_tie(Words& words) {
    const std::string_view first = words.next();
    if (const std::string_view rest = words.rest(); !rest.starts_with('=')) {
      if (first == "mirror") return tie_board(words, false);
      if (first == "fold8") return tie_board(words, true);
      throw Error(expected_found("tie mirror PATTERN, tie fold8 PATTERN or tie PATTERN = PATTERN",
                                 fmt::format("'tie {} {}'", first, rest)));
    }
    if (words.next() != "=") throw Error("a blank stands before and after the '='");
    tie_named(first, only(words));
  }

  void tie_board(Words& words, bool fold8) {
    for (const std::size_t weight : named(only(words))) {
      const int term = static_cast<int>(weight / phases_);
      const Group& group = schema_.group_of(term);
      const auto [kind, rows, cols, neighbours] = group.shape;
      if (kind != GroupKind::board) throw Error(fmt::format("group '{}' is no board", group.name));
      if (fold8 && rows != cols) throw Error(fmt::format("group '{}' is no square board", group.name));
      const int row = (term - group.first) / cols, col = (term - group.first) % cols;
      const auto tie_to = [&](int other_row, int other_col) {
        tie(weight, weight_at(group.first + other_row * cols + other_col, weight % phases_));
      };
      tie_to(row, cols - 1 - col);
      if (!fold8) continue;
      tie_to(rows - 1 - row, col);
      tie_to(col, row);
    }
  }

  // Each weight on the left is tied to the one that the pattern on the right names with the same text for '*', the same
  // place in its group and, unless stages are named, the same stage.
  void tie_named(std::string_view left, std::string_view right) {
    const auto [left_terms, left_phase] = split(groups_, left);
    const auto [right_terms, right_phase] = split(groups_, right);
    if (left_phase.has_value() != right_phase.has_value()) {
      throw Error("a stage is named on both sides of the '=', or on none");
    }
    if (std::ranges::count(left_terms, '*') != std::ranges::count(right_terms, '*')) {
      throw Error("as many '*' stand on both sides of the '='");
    }
    const std::vector<NamedTerm> terms = terms_named(groups_, left_terms);
    if (terms.empty()) throw Error(fmt::format("no weights match '{}'", left));
    for (const auto& [term, captures] : terms) {
      const int other = partner(term, with_captures(right_terms, captures), left_terms.find('[') != std::string::npos);
      for (std::size_t phase = 0; phase < phases_; ++phase) {
        if (left_phase && static_cast<std::size_t>(*left_phase) != phase) continue;
        tie(weight_at(term, phase), weight_at(other, right_phase ? static_cast<std::size_t>(*right_phase) : phase));
      }
    }
  }

  [[nodiscard]] std::size_t weight_at(int term, std::size_t phase) const {
    return static_cast<std::size_t>(term) * phases_ + phase;
  }

  // The name of a scalar is that of its only term, and may stand beside a single term of another group.
  [[nodiscard]] int partner(int term, const std::string& name, bool is_single) const {
    const Group& group = schema_.group_of(term);
    if (const Group* other = groups_.find(name)) {
      if (is_single && other->shape.kind == GroupKind::scalar) return other->first;
      if (other->shape.rows != group.shape.rows || other->shape.cols != group.shape.cols) {
        throw Error(fmt::format("groups '{}' and '{}' differ in size", group.name, name));
      }
      return other->first + (term - group.first);
    }
    if (const std::optional<int> other = term_named(groups_, name)) return *other;
    throw Error(fmt::format("{} has no partner '{}'", schema_.term_name(term), name));
  }

  void read_stage(Words& words) {
    const std::string_view name = words.next();
    const std::vector<std::string>& phases = schema_.phases();
    const auto phase = std::ranges::find(phases, name);
    if (phase == phases.end()) {
      throw Error(expected_found(fmt::format("a stage ({})", fmt::join(phases, ", ")), fmt::format("'{}'", name)));
    }
    const auto here = static_cast<std::size_t>(phase - phases.begin());
    const std::string_view pattern = only(words);
    if (split(groups_, pattern).phase) throw Error("the pattern names a stage of its own");
    for (const std::size_t weight : named(pattern)) {
      if (weight % phases_ != here) found_.fixed_itself[weight] = true;
    }
  }

  void read_bound(Words& words) {
    const double lower = read_limit(words), upper = read_limit(words);
    if (lower > upper) throw Error(fmt::format("the lower bound {} is above the upper one, {}", lower, upper));
    if (lower == unbounded || upper == -unbounded) throw Error("no number lies between these bounds");
    for (const std::size_t weight : named(only(words))) {
      found_.lower[weight] = std::max(found_.lower[weight], lower);
      found_.upper[weight] = std::min(found_.upper[weight], upper);
    }
  }

  static double read_limit(Words& words) {
    const std::string_view word = words.next();
    if (word == "inf") return unbounded;
    if (word == "-inf") return -unbounded;
    if (const auto limit = whole_number<double>(word)) return *limit;
    throw Error(expected_found("bound LOW HIGH PATTERN, with numbers, -inf or inf", fmt::format("'{}'", word)));
  }

  const Schema& schema_;
  Groups groups_;
  std::size_t phases_;
  Constraints found_;
};

}  // namespace

bool Constraints::has_ties() const {
  for (std::size_t i = 0; i < tied_to.size(); ++i) {
    if (tied_to[i] != i) return true;
  }
  return false;
}

Constraints constraints_of(const Schema& schema) {
  Collector collector(schema);
  for (const std::string& line : schema.constraints()) {
    try {
      collector.read(line);
    } catch (const Error& error) {
      throw Error(fmt::format("'{}': {}", line, error.message()));
    }
  }
  return collector.finish();
}

bool is_constraint(std::string_view line) {
  constexpr std::array<std::string_view, 4> first{"tie", "stage", "fix", "bound"};
  Words words(line);
  if (std::ranges::find(first, words.next()) == first.end()) return false;
  const std::string_view shape = words.next(), size = words.next();
  const bool has_size = !size.empty() && '0' <= size.front() && size.front() <= '9';
  return !(shape == "scalar" && size != "=") && !((shape == "list" || shape == "board") && has_size);
}

std::vector<std::size_t> weights_named(const Schema& schema, std::string_view pattern) {
  return weights_of(Groups(schema), pattern);
}

}  // namespace hone
