// SPDX-License-Identifier: MIT
#include "engine/evaluation_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace hone {
namespace {

// Makes the parts of one position in the order of the table.
class TableMaker {
 public:
  TableMaker(const Weights& weights, PhasePoint phase)
      : schema_(weights.schema),
        values_(weights.rounded()),
        lower_(phase.lower),
        upper_(std::min(phase.lower + 1, weights.schema.phase_count() - 1)),
        step_(phase.step) {}

  [[nodiscard]] EvaluationPart part(const RecordedTerm& recorded) {
    EvaluationPart part;
    part.name = schema_.term_name(recorded.term);
    if (const auto square = schema_.square_of(recorded.term)) part.square = square->name;
    part.counts = {recorded.first, recorded.second};
    for (std::size_t side = 0; side < 2; ++side) part.sides[side] = shares(recorded.term, part.counts[side]);
    part.score = growth(part.sum());
    return part;
  }

 private:
  [[nodiscard]] PhaseShares shares(int term, int count) const {
    return {count * weight(term, lower_), count * weight(term, upper_)};
  }
  [[nodiscard]] int weight(int term, int phase) const {
    return values_[static_cast<std::size_t>(term * schema_.phase_count() + phase)];
  }
  // Returns what the rounded sum grows by.
  [[nodiscard]] int growth(PhaseShares shares) {
    const int steps = schema_.phase_steps(), before = sum_ / steps;
    sum_ += shares.lower * (steps - step_) + shares.upper * step_;
    return sum_ / steps - before;
  }

  const Schema& schema_;
  std::vector<int> values_;
  int lower_, upper_, step_;
  int sum_ = 0;  // of all parts so far, times the steps
};

void add(EvaluationPart& sum, const EvaluationPart& part) {
  for (std::size_t side = 0; side < 2; ++side) sum.sides[side] = sum.sides[side] + part.sides[side];
  sum.score += part.score;
}

}  // namespace

EvaluationTable evaluation_table(const Weights& weights, const EvaluationRecord& record) {
  const Schema& schema = weights.schema;
  EvaluationTable table;
  table.phases.push_back(schema.phases()[record.phase.lower]);
  if (schema.phase_count() > 1) table.phases.push_back(schema.phases()[record.phase.lower + std::size_t{1}]);
  table.step = record.phase.step;
  table.steps = schema.phase_steps();
  table.sided = record.sided;
  table.total.name = "total";
  TableMaker maker(weights, record.phase);
  for (const RecordedTerm& recorded : record.terms) {
    const std::string& name = schema.group_of(recorded.term).name;
    if (table.groups.empty() || table.groups.back().part.name != name) {
      table.groups.emplace_back().part.name = name;
    }
    EvaluationGroup& group = table.groups.back();
    group.terms.push_back(maker.part(recorded));
    add(group.part, group.terms.back());
    add(table.total, group.terms.back());
  }
  return table;
}

namespace {

bool is_worth_something(const EvaluationPart& part) {
  return part.sides[0] != PhaseShares{} || part.sides[1] != PhaseShares{};
}

// A group of a single term needs no line for the term.
bool is_alone(const EvaluationGroup& group) {
  return group.terms.size() == 1 && group.terms.front().name == group.part.name;
}

std::string name_of(const EvaluationGroup& group, const EvaluationPart& term) {
  if (is_alone(group)) return term.name;
  return "  " + term.name + (term.square.empty() ? "" : " " + term.square);
}

// Writes rows of one layout.
class TableText {
 public:
  explicit TableText(const EvaluationTable& table) : table_(table) {
    for (const EvaluationGroup& group : table.groups) {
      for (const EvaluationPart& term : group.terms) {
        if (is_worth_something(term)) name_width_ = std::max(name_width_, name_of(group, term).size());
      }
    }
    for (const std::string& phase : table.phases) share_width_ = std::max(share_width_, phase.size());
    add_heading();
  }

  void add_rule() {
    text_ += std::string(name_width_, '-') + "-+-------";
    for (std::size_t i = 0; i < columns(); ++i) text_ += "-+" + std::string(block_width(), '-');
    text_ += "-+--------\n";
  }
  void add(std::string_view name, const std::string& counts, const EvaluationPart& part) {
    text_ += fmt::format("{:<{}} | {:>6}", name, name_width_, counts);
    if (table_.sided) text_ += block(part.sides[0]) + block(part.sides[1]);
    text_ += block(part.sum()) + fmt::format(" | {:7.2f}\n", part.score / 100.0);
  }
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  [[nodiscard]] std::size_t columns() const { return table_.sided ? 3 : 1; }
  [[nodiscard]] std::size_t block_width() const { return (share_width_ + 1) * table_.phases.size(); }
  [[nodiscard]] std::string block(PhaseShares shares) const {
    const std::string lower = fmt::format(" | {:{}.2f}", shares.lower / 100.0, share_width_);
    return table_.phases.size() == 1 ? lower : lower + fmt::format(" {:{}.2f}", shares.upper / 100.0, share_width_);
  }
  void add_heading() {
    std::string phases;
    for (const std::string& phase : table_.phases) phases += fmt::format(" {:>{}}", phase, share_width_);
    text_ += fmt::format("{:<{}} | {:>6}", "", name_width_, "");
    for (const std::string_view side : {"first player", "second player"}) {
      if (table_.sided) text_ += fmt::format(" | {:^{}}", side.substr(0, block_width() - 1), block_width() - 1);
    }
    text_ += fmt::format(" | {:^{}} |\n{:<{}} | {:>6}", "both", block_width() - 1, "term", name_width_, "count");
    for (std::size_t i = 0; i < columns(); ++i) text_ += " |" + phases;
    text_ += fmt::format(" | {:>7}\n", "score");
  }

  const EvaluationTable& table_;
  std::size_t name_width_ = 5;
  std::size_t share_width_ = 7;  // of a share of a phase, or its name
  std::string text_;
};

std::string counts_of(const EvaluationTable& table, const EvaluationPart& term) {
  return table.sided ? fmt::format("{} {}", term.counts[0], term.counts[1]) : fmt::format("{}", term.counts[0]);
}

}  // namespace

std::string to_text(const EvaluationTable& table, bool with_terms) {
  TableText text(table);
  text.add_rule();
  for (const EvaluationGroup& group : table.groups) {
    if (std::ranges::none_of(group.terms, is_worth_something)) continue;
    text.add(group.part.name, is_alone(group) ? counts_of(table, group.terms.front()) : "", group.part);
    if (!with_terms) continue;
    for (const EvaluationPart& term : group.terms) {
      if (!is_alone(group) && is_worth_something(term)) text.add(name_of(group, term), counts_of(table, term), term);
    }
  }
  text.add_rule();
  text.add(table.total.name, "", table.total);
  if (table.phases.size() == 1) return text.text();
  return text.text() + fmt::format("score = ({} x {} + {} x {}) / {}\n", table.steps - table.step, table.phases[0],
                                   table.step, table.phases[1], table.steps);
}

}  // namespace hone
