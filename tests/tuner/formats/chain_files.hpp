// SPDX-License-Identifier: MIT
//
// What the tests of games as chains of moves have in common: files of them, and games to put into them.
#pragma once

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "data/error.hpp"
#include "engine/opening.hpp"
#include "tests/temp_folder.hpp"
#include "tuner/formats/dataset.hpp"
#include "tuner/formats/formats.hpp"

namespace hone::formats {

class ChainFiles : public testing::Test {
 public:
  static const GameDriver& rules() { return find_driver("chess"); }

  static GameFileHeader chess_header() {
    GameFileHeader header;
    header.game = "chess";
    header.players = {"a"};
    return header;
  }

  static std::string bytes_of(const std::vector<int>& values) {
    std::string text;
    for (const int value : values) text += static_cast<char>(value);
    return text;
  }

  static std::string repeated(char byte, std::size_t count) { return std::string(count, byte); }

  // A game of moves with scores 1, -2, 3, ...
  static GameRecord game_from(const std::string& start, const std::vector<const char*>& moves, int winner) {
    GameRecord game;
    game.start = start;
    const auto board = start_of(rules(), game);
    for (const char* const text : moves) {
      const int number = static_cast<int>(game.moves.size()) + 1;
      game.moves.push_back({board->parse_move(text).value(), number % 2 == 0 ? -number : number});
      board->play(game.moves.back().move);
    }
    game.outcome = outcome_after(*board, winner, EndReason::resign);
    return game;
  }

  static std::vector<std::string> uci_moves(const GameRecord& game) {
    std::vector<std::string> texts;
    const auto board = start_of(rules(), game);
    for (const PlayedMove& played : game.moves) {
      texts.push_back(board->move_text(played.move));
      play_checked(*board, played.move);
    }
    return texts;
  }

  static std::vector<Score> scores_in(const GameRecord& game) {
    std::vector<Score> scores;
    for (const PlayedMove& played : game.moves) scores.push_back(played.score);
    return scores;
  }

  static void expect_same(const GameRecord& found, const GameRecord& wanted) {
    EXPECT_EQ(found.start, wanted.start);
    EXPECT_EQ(found.moves, wanted.moves);
    EXPECT_EQ(found.outcome, wanted.outcome);
  }

 protected:
  struct GamesRead {
    std::vector<GameRecord> games;
    std::vector<std::string> warnings;
  };

  std::filesystem::path write(const char* name, const std::string& bytes) const {
    write_plainly(folder_ / name, bytes);
    return folder_ / name;
  }
  std::filesystem::path write(const char* name, const std::vector<GameRecord>& games) const {
    Sink sink = game_sink(folder_ / name, chess_header());
    for (const GameRecord& game : games) sink.add({game, "a", "a"});
    sink.finish();
    return folder_ / name;
  }
  std::string written(const char* name, const std::vector<GameRecord>& games) const {
    std::ifstream in(write(name, games), std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }

  static GamesRead read(const std::filesystem::path& file, bool skip_bad = false) {
    GamesRead result;
    ReadOptions options;
    options.skip_bad = skip_bad;
    const auto keep = [&](const NamedGame& game) { return result.games.push_back(game.record), true; };
    result.warnings = read_games(file, options, keep).warnings;
    return result;
  }
  GamesRead read(const char* name, const std::string& bytes, bool skip_bad = false) const {
    return read(write(name, bytes), skip_bad);
  }

  void expect_refused(const char* name, const std::string& bytes, const std::string& why) const {
    EXPECT_THAT([&] { (void)read(name, bytes); },
                testing::ThrowsMessage<Error>(testing::AllOf(testing::HasSubstr(name), testing::HasSubstr(why))));
  }

  TempFolder folder_;
};

}  // namespace hone::formats
