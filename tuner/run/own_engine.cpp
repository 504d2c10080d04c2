// SPDX-License-Identifier: MIT
#include "tuner/run/own_engine.hpp"

#include <utility>

#include "data/error.hpp"
#include "data/row_file.hpp"
#include "tuner/learn/fit/group_patterns.hpp"
#include "tuner/run/options.hpp"

namespace hone::run {

void OwnEngine::require_possible(const RunOptions& options) const {
  try {
    (void)learn::terms_of_groups(schema(), options.self_play.starts.leverage_groups);
  } catch (const Error& fault) {
    throw Error("leverage-groups: " + fault.message());
  }
}

play::Entrant OwnEngine::entrant(std::string name, const Weights& weights, const EngineOptions& options) const {
  return play::weights_entrant(driver_, std::move(name), weights, options);
}

play::SelfPlaySummary OwnEngine::self_play(const Weights& weights, const play::SelfPlayOptions& options,
                                           const std::filesystem::path& file, const std::stop_token& stop,
                                           const play::PlayProgress& progress, play::GameSupply* supply) const {
  return play::self_play(driver_, weights, options, file, play::Existing::go_on, stop, progress, supply);
}

// The newest games first: where a position occurs again, its newest label counts. Rows from inside of searches are
// many: they go to a file without a name.
std::optional<learn::SamplingSummary> OwnEngine::rows(const RowsWanted& wanted, Weights& best, RowSet& rows,
                                                      const std::stop_token& stop,
                                                      const learn::SamplingProgress& progress) const {
  std::optional<RowFileWriter> writer;
  if (wanted.sampling.target.tree) {
    writer.emplace(RowFileWriter::temporary(wanted.folder, {.schema = schema(), .key = {}, .notes = {}}));
  }
  const auto write_full = [&](std::size_t least) {
    if (!writer || rows.size() < least) return;
    writer->add(rows);
    rows.clear();
  };
  learn::Sampler sampler(driver_, best, wanted.sampling);
  for (const std::filesystem::path& games : wanted.games) {
    const bool whole = sampler.add_games(games, rows, stop, [&](const learn::SamplingSummary& so_far) {
      progress(so_far);
      write_full(RowSet::chunk_rows);
    });
    if (!whole) return std::nullopt;
  }
  write_full(1);
  if (writer) rows = std::move(*writer).finish().rows;
  return sampler.summary();
}

}  // namespace hone::run
