// SPDX-License-Identifier: MIT
//
// Games as plain text (data/GAMES.md).
#include "data/game_codec.hpp"
#include "tests/fuzz/fuzz.hpp"
#include "tuner/formats/dataset.hpp"
#include "tuner/formats/formats.hpp"
#include "tuner/formats/sink.hpp"

using namespace hone;

namespace {

void require_reads_back(const formats::NamedGame& game, const GameFileHeader& header) {
  static const fuzz::InputFile written("written.txt");
  const auto encoder = formats::game_encoder(written.path(), header);
  const std::string text = encoder.head + encoder.encode(game);
  written.write(text);
  const auto source = formats::open_games(written.path());
  fuzz::require(source->header() == header, "the header is read back: " + text);
  const auto unread = source->next();
  fuzz::require(unread.has_value(), "a game is there that was written: " + text);
  const auto again = (*unread)();
  fuzz::require(again && again->first == game.first && again->second == game.second, "names are read back: " + text);
  fuzz::require(formats::with_numbers(*again, header.players) == formats::with_numbers(game, header.players),
                "the game is read back: " + text);
}

void require_binary_reads_back(const GameRecord& game) {
  fuzz::require(decode_game(encode_game(game)) == game, "the game is read back from its bytes");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const fuzz::InputFile file("input.txt");
  file.write(fuzz::text_of(data, size));
  (void)fuzz::accepts([&] {
    const GameFileHeader header = formats::open_games(file.path())->header();
    formats::read_games(file.path(), {.skip_bad = true}, [&](const formats::NamedGame& game) {
      require_binary_reads_back(game.record);
      const bool known = game.record.first < header.players.size() &&
                         (!game.record.second || *game.record.second < header.players.size());
      if (known) fuzz::require(fuzz::accepts([&] { require_reads_back(game, header); }), "what was written is read");
      return true;
    });
  });
  return 0;
}
