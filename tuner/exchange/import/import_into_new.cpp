// SPDX-License-Identifier: MIT
#include "tuner/exchange/import/import_places.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <utility>

#include "data/error.hpp"
#include "data/words.hpp"
#include "tuner/exchange/import/import_filler.hpp"
#include "tuner/exchange/import/import_mapping.hpp"
#include "tuner/exchange/import/import_names.hpp"
#include "tuner/learn/fit/group_patterns.hpp"

namespace hone::exchange {

namespace {

// A group that is made for an array, or for one array a stage.
struct NewGroup {
  std::string name;
  std::string meaning;
  GroupShape shape;
  std::vector<bool> has_stage;
};

class NewSchema {
 public:
  explicit NewSchema(const ImportOptions& options) : options_(options), mappings_(options.maps) {}

  // Settles groups and stages, and gives each array the name of its place: GROUP, with the stage beside it.
  Found settle(const Found& found) {
    for (const FoundNumbers& numbers : found.numbers) split(numbers);
    settle_stages();
    Found placed;
    for (FoundNumbers& numbers : parts_) place(numbers, placed);
    mappings_.require_used(options_.rules.file);
    return placed;
  }

  [[nodiscard]] Schema schema() const {
    std::vector<GroupSpec> specs;
    for (const NewGroup& group : groups_) specs.push_back({group.name, group.shape, group.meaning});
    Schema schema(options_.name, stages_, stages_.size() > 1 ? options_.steps : 1, specs);
    schema.constrain(ties_);
    return schema;
  }

 private:
  [[noreturn]] void fail(const FoundNumbers& numbers, std::string_view message) const {
    throw Error(options_.rules.file, numbers.line, fmt::format("{}: {}", numbers.name, message));
  }

  // The names that --map gives, to the numbers themselves or to them as a part of others, each with a stage after it
  // where it says one.
  [[nodiscard]] std::vector<std::string> given_targets(const std::string& name) {
    if (const auto given = given_names_.find(name); given != given_names_.end()) return {given->second};
    const ImportMapping* const mapping = mappings_.use(name);
    return mapping == nullptr ? std::vector<std::string>() : mapping->targets;
  }

  // -- Arrays that are one group each

  [[nodiscard]] std::vector<int> sizes_without_stages(const FoundNumbers& numbers) const {
    std::vector<int> sizes = numbers.sizes;
    if (numbers.has_pairs) sizes.pop_back();
    return sizes;
  }

  void split(const FoundNumbers& numbers) {
    FoundNumbers whole = numbers;
    const std::vector<std::string> targets = given_targets(whole.name);
    if (targets == std::vector<std::string>{"-"}) return parts_.push_back(std::move(whole));
    take_pairs(whole);
    const std::vector<int> sizes = sizes_without_stages(whole);
    if (shape_of(whole) && !falls_into_parts(whole, targets.size())) return parts_.push_back(std::move(whole));
    if (sizes.empty()) fail(whole, "has no shape that a group may have");
    const auto count = static_cast<std::size_t>(sizes.front());
    if (!targets.empty() && targets.size() != count) {
      fail(whole,
           fmt::format("--map: {}", expected_found(fmt::format("{} targets", count), std::to_string(targets.size()))));
    }
    for (std::size_t i = 0; i < count; ++i) {
      const bool is_named = options_.elements.size() == count && !mappings_.has_parts_of(whole.name);
      const std::string name =
          is_named ? fmt::format("{}.{}", whole.name, options_.elements[i]) : fmt::format("{}[{}]", whole.name, i);
      if (!targets.empty()) given_names_[name] = targets[i];
      split(part_of(whole, static_cast<int>(i), name));
    }
  }

  // Settles whether the last dimension of an array is over the stages.
  void take_pairs(FoundNumbers& numbers) const {
    const auto wanted = static_cast<int>(std::max<std::size_t>(stage_count(), 2));
    const bool names_stages = numbers.has_calls && numbers.sizes.back() == wanted;  // S(1, 2), and not f(1, 2, 3)
    if (options_.pairs == PairOrder::none && !names_stages) numbers.has_pairs = false;
    if (numbers.has_pairs || numbers.sizes.empty() || !numbers.stage.empty() || staged(numbers)) return;
    const bool may_be_inner = numbers.sizes.back() == wanted && (numbers.sizes.size() > 1 || stage_count() > 1);
    const bool is_named = options_.elements.size() == static_cast<std::size_t>(numbers.sizes.front());
    const bool may_be_outer = numbers.sizes.front() == wanted && numbers.sizes.size() > 1 && !is_named;
    if (options_.pairs == PairOrder::unknown && (may_be_inner || may_be_outer)) {
      const char* const place = !may_be_outer ? "last dimension" : !may_be_inner ? "first dimension" : "dimensions";
      const char* const ways = !may_be_outer ? "inner says" : !may_be_inner ? "outer says" : "inner or outer says";
      fail(numbers, fmt::format("its {} of {} may be the stages: --pairs {} that it is, --pairs none that it is not",
                                place, wanted, ways));
    }
    numbers.has_pairs = options_.pairs == PairOrder::inner && numbers.sizes.back() == wanted;
  }
  [[nodiscard]] std::size_t stage_count() const { return comma_list(options_.stages).size(); }
  [[nodiscard]] std::optional<NameOfStage> staged(const FoundNumbers& numbers) const {
    const std::vector<std::string> given = comma_list(options_.stages);
    return stage_in_name(numbers.name, given.empty() ? std::vector<std::string>{"mg", "eg"} : given);
  }

  // Where --map has one target for the whole, the names of elements are of no use.
  [[nodiscard]] bool falls_into_parts(const FoundNumbers& numbers, std::size_t targets) const {
    const std::vector<int> sizes = sizes_without_stages(numbers);
    const bool has_elements = !options_.elements.empty() && !sizes.empty() &&
                              options_.elements.size() == static_cast<std::size_t>(sizes.front());
    return targets > 1 || (has_elements && targets == 0) || mappings_.has_parts_of(numbers.name);
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
      if (const auto name = stage_in_name(numbers.name, stages_)) stages_of[name->words] |= 1 << name->stage;
    }
    return std::ranges::any_of(stages_of, [](const auto& entry) { return entry.second == 3; });
  }

  // -- Groups

  void place(FoundNumbers& numbers, Found& placed) {
    const std::vector<std::string> targets = given_targets(numbers.name);
    std::string group = targets.empty() ? "" : targets.front();
    if (group == "-") return placed.left_out.push_back({numbers.name, numbers.line, "--map says so"});
    std::optional<int> stage = stage_beside(numbers);
    if (group.empty()) {
      std::string_view name = numbers.name;
      if (name.starts_with(options_.prefix)) name.remove_prefix(options_.prefix.size());
      std::vector<std::string> words = words_of_name(name);
      const auto named =
          stages_.size() > 1 && !stage && !numbers.has_pairs ? stage_in_name(name, stages_) : std::nullopt;
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
    if (stages_.size() > 1 && !stage && !numbers.has_pairs) tie_stages(made);
    placed.numbers.push_back(numbers);
    targets_.push_back(made);
  }

 public:
  // The groups of the arrays, in the order in which settle() returns them.
  [[nodiscard]] const std::vector<std::string>& targets() const { return targets_; }
  // Names that stand for several arrays.
  [[nodiscard]] const std::vector<std::string>& repeated() const { return repeated_; }

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
    if (made != name && std::ranges::find(repeated_, name) == repeated_.end()) repeated_.push_back(name);
    groups_.push_back({made, made == numbers.name ? "" : meaning_for(numbers.name), shape,
                       std::vector<bool>(stages_.size(), !stage)});
    index_.emplace(made, groups_.size() - 1);
    if (stage) groups_.back().has_stage[static_cast<std::size_t>(*stage)] = true;
    return made;
  }
  // One number in the source cannot become two.
  void tie_stages(const std::string& group) {
    for (std::size_t i = 1; i < stages_.size(); ++i) {
      ties_.push_back(fmt::format("tie {0}.{1} = {0}.{2}", group, stages_.front(), stages_[i]));
    }
  }
  NewGroup* find_group(const std::string& name) {
    const auto found = index_.find(name);
    return found == index_.end() ? nullptr : &groups_[found->second];
  }
  const ImportOptions& options_;
  ImportMappings mappings_;
  std::map<std::string, std::string> given_names_;
  std::vector<FoundNumbers> parts_;
  std::vector<std::string> stages_;
  std::vector<NewGroup> groups_;
  std::map<std::string, std::size_t> index_;
  std::vector<std::string> targets_, repeated_;
  std::vector<std::string> ties_;
};

}  // namespace

void import_into_new(const Found& found, const ImportOptions& options, bool last_row_first, Imported& imported) {
  NewSchema made(options);
  const Found placed = made.settle(found);
  if (placed.numbers.empty()) return;
  imported.weights = zero_weights(made.schema());
  const Schema schema = imported.weights.schema;
  std::map<std::string_view, const Group*> groups;
  for (const Group& group : schema.groups()) groups.emplace(group.name, &group);
  ImportFiller filler(imported.weights, options, last_row_first);
  for (std::size_t i = 0; i < placed.numbers.size(); ++i) {
    const FoundNumbers& numbers = placed.numbers[i];
    const auto stage = std::ranges::find(schema.phases(), numbers.stage);
    std::optional<int> phase;
    if (stage != schema.phases().end()) phase = static_cast<int>(stage - schema.phases().begin());
    imported.names.push_back(filler.put(numbers, target_of_group(*groups.at(made.targets()[i]), phase)));
  }
  filler.add_bounds();
  imported.missing = filler.missing();
  imported.repeated = made.repeated();
  for (const LeftOut& one : placed.left_out) imported.names.push_back({one.name, one.line, "", "", "", one.reason});
}

}  // namespace hone::exchange
