// SPDX-License-Identifier: MIT
//
// Game files (data/GAMES.md). The first line of the input names the game. The rest is taken as a whole file, as the
// header of a file and as one game: the target packs the last two into sound blocks, because checksums would keep a
// fuzzer from ever reaching what is in them.
#include "data/block.hpp"
#include "data/game_codec.hpp"
#include "data/game_file.hpp"
#include "tests/fuzz/fuzz.hpp"
#include "tuner/formats/dataset.hpp"
#include "tuner/formats/formats.hpp"

using namespace hone;

namespace {

const fuzz::InputFile& native_file() {
  static const fuzz::InputFile file("input.games");
  return file;
}

const fuzz::InputFile& text_file() {
  static const fuzz::InputFile file("input.txt");
  return file;
}

std::string file_of(std::string_view header, std::string_view game) {
  BlockCodec codec;
  return "hone games 1\n" + codec.pack({'h', 'e', 'a', 'd'}, 1, header) + codec.pack({'g', 'a', 'm', 'e'}, 1, game);
}

void read_file_of_games(std::string_view bytes) {
  native_file().write(bytes);
  (void)fuzz::accepts([&] {
    GameFileReader reader(native_file().path());
    std::uint64_t games = 0;
    while (reader.next()) ++games;
    const GameFileExtent& extent = reader.extent();
    fuzz::require(extent.games == games, "the extent counts the games that were read");
    fuzz::require(extent.bytes + extent.bytes_dropped == bytes.size(), "the extent covers the file");
    fuzz::require(extent.damage.empty() == (extent.bytes_dropped == 0), "what is dropped is damaged");
  });
}

void check_header(std::string_view bytes) {
  const auto header = decode_header(bytes);
  if (!header) return;
  fuzz::require(encode_header(*header) == bytes, "equal headers have equal bytes");
  native_file().write(file_of(bytes, {}));
  fuzz::require(GameFileReader(native_file().path()).header() == *header, "a header is read back from a file");
}

// Games that follow the rules can be written as text and read back.
void check_text(const GameDriver& driver, const GameFileHeader& header, const GameRecord& game) {
  std::string text;
  const auto encoder = formats::game_encoder(text_file().path(), header);
  const auto write = [&] { text = encoder.head + encoder.encode(formats::with_names(game, header.players)); };
  if (!fuzz::accepts(write)) return;
  text_file().write(text);
  const auto source = formats::open_games(text_file().path(), &driver);
  fuzz::require(source->header() == header, "a header is read back from a text");
  const auto unread = source->next();
  fuzz::require(unread.has_value(), "a game is there that was written");
  const bool reads_back = fuzz::accepts([&] {
    const auto again = (*unread)();
    fuzz::require(again.has_value() == (game.outcome.reason != EndReason::none), "games that are over have a result");
    if (!again) return;
    fuzz::require(again->record.moves == game.moves && again->record.start == game.start, "its moves are read back");
    fuzz::require(again->record.outcome == game.outcome && again->record.details == game.details,
                  "its outcome and details are read back");
  });
  // A record may hold what play never makes, such as moves after the end of the game; the text refuses those.
  (void)reads_back;
}

void check_game(const GameDriver& driver, std::string_view bytes) {
  const auto game = decode_game(bytes);
  if (!game) return;
  fuzz::require(encode_game(*game) == bytes, "equal games have equal bytes");
  const GameFileHeader header{.game = std::string(driver.name()), .players = {"a", "b"}, .seed = 1, .settings = {}};
  native_file().write(file_of(encode_header(header), bytes));
  fuzz::require(GameFileReader(native_file().path()).next() == *game, "a game is read back from a file");
  check_text(driver, header, *game);
  (void)fuzz::accepts([&] {
    formats::read_positions(driver, native_file().path(), {}, [&](formats::DatasetPosition& position) {
      fuzz::require_text_reads_back(driver, *position.board);
      return true;
    });
  });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view bytes = fuzz::text_of(data, size);
  const GameDriver& driver = fuzz::game_named_in(fuzz::take_line(bytes));
  read_file_of_games(bytes);
  check_header(bytes);
  check_game(driver, bytes);
  return 0;
}
