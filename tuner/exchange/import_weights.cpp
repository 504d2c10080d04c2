// SPDX-License-Identifier: MIT
#include "tuner/exchange/import_weights.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <functional>
#include <limits>
#include <map>
#include <numeric>
#include <utility>

#include "data/constraints.hpp"
#include "data/error.hpp"
#include "data/words.hpp"
#include "tuner/exchange/import_names.hpp"
#include "tuner/learn/fit/group_patterns.hpp"
#include "tuner/text/options.hpp"

namespace hone::exchange {

namespace {

constexpr double no_value = std::numeric_limits<double>::quiet_NaN();

// -- Options

// KEY=TARGET[,TARGET...]
struct Mapping {
  std::string key;
  std::vector<std::string> targets;
};

std::vector<std::string> comma_list(std::string_view text) {
  std::vector<std::string> parts;
  if (text.empty()) return parts;
  for (const std::string_view part : text::split_at_commas(text)) parts.emplace_back(text::trimmed(part));
  return parts;
}

// A comma inside the brackets of TERM[ROW,COLUMN] separates nothing.
std::vector<std::string> targets_of(std::string_view text) {
  std::vector<std::string> targets(1);
  int depth = 0;
  for (const char c : text) {
    depth += c == '[' ? 1 : c == ']' ? -1 : 0;
    if (c == ',' && depth == 0) {
      targets.emplace_back();
    } else {
      targets.back() += c;
    }
  }
  return targets;
}

std::vector<Mapping> mappings_of(const std::vector<std::string>& texts) {
  std::vector<Mapping> mappings;
  for (const std::string& text : texts) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == text.size()) {
      throw Error(fmt::format("--map: {}", expected_found("KEY=TARGET", fmt::format("'{}'", text))));
    }
    mappings.push_back({text.substr(0, equals), targets_of(std::string_view(text).substr(equals + 1))});
  }
  return mappings;
}

// -- Arrays in parts

// What the first index of the array leads to: all elements with this index.
FoundNumbers part_of(const FoundNumbers& whole, int index, const std::string& name) {
  const auto parts = static_cast<std::size_t>(whole.sizes.front());
  const std::size_t size = whole.values.size() / parts, begin = size * static_cast<std::size_t>(index);
  const auto cut = [&](const std::vector<double>& numbers) {
    if (numbers.empty()) return std::vector<double>();
    const auto first = numbers.begin() + static_cast<std::ptrdiff_t>(begin);
    return std::vector<double>(first, first + static_cast<std::ptrdiff_t>(size));
  };
  FoundNumbers part{.name = name, .line = whole.line, .sizes = {whole.sizes.begin() + 1, whole.sizes.end()}};
  part.values = cut(whole.values);
  part.errors = cut(whole.errors);
  part.has_pairs = whole.has_pairs;
  part.stage = whole.stage;
  return part;
}

// Whether the first index runs over anything but the stages.
bool has_parts(const FoundNumbers& numbers) { return numbers.sizes.size() > (numbers.has_pairs ? 1U : 0U); }

// -- Where numbers go

struct Target {
  std::string name;              // as reports show it
  std::vector<int> terms;        // in the order of the schema
  std::optional<int> phase;      // none: all phases
  const Group* board = nullptr;  // when the terms are a whole board
};

Target target_of_group(const Group& group, std::optional<int> phase) {
  Target target{group.name, std::vector<int>(static_cast<std::size_t>(group.shape.size())), phase};
  std::iota(target.terms.begin(), target.terms.end(), group.first);
  if (group.shape.kind == GroupKind::board) target.board = &group;
  return target;
}

class Filler {
 public:
  Filler(Weights& weights, const ImportOptions& options, bool last_row_first)
      : weights_(weights),
        options_(options),
        last_row_first_(last_row_first),
        sources_(weights.values.size(), nullptr) {}

  // Throws Error where the numbers do not fit the target, or where others have been put there.
  ImportedName put(const FoundNumbers& numbers, const Target& target) {
    const auto phases = static_cast<std::size_t>(weights_.schema.phase_count());
    const std::size_t terms = target.terms.size();
    const auto place = [&](std::size_t number, std::size_t term, std::size_t phase) {
      set(numbers, number, static_cast<std::size_t>(target.terms[in_file(target, term)]) * phases + phase);
    };
    const PairOrder pairs = layout(numbers, target);
    for (std::size_t term = 0; term < terms; ++term) {
      for (std::size_t phase = 0; phase < phases; ++phase) {
        if (target.phase && static_cast<std::size_t>(*target.phase) != phase) continue;
        if (pairs == PairOrder::inner) place(term * phases + phase, term, phase);
        if (pairs == PairOrder::outer) place(phase * terms + term, term, phase);
        if (pairs == PairOrder::none) place(term, term, phase);
      }
    }
    bound(numbers, target);
    return {numbers.name, numbers.line, numbers.shape_text(), target.name, stage_text(target), ""};
  }

  // To be called at the end.
  void add_bounds() { weights_.schema.constrain(bounds_); }

  [[nodiscard]] bool is_filled(const Group& group) const {
    const auto phases = static_cast<std::ptrdiff_t>(weights_.schema.phase_count());
    const auto first = sources_.begin() + group.first * phases;
    return std::any_of(first, first + group.shape.size() * phases,
                       [](const auto* source) { return source != nullptr; });
  }

  [[noreturn]] void fail(const FoundNumbers& numbers, std::string_view message) const {
    throw Error(options_.rules.file, numbers.line, fmt::format("{}: {}", numbers.name, message));
  }

 private:
  // The term that the file has at this place.
  [[nodiscard]] std::size_t in_file(const Target& target, std::size_t place) const {
    if (target.board == nullptr || !last_row_first_) return place;
    const auto rows = static_cast<std::size_t>(target.board->shape.rows);
    const auto cols = static_cast<std::size_t>(target.board->shape.cols);
    return (rows - 1 - place / cols) * cols + place % cols;
  }

  // How the stages lie in the numbers; `none`: they have no dimension of their own.
  [[nodiscard]] PairOrder layout(const FoundNumbers& numbers, const Target& target) const {
    const std::size_t terms = target.terms.size(), count = numbers.values.size();
    const auto phases = static_cast<std::size_t>(weights_.schema.phase_count());
    if (phases == 1 || target.phase) {
      if (count != terms) misfit(numbers, target, terms);
      return PairOrder::none;
    }
    if (count == terms && !numbers.has_pairs) {
      if (options_.every_stage) return PairOrder::none;
      fail(numbers,
           fmt::format("names no stage of '{}': --map '{}={}.{}' says which it is, --every-stage takes it for all",
                       target.name, numbers.name, target.name, weights_.schema.phases().front()));
    }
    if (count != terms * phases) misfit(numbers, target, terms * phases);
    const bool may_be_inner = static_cast<std::size_t>(numbers.sizes.back()) == phases;
    const bool may_be_outer = static_cast<std::size_t>(numbers.sizes.front()) == phases && !numbers.has_pairs;
    if (numbers.has_pairs && may_be_inner) return PairOrder::inner;
    if (options_.pairs == PairOrder::inner && may_be_inner) return PairOrder::inner;
    if (options_.pairs == PairOrder::outer && may_be_outer) return PairOrder::outer;
    if (may_be_inner && (!may_be_outer || numbers.sizes.size() == 1)) return PairOrder::inner;
    if (may_be_outer && !may_be_inner) return PairOrder::outer;
    if (may_be_outer)
      fail(numbers, "the stages may be its first dimension or its last: --pairs outer or inner says which");
    fail(numbers, fmt::format("is {} numbers without a dimension of the {} stages", numbers.shape_text(), phases));
  }

  [[noreturn]] void misfit(const FoundNumbers& numbers, const Target& target, std::size_t wanted) const {
    fail(numbers, fmt::format("{}; --exclude '{}' leaves it out, --map gives it another place",
                              expected_found(fmt::format("{} numbers for '{}'", wanted, target.name),
                                             std::to_string(numbers.values.size())),
                              numbers.name));
  }

  void set(const FoundNumbers& numbers, std::size_t number, std::size_t weight) {
    const int term = static_cast<int>(weight / static_cast<std::size_t>(weights_.schema.phase_count()));
    if (sources_[weight] != nullptr) {
      fail(numbers, fmt::format("'{}' on line {} gave {} its value already; --exclude leaves one of them out",
                                sources_[weight]->name, sources_[weight]->line, weights_.schema.term_name(term)));
    }
    const double value = numbers.values[number] * options_.scale;
    if (!(std::abs(value) <= max_weight)) {
      fail(numbers, fmt::format("{}; --exclude '{}' leaves it out, --scale makes it smaller",
                                expected_found("a number within +-1e6", fmt::format("{}", value)), numbers.name));
    }
    sources_[weight] = &numbers;
    weights_.values[weight] = value;
    if (numbers.errors.empty() || std::isnan(numbers.errors[number])) return;
    const double error = numbers.errors[number] * std::abs(options_.scale);
    if (!(error >= 0) || std::isinf(error))
      fail(numbers, expected_found("a standard error from 0", fmt::format("{}", error)));
    if (weights_.errors.empty()) weights_.errors.assign(weights_.values.size(), no_value);
    weights_.errors[weight] = error;
  }

  // Only single numbers have bounds.
  void bound(const FoundNumbers& numbers, const Target& target) {
    if (!numbers.low || !numbers.high) return;
    const double a = *numbers.low * options_.scale + 0.0, b = *numbers.high * options_.scale + 0.0;  // no negative zero
    const std::string stage = target.phase && weights_.schema.phase_count() > 1 ? "." + stage_text(target) : "";
    const std::string name = weights_.schema.term_name(target.terms.front());
    bounds_.push_back(fmt::format("bound {} {} {}{}", std::min(a, b), std::max(a, b), name, stage));
  }

  [[nodiscard]] std::string stage_text(const Target& target) const {
    const std::vector<std::string>& phases = weights_.schema.phases();
    if (phases.size() == 1) return phases.front();
    return target.phase ? phases[static_cast<std::size_t>(*target.phase)] : "all";
  }

  Weights& weights_;
  const ImportOptions& options_;
  bool last_row_first_;
  std::vector<const FoundNumbers*> sources_;  // of each weight; null: none
  std::vector<std::string> bounds_;
};

// -- Into a schema that is given

class SchemaImport {
 public:
  SchemaImport(Imported& imported, const ImportOptions& options, bool last_row_first)
      : imported_(imported),
        options_(options),
        schema_(imported.weights.schema),
        finder_(schema_),
        filler_(imported.weights, options, last_row_first),
        mappings_(mappings_of(options.maps)),
        mapping_used_(mappings_.size()) {}

  void add(const FoundNumbers& numbers) {
    // Parts are kept, because the filler remembers where a value came from.
    place(kept_.emplace_back(numbers));
  }

  void finish() {
    filler_.add_bounds();
    for (std::size_t i = 0; i < mappings_.size(); ++i) {
      if (!mapping_used_[i])
        throw Error(options_.rules.file, 0, fmt::format("--map: no numbers are called '{}'", mappings_[i].key));
    }
    for (const Group& group : schema_.groups()) {
      if (!filler_.is_filled(group)) imported_.missing.push_back(group.name);
    }
  }

 private:
  void place(const FoundNumbers& numbers) {
    if (const Mapping* const mapping = mapping_of(numbers.name)) return place_mapped(numbers, *mapping);
    if (has_parts(numbers) && is_mapped_in_parts(numbers.name)) {
      for (int i = 0; i < numbers.sizes.front(); ++i) place_part(numbers, i, fmt::format("{}[{}]", numbers.name, i));
      return;
    }
    std::vector<Meant> meant = meant_by(numbers);
    if (meant.size() > 1) fail_ambiguous(numbers, meant);
    if (meant.size() == 1) {
      imported_.names.push_back(filler_.put(numbers, with_stage(numbers, target_of(meant.front()))));
    } else if (has_parts(numbers) && static_cast<std::size_t>(numbers.sizes.front()) == options_.elements.size()) {
      for (int i = 0; i < numbers.sizes.front(); ++i) {
        place_part(numbers, i, fmt::format("{}.{}", numbers.name, options_.elements[static_cast<std::size_t>(i)]));
      }
    } else {
      leave_out(numbers, "no group has this name; --map gives it one");
    }
  }

  void place_part(const FoundNumbers& whole, int index, const std::string& name) {
    place(kept_.emplace_back(part_of(whole, index, name)));
  }

  [[nodiscard]] const Mapping* mapping_of(const std::string& name) {
    for (std::size_t i = 0; i < mappings_.size(); ++i) {
      if (mappings_[i].key != name) continue;
      mapping_used_[i] = true;
      return &mappings_[i];
    }
    return nullptr;
  }
  [[nodiscard]] bool is_mapped_in_parts(const std::string& name) const {
    return std::ranges::any_of(mappings_, [&](const Mapping& mapping) { return mapping.key.starts_with(name + '['); });
  }

  // One target takes all, several take what the first index leads to in turn.
  void place_mapped(const FoundNumbers& numbers, const Mapping& mapping) {
    if (mapping.targets.size() == 1) return put_mapped(numbers, mapping.targets.front());
    const int parts = has_parts(numbers) ? numbers.sizes.front() : 1;
    if (static_cast<std::size_t>(parts) != mapping.targets.size()) {
      filler_.fail(numbers, fmt::format("--map: {}", expected_found(fmt::format("{} targets", parts),
                                                                    std::to_string(mapping.targets.size()))));
    }
    for (int i = 0; i < parts; ++i) {
      const FoundNumbers& part = kept_.emplace_back(part_of(numbers, i, fmt::format("{}[{}]", numbers.name, i)));
      put_mapped(part, mapping.targets[static_cast<std::size_t>(i)]);
    }
  }
  void put_mapped(const FoundNumbers& numbers, const std::string& target) {
    if (target == "-") return leave_out(numbers, "--map says so");
    Target named = target_named(numbers, target);
    if (!named.phase) {
      const auto staged = stage_in_name(words_of_name(numbers.name), schema_.phases());
      if (staged && numbers.stage.empty()) named.phase = staged->stage;
    }
    imported_.names.push_back(filler_.put(numbers, with_stage(numbers, named)));
  }

  [[nodiscard]] Target target_named(const FoundNumbers& numbers, const std::string& name) const {
    if (const Group* const group = schema_.find(name)) return target_of_group(*group, {});
    const std::vector<std::size_t> weights = weights_named(schema_, name);
    if (weights.empty()) filler_.fail(numbers, fmt::format("--map: no weights are called '{}'", name));
    const auto phases = static_cast<std::size_t>(schema_.phase_count());
    Target target{name, {}, {}};
    for (const std::size_t weight : weights) {
      const int term = static_cast<int>(weight / phases);
      if (target.terms.empty() || target.terms.back() != term) target.terms.push_back(term);
    }
    if (weights.size() < target.terms.size() * phases) target.phase = static_cast<int>(weights.front() % phases);
    const Group& group = schema_.group_of(target.terms.front());
    if (target.terms.size() != static_cast<std::size_t>(group.shape.size())) return target;
    const bool is_whole =
        target.terms.front() == group.first && schema_.group_of(target.terms.back()).first == group.first;
    return is_whole ? target_of_group(group, target.phase) : target;
  }

  [[nodiscard]] std::vector<Meant> meant_by(const FoundNumbers& numbers) const {
    std::string_view name = numbers.name;
    if (!name.starts_with(options_.prefix)) return {};
    name.remove_prefix(options_.prefix.size());
    return finder_.find(
        name, numbers.sizes.empty() || numbers.values.size() <= static_cast<std::size_t>(schema_.phase_count()));
  }
  [[nodiscard]] Target target_of(const Meant& meant) const {
    if (meant.group != nullptr) return target_of_group(*meant.group, meant.phase);
    return {schema_.term_name(*meant.term), {*meant.term}, meant.phase};
  }
  // A stage that stands beside the name in the file.
  [[nodiscard]] Target with_stage(const FoundNumbers& numbers, Target target) const {
    if (numbers.stage.empty()) return target;
    const auto phase = std::ranges::find(schema_.phases(), numbers.stage);
    if (phase == schema_.phases().end()) {
      filler_.fail(numbers, expected_found(fmt::format("a stage ({})", fmt::join(schema_.phases(), ", ")),
                                           fmt::format("'{}'", numbers.stage)));
    }
    target.phase = static_cast<int>(phase - schema_.phases().begin());
    return target;
  }

  [[noreturn]] void fail_ambiguous(const FoundNumbers& numbers, const std::vector<Meant>& meant) const {
    std::vector<std::string> names;
    for (const Meant& one : meant) {
      const std::string stage = one.phase ? "." + schema_.phases()[static_cast<std::size_t>(*one.phase)] : "";
      names.push_back("'" + target_of(one).name + stage + "'");
    }
    filler_.fail(numbers, fmt::format("may be {}; --map '{}=...' says which", fmt::join(names, " or "), numbers.name));
  }

  void leave_out(const FoundNumbers& numbers, const std::string& reason) {
    imported_.names.push_back({numbers.name, numbers.line, numbers.shape_text(), "", "", reason});
  }

  Imported& imported_;
  const ImportOptions& options_;
  const Schema schema_;
  NameFinder finder_;
  Filler filler_;
  std::vector<Mapping> mappings_;
  std::vector<bool> mapping_used_;
  std::deque<FoundNumbers> kept_;
};

// -- Into a new schema

// A group that is made for an array, or for one array a stage.
struct NewGroup {
  std::string name;
  std::string meaning;
  GroupShape shape;
  std::vector<bool> has_stage;
};

class NewSchema {
 public:
  explicit NewSchema(const ImportOptions& options) : options_(options), mappings_(mappings_of(options.maps)) {}

  // Settles groups and stages, and gives each array the name of its place: GROUP, with the stage beside it.
  Found settle(const Found& found) {
    for (const FoundNumbers& numbers : found.numbers) split(numbers);
    settle_stages();
    Found placed;
    for (FoundNumbers& numbers : parts_) place(numbers, placed);
    return placed;
  }

  [[nodiscard]] Schema schema() const {
    std::vector<GroupSpec> specs;
    for (const NewGroup& group : groups_) specs.push_back({group.name, group.shape, group.meaning});
    return {options_.name, stages_, stages_.size() > 1 ? options_.steps : 1, specs};
  }

 private:
  [[noreturn]] void fail(const FoundNumbers& numbers, std::string_view message) const {
    throw Error(options_.rules.file, numbers.line, fmt::format("{}: {}", numbers.name, message));
  }

  // -- Arrays that are one group each

  [[nodiscard]] std::vector<int> sizes_without_stages(const FoundNumbers& numbers) const {
    std::vector<int> sizes = numbers.sizes;
    if (numbers.has_pairs) sizes.pop_back();
    return sizes;
  }

  void split(const FoundNumbers& numbers) {
    FoundNumbers whole = numbers;
    take_pairs(whole);
    const std::vector<int> sizes = sizes_without_stages(whole);
    if (shape_of(whole) && !mapped_in_parts(whole)) {
      parts_.push_back(std::move(whole));
      return;
    }
    if (sizes.empty()) fail(whole, "has no shape that a group may have");
    const auto count = static_cast<std::size_t>(sizes.front());
    const std::vector<std::string> targets = targets_for(whole.name);
    for (std::size_t i = 0; i < count; ++i) {
      const bool is_named = options_.elements.size() == count;
      const std::string name =
          is_named ? fmt::format("{}.{}", whole.name, options_.elements[i]) : fmt::format("{}[{}]", whole.name, i);
      if (targets.size() == count) given_names_[name] = targets[i];
      split(part_of(whole, static_cast<int>(i), name));
    }
  }

  // Says of arrays in plain brackets whether their last dimension is over the stages.
  void take_pairs(FoundNumbers& numbers) const {
    if (options_.pairs == PairOrder::none) numbers.has_pairs = false;
    if (numbers.has_pairs || numbers.sizes.empty()) return;
    if (options_.pairs == PairOrder::outer && stage_count() > 1 &&
        static_cast<std::size_t>(numbers.sizes.front()) == stage_count()) {
      return turn(numbers);
    }
    const std::size_t wanted = std::max<std::size_t>(stage_count(), 2);
    if (static_cast<std::size_t>(numbers.sizes.back()) != wanted) return;
    const bool is_likely = numbers.sizes.size() > 1 || stage_count() > 1;
    if (options_.pairs == PairOrder::unknown && is_likely && numbers.stage.empty() && !staged(numbers)) {
      fail(numbers,
           fmt::format(
               "its last dimension of {} may be the stages: --pairs inner says that it is, --pairs none that it is not",
               wanted));
    }
    numbers.has_pairs = options_.pairs == PairOrder::inner;
  }
  // Puts the first dimension last.
  static void turn(FoundNumbers& numbers) {
    const auto stages = static_cast<std::size_t>(numbers.sizes.front());
    const std::size_t size = numbers.values.size() / stages;
    std::vector<double> turned;
    for (std::size_t i = 0; i < size; ++i) {
      for (std::size_t stage = 0; stage < stages; ++stage) turned.push_back(numbers.values[stage * size + i]);
    }
    numbers.values = std::move(turned);
    std::rotate(numbers.sizes.begin(), numbers.sizes.begin() + 1, numbers.sizes.end());
    numbers.has_pairs = true;
  }
  [[nodiscard]] std::size_t stage_count() const { return comma_list(options_.stages).size(); }
  [[nodiscard]] std::optional<NameOfStage> staged(const FoundNumbers& numbers) const {
    const std::vector<std::string> given = comma_list(options_.stages);
    return stage_in_name(words_of_name(numbers.name), given.empty() ? std::vector<std::string>{"mg", "eg"} : given);
  }

  [[nodiscard]] std::vector<std::string> targets_for(const std::string& name) const {
    for (const Mapping& mapping : mappings_) {
      if (mapping.key == name && mapping.targets.size() > 1) return mapping.targets;
    }
    return {};
  }
  [[nodiscard]] bool mapped_in_parts(const FoundNumbers& numbers) const {
    const auto is_part = [&](const Mapping& mapping) { return mapping.key.starts_with(numbers.name + '['); };
    const bool by_element = !options_.elements.empty() && !sizes_without_stages(numbers).empty() &&
                            options_.elements.size() == static_cast<std::size_t>(sizes_without_stages(numbers).front());
    return by_element || !targets_for(numbers.name).empty() || std::ranges::any_of(mappings_, is_part);
  }

  // None where the array has to be split.
  [[nodiscard]] std::optional<GroupShape> shape_of(const FoundNumbers& numbers) const {
    const std::vector<int> sizes = sizes_without_stages(numbers);
    int size = 1;
    for (const int one : sizes) size *= one;
    if (sizes.empty()) return scalar();
    if (const auto given = given_shape(numbers.name, size)) return given;
    if (numbers.is_board) return board(sizes[0], sizes[1]);
    if (sizes == std::vector{64} || sizes == std::vector{8, 8}) return board(8, 8);
    if (sizes.size() == 1) return list(size);
    return std::nullopt;
  }
  [[nodiscard]] std::optional<GroupShape> given_shape(const std::string& name, int size) const {
    for (const std::string& text : options_.boards) {
      const std::size_t equals = text.rfind('='), cross = text.rfind('x');
      if (equals == std::string::npos) throw_board(text);
      if (!learn::matches(text.substr(0, equals), name)) continue;
      if (text.substr(equals + 1) == "list") return list(size);
      if (cross == std::string::npos || cross < equals) throw_board(text);
      const auto rows = whole_number<int>(std::string_view(text).substr(equals + 1, cross - equals - 1));
      const auto cols = whole_number<int>(std::string_view(text).substr(cross + 1));
      if (!rows || !cols || *rows < 1 || *cols < 1 || *rows > size || *cols > size) throw_board(text);
      if (*rows * *cols == size) return board(*rows, *cols);
    }
    return std::nullopt;
  }
  [[noreturn]] static void throw_board(const std::string& text) {
    throw Error(
        fmt::format("--board: {}", expected_found("NAME=ROWSxCOLUMNS or NAME=list", fmt::format("'{}'", text))));
  }

  // -- Stages

  // As they were given; as the file has them beside names; or two of them where arrays have pairs or their names come
  // in twos.
  void settle_stages() {
    stages_ = comma_list(options_.stages);
    if (!stages_.empty()) return;
    for (const FoundNumbers& numbers : parts_) {
      const bool is_new = !numbers.stage.empty() && std::ranges::find(stages_, numbers.stage) == stages_.end();
      if (is_new) stages_.push_back(numbers.stage);
    }
    if (!stages_.empty()) return;
    stages_ = {"mg", "eg"};
    const bool has_pairs = std::ranges::any_of(parts_, &FoundNumbers::has_pairs);
    if (!has_pairs && !has_names_in_twos()) stages_ = {"all"};
  }
  [[nodiscard]] bool has_names_in_twos() const {
    std::map<std::vector<std::string>, int> stages_of;
    for (const FoundNumbers& numbers : parts_) {
      if (const auto name = stage_in_name(words_of_name(numbers.name), stages_))
        stages_of[name->words] |= 1 << name->stage;
    }
    return std::ranges::any_of(stages_of, [](const auto& entry) { return entry.second == 3; });
  }

  // -- Groups

  // The name that --map gives, and the stage after it.
  [[nodiscard]] std::string given_name(const std::string& name) const {
    if (const auto given = given_names_.find(name); given != given_names_.end()) return given->second;
    for (const Mapping& mapping : mappings_) {
      if (mapping.key == name && mapping.targets.size() == 1) return mapping.targets.front();
    }
    return "";
  }

  void place(FoundNumbers& numbers, Found& placed) {
    std::string group = given_name(numbers.name);
    if (group == "-") return placed.left_out.push_back({numbers.name, numbers.line, "--map says so"});
    std::optional<int> stage = stage_beside(numbers);
    if (group.empty()) {
      std::string_view name = numbers.name;
      if (name.starts_with(options_.prefix)) name.remove_prefix(options_.prefix.size());
      std::vector<std::string> words = words_of_name(name);
      const auto named =
          stages_.size() > 1 && !stage && !numbers.has_pairs ? stage_in_name(words, stages_) : std::nullopt;
      if (named) {
        stage = named->stage;
        words = named->words;
      }
      group = !named && is_group_name(name) ? std::string(name) : group_name_for(words);
    } else if (const std::size_t dot = group.rfind('.'); dot != std::string::npos && stages_.size() > 1) {
      const auto after = std::ranges::find(stages_, group.substr(dot + 1));
      if (after != stages_.end()) {
        stage = static_cast<int>(after - stages_.begin());
        group.resize(dot);
      }
    }
    if (numbers.has_pairs && static_cast<std::size_t>(numbers.sizes.back()) != stages_.size()) {
      fail(numbers,
           fmt::format(
               "has {} values side by side, but there are {} stages; --stages names them, --pairs none says that "
               "it is a list",
               numbers.sizes.back(), stages_.size()));
    }
    if (stages_.size() > 1 && !stage && !numbers.has_pairs && !options_.every_stage) {
      fail(numbers,
           fmt::format("names no stage: --every-stage takes it for all stages ({}), --map '{}={}.{}' says which it is",
                       fmt::join(stages_, ", "), numbers.name, group, stages_.front()));
    }
    numbers.stage = stage && stages_.size() > 1 ? stages_[static_cast<std::size_t>(*stage)] : "";
    const std::string made = add_group(numbers, group, stage);
    placed.numbers.push_back(numbers);
    targets_.push_back(made);
  }

 public:
  // The groups of the arrays, in the order in which settle() returns them.
  [[nodiscard]] const std::vector<std::string>& targets() const { return targets_; }

 private:
  [[nodiscard]] std::optional<int> stage_beside(const FoundNumbers& numbers) const {
    if (numbers.stage.empty()) return std::nullopt;
    const auto stage = std::ranges::find(stages_, numbers.stage);
    if (stage == stages_.end())
      fail(numbers,
           expected_found(fmt::format("a stage ({})", fmt::join(stages_, ", ")), fmt::format("'{}'", numbers.stage)));
    return static_cast<int>(stage - stages_.begin());
  }

  // The group of that name, if it waits for this stage; else a new one, under another name if this one is taken.
  std::string add_group(const FoundNumbers& numbers, const std::string& name, std::optional<int> stage) {
    const GroupShape shape = *shape_of(numbers);
    std::string made = name;
    for (int i = 2;; ++i) {
      NewGroup* const known = find_group(made);
      if (known == nullptr) break;
      if (stage && known->shape == shape && !known->has_stage[static_cast<std::size_t>(*stage)]) {
        known->has_stage[static_cast<std::size_t>(*stage)] = true;
        return made;
      }
      made = fmt::format("{}_{}", name, i);
    }
    groups_.push_back({made, made == numbers.name ? "" : meaning_for(numbers.name), shape,
                       std::vector<bool>(stages_.size(), !stage)});
    index_.emplace(made, groups_.size() - 1);
    if (stage) groups_.back().has_stage[static_cast<std::size_t>(*stage)] = true;
    return made;
  }
  NewGroup* find_group(const std::string& name) {
    const auto found = index_.find(name);
    return found == index_.end() ? nullptr : &groups_[found->second];
  }
  const ImportOptions& options_;
  std::vector<Mapping> mappings_;
  std::map<std::string, std::string> given_names_;
  std::vector<FoundNumbers> parts_;
  std::vector<std::string> stages_;
  std::vector<NewGroup> groups_;
  std::map<std::string, std::size_t> index_;
  std::vector<std::string> targets_;
};

void import_into_new(const Found& found, const ImportOptions& options, bool last_row_first, Imported& imported) {
  NewSchema made(options);
  const Found placed = made.settle(found);
  if (placed.numbers.empty()) return;
  imported.weights = zero_weights(made.schema());
  const Schema schema = imported.weights.schema;
  std::map<std::string_view, const Group*> groups;
  for (const Group& group : schema.groups()) groups.emplace(group.name, &group);
  Filler filler(imported.weights, options, last_row_first);
  for (std::size_t i = 0; i < placed.numbers.size(); ++i) {
    const FoundNumbers& numbers = placed.numbers[i];
    const auto stage = std::ranges::find(schema.phases(), numbers.stage);
    std::optional<int> phase;
    if (stage != schema.phases().end()) phase = static_cast<int>(stage - schema.phases().begin());
    imported.names.push_back(filler.put(numbers, target_of_group(*groups.at(made.targets()[i]), phase)));
  }
  filler.add_bounds();
  for (const LeftOut& one : placed.left_out) imported.names.push_back({one.name, one.line, "", "", "", one.reason});
}

void import_into(const Found& found, const ImportOptions& options, bool last_row_first, Imported& imported) {
  SchemaImport import(imported, options, last_row_first);
  for (const FoundNumbers& numbers : found.numbers) import.add(numbers);
  import.finish();
}

}  // namespace

Imported import_weights(const Found& found, const ImportOptions& options) {
  const std::optional<bool> said =
      options.order ? std::optional(*options.order == RowOrder::last_first) : found.last_row_first;
  const bool last_row_first = said.value_or(true);
  Imported imported;
  if (options.like) {
    imported.weights = *options.like;
    imported.weights.errors.clear();
    import_into(found, options, last_row_first, imported);
  } else if (found.schema) {
    imported.weights = zero_weights(*found.schema);
    import_into(found, options, last_row_first, imported);
  } else {
    import_into_new(found, options, last_row_first, imported);
  }
  for (const LeftOut& one : found.left_out) imported.names.push_back({one.name, one.line, "", "", "", one.reason});
  if (std::ranges::all_of(imported.names, &std::string::empty, &ImportedName::target)) {
    const std::string what = found.numbers.empty()
                                 ? "no numbers were found"
                                 : "no numbers could be placed: no name is that of a group; --map says where they go";
    throw Error(options.rules.file, 0, what);
  }
  if (options.k || found.k) imported.weights.k = options.k ? *options.k : *found.k;
  return imported;
}

}  // namespace hone::exchange
