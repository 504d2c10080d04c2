// SPDX-License-Identifier: MIT
//
// What a job on data (tuner/formats/data_job.cpp) needs to know of its items. GameItems and PositionItems answer the
// same questions, for files of one game.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "data/hash.hpp"
#include "engine/game_driver.hpp"
#include "tuner/formats/data_summary.hpp"
#include "tuner/formats/dataset.hpp"
#include "tuner/formats/formats.hpp"
#include "tuner/formats/game_split.hpp"
#include "tuner/formats/labelled_positions.hpp"
#include "tuner/formats/sink.hpp"
#include "tuner/formats/source.hpp"
#include "tuner/stats/tally.hpp"

namespace hone::formats {

class GameItems {
 public:
  using Item = NamedGame;

  // Throws Error when the files are not of this game.
  GameItems(const GameDriver& driver, const std::vector<std::string>& files) : header_(common_header(files)) {
    (void)open_games(files.front(), &driver);
  }

  ReadSummary read(const std::string& file, const ReadOptions& options, const GameVisitor& visit) const {
    return read_games(file, options, visit);
  }
  [[nodiscard]] Encoder<NamedGame> encoder(const std::string& file, std::string_view format) const {
    return game_encoder(file, header_, format);
  }
  [[nodiscard]] GamesInfo info() const { return GamesInfo(header_); }
  // What a file in this format does not keep; empty when there is nothing.
  [[nodiscard]] std::string loss_of(const std::string& file, std::string_view format) const {
    const auto* const games = std::get_if<GameFormat>(&output_format(file, format).functions);
    if (games == nullptr || !games->numbers_players || header_.players.back() != other_players) return {};
    return fmt::format(
        "{} names {} players at most, and there are more: those that came last are '{}' there; {} "
        "names all of them",
        file, most_players, other_players, "a file of PGN, PDN or SGF");
  }

  // The part of an item that is written.
  static const NamedGame& written(const NamedGame& game) { return game; }
  // Equal items have equal identities.
  static std::uint64_t identity(const NamedGame& game) { return stats::fingerprint(game.record); }
  // Whether the item says which game it is of.
  static bool has_game(const NamedGame&) { return true; }
  static std::uint32_t game_id(const NamedGame& game) { return id_of(game.record); }
  static void renumber(NamedGame& game, GameNumbers& games) { game.record.number = games.number(std::nullopt); }

 private:
  GameFileHeader header_;  // common to all files
};

class PositionItems {
 public:
  using Item = DatasetPosition;

  // Throws Error when there are games of another game among the files.
  PositionItems(const GameDriver& driver, const std::vector<std::string>& files) : driver_(driver) {
    for (const std::string& file : files) {
      if (holds_games(file)) {
        (void)open_games(file, &driver);
        has_weights_ = true;  // any game may have one
      } else {
        if (has_header(file)) require_no_pipe(file);
        if (LabelledLines(driver, file).parser().has_weights) has_weights_ = true;
      }
    }
  }

  ReadSummary read(const std::string& file, const ReadOptions& options, const PositionVisitor& visit) const {
    return read_positions(driver_, file, options, visit);
  }
  [[nodiscard]] Encoder<LabelledPosition> encoder(const std::string& file, std::string_view format) const {
    return position_encoder(file, driver_, has_weights_, format);
  }
  [[nodiscard]] PositionsInfo info() const { return PositionsInfo(driver_); }
  [[nodiscard]] static std::string loss_of(const std::string&, std::string_view) { return {}; }

  static const LabelledPosition& written(const DatasetPosition& position) { return position.label; }
  static std::uint64_t identity(const DatasetPosition& position) { return position.board->hash(); }
  static bool has_game(const DatasetPosition& position) { return position.label.game.has_value(); }
  // A position that names no game stands for itself.
  static std::uint32_t game_id(const DatasetPosition& position) {
    return position.label.game.value_or(static_cast<std::uint32_t>(mix(position.board->hash())));
  }
  static void renumber(DatasetPosition& position, GameNumbers& games) {
    if (position.label.game) position.label.game = games.number(position.label.game);
  }

 private:
  // Whether the first line is taken to know how to read the others.
  static bool has_header(const std::string& file) {
    return std::get<PositionFormat>(format_of(file).functions).has_header;
  }

  const GameDriver& driver_;
  bool has_weights_ = false;  // in any file
};

}  // namespace hone::formats
