// SPDX-License-Identifier: MIT
//
// The formats of training data: one table says what each holds, how its files end, and who reads and writes it. A file
// is in the format that its name asks for.
//
// To add a format, write its reader and its writer in a file of its own, declare the two below, and give them a line in
// the table of formats.cpp. Nothing else needs to know: reading, writing, `hone data` and its help go by the table.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "data/game_file.hpp"
#include "data/row_text.hpp"
#include "data/rows.hpp"
#include "data/schema.hpp"
#include "engine/game_driver.hpp"
#include "tuner/formats/game_source.hpp"
#include "tuner/formats/labelled_positions.hpp"
#include "tuner/formats/sink.hpp"

namespace hone::formats {

// Reader and writer of a format of games.
struct GameFormat {
  std::unique_ptr<GameSource> (*open)(const std::filesystem::path& file);
  Encoder<NamedGame> (*encoder)(const GameFileHeader& header);  // nullptr where the format is only read
  std::string_view game = {};    // the only game that the format can write; empty: every game
  bool all_sizes = false;        // and that game on boards of other sizes: go_5 as well as go_9
  bool numbers_players = false;  // names the players in its header alone, so that there are most_players at most

  [[nodiscard]] bool writes(std::string_view wanted) const;
};

// Reader and writer of a format of positions with results, one a line or a block of lines.
struct PositionFormat {
  // Throws Error without a place when the header will not do.
  LabelParser (*parser)(const GameDriver& driver, std::string_view header, const ReadAs& as);
  // The file is to have weights if the format can hold them. None where the format is only read.
  Encoder<LabelledPosition> (*encoder)(const GameDriver& driver, bool has_weights);
  bool has_header = false;          // the first line, which is then no position
  std::string_view last_line = {};  // of a block of lines that is one position; empty: each line is one
  std::size_t record_bytes = 0;     // of files of such records instead of lines
  std::string_view game = {};       // the only game that the format can hold; empty: every game
};

// Reader and writer of a format of training rows.
struct RowFormat {
  using Visitor = std::function<void(const RowView&)>;

  // `names` is the file that says what the counts of a text are of; empty: the one beside the text.
  Schema (*schema)(const std::filesystem::path& file, const std::filesystem::path& names);
  RowTextSummary (*read)(const std::filesystem::path& file, const Schema& schema, const RowTextOptions& options,
                         const Visitor& visit);
  void (*write)(const std::filesystem::path& file, const Schema& schema, const RowSet& rows);
  // The rows of a whole file without a copy of them; nullptr where the format does not allow it.
  RowSet (*map)(const std::filesystem::path& file) = nullptr;
};

enum class Content : std::uint8_t { games, positions, rows };  // in the order of DataFormat::functions

enum class Form : std::uint8_t { text, binary };  // a text may be packed as *.gz or *.zst when it is read

struct DataFormat {
  std::string_view name;
  std::string_view ending;       // of the names of its files, with the dot
  std::string_view description;  // for help; may be empty
  std::variant<GameFormat, PositionFormat, RowFormat> functions;
  Form form = Form::text;

  [[nodiscard]] Content holds() const { return static_cast<Content>(functions.index()); }
  [[nodiscard]] bool is_written() const;
};

// Every format, in the order of listings.
[[nodiscard]] std::span<const DataFormat> data_formats();

// The format in which a file is read (tuner/formats/source.hpp): that which the user says, else that of its first line
// where one tells, else that of its ending, where a last .gz or .zst is not looked at. Files with any other ending are
// EPD.
[[nodiscard]] const DataFormat& format_of(const std::filesystem::path& source);

// The formats that can be asked for by name: their endings without the dot, "csv".
[[nodiscard]] std::vector<std::string> format_names();
[[nodiscard]] std::vector<std::string> written_format_names();
// The format in which a file is written: the one of this name, or without a name that of the file's ending. Throws
// Error where the ending is unknown, so that a slip of the hand does not decide, and for a format that is only read.
[[nodiscard]] const DataFormat& output_format(const std::filesystem::path& file, std::string_view name = {});

[[nodiscard]] inline bool holds_games(const std::filesystem::path& file) {
  return format_of(file).holds() == Content::games;
}
[[nodiscard]] inline bool holds_rows(const std::filesystem::path& file) {
  return format_of(file).holds() == Content::rows;
}

// "*.csv, *.epd or *.fen", with `last` before the last of them.
[[nodiscard]] std::string endings_text(Content content, std::string_view last = " or ");
// The same of the formats that are written.
[[nodiscard]] std::string written_endings_text(Content content, std::string_view last = " or ");
// The table in sentences, for help.
[[nodiscard]] std::string formats_help();

// -- Readers and writers of games

// Game files of hone (data/game_file.hpp).
[[nodiscard]] std::unique_ptr<GameSource> open_native_games(const std::filesystem::path& file);
[[nodiscard]] Encoder<NamedGame> native_game_encoder(const GameFileHeader& header);

// Games in the notation of their players: PGN of chess, PDN of checkers (tuner/formats/pgn.hpp).
[[nodiscard]] std::unique_ptr<GameSource> open_pgn_games(const std::filesystem::path& file);
[[nodiscard]] std::unique_ptr<GameSource> open_pdn_games(const std::filesystem::path& file);
[[nodiscard]] Encoder<NamedGame> notation_encoder(const GameFileHeader& header);

// Games of go as SGF (tuner/formats/sgf.hpp, sgf_records.hpp).
[[nodiscard]] std::unique_ptr<GameSource> open_sgf_games(const std::filesystem::path& file);
[[nodiscard]] Encoder<NamedGame> sgf_encoder(const GameFileHeader& header);

// Games as plain text, one line a game, of every game there is; grammar and example: data/GAMES.md. A text says all
// that a game file says, so that one can be turned into the other and back.
[[nodiscard]] std::unique_ptr<GameSource> open_text_games(const std::filesystem::path& file);
[[nodiscard]] Encoder<NamedGame> text_game_encoder(const GameFileHeader& header);

// Games of chess as chains of moves, without their players (tuner/formats/viri_games.cpp, binpack_games.cpp). Both
// leave out the moves of the opening when they are written.
[[nodiscard]] std::unique_ptr<GameSource> open_viri_games(const std::filesystem::path& file);
[[nodiscard]] Encoder<NamedGame> viri_game_encoder(const GameFileHeader& header);
[[nodiscard]] std::unique_ptr<GameSource> open_binpack_games(const std::filesystem::path& file);
[[nodiscard]] Encoder<NamedGame> binpack_game_encoder(const GameFileHeader& header);

// Games of othello of the French federation (tuner/formats/wthor_games.cpp); only read.
[[nodiscard]] std::unique_ptr<GameSource> open_wthor_games(const std::filesystem::path& file);
[[nodiscard]] bool is_wthor(const std::filesystem::path& file);

// -- Readers and writers of positions

// Cells under the names of a header line (tuner/formats/csv_positions.cpp); what is written has the columns fen
// (position, in games without FEN), result, score, game and, if asked for, weight.
[[nodiscard]] LabelParser csv_parser(const GameDriver& driver, std::string_view header, const ReadAs& as = {});
[[nodiscard]] Encoder<LabelledPosition> csv_encoder(const GameDriver& driver, bool has_weights);

// EPD or FEN lines with the result after the position, in many spellings (tuner/formats/epd_positions.cpp). The EPD
// that is written has the operations ce, c9 and id, and a share other than 0, 1/2, 1 in brackets; the FEN has the share
// in brackets and nothing else.
[[nodiscard]] LabelParser epd_parser(const GameDriver& driver, std::string_view header, const ReadAs& as = {});
[[nodiscard]] Encoder<LabelledPosition> epd_encoder(const GameDriver& driver, bool has_weights);
[[nodiscard]] Encoder<LabelledPosition> fen_encoder(const GameDriver& driver, bool has_weights);

// An object of JSON a line (tuner/formats/json_positions.cpp); what is written has the keys of CSV's columns.
[[nodiscard]] LabelParser json_parser(const GameDriver& driver, std::string_view header, const ReadAs& as = {});
[[nodiscard]] Encoder<LabelledPosition> json_encoder(const GameDriver& driver, bool has_weights);

// Blocks of lines as Stockfish's tools for training data write them (tuner/formats/plain_positions.cpp); only read.
[[nodiscard]] LabelParser plain_parser(const GameDriver& driver, std::string_view header, const ReadAs& as = {});

// Records of 32 bytes, of chess (tuner/formats/packed_positions.cpp).
inline constexpr std::size_t packed_position_bytes = 32;
[[nodiscard]] LabelParser marlin_parser(const GameDriver& driver, std::string_view header, const ReadAs& as = {});
[[nodiscard]] Encoder<LabelledPosition> marlin_encoder(const GameDriver& driver, bool has_weights);
[[nodiscard]] LabelParser bullet_parser(const GameDriver& driver, std::string_view header, const ReadAs& as = {});
[[nodiscard]] Encoder<LabelledPosition> bullet_encoder(const GameDriver& driver, bool has_weights);

// -- Readers and writers of rows (data/ROWS.md)

// Binary files with their schema in them (data/row_file.hpp).
[[nodiscard]] Schema native_row_schema(const std::filesystem::path& file, const std::filesystem::path& names);
RowTextSummary read_native_rows(const std::filesystem::path& file, const Schema& schema, const RowTextOptions& options,
                                const RowFormat::Visitor& visit);
void write_native_rows(const std::filesystem::path& file, const Schema& schema, const RowSet& rows);
[[nodiscard]] RowSet map_native_rows(const std::filesystem::path& file);

// Texts (data/row_text.hpp) with their schema in a names file (data/row_names.hpp).
[[nodiscard]] Schema row_text_schema(const std::filesystem::path& file, const std::filesystem::path& names);

}  // namespace hone::formats
