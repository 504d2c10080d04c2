// SPDX-License-Identifier: MIT
#include "tuner/play/merge_games.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "data/atomic_file.hpp"
#include "data/error.hpp"
#include "data/game_file.hpp"
#include "data/hash.hpp"
#include "tuner/play/game_recorder.hpp"

namespace hone::play {

namespace {

struct GamesPart {
  std::string file;
  std::uint64_t first = 0;
};

// Of the games in between only the numbers count.
GamesPart part_of(const std::string& file, const GameFileHeader& header) {
  GameFileReader reader(file);
  if (const auto difference = difference_of(reader.header(), header)) {
    throw Error(file, 0, "is no part of the same self-play as the first file" + *difference);
  }
  const std::optional<GameRecord> game = reader.next();
  if (!game) throw Error(file, 0, reader.extent().damage.empty() ? "holds no game" : reader.extent().damage);
  return {file, game->number};
}

// Who played a part is no matter of the whole.
GameFileHeader header_of_whole(const std::string& part) {
  GameFileHeader header = GameFileReader(part).header();
  if (header.players.size() != 1) {
    throw Error(part, 0,
                expected_found("games of self-play, of one player", fmt::format("{} players", header.players.size())));
  }
  std::erase_if(header.settings,
                [](const auto& setting) { return setting.first == host_setting || setting.first == cpu_setting; });
  return header;
}

// Takes the games of the parts, one part after the other.
class PartsMerger {
 public:
  PartsMerger(GameRecorder& recorder, std::uint64_t seed) : recorder_(recorder), seed_(seed) {}

  void take(const std::string& file) {
    GameFileReader reader(file);
    std::optional<std::uint64_t> last;
    while (const std::optional<GameRecord> game = reader.next()) {
      if (last && game->number != *last + 1) fail(file, *last + 1, game->number);
      last = game->number;
      if (game->seed != hash_seed(seed_, game->number)) {
        throw Error(file, 0, fmt::format("game {} has another seed than the settings give it", game->number));
      }
      take_game(file, *game);
    }
    if (!reader.extent().damage.empty()) throw Error(file, 0, reader.extent().damage);
  }

 private:
  [[noreturn]] static void fail(const std::string& file, std::uint64_t expected, std::uint64_t found) {
    throw Error(file, 0, expected_found(fmt::format("game {}", expected), fmt::format("game {}", found)));
  }

  void take_game(const std::string& file, const GameRecord& game) {
    if (game.number > recorder_.next()) fail(file, recorder_.next(), game.number);
    if (game.number == recorder_.next()) {
      recorder_.take(game);
    } else if (!recorder_.knows(game)) {
      throw Error(file, 0, fmt::format("game {} is another one than in an earlier part", game.number));
    }
  }

  GameRecorder& recorder_;
  std::uint64_t seed_;
};

}  // namespace

SelfPlaySummary merge_games(const std::vector<std::string>& parts, const std::filesystem::path& out) {
  const GameFileHeader header = header_of_whole(parts.at(0));
  std::vector<GamesPart> found;
  for (const std::string& part : parts) found.push_back(part_of(part, header));
  std::ranges::stable_sort(found, {}, &GamesPart::first);
  PendingFile pending(out);
  SelfPlaySummary summary;
  {
    const PlayProgress no_progress;
    GameRecorder recorder(GameFileWriter::create(pending.path(), header), no_progress);
    PartsMerger merger(recorder, header.seed);
    for (const GamesPart& part : found) merger.take(part.file);
    recorder.finish(recorder.next(), true);
    summary = recorder.summary();
  }
  pending.commit();
  return summary;
}

}  // namespace hone::play
