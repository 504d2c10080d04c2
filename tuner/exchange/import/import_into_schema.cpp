// SPDX-License-Identifier: MIT
#include "tuner/exchange/import/import_places.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <deque>

#include "data/constraints.hpp"
#include "data/error.hpp"
#include "tuner/exchange/import/import_filler.hpp"
#include "tuner/exchange/import/import_mapping.hpp"
#include "tuner/exchange/import/import_names.hpp"

namespace hone::exchange {

namespace {

class SchemaImport {
 public:
  SchemaImport(Imported& imported, const ImportOptions& options, bool last_row_first)
      : imported_(imported),
        options_(options),
        schema_(imported.weights.schema),
        finder_(schema_),
        filler_(imported.weights, options, last_row_first),
        mappings_(options.maps) {}

  void add(const FoundNumbers& numbers) {
    // Parts are kept, because the filler remembers where a value came from.
    place(kept_.emplace_back(numbers));
  }

  void finish() {
    filler_.add_bounds();
    mappings_.require_used(options_.rules.file);
    imported_.missing = filler_.missing();
  }

 private:
  void place(const FoundNumbers& numbers) {
    if (const ImportMapping* const mapping = mappings_.use(numbers.name)) return place_mapped(numbers, *mapping);
    if (has_parts(numbers) && mappings_.has_parts_of(numbers.name)) {
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

  // One target takes all, several take what the first index leads to in turn.
  void place_mapped(const FoundNumbers& numbers, const ImportMapping& mapping) {
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
    ImportTarget named = target_named(numbers, target);
    if (!named.phase) {
      const auto staged = stage_in_name(numbers.name, schema_.phases());
      if (staged && numbers.stage.empty()) named.phase = staged->stage;
    }
    imported_.names.push_back(filler_.put(numbers, with_stage(numbers, named)));
  }

  [[nodiscard]] ImportTarget target_named(const FoundNumbers& numbers, const std::string& name) const {
    if (const Group* const group = schema_.find(name)) return target_of_group(*group, {});
    const std::vector<std::size_t> weights = weights_named(schema_, name);
    if (weights.empty()) filler_.fail(numbers, fmt::format("--map: no weights are called '{}'", name));
    const auto phases = static_cast<std::size_t>(schema_.phase_count());
    ImportTarget target{name, {}, {}};
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
  [[nodiscard]] ImportTarget target_of(const Meant& meant) const {
    if (meant.group != nullptr) return target_of_group(*meant.group, meant.phase);
    return {schema_.term_name(*meant.term), {*meant.term}, meant.phase};
  }
  // A stage that stands beside the name in the file.
  [[nodiscard]] ImportTarget with_stage(const FoundNumbers& numbers, ImportTarget target) const {
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
      names.push_back(fmt::format("'{}{}'", target_of(one).name, stage));
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
  ImportFiller filler_;
  ImportMappings mappings_;
  std::deque<FoundNumbers> kept_;
};

}  // namespace

void import_into(const Found& found, const ImportOptions& options, bool last_row_first, Imported& imported) {
  SchemaImport import(imported, options, last_row_first);
  for (const FoundNumbers& numbers : found.numbers) import.add(numbers);
  import.finish();
}

}  // namespace hone::exchange
