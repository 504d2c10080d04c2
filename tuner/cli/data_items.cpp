// SPDX-License-Identifier: MIT
#include "tuner/cli/data_items.hpp"

#include "data/hash.hpp"
#include "tuner/formats/game_source.hpp"
#include "tuner/learn/samples.hpp"
#include "tuner/stats/tally.hpp"

namespace hone::cli {

std::uint64_t identity(const formats::NamedGame& game) { return stats::fingerprint(game.record); }
std::uint64_t identity(const formats::DatasetPosition& position) { return position.board->hash(); }

std::uint32_t game_id(const formats::NamedGame& game) { return learn::id_of(game.record); }
std::uint32_t game_id(const formats::DatasetPosition& position) {
  return position.label.game.value_or(static_cast<std::uint32_t>(mix(position.board->hash())));
}

void renumber(formats::NamedGame& game, formats::GameNumbers& games) {
  game.record.number = games.number(std::nullopt);
}
void renumber(formats::DatasetPosition& position, formats::GameNumbers& games) {
  if (position.label.game) position.label.game = games.number(position.label.game);
}

// -- Games

ItemFiles<formats::NamedGame>::ItemFiles(const GameDriver& driver, const std::vector<std::string>& files)
    : header_(formats::common_header(files)) {
  (void)formats::open_games(files.front(), &driver);
}

formats::ReadSummary ItemFiles<formats::NamedGame>::read(const std::string& file, const formats::ReadOptions& options,
                                                         const std::function<bool(formats::NamedGame&)>& visit) const {
  return formats::read_games(file, options, [&](const formats::NamedGame& game) {
    formats::NamedGame item = game;
    return visit(item);
  });
}

std::unique_ptr<formats::Format<formats::NamedGame>> ItemFiles<formats::NamedGame>::format(
    const std::string& file) const {
  return formats::game_format(file, header_);
}

// -- Positions

ItemFiles<formats::DatasetPosition>::ItemFiles(const GameDriver& driver, const std::vector<std::string>& files)
    : driver_(driver) {
  for (const std::string& file : files) {
    if (formats::holds_games(file)) {
      (void)formats::open_games(file, &driver);
    } else if (formats::LabelledLines(driver, file).parser().has_weights()) {
      has_weights_ = true;
    }
  }
}

formats::ReadSummary ItemFiles<formats::DatasetPosition>::read(const std::string& file,
                                                               const formats::ReadOptions& options,
                                                               const formats::PositionVisitor& visit) const {
  return formats::read_positions(driver_, file, options, visit);
}

std::unique_ptr<formats::Format<formats::LabelledPosition>> ItemFiles<formats::DatasetPosition>::format(
    const std::string& file) const {
  return formats::position_format(file, driver_, has_weights_);
}

formats::Sink<formats::LabelledPosition> ItemFiles<formats::DatasetPosition>::sink(const std::string& file) const {
  return formats::position_sink(file, driver_, has_weights_);
}

}  // namespace hone::cli
