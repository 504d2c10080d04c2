// SPDX-License-Identifier: MIT
#include "tuner/formats/data_summary.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "tuner/formats/position_filter.hpp"
#include "tuner/stats/json.hpp"

namespace hone::formats {

namespace {

using Json = nlohmann::ordered_json;

// In ResultCounts.
std::size_t place_of(double target) { return target == 1 ? 0 : target == 0.5 ? 1 : target == 0 ? 2 : 3; }

}  // namespace

void GamesInfo::add(const NamedGame& game) {
  const GameRecord& record = game.record;
  tally.add(record);
  if (!seen_.insert(record)) ++tally.duplicates;
  opening_plies += record.opening_plies;
  for (const PlayedMove& played : record.moves) scored_plies += played.score != no_score ? 1 : 0;
  if (!record.start.empty()) ++from_positions;
  shortest = tally.games == 1 ? record.moves.size() : std::min<std::uint64_t>(shortest, record.moves.size());
  longest = std::max<std::uint64_t>(longest, record.moves.size());
}

PositionsInfo::PositionsInfo(const GameDriver& driver)
    : schema(&driver.schema()), phases(static_cast<std::size_t>(last_phase(*schema)) + 1) {}

void PositionsInfo::add(const DatasetPosition& position) {
  ++positions;
  ++results[place_of(position.label.target)];
  ++phases[static_cast<std::size_t>(phase_of(*position.board, *schema))];
  if (!seen_.insert(position.board->hash())) ++duplicates;
  if (position.label.score) ++scored;
  if (position.board->in_check()) ++in_check;
  if (position.board->outcome()) ++over;
  if (position.label.game) {
    games_.insert(*position.label.game);
  } else {
    ++unnamed;
  }
}

RowsInfo::RowsInfo(const RowSource& source)
    : schema(source.schema), unnamed(source.unnamed), seen(static_cast<std::size_t>(schema.terms())) {
  for (std::size_t number = 0; number < source.rows.chunks(); ++number) {
    const RowChunk chunk = source.rows.chunk(number);
    for (std::size_t i = 0; i < chunk.size(); ++i) add(chunk[i]);
    source.rows.release(number);
  }
}

void RowsInfo::add(const RowView& row) {
  const RowLabel& label = row.label;
  ++rows;
  counts += row.entries.size();
  for (const auto [column, count] : row.entries) seen[column % seen.size()] = true;
  if (label.is_tree_row()) {
    ++tree;
    if (label.bound == RowBound::exact) ++exact;
  } else {
    ++results[place_of(label.target)];
    if (std::isfinite(label.score)) ++scored;
  }
  if (label.weight != 1) ++weighted;
  if (label.offset != 0) ++offset;
  if (label.lower_scale != 1 || label.upper_scale != 1) ++scaled;
  games_.insert(label.game);
}

std::uint64_t RowsInfo::unseen() const { return static_cast<std::uint64_t>(std::ranges::count(seen, false)); }

// -- For programs

namespace {

Json json_of(const GamesInfo& info) {
  const GameFileHeader& header = info.header;
  const stats::PlayTally& tally = info.tally;
  Json json{{"game", header.game},
            {"games", tally.games},
            {"duplicates", tally.duplicates},
            {"unfinished", info.unfinished},
            {"positions", tally.plies},
            {"scored", info.scored_plies},
            {"wins", tally.results.wins},
            {"draws", tally.results.draws},
            {"losses", tally.results.losses},
            {"plies", tally.plies + info.opening_plies},
            {"shortest", info.shortest},
            {"longest", info.longest},
            {"opening_plies", info.opening_plies},
            {"from_positions", info.from_positions},
            {"ends", stats::to_json(tally.reasons)},
            {"players", header.players},
            {"seed", header.seed}};
  json["settings"] = Json::object();
  for (const auto& [key, value] : header.settings) json["settings"][key] = value;
  return json;
}

Json json_of(const PositionsInfo& info) {
  return {{"game", info.schema->game()}, {"positions", info.positions}, {"scored", info.scored},
          {"in_check", info.in_check},   {"over", info.over},           {"duplicates", info.duplicates},
          {"games", info.games()},       {"unnamed", info.unnamed},     {"wins", info.results[0]},
          {"draws", info.results[1]},    {"losses", info.results[2]},   {"other_shares", info.results[3]},
          {"phases", info.phases}};
}

Json json_of(const RowsInfo& info) {
  return {{"game", info.schema.game()},
          {"fingerprint", info.schema.fingerprint()},
          {"terms", info.schema.terms()},
          {"unseen", info.unseen()},
          {"rows", info.rows},
          {"counts", info.counts},
          {"games", info.games()},
          {"unnamed", info.unnamed},
          {"wins", info.results[0]},
          {"draws", info.results[1]},
          {"losses", info.results[2]},
          {"other_shares", info.results[3]},
          {"scored", info.scored},
          {"tree", info.tree},
          {"exact", info.exact},
          {"weighted", info.weighted},
          {"offset", info.offset},
          {"scaled", info.scaled}};
}

Json json_of(const HeadOfFiles& head) { return {{"printed", head.items}}; }

Json json_of(const ItemsWritten& found) {
  Json json{{"read", found.read}, {"written", found.written}, {"unfinished", found.unfinished}};
  if (found.rest) json["rest"] = found.rest->written;
  if (found.rest) json["unnamed"] = found.rest->unnamed;
  return json;
}

Json json_of(const RowsWritten& found) { return {{"written", found.rows}}; }

Json json_of(std::monostate) { return {}; }

}  // namespace

nlohmann::ordered_json to_json(const DataSummary& summary) {
  return std::visit([](const auto& found) { return json_of(found); }, summary.found);
}

}  // namespace hone::formats
