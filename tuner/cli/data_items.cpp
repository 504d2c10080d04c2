// SPDX-License-Identifier: MIT
#include "tuner/cli/data_items.hpp"

#include "data/hash.hpp"
#include "tuner/dataset/game_source.hpp"
#include "tuner/sampling/game_samples.hpp"
#include "tuner/self_play/play_tally.hpp"

namespace hone {

std::uint64_t identity(const NamedGame& game) { return fingerprint(game.record); }
std::uint64_t identity(const DatasetPosition& position) { return position.board->hash(); }

std::uint32_t game_id(const NamedGame& game) { return id_of(game.record); }
std::uint32_t game_id(const DatasetPosition& position) {
  return position.label.game.value_or(static_cast<std::uint32_t>(mix(position.board->hash())));
}

void renumber(NamedGame& game, GameNumbers& games) { game.record.number = games.number(std::nullopt); }
void renumber(DatasetPosition& position, GameNumbers& games) {
  if (position.label.game) position.label.game = games.number(position.label.game);
}

// -- Games

ItemFiles<NamedGame>::ItemFiles(const GameDriver& driver, const std::vector<std::string>& files)
    : header_(common_header(files)) {
  (void)open_games(files.front(), &driver);
}

ReadSummary ItemFiles<NamedGame>::read(const std::string& file, const ReadOptions& options,
                                       const std::function<bool(NamedGame&)>& visit) const {
  return read_games(file, options, [&](const NamedGame& game) {
    NamedGame item = game;
    return visit(item);
  });
}

std::unique_ptr<Format<NamedGame>> ItemFiles<NamedGame>::format(const std::string& file) const {
  return game_format(file, header_);
}

// -- Positions

ItemFiles<DatasetPosition>::ItemFiles(const GameDriver& driver, const std::vector<std::string>& files)
    : driver_(driver) {
  for (const std::string& file : files) {
    if (holds_games(file)) {
      (void)open_games(file, &driver);
    } else if (LabelledLines(driver, file).parser().has_weights()) {
      has_weights_ = true;
    }
  }
}

ReadSummary ItemFiles<DatasetPosition>::read(const std::string& file, const ReadOptions& options,
                                             const PositionVisitor& visit) const {
  return read_positions(driver_, file, options, visit);
}

std::unique_ptr<Format<LabelledPosition>> ItemFiles<DatasetPosition>::format(const std::string& file) const {
  return position_format(file, driver_, has_weights_);
}

Sink<LabelledPosition> ItemFiles<DatasetPosition>::sink(const std::string& file) const {
  return position_sink(file, driver_, has_weights_);
}

}  // namespace hone
