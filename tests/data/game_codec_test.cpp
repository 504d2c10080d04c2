// SPDX-License-Identifier: MIT
#include "data/game_codec.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <limits>
#include <set>
#include <string>

#include "data/atomic_file.hpp"
#include "data/block.hpp"
#include "data/error.hpp"
#include "data/random.hpp"

namespace hone {
namespace {

using ::testing::HasSubstr;

// The example of data/GAMES.md: tic_tac_toe, two opening plies, three searched moves, the middle column.
GameFileHeader example_header() { return {"tic_tac_toe", {"new", "old"}, 7, {{"depth", "3"}}}; }

GameRecord example_game() {
  GameRecord game;
  game.number = 5;
  game.seed = 0x0123456789abcdef;
  game.first = 1;
  game.opening_plies = 2;
  game.moves = {{4, no_score}, {0, no_score}, {1, 120}, {8, -150}, {7, 31023}};
  game.outcome = {1, EndReason::win};
  game.adjudicated = Outcome{0, EndReason::draw_adjudication};
  return game;
}

std::string hex_dump(std::string_view bytes) {
  std::string text;
  for (std::size_t at = 0; at < bytes.size(); at += 16) {
    text += fmt::format("{:04x} ", at);
    for (const char byte : bytes.substr(at, 16)) text += fmt::format(" {:02x}", static_cast<unsigned char>(byte));
    text += '\n';
  }
  return text;
}

TEST(GameCodec, FormatPageShowsWhatIsWritten) {
  const std::string page = read_file(HONE_DATA_DIR "/GAMES.md");
  EXPECT_THAT(page, HasSubstr("```\n" + hex_dump(encode_header(example_header())) + "```\n"));
  EXPECT_THAT(page, HasSubstr("```\n" + hex_dump(encode_game(example_game())) + "```\n"));
}

TEST(GameCodec, GivesBackTheExample) {
  EXPECT_EQ(decode_game(encode_game(example_game())), example_game());
  EXPECT_EQ(decode_header(encode_header(example_header())), example_header());
  EXPECT_EQ(decode_header(encode_header({})), GameFileHeader{});
}

TEST(GameCodec, KeepsTheWeightOfAGameThatHasOne) {
  GameRecord game = example_game();
  const std::string plain = encode_game(game);
  game.weight = 0.37F;
  EXPECT_EQ(decode_game(encode_game(game)), game);
  EXPECT_EQ(encode_game(game).size(), plain.size() + 5) << "the flags and four bytes";
  game.note = "a note";
  game.details.resize(3);
  EXPECT_EQ(decode_game(encode_game(game)), game);
}

TEST(GameCodec, RefusesWeightsThatAreNone) {
  for (const float weight :
       {0.0F, -1.0F, 1.1e9F, std::numeric_limits<float>::infinity(), std::numeric_limits<float>::quiet_NaN()}) {
    GameRecord game = example_game();
    game.weight = weight;
    EXPECT_EQ(decode_game(encode_game(game)), std::nullopt) << weight;
  }
}

TEST(GameCodec, RefusesWhatIsCutOrLonger) {
  const std::string game = encode_game(example_game());
  const std::string header = encode_header(example_header());
  for (std::size_t size = 0; size < game.size(); ++size) EXPECT_EQ(decode_game(game.substr(0, size)), std::nullopt);
  for (std::size_t size = 0; size < header.size(); ++size) {
    EXPECT_EQ(decode_header(header.substr(0, size)), std::nullopt);
  }
  EXPECT_EQ(decode_game(game + '\0'), std::nullopt);
  EXPECT_EQ(decode_header(header + '\0'), std::nullopt);
}

// Equal values have equal bytes, so whatever is accepted is what would be written.
TEST(GameCodec, AcceptsOnlyItsOwnBytes) {
  Random random(20240606);
  const std::string game = encode_game(example_game());
  for (int round = 0; round < 200'000; ++round) {
    std::string bytes = game;
    for (std::uint64_t i = 0; i <= random.below(3); ++i)
      bytes[random.below(bytes.size())] = static_cast<char>(random());
    const auto decoded = decode_game(bytes);
    if (decoded) {
      ASSERT_EQ(encode_game(*decoded), bytes);
    }
  }
}

TEST(GameCodec, RefusesEndsAndCountsThatCannotBe) {
  std::string game =
      encode_game(GameRecord{});  // number, seed, first, start, plies, utility, reason, adjudicated, moves
  ASSERT_EQ(game, std::string(16, '\0'));
  game[13] = 14;
  EXPECT_EQ(decode_game(game), std::nullopt);  // no such reason
  game[13] = 11;
  EXPECT_EQ(decode_game(game)->outcome.reason, EndReason::crash);
  game[14] = 2;
  EXPECT_EQ(decode_game(game), std::nullopt);  // neither adjudicated nor not
  // More moves than there are bytes: refused before any room is made for them.
  EXPECT_EQ(decode_game(std::string(15, '\0').append("\xff\xff\xff\xff\xff\xff\xff\xff\x7f")), std::nullopt);
}

TEST(GameCodec, KeepsTheSecondPlayerTheNoteAndTheDetailsOfMoves) {
  GameRecord game = example_game();
  game.second = 4;
  EXPECT_EQ(decode_game(encode_game(game)), game);
  game.details = {{7, 0}, {12, 45}, {65535, 4'000'000'000}};
  EXPECT_EQ(decode_game(encode_game(game)), game);
  game.second = std::nullopt;
  EXPECT_EQ(decode_game(encode_game(game)), game);
  game.note = "exited with code 3";
  EXPECT_EQ(decode_game(encode_game(game)), game);
  const std::string bytes = encode_game(game);
  EXPECT_EQ(decode_game(bytes.substr(0, bytes.size() - 1)), std::nullopt);
}

TEST(GameRecord, NamesTheSecondPlayerOfTwo) {
  GameRecord game;
  EXPECT_EQ(second_player(game, 1), 0);
  EXPECT_EQ(second_player(game, 2), 1);
  game.first = 1;
  EXPECT_EQ(second_player(game, 2), 0);
  game.second = 5;
  EXPECT_EQ(second_player(game, 7), 5);
}

TEST(EndReason, HasAWordForEach) {
  std::set<std::string> words;
  for (int reason = 0; reason <= 12; ++reason) words.insert(to_string(static_cast<EndReason>(reason)));
  EXPECT_EQ(words.size(), 13U);
  EXPECT_EQ(std::string(to_string(EndReason::draw_adjudication)), "draw_adjudication");
}

constexpr std::array kind{'t', 'e', 's', 't'};

std::optional<std::string> unpacked(BlockCodec& codec, std::string_view block) {
  const auto head = parse_block_head(block.substr(0, block_head_size));
  return head && block.size() == block_head_size + head->size ? codec.unpack(*head, block) : std::nullopt;
}

TEST(Block, GivesBackItsPayload) {
  BlockCodec codec;
  for (const std::size_t size : {std::size_t{0}, std::size_t{1}, std::size_t{1000}, max_block_payload}) {
    const std::string payload(size, 'x');
    const std::string block = codec.pack(kind, 3, payload);
    EXPECT_EQ(unpacked(codec, block), payload);
    EXPECT_EQ(parse_block_head(block.substr(0, block_head_size))->count, 3U);
  }
  EXPECT_THROW((void)codec.pack(kind, 1, std::string(max_block_payload + 1, 'x')), Error);
}

TEST(Block, StatesItsLayout) {
  const std::string block = BlockCodec().pack(kind, 3, "payload");
  EXPECT_EQ(block.substr(8, 4), "test");
  EXPECT_EQ(block.substr(12, 4), std::string("\x03\0\0\0", 4));
  EXPECT_EQ(block.substr(16, 4), std::string("\x07\0\0\0", 4));
  EXPECT_EQ(static_cast<unsigned char>(block[20]) + 24U, block.size());
  EXPECT_EQ(block.substr(24, 4), "\x28\xb5\x2f\xfd");  // RFC 8878, 3.1.1: the magic number of a zstd frame
}

TEST(Block, OfImpossibleSizeIsRefused) {
  std::string head(block_head_size, '\0');
  EXPECT_NE(parse_block_head(head), std::nullopt);
  head[19] = 2;  // raw size 2^25
  EXPECT_EQ(parse_block_head(head), std::nullopt);
  head[19] = 0;
  head[23] = 2;  // size 2^25
  EXPECT_EQ(parse_block_head(head), std::nullopt);
}

}  // namespace
}  // namespace hone
