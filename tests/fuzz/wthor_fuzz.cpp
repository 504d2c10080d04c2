// SPDX-License-Identifier: MIT
//
// Games of othello in the format of WTHOR. Whatever the bytes are, games that are read follow the rules, and can be
// written as text and read back.
#include <cstdlib>

#include "engine/score.hpp"
#include "tests/fuzz/fuzz.hpp"
#include "tuner/formats/dataset.hpp"
#include "tuner/formats/formats.hpp"
#include "tuner/formats/sink.hpp"

using namespace hone;

namespace {

const fuzz::InputFile& wthor_file() {
  static const fuzz::InputFile file("input.wtb");
  return file;
}

const fuzz::InputFile& text_of_wthor() {
  static const fuzz::InputFile file("written.txt");
  return file;
}

void require_text_of(const formats::NamedGame& game) {
  GameFileHeader header;
  header.game = "othello";
  header.players = {game.first, game.second};
  formats::Sink sink = formats::game_sink(text_of_wthor().path(), header);
  sink.add(game);
  sink.finish();
  const auto source = formats::open_games(text_of_wthor().path());
  const auto again = source->next();
  fuzz::require(again.has_value(), "a game is there that was written");
  const auto read = (*again)();
  fuzz::require(read && read->record.moves == game.record.moves && read->record.outcome == game.record.outcome,
                "a game of WTHOR can be written as text and read back");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  wthor_file().write(fuzz::text_of(data, size));
  (void)formats::is_wthor(wthor_file().path());
  (void)fuzz::accepts([&] {
    formats::read_games(wthor_file().path(), {.skip_bad = true, .stop = {}}, [&](const formats::NamedGame& game) {
      require_text_of(game);
      return true;
    });
  });
  return 0;
}
