// SPDX-License-Identifier: MIT
//
// Games of chess as chains of moves. The first line of the input is the ending of the format's files, "viriformat" or
// "binpack"; the rest is the file.
#include <cstdlib>

#include "engine/score.hpp"
#include "tests/fuzz/fuzz.hpp"
#include "tuner/formats/dataset.hpp"
#include "tuner/formats/formats.hpp"
#include "tuner/formats/sink.hpp"

using namespace hone;

namespace {

struct Files {
  explicit Files(const std::string& ending) : input("input." + ending), written("written." + ending) {}

  fuzz::InputFile input, written;
};

const Files& files_called(std::string_view line) {
  static const Files viri("viriformat"), binpack("binpack");
  return line == "binpack" ? binpack : viri;
}

// What has no moves is not written by a format that begins with one, nor castling of Chess960 by binpack.
bool is_written(const GameRecord& game, const Files& files) {
  const std::string rights = game.start.empty() ? "" : game.start.substr(game.start.find(' ') + 3);
  const bool is_classical = rights.substr(0, rights.find(' ')).find_first_not_of("KQkq-") == std::string::npos;
  return !game.moves.empty() && (is_classical || files.written.path().extension() != ".binpack");
}

void require_reads_back(const GameRecord& game, const Files& files) {
  if (!is_written(game, files)) return;
  GameFileHeader header;
  header.game = "chess";
  header.players = {""};
  formats::Sink sink = formats::game_sink(files.written.path(), header);
  sink.add(formats::with_names(game, header.players));
  sink.finish();
  const auto source = formats::open_games(files.written.path());
  const auto unread = source->next();
  fuzz::require(unread.has_value(), "a game is there that was written");
  const auto again = (*unread)();
  fuzz::require(again.has_value(), "a game that was written has a result");
  fuzz::require(again->record.start == game.start && again->record.moves == game.moves, "its moves are read back");
  fuzz::require(again->record.outcome == game.outcome, "its outcome is read back");
  fuzz::require(!source->next(), "nothing follows the game");
}

void require_scores_in_range(const GameRecord& game) {
  for (const PlayedMove& played : game.moves) {
    const bool is_known = played.score != no_score;
    fuzz::require(!is_known || std::abs(played.score) <= terminal_score(1, 0), "scores are those of a search of chess");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view bytes = fuzz::text_of(data, size);
  const Files& files = files_called(fuzz::take_line(bytes));
  files.input.write(bytes);
  (void)fuzz::accepts([&] {
    formats::read_games(files.input.path(), {.skip_bad = true, .stop = {}}, [&](const formats::NamedGame& game) {
      require_scores_in_range(game.record);
      fuzz::require(fuzz::accepts([&] { require_reads_back(game.record, files); }), "what was read can be written");
      return true;
    });
  });
  (void)fuzz::accepts([&] {
    const GameDriver& chess = find_driver("chess");
    formats::read_positions(chess, files.input.path(), {.skip_bad = true, .stop = {}},
                            [&](formats::DatasetPosition& position) {
                              fuzz::require_text_reads_back(chess, *position.board);
                              return true;
                            });
  });
  return 0;
}
