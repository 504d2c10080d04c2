// SPDX-License-Identifier: MIT
//
// A run whose first generation has a candidate that the test chose.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "data/atomic_file.hpp"
#include "engine/game_driver.hpp"
#include "tuner/run/directory.hpp"
#include "tuner/run/journal.hpp"
#include "tuner/run/record.hpp"
#include "tuner/run/run.hpp"
#include "tuner/run/state.hpp"

namespace hone::run {

// Leaves a run that goes on with the gate of generation 1, or of generation 2 when it is told how generation 1 ended.
inline void begin_judging(const std::filesystem::path& folder, const GameDriver& game, const Weights& start,
                          const Weights& candidate, const RunOptions& options, const std::vector<RunEvent>& end = {}) {
  const RunDirectory directory(folder);
  write_weights(directory.start_weights(), start);
  write_weights(directory.best_weights(), start);
  std::vector<FileRecord> files{{"config", text::seal_of_text(options.config)},
                                {"start.weights", text::seal_of(directory.start_weights())}};
  for (const PoolOpponent& opponent : options.pool.opponents) {
    if (!opponent.weights) continue;
    const std::filesystem::path file = directory.pool_weights(opponent.spec.name);
    write_weights(file, *opponent.weights);
    files.push_back({file.filename().string(), text::seal_of(file)});
  }
  Journal journal(directory.journal());
  journal.append(to_json(JournalEntry{RunBegun{record_of(game, options).dump()}, 0, utc_now(), 0, files}));
  write_file_atomically(directory.config(), options.config);
  RunState state(folder, std::move(journal), 0);
  for (int generation = 1; generation <= (end.empty() ? 1 : 2); ++generation) {
    state.note(GenerationBegun{}, generation);
    directory.make_generation(generation);
    write_weights(directory.candidate_weights(generation), candidate);
    state.note(SelfPlayDone{}, generation);
    state.note(FitDone{}, generation, {directory.candidate_weights(generation)});
    for (const RunEvent& event : generation == 1 ? end : std::vector<RunEvent>()) state.note(event, generation);
  }
}

}  // namespace hone::run
