// SPDX-License-Identifier: MIT
#include "tuner/exchange/import/import_weights.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

#include "data/error.hpp"
#include "tuner/exchange/import/import_arrangement.hpp"
#include "tuner/exchange/import/import_mapping.hpp"
#include "tuner/exchange/import/import_places.hpp"
#include "tuner/exchange/weight_scale.hpp"

namespace hone::exchange {

namespace {

// With the first name that was left out, if there is one, and why.
[[noreturn]] void fail_without_numbers(const Found& found, const std::string& file) {
  if (!found.numbers.empty())
    throw Error(file, 0, "no numbers could be placed: no name is that of a group; --map says where they go");
  if (found.left_out.empty()) throw Error(file, 0, "no numbers were found");
  const LeftOut& first = found.left_out.front();
  throw Error(file, first.line, fmt::format("no numbers were found; {} was left out: {}", first.name, first.reason));
}

// Numbers that are too large for weights, such as squares in the bits of one number, are left out.
Found without_large_numbers(Found found, double scale) {
  const auto is_large = [&](const FoundNumbers& numbers) {
    return std::ranges::any_of(numbers.values, [&](double value) { return !(std::abs(value * scale) <= max_weight); });
  };
  for (const FoundNumbers& numbers : found.numbers) {
    if (is_large(numbers)) found.left_out.push_back({numbers.name, numbers.line, "no weight: beyond +-1e6"});
  }
  std::erase_if(found.numbers, is_large);
  return found;
}

}  // namespace

Imported import_weights(const Found& given_numbers, const ImportOptions& given) {
  require_factor(given.scale);
  const Found found = given.rules.skip_expressions ? without_large_numbers(given_numbers, given.scale) : given_numbers;
  ImportOptions options = given;
  if (found.has_stages_inside && options.pairs == PairOrder::unknown) options.pairs = PairOrder::inner;
  const std::optional<bool> said = options.order && !found.numbers_rows
                                       ? std::optional(*options.order == RowOrder::last_first)
                                       : found.last_row_first;
  const bool last_row_first = said.value_or(true);
  Imported imported;
  if (options.like || found.schema) {
    imported.weights = options.like ? *options.like : zero_weights(scaled_schema(*found.schema, options.scale));
    imported.weights.errors.clear();
    const auto stages = static_cast<std::size_t>(imported.weights.schema.phase_count());
    import_into(arranged(found, options, stages), options, last_row_first, imported);
  } else {
    const std::size_t named = comma_list(options.stages).size();
    import_into_new(arranged(found, options, named > 0 ? named : 2), options, last_row_first, imported);
  }
  for (const LeftOut& one : found.left_out) imported.names.push_back({one.name, one.line, "", "", "", one.reason});
  if (std::ranges::all_of(imported.names, &std::string::empty, &ImportedName::target)) {
    fail_without_numbers(found, options.rules.file);
  }
  if (options.k || found.k) imported.weights.k = options.k ? *options.k : scaled_k(*found.k, options.scale);
  imported.is_k_known = options.k || found.k;
  return imported;
}

}  // namespace hone::exchange
