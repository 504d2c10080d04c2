// SPDX-License-Identifier: MIT
#include "tuner/dataset/rows_info.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace hone {

void RowsInfo::add(const RowView& row) {
  const RowLabel& label = row.label;
  ++rows;
  counts += row.entries.size();
  for (const auto [term, count] : row.entries) seen[term] = true;
  ++results[label.target == 1 ? 0 : label.target == 0.5 ? 1 : label.target == 0 ? 2 : 3];
  if (std::isfinite(label.score)) ++scored;
  if (label.weight != 1) ++weighted;
  if (label.offset != 0) ++offset;
  if (label.lower_scale != 1 || label.upper_scale != 1) ++scaled;
  games_.insert(label.game);
}

std::uint64_t RowsInfo::unseen() const { return static_cast<std::uint64_t>(std::ranges::count(seen, false)); }

std::string report(const RowsInfo& info, const Schema& schema) {
  const auto& [won, drawn, lost, between] = info.results;
  const double mean = info.rows == 0 ? 0 : static_cast<double>(info.counts) / static_cast<double>(info.rows);
  std::string text = fmt::format("Schema         {} {}\n", schema.game(), schema.fingerprint());
  text += fmt::format("Terms          {} in {} groups, {} of them 0 in all rows; stages: {}\n", schema.terms(),
                      schema.groups().size(), info.unseen(), fmt::join(schema.stages(), ", "));
  text += fmt::format("Rows           {}, with {:.1f} counts each\n", info.rows, mean);
  text += fmt::format("Games          {}, {} rows name none\n", info.games(), info.unnamed);
  text += fmt::format("Results        +{} ={} -{} for the first player; {} other shares\n", won, drawn, lost, between);
  return text + fmt::format("Beside         {} with a score, {} with a weight, {} with an offset, {} with a factor\n",
                            info.scored, info.weighted, info.offset, info.scaled);
}

nlohmann::ordered_json to_json(const RowsInfo& info, const Schema& schema) {
  return {{"game", schema.game()},     {"fingerprint", schema.fingerprint()},
          {"terms", schema.terms()},   {"unseen", info.unseen()},
          {"rows", info.rows},         {"counts", info.counts},
          {"games", info.games()},     {"unnamed", info.unnamed},
          {"wins", info.results[0]},   {"draws", info.results[1]},
          {"losses", info.results[2]}, {"other_shares", info.results[3]},
          {"scored", info.scored},     {"weighted", info.weighted},
          {"offset", info.offset},     {"scaled", info.scaled}};
}

}  // namespace hone
