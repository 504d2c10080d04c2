// SPDX-License-Identifier: MIT
#include "tuner/cli/playing/saved_games.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <system_error>

#include "data/error.hpp"
#include "tuner/cli/options/pgn_options.hpp"
#include "tuner/cli/output.hpp"
#include "tuner/formats/formats.hpp"
#include "tuner/formats/sink.hpp"

namespace hone::cli {

namespace {

GameFileHeader header_of(const GameDriver& driver, const std::vector<formats::NamedGame>& games) {
  GameFileHeader header;
  header.game = driver.name();
  for (const formats::NamedGame& game : games) {
    for (const std::string& name : {game.first, game.second}) {
      if (std::ranges::find(header.players, name) == header.players.end()) header.players.push_back(name);
    }
  }
  header.settings.emplace_back("date", date_of_today());
  return header;
}

}  // namespace

void SavedGames::choose(const std::filesystem::path& file) {
  if (formats::output_format(file).form != formats::Form::text) {
    throw Error(file.string(), 0, "games with a person are saved as text: .pgn, .pdn, .sgf or .txt");
  }
  (void)formats::game_encoder(file, header_of(driver_, {}));
  require_writable(file);
  std::error_code unknown;
  const bool holds_something = std::filesystem::is_regular_file(file, unknown) && std::filesystem::file_size(file) > 0;
  if (holds_something && std::ranges::find(own_, file) == own_.end()) {
    throw Error(file.string(), 0, "is there already, and no game is replaced: choose another name");
  }
  file_ = file;
}

void SavedGames::write(const std::vector<formats::NamedGame>& games) {
  const bool is_own = std::ranges::find(own_, file_) != own_.end();
  if (file_.empty() || (games.empty() && !is_own)) return;
  const GameFileHeader header = header_of(driver_, games);
  formats::Sink<formats::NamedGame> sink(file_, formats::game_encoder(file_, header));
  for (formats::NamedGame game : games) sink.add(game);
  sink.finish();
  if (!is_own) own_.push_back(file_);
}

}  // namespace hone::cli
