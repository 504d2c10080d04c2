// SPDX-License-Identifier: MIT
#include "tuner/cli/print/data_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <variant>

#include "data/printable.hpp"
#include "tuner/cli/print/lines.hpp"
#include "tuner/cli/print/results_text.hpp"
#include "tuner/text/numbers.hpp"

namespace hone::cli {

namespace {

// "6 of 24 steps from middlegame to endgame".
std::string phases_text(const formats::PositionsInfo& info) {
  const Schema& schema = *info.schema;
  std::string text;
  const std::size_t steps = static_cast<std::size_t>(schema.phase_steps());
  for (std::size_t first = 0; first < info.phases.size();) {
    const std::size_t width = std::max<std::size_t>(1, steps / 4);
    const std::size_t end = std::min(first + width, info.phases.size());
    std::uint64_t count = 0;
    for (std::size_t i = first; i < end; ++i) count += info.phases[i];
    text += fmt::format("{}{}{} {}", text.empty() ? "" : ", ", first,
                        end > first + 1 ? fmt::format("-{}", end - 1) : "", count);
    first = end;
  }
  return fmt::format("{} (0 {} .. {} {})", text, schema.phases().front(), info.phases.size() - 1,
                     schema.phases().back());
}

std::string data_text_of(const formats::GamesInfo& info) {
  const GameFileHeader& header = info.header;
  const stats::PlayTally& tally = info.tally;
  const std::uint64_t plies = tally.plies + info.opening_plies;
  std::string text = fmt::format("Game           {}\n", header.game);
  text += fmt::format("Games          {} ({} repeat earlier ones move by move, {} without a result)\n", tally.games,
                      tally.duplicates, info.unfinished);
  text += fmt::format("Positions      {} after the openings, {} with a score\n", tally.plies, info.scored_plies);
  text += fmt::format("Results        +{} ={} -{} for the first player, {:.1f} % drawn\n", tally.results.wins,
                      tally.results.draws, tally.results.losses, percent(tally.results.draws, tally.games));
  text += fmt::format("Plies          {:.1f} a game ({} to {}), {:.1f} of them of the opening\n",
                      text::share(plies, tally.games), info.shortest, info.longest,
                      text::share(info.opening_plies, tally.games));
  text += fmt::format("Starts         {} from the initial position, {} from others\n",
                      tally.games - info.from_positions, info.from_positions);
  text += fmt::format("Ends           {}\n", reasons_text(tally.reasons));
  text += fmt::format("Players        {}\n", printable(fmt::format("{}", fmt::join(header.players, ", "))));
  for (const auto& [key, value] : header.settings) {
    text += labelled("Setting", fmt::format("{} = {}", printable(key), printable(value)));
  }
  return text;
}

std::string data_text_of(const formats::PositionsInfo& info) {
  const auto& [won, drawn, lost, between] = info.results;
  std::string text = fmt::format("Game           {}\n", info.schema->game());
  text += fmt::format("Positions      {}: {} with a score, {} in check, {} where the game is over, {} repeated\n",
                      info.positions, info.scored, info.in_check, info.over, info.duplicates);
  text += fmt::format("Games          {}, {} positions name none\n", info.games(), info.unnamed);
  text += fmt::format("Results        +{} ={} -{} for the first player, {:.1f} % drawn; {} other shares\n", won, drawn,
                      lost, percent(drawn, info.positions), between);
  return text + fmt::format("Phases         {}\n", phases_text(info));
}

std::string data_text_of(const formats::RowsInfo& info) {
  const Schema& schema = info.schema;
  const auto& [won, drawn, lost, between] = info.results;
  const double mean = info.rows == 0 ? 0 : static_cast<double>(info.counts) / static_cast<double>(info.rows);
  std::string text = fmt::format("Schema         {} {}\n", schema.game(), schema.fingerprint());
  text += fmt::format("Terms          {} in {} groups, {} of them 0 in all rows; stages: {}\n", schema.terms(),
                      schema.groups().size(), info.unseen(), fmt::join(schema.phases(), ", "));
  text += fmt::format("Rows           {}, with {:.1f} counts each\n", info.rows, mean);
  if (info.tree > 0) {
    text += fmt::format("Inside         {} of them are from inside searches: {} values, {} bounds\n", info.tree,
                        info.exact, info.tree - info.exact);
  }
  text += fmt::format("Games          {}, {} rows name none\n", info.games(), info.unnamed);
  text += fmt::format("Results        +{} ={} -{} for the first player; {} other shares\n", won, drawn, lost, between);
  return text + fmt::format("Beside         {} with a score, {} with a weight, {} with an offset, {} with a factor\n",
                            info.scored, info.weighted, info.offset, info.scaled);
}

std::string data_text_of(const formats::HeadOfFiles& head) { return head.text; }

std::string data_text_of(const formats::ItemsWritten& found) {
  std::string text =
      fmt::format("Read           {} {}\nWritten        {} to {}\n", found.read, found.items, found.written, found.out);
  if (found.unfinished > 0) text += fmt::format("Left out       {} games without a result\n", found.unfinished);
  if (found.rest) text += fmt::format("Written        {} to {}\n", found.rest->written, found.rest->file);
  return text;
}

std::string data_text_of(const formats::RowsWritten& found) {
  return fmt::format("Written        {} rows to {}\n", found.rows, found.out);
}

std::string data_text_of(std::monostate) { return {}; }

}  // namespace

std::string report(const formats::DataSummary& summary) {
  return std::visit([](const auto& found) { return data_text_of(found); }, summary.found);
}

}  // namespace hone::cli
