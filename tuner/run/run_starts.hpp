// SPDX-License-Identifier: MIT
//
// Where the games of a run begin, as far as that depends on what the run has in its folder: the copy of its book, the
// games of earlier generations, and what the last fit left unsure.
#pragma once

#include <cstdint>
#include <memory>
#include <unordered_set>

#include "data/weights.hpp"
#include "engine/game_driver.hpp"
#include "tuner/play/start_options.hpp"
#include "tuner/run/directory.hpp"
#include "tuner/run/history.hpp"
#include "tuner/run/options.hpp"

namespace hone::run {

// Throws Error, before anything is made, when the game cannot have such starts, or the book cannot be read or is of
// another game. Old positions are judged by these weights.
void require_starts(const GameDriver& driver, const Weights& judges, const RunOptions& options);

// Copies the book, if there is one, into the folder.
void keep_book(const RunPaths& paths, const RunOptions& options);

// The starts of a generation's games. The book goes on where the generation before left it. Old positions are those of
// the last RunOptions::window_size() generations, and the uncertainty is that of the fit before; the first generation
// has neither. Throws Error when a file that is needed is not what its step left.
[[nodiscard]] play::StartOptions starts_of(int generation, const RunOptions& options, const RunPaths& paths,
                                           const RunHistory& history);

// The positions that openings of the book end in, for matches to avoid; null without a book of openings.
[[nodiscard]] std::shared_ptr<const std::unordered_set<std::uint64_t>> book_positions(const GameDriver& driver,
                                                                                      const RunOptions& options,
                                                                                      const RunPaths& paths);

}  // namespace hone::run
