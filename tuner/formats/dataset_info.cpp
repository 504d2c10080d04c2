// SPDX-License-Identifier: MIT
#include "tuner/formats/dataset_info.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "tuner/formats/position_filter.hpp"

namespace hone::formats {

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

namespace {

using Json = nlohmann::ordered_json;

double percent(std::uint64_t part, std::uint64_t all) {
  return all == 0 ? 0 : 100.0 * static_cast<double>(part) / static_cast<double>(all);
}

double mean(std::uint64_t sum, std::uint64_t count) {
  return count == 0 ? 0 : static_cast<double>(sum) / static_cast<double>(count);
}

std::string reasons_text(const stats::ReasonCounts& reasons) {
  std::string text;
  for (std::size_t i = 0; i < reasons.size(); ++i) {
    if (reasons[i] == 0) continue;
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", to_string(static_cast<EndReason>(i)), reasons[i]);
  }
  return text.empty() ? "none" : text;
}

Json reasons_json(const stats::ReasonCounts& reasons) {
  Json json = Json::object();
  for (std::size_t i = 0; i < reasons.size(); ++i) {
    if (reasons[i] > 0) json[to_string(static_cast<EndReason>(i))] = reasons[i];
  }
  return json;
}

// "6 of 24 steps from middlegame to endgame".
std::string phases_text(const PositionsInfo& info, const Schema& schema) {
  std::string text;
  const std::size_t steps = static_cast<std::size_t>(schema.stage_steps());
  for (std::size_t first = 0; first < info.phases.size();) {
    const std::size_t width = std::max<std::size_t>(1, steps / 4);
    const std::size_t end = std::min(first + width, info.phases.size());
    std::uint64_t count = 0;
    for (std::size_t i = first; i < end; ++i) count += info.phases[i];
    text += fmt::format("{}{}{} {}", text.empty() ? "" : ", ", first,
                        end > first + 1 ? fmt::format("-{}", end - 1) : "", count);
    first = end;
  }
  return fmt::format("{} (0 {} .. {} {})", text, schema.stages().front(), info.phases.size() - 1,
                     schema.stages().back());
}

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
    : phases(static_cast<std::size_t>(last_phase(driver.schema())) + 1), schema_(driver.schema()) {}

void PositionsInfo::add(const DatasetPosition& position) {
  const double target = position.label.target;
  ++positions;
  ++results[target == 1 ? 0 : target == 0.5 ? 1 : target == 0 ? 2 : 3];
  ++phases[static_cast<std::size_t>(phase_of(*position.board, schema_))];
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

std::string report(const GamesInfo& info, const GameFileHeader& header) {
  const stats::PlayTally& tally = info.tally;
  const std::uint64_t plies = tally.plies + info.opening_plies;
  std::string text = fmt::format("Game           {}\n", header.game);
  text += fmt::format("Games          {} ({} repeat earlier ones move by move, {} without a result)\n", tally.games,
                      tally.duplicates, info.unfinished);
  text += fmt::format("Positions      {} behind the openings, {} with a score\n", tally.plies, info.scored_plies);
  text += fmt::format("Results        +{} ={} -{} for the first player, {:.1f} % drawn\n", tally.results.wins,
                      tally.results.draws, tally.results.losses, percent(tally.results.draws, tally.games));
  text += fmt::format("Plies          {:.1f} a game ({} to {}), {:.1f} of them of the opening\n",
                      mean(plies, tally.games), info.shortest, info.longest, mean(info.opening_plies, tally.games));
  text += fmt::format("Starts         {} from the initial position, {} from others\n",
                      tally.games - info.from_positions, info.from_positions);
  text += fmt::format("Ends           {}\n", reasons_text(tally.reasons));
  text += fmt::format("Players        {}\n", fmt::join(header.players, ", "));
  for (const auto& [key, value] : header.settings) text += fmt::format("Setting        {} = {}\n", key, value);
  return text;
}

std::string report(const PositionsInfo& info, const Schema& schema) {
  const auto& [won, drawn, lost, between] = info.results;
  std::string text = fmt::format("Game           {}\n", schema.game());
  text += fmt::format("Positions      {}: {} with a score, {} in check, {} where the game is over, {} repeated\n",
                      info.positions, info.scored, info.in_check, info.over, info.duplicates);
  text += fmt::format("Games          {}, {} positions name none\n", info.games(), info.unnamed);
  text += fmt::format("Results        +{} ={} -{} for the first player, {:.1f} % drawn; {} other shares\n", won, drawn,
                      lost, percent(drawn, info.positions), between);
  return text + fmt::format("Phases         {}\n", phases_text(info, schema));
}

Json to_json(const GamesInfo& info, const GameFileHeader& header) {
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
            {"ends", reasons_json(tally.reasons)},
            {"players", header.players},
            {"seed", header.seed}};
  json["settings"] = Json::object();
  for (const auto& [key, value] : header.settings) json["settings"][key] = value;
  return json;
}

Json to_json(const PositionsInfo& info, const Schema& schema) {
  return {{"game", schema.game()},     {"positions", info.positions}, {"scored", info.scored},
          {"in_check", info.in_check}, {"over", info.over},           {"duplicates", info.duplicates},
          {"games", info.games()},     {"unnamed", info.unnamed},     {"wins", info.results[0]},
          {"draws", info.results[1]},  {"losses", info.results[2]},   {"other_shares", info.results[3]},
          {"phases", info.phases}};
}

}  // namespace hone::formats
