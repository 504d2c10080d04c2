// SPDX-License-Identifier: MIT
#include "tuner/exchange/import/import_weights.hpp"

#include <algorithm>
#include <optional>
#include <string>

#include "data/error.hpp"
#include "tuner/exchange/import/import_arrangement.hpp"
#include "tuner/exchange/import/import_mapping.hpp"
#include "tuner/exchange/import/import_places.hpp"
#include "tuner/exchange/weight_scale.hpp"

namespace hone::exchange {

Imported import_weights(const Found& found, const ImportOptions& given) {
  ImportOptions options = given;
  if (found.has_stages_inside && options.pairs == PairOrder::unknown) options.pairs = PairOrder::inner;
  const std::optional<bool> said = options.order && !found.numbers_rows
                                       ? std::optional(*options.order == RowOrder::last_first)
                                       : found.last_row_first;
  const bool last_row_first = said.value_or(true);
  Imported imported;
  if (options.like || found.schema) {
    imported.weights = options.like ? *options.like : zero_weights(*found.schema);
    imported.weights.errors.clear();
    const auto stages = static_cast<std::size_t>(imported.weights.schema.phase_count());
    import_into(arranged(found, options, stages), options, last_row_first, imported);
  } else {
    const std::size_t named = comma_list(options.stages).size();
    import_into_new(arranged(found, options, named > 0 ? named : 2), options, last_row_first, imported);
  }
  for (const LeftOut& one : found.left_out) imported.names.push_back({one.name, one.line, "", "", "", one.reason});
  if (std::ranges::all_of(imported.names, &std::string::empty, &ImportedName::target)) {
    const std::string what = found.numbers.empty()
                                 ? "no numbers were found"
                                 : "no numbers could be placed: no name is that of a group; --map says where they go";
    throw Error(options.rules.file, 0, what);
  }
  if (options.k || found.k) imported.weights.k = options.k ? *options.k : scaled_k(*found.k, options.scale);
  imported.is_k_known = options.k || found.k;
  return imported;
}

}  // namespace hone::exchange
