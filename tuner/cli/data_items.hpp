// SPDX-License-Identifier: MIT
//
// What a data job is made of, games or positions: the same questions, asked of either.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "engine/game_driver.hpp"
#include "tuner/dataset/dataset.hpp"
#include "tuner/dataset/labelled_positions.hpp"
#include "tuner/dataset/sink.hpp"
#include "tuner/formats/named_game.hpp"

namespace hone {

// What is written of what is read.
[[nodiscard]] inline const NamedGame& written(const NamedGame& game) { return game; }
[[nodiscard]] inline const LabelledPosition& written(const DatasetPosition& position) { return position.label; }

// What makes two items the same.
[[nodiscard]] std::uint64_t identity(const NamedGame& game);
[[nodiscard]] std::uint64_t identity(const DatasetPosition& position);

// Whether it says which game it is of; a position that does not stands for itself.
[[nodiscard]] inline bool has_game(const NamedGame&) { return true; }
[[nodiscard]] inline bool has_game(const DatasetPosition& position) { return position.label.game.has_value(); }
[[nodiscard]] std::uint32_t game_id(const NamedGame& game);
[[nodiscard]] std::uint32_t game_id(const DatasetPosition& position);

// The next number, or that of the game the position names.
void renumber(NamedGame& game, GameNumbers& games);
void renumber(DatasetPosition& position, GameNumbers& games);

// Files of items of one kind and game. Reading is as read_games and read_positions do it.
template <class Item>
class ItemFiles;

template <>
class ItemFiles<NamedGame> {
 public:
  // Throws Error when they are not of one game.
  ItemFiles(const GameDriver& driver, const std::vector<std::string>& files);

  [[nodiscard]] const GameFileHeader& header() const { return header_; }
  ReadSummary read(const std::string& file, const ReadOptions& options,
                   const std::function<bool(NamedGame&)>& visit) const;
  [[nodiscard]] std::unique_ptr<Format<NamedGame>> format(const std::string& file) const;
  [[nodiscard]] Sink<NamedGame> sink(const std::string& file) const { return game_sink(file, header_); }

 private:
  GameFileHeader header_;  // common to all files
};

template <>
class ItemFiles<DatasetPosition> {
 public:
  // Throws Error when there are games of another game among them.
  ItemFiles(const GameDriver& driver, const std::vector<std::string>& files);

  ReadSummary read(const std::string& file, const ReadOptions& options, const PositionVisitor& visit) const;
  [[nodiscard]] std::unique_ptr<Format<LabelledPosition>> format(const std::string& file) const;
  [[nodiscard]] Sink<LabelledPosition> sink(const std::string& file) const;

 private:
  const GameDriver& driver_;
  bool has_weights_ = false;  // in any file
};

}  // namespace hone
