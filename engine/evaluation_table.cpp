// SPDX-License-Identifier: MIT
#include "engine/evaluation_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "data/second_order.hpp"

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
        step_(phase.step),
        steps_(weights.schema.phase_steps()) {}

  // The terms of one unit, of the scale or of the phase, with their sum; nothing where no such term with a weight
  // counts here. unit: -1 for the others.
  [[nodiscard]] EvaluationGroup sums(const EvaluationRecord& record, Role role, int unit, std::string name) const {
    EvaluationGroup result;
    result.part.name = std::move(name);
    for (const RecordedTerm& recorded : record.second_order) {
      const Group& group = schema_.group_of(recorded.term);
      if (group.role != role || group.unit != unit) continue;
      const int weight = this->weight(recorded.term, std::max(group.stage, 0));
      if (weight == 0) continue;
      EvaluationPart& part = result.terms.emplace_back();
      part.name = schema_.term_name(recorded.term);
      part.counts = {recorded.first, recorded.second};
      for (std::size_t side = 0; side < 2; ++side) {
        part.sides[side] = {part.counts[side] * weight, part.counts[side] * weight};
        result.part.sides[side] = result.part.sides[side] + part.sides[side];
      }
    }
    return result;
  }
  // The sums of a unit; the record writes the second player's counts with a minus.
  [[nodiscard]] UnitSums<int> unit_sums(const EvaluationRecord& record, int unit) const {
    UnitSums<int> result{};
    for (const RecordedTerm& recorded : record.second_order) {
      const Group& group = schema_.group_of(recorded.term);
      if (group.unit != unit) continue;
      const int weight = this->weight(recorded.term, group.stage);
      auto& sums = result[static_cast<std::size_t>(group.arm)];
      sums[0] += recorded.first * weight;
      sums[1] -= recorded.second * weight;
    }
    return result;
  }
  void move_phase(int shift) {
    if (shift == 0) return;
    step_ = phase_place(steps_, step_, shift);
    steps_ *= phase_fraction;
  }
  [[nodiscard]] int step() const { return step_; }
  [[nodiscard]] int steps() const { return steps_; }
  // Adds an amount to the player's share at the stage; nothing where the position is not beside it.
  void add_at(int stage, std::size_t side, int amount, EvaluationPart& part) {
    if (stage == lower_) part.sides[side].lower += amount;
    if (stage == upper_) part.sides[side].upper += amount;
  }
  void grow(EvaluationPart& part) { part.score = growth(part.sum()); }
  [[nodiscard]] bool is_beside(int stage) const { return stage == lower_ || stage == upper_; }
  [[nodiscard]] bool is_upper(int stage) const { return stage != lower_; }

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
    const std::int64_t before = sum_ / steps_;
    sum_ += std::int64_t{shares.lower} * (steps_ - step_) + std::int64_t{shares.upper} * step_;
    return static_cast<int>(sum_ / steps_ - before);
  }

  const Schema& schema_;
  std::vector<int> values_;
  int lower_, upper_, step_, steps_;
  std::int64_t sum_ = 0;  // of all parts so far, times the steps
};

void add(EvaluationPart& sum, const EvaluationPart& part) {
  for (std::size_t side = 0; side < 2; ++side) sum.sides[side] = sum.sides[side] + part.sides[side];
  sum.score += part.score;
}

// The parts of what is not linear, which are made of the total of what is.
void add_second_order(const Schema& schema, const EvaluationRecord& record, TableMaker& maker, EvaluationGroup phase,
                      EvaluationTable& table) {
  const auto take = [&](EvaluationGroup group) {
    maker.grow(group.part);
    add(table.total, group.part);
    table.second_order.push_back(std::move(group));
  };
  for (std::size_t i = 0; i < schema.units().size(); ++i) {
    const SumUnit& unit = schema.units()[i];
    const bool is_lesser = unit.role == Role::lesser;
    EvaluationGroup group =
        maker.sums(record, unit.role, static_cast<int>(i), unit.name + (is_lesser ? " lesser" : " squared"));
    if (group.terms.empty()) continue;
    UnitSums<int> sums = maker.unit_sums(record, static_cast<int>(i));
    const int both = static_cast<int>(unit_part(is_lesser, sums));
    for (auto& arm : sums) arm[1] = 0;
    const int own = static_cast<int>(unit_part(is_lesser, sums));
    group.part.sides = {};
    maker.add_at(unit.stage, 0, own, group.part);
    maker.add_at(unit.stage, 1, both - own, group.part);
    take(std::move(group));
  }
  if (EvaluationGroup group = maker.sums(record, Role::scale, -1, "scale"); !group.terms.empty()) {
    const int percent = scale_percent(group.part.sides[0].lower);
    const int stage = schema.scale_stage();
    group.part.sides = {};
    if (maker.is_beside(stage)) {
      const int score = maker.is_upper(stage) ? table.total.sum().upper : table.total.sum().lower;
      const int scaled = static_cast<int>(std::int64_t{score} * percent / 100);
      maker.add_at(stage, score < 0 ? 1 : 0, scaled - score, group.part);
    }
    take(std::move(group));
  }
  if (!phase.terms.empty()) {
    phase.part.sides = {};
    take(std::move(phase));
  }
}

}  // namespace

EvaluationTable evaluation_table(const Weights& weights, const EvaluationRecord& record) {
  const Schema& schema = weights.schema;
  EvaluationTable table;
  table.phases.push_back(schema.phases()[record.phase.lower]);
  if (schema.phase_count() > 1) table.phases.push_back(schema.phases()[record.phase.lower + std::size_t{1}]);
  table.sided = record.sided;
  table.total.name = "total";
  TableMaker maker(weights, record.phase);
  EvaluationGroup phase = maker.sums(record, Role::phase, -1, "phase");
  maker.move_phase(phase.part.sum().lower);
  table.step = maker.step();
  table.steps = maker.steps();
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
  add_second_order(schema, record, maker, std::move(phase), table);
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
    for (const EvaluationGroup& group : table.second_order) {
      name_width_ = std::max(name_width_, group.part.name.size());
      for (const EvaluationPart& term : group.terms) name_width_ = std::max(name_width_, term.name.size() + 2);
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
  for (const EvaluationGroup& group : table.second_order) {
    text.add(group.part.name, "", group.part);
    if (!with_terms) continue;
    for (const EvaluationPart& term : group.terms) text.add("  " + term.name, counts_of(table, term), term);
  }
  text.add_rule();
  text.add(table.total.name, "", table.total);
  if (table.phases.size() == 1) return text.text();
  return text.text() + fmt::format("score = ({} x {} + {} x {}) / {}\n", table.steps - table.step, table.phases[0],
                                   table.step, table.phases[1], table.steps);
}

}  // namespace hone
