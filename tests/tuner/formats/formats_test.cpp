// SPDX-License-Identifier: MIT
#include "tuner/formats/formats.hpp"

#include <gmock/gmock.h>

#include <cctype>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "data/atomic_file.hpp"
#include "data/error.hpp"
#include "data/row_names.hpp"
#include "tests/temp_folder.hpp"
#include "tuner/formats/dataset.hpp"
#include "tuner/formats/row_sources.hpp"

namespace hone::formats {
namespace {

using testing::HasSubstr;

class Formats : public testing::Test {
 protected:
  std::string file_of(const DataFormat& format) const {
    return (folder_ / ("a" + std::string(format.ending))).string();
  }

  std::vector<NamedGame> written_and_read(const DataFormat& format, const GameDriver& driver,
                                          const NamedGame& game) const {
    GameFileHeader header;
    header.game = driver.name();
    header.players = {"a", "b"};
    Sink sink = game_sink(file_of(format), header);
    sink.add(game);
    sink.finish();
    std::vector<NamedGame> found;
    read_games(file_of(format), {}, [&](const NamedGame& it) { return found.push_back(it), true; });
    return found;
  }

  TempFolder folder_;
};

// A few legal moves with scores, after which the second player gave up.
NamedGame short_game(const GameDriver& driver) {
  NamedGame game{.record = {}, .first = "a", .second = "b"};
  const auto board = driver.initial();
  for (int ply = 0; ply < 4; ++ply) {
    const MoveCode first = board->legal_moves().front();
    game.record.moves.push_back({first, 10 * ply - 15});
    board->play(first);
  }
  game.record.outcome = {1, EndReason::resign};
  return game;
}

// The knights went out and back until the position was there for the third time, and nobody claimed the draw.
NamedGame game_played_on() {
  NamedGame game = short_game(find_driver("chess"));
  game.record.moves.clear();
  const auto board = find_driver("chess").initial();
  for (const char* const text : {"g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1", "f6g8", "e2e4", "e7e5"}) {
    game.record.moves.push_back({board->parse_move(text).value(), 25});
    board->play(game.record.moves.back().move);
  }
  return game;
}

std::vector<LabelledPosition> some_positions(const GameDriver& driver) {
  const std::string initial = driver.initial()->text();
  return {{initial, 1, 30, 7}, {initial, 0.5, -12.5, 7}, {initial, 0.25, std::nullopt, 8}};
}

// A format may leave out scores and games, but must not change them.
template <class T>
bool is_kept_or_left_out(const std::optional<T>& found, const std::optional<T>& written) {
  return !found || found == written;
}

TEST_F(Formats, HaveAnEndingEach) {
  std::map<std::string_view, int> endings, names;
  for (const DataFormat& format : data_formats()) {
    EXPECT_TRUE(format.ending.starts_with('.')) << format.name;
    ++endings[format.ending];
    ++names[format.name];
    EXPECT_EQ(&format_of(file_of(format)), &format);
    EXPECT_EQ(&format_of(file_of(format) + ".gz"), &format);
    std::string capitals(format.ending);
    for (char& c : capitals) c = static_cast<char>(std::toupper(c));
    EXPECT_EQ(&format_of("A" + capitals), &format);
    EXPECT_THAT(endings_text(format.holds()), HasSubstr("*" + std::string(format.ending)));
  }
  for (const auto& [ending, count] : endings) EXPECT_EQ(count, 1) << ending;
  for (const auto& [name, count] : names) EXPECT_EQ(count, 1) << name;
}

TEST_F(Formats, AreNamedInHelp) {
  for (const DataFormat& format : data_formats()) {
    EXPECT_THAT(formats_help(), HasSubstr(format.name == "EPD" ? "EPD" : std::string(format.ending)));
  }
}

TEST_F(Formats, AreEpdWhereTheEndingIsUnknown) {
  for (const char* const file : {"a", "a.epd", "a.fens", "a.gz", "a.csv.zip", "/dev/stdout", ".csv"}) {
    EXPECT_EQ(format_of(file).name, "EPD") << file;
  }
}

TEST_F(Formats, AreWrittenOnlyWhereTheNameAsksForThem) {
  for (const char* const file : {"a", "a.fens", "a.json", "a.cvs", "a.gz", "a.csv.zip", "/dev/stdout", ".csv"}) {
    EXPECT_THROW((void)output_format(file), Error) << file;
    EXPECT_EQ(output_format(file, "csv").name, "CSV") << file;
  }
  for (const DataFormat& format : data_formats()) {
    if (format.is_written()) {
      EXPECT_EQ(&output_format(file_of(format)), &format);
    } else {
      EXPECT_THROW((void)output_format(file_of(format)), Error) << format.name;
    }
  }
  EXPECT_THROW((void)output_format("a.csv", "json"), Error);
}

TEST_F(Formats, ReadTheGamesThatTheyWrote) {
  for (const DataFormat& format : data_formats()) {
    const auto* const games = std::get_if<GameFormat>(&format.functions);
    if (games == nullptr || !format.is_written()) continue;
    const GameDriver& driver = find_driver(games->game.empty() ? "chess" : games->game);
    const NamedGame game = short_game(driver);
    const std::vector<NamedGame> found = written_and_read(format, driver, game);
    ASSERT_EQ(found.size(), 1U) << format.name;
    const bool keeps_players = format.ending != ".viriformat" && format.ending != ".binpack";
    EXPECT_EQ(found[0].first, keeps_players ? "a" : "") << format.name;
    EXPECT_EQ(found[0].second, keeps_players ? "b" : "") << format.name;
    EXPECT_EQ(found[0].record.moves, game.record.moves) << format.name;
    EXPECT_EQ(found[0].record.outcome.utility, 1) << format.name;
  }
}

TEST_F(Formats, KeepGamesThatWentOnAfterADraw) {
  const NamedGame game = game_played_on();
  for (const DataFormat& format : data_formats()) {
    const auto* const games = std::get_if<GameFormat>(&format.functions);
    if (games == nullptr || !format.is_written() || !(games->game.empty() || games->game == "chess")) continue;
    const std::vector<NamedGame> found = written_and_read(format, find_driver("chess"), game);
    ASSERT_EQ(found.size(), 1U) << format.name;
    EXPECT_EQ(found[0].record.moves, game.record.moves) << format.name;
    EXPECT_EQ(found[0].record.outcome, game.record.outcome) << format.name;
  }
}

TEST_F(Formats, ReadThePositionsThatTheyWrote) {
  for (const DataFormat& format : data_formats()) {
    if (format.holds() != Content::positions || !format.is_written() || format.form == Form::binary) continue;
    for (const char* const game : {"chess", "tic_tac_toe"}) {
      const GameDriver& driver = find_driver(game);
      Sink sink = position_sink(file_of(format), driver, false);
      for (const LabelledPosition& position : some_positions(driver)) sink.add(position);
      sink.finish();
      std::vector<LabelledPosition> found;
      const auto keep = [&](const LabelledPosition& it) { return found.push_back(it), true; };
      read_labelled_positions(driver, file_of(format), keep).require_none();
      ASSERT_EQ(found.size(), 3U) << format.name;
      const std::vector<LabelledPosition> written = some_positions(driver);
      for (std::size_t i = 0; i < found.size(); ++i) {
        EXPECT_EQ(found[i].position, written[i].position) << format.name;
        EXPECT_EQ(found[i].target, written[i].target) << format.name;
        EXPECT_EQ(found[i].weight, 1) << format.name;
        EXPECT_TRUE(is_kept_or_left_out(found[i].score, written[i].score)) << format.name;
        EXPECT_TRUE(is_kept_or_left_out(found[i].game, written[i].game)) << format.name;
      }
    }
  }
}

TEST_F(Formats, ReadTheRowsThatTheyWrote) {
  const Schema schema = parse_row_names("game toy\nstages mg eg\nsteps 4\nmaterial list 2\ntempo scalar\n", "names");
  const std::string text = "1 g=7 w=2 p=1 s=40 0:2 2:1\n0 g=8 p=3 o=5 0:-1 1:-1\n";
  write_plainly(folder_ / "b.names", format_row_names(schema));
  write_plainly(folder_ / "b.rowtext", text);
  const RowSourceOptions options{.names = {}, .skip_bad = false, .folder = folder_.path()};
  const RowSource source = read_row_sources({(folder_ / "b.rowtext").string()}, options);
  for (const DataFormat& format : data_formats()) {
    if (format.holds() != Content::rows) continue;
    write_rows(file_of(format), schema, source.rows);
    const RowSource found = read_row_sources({file_of(format)}, options);
    EXPECT_EQ(found.schema, schema) << format.name;
    ASSERT_EQ(found.rows.size(), 2U) << format.name;
    for (std::size_t i = 0; i < 2; ++i) {
      EXPECT_EQ(format_row(found.rows[i], schema), format_row(source.rows[i], schema)) << format.name;
    }
  }
}

TEST_F(Formats, SayWhichGamesSeveralFilesOfRowsHave) {
  const Schema schema("toy", {"all"}, 1, std::vector<GroupSpec>{{"x", list(2), ""}});
  const RowSourceOptions options{.names = (folder_ / "x.names").string(), .skip_bad = false, .folder = folder_.path()};
  write_plainly(folder_ / "x.names", format_row_names(schema));
  write_plainly(folder_ / "named.rowtext", "1 g=0 0:1\n0 g=1 0:1\n");
  write_plainly(folder_ / "more.rowtext", "1 g=1 0:1\n0 g=2 0:1\n");
  write_plainly(folder_ / "unnamed.rowtext", "1 0:1\n0 0:1\n");
  const auto read = [&](const char* a, const char* b) {
    return read_row_sources({(folder_ / a).string(), (folder_ / b).string()}, options);
  };
  const RowSource shared = read("named.rowtext", "more.rowtext");
  ASSERT_EQ(shared.warnings.size(), 1U);
  EXPECT_THAT(shared.warnings.front(), HasSubstr("1 of its 2 games have the numbers of games in the files before"));
  const RowSource apart = read("named.rowtext", "unnamed.rowtext");
  EXPECT_TRUE(apart.warnings.empty());
  std::set<std::uint32_t> games;
  for (std::size_t i = 0; i < apart.rows.size(); ++i) games.insert(apart.rows[i].label.game);
  EXPECT_EQ(games.size(), 4U);
}

TEST_F(Formats, RefuseWhatTheyDoNotHold) {
  const GameDriver& chess = find_driver("chess");
  GameFileHeader header;
  header.game = "chess";
  header.players = {"a"};
  EXPECT_THROW((void)game_encoder("a.csv", header), Error);
  EXPECT_THROW((void)game_encoder("a.pdn", header), Error);
  EXPECT_THROW((void)position_encoder("a.pgn", chess, false), Error);
  EXPECT_THROW((void)open_games("a.csv"), Error);
  EXPECT_THAT([] { (void)open_games("a.games.gz"); }, testing::ThrowsMessage<Error>(HasSubstr("unpack it first")));
  EXPECT_THAT([] { (void)schema_of_rows("a.rows.zst", {}); },
              testing::ThrowsMessage<Error>(HasSubstr("unpack it first")));
  EXPECT_THROW(LabelledLines(chess, "a.rows"), Error);
  EXPECT_THROW((void)read_row_sources({"a.epd"}, {}), Error);
}

TEST_F(Formats, RefusePlayersThatDoNotExist) {
  const auto read = [&](const std::string& numbers) {
    const auto file = folder_ / "a.txt";
    write_plainly(file, "hone text games 1\nrules tic_tac_toe\nplayer \"a\"\nplayer \"b\"\n\ngame 0 " + numbers +
                            " moves a1 result +1 resign\n");
    return open_games(file)->next().value()();
  };
  EXPECT_EQ(read("first 1")->second, "a");
  for (const char* const numbers : {"first 2 second 1", "first 2", "first 0 second 2"}) {
    EXPECT_THAT([&] { (void)read(numbers); },
                testing::ThrowsMessage<Error>(HasSubstr("expected the number of a player below 2, found 2")))
        << numbers;
  }
  EXPECT_EQ(with_names(GameRecord(), {}).first, "") << "formats without names";
}

}  // namespace
}  // namespace hone::formats
