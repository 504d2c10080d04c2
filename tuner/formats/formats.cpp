// SPDX-License-Identifier: MIT
#include "tuner/formats/formats.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "data/error.hpp"
#include "data/printable.hpp"
#include "data/text_lines.hpp"
#include "tuner/formats/sgf_text.hpp"
#include "tuner/formats/source.hpp"
#include "tuner/text/csv.hpp"
#include "tuner/text/option_values.hpp"

namespace hone::formats {

namespace {

constexpr DataFormat epd{
    "EPD", ".epd",
    "c9 is the result, ce the score of the side to move, id \"game 7\" the game; or FEN [0.5], FEN 1-0, FEN;w or FEN | "
    "score | share, all the first player's; or score and result after the FEN, with commas, semicolons or blanks",
    PositionFormat{epd_parser, epd_encoder}};

constexpr DataFormat csv{
    "CSV", ".csv", "columns fen or position, result or result_white; score or score_white_cp, game and weight if there",
    PositionFormat{csv_parser, csv_encoder, true}};
constexpr DataFormat json{"JSON lines", ".jsonl", "keys as the columns of .csv",
                          PositionFormat{json_parser, json_encoder}};
constexpr DataFormat plain{"Stockfish's plain text", ".plain", "only read",
                           PositionFormat{plain_parser, nullptr, false, "e"}};
constexpr DataFormat pgn{"PGN", ".pgn", "chess", GameFormat{open_pgn_games, notation_encoder, "chess"}};
constexpr DataFormat text_of_games{
    "text of games", ".txt", "plain text of any game, see data/GAMES.md",
    GameFormat{.open = open_text_games, .encoder = text_game_encoder, .numbers_players = true}};

constexpr DataFormat binpack{"Stockfish's binpack", ".binpack", "chess, without players",
                             GameFormat{open_binpack_games, binpack_game_encoder, "chess"}, Form::binary};

constexpr DataFormat wthor{"WTHOR", ".wtb", "othello, the records of the French federation, only read",
                           GameFormat{open_wthor_games, nullptr, "othello"}, Form::binary};

constexpr std::array table{
    DataFormat{"hone's games", ".games", "hone's own",
               GameFormat{.open = open_native_games, .encoder = native_game_encoder, .numbers_players = true},
               Form::binary},
    pgn,
    DataFormat{"PDN", ".pdn", "checkers", GameFormat{open_pdn_games, notation_encoder, "checkers"}},
    DataFormat{"SGF", ".sgf", "go", GameFormat{open_sgf_games, sgf_encoder, "go_9", true}},
    text_of_games,
    DataFormat{"viriformat", ".viriformat", "chess, without players",
               GameFormat{open_viri_games, viri_game_encoder, "chess"}, Form::binary},
    binpack,
    wthor,
    csv,
    json,
    plain,
    epd,
    DataFormat{"FEN", ".fen", "", PositionFormat{epd_parser, fen_encoder}},
    DataFormat{"marlinformat", ".marlinformat", "32 bytes each, of chess",
               PositionFormat{marlin_parser, marlin_encoder, false, {}, packed_position_bytes, "chess"}, Form::binary},
    DataFormat{"bulletformat", ".bulletformat", "32 bytes each, of chess, without who is to move",
               PositionFormat{bullet_parser, bullet_encoder, false, {}, packed_position_bytes, "chess"}, Form::binary},
    DataFormat{"hone's rows", ".rows", "",
               RowFormat{native_row_schema, read_native_rows, write_native_rows, map_native_rows}, Form::binary},
    DataFormat{"text of rows", ".rowtext", "", RowFormat{row_text_schema, read_row_text, write_row_text}},
};

const DataFormat* find_ending(std::string_view ending) {
  const auto found = std::ranges::find(table, ending, &DataFormat::ending);
  return found == table.end() ? nullptr : &*found;
}

const DataFormat* find_format_of(const std::filesystem::path& file) { return find_ending(ending_of(file.filename())); }

bool is_csv_header(std::string_view line) {
  for (const std::string_view cell : text::split_at_commas(line)) {
    const std::string name = text::column_name(cell.starts_with('"') ? cell.substr(1, cell.find('"', 1) - 1) : cell);
    if (std::ranges::find(position_names, name) != position_names.end()) return true;
  }
  return false;
}

// [Event "..."], or any other: a word and a string.
bool is_tag_of_pgn(std::string_view line) {
  const std::size_t blank = line.find(' ');
  return line.size() > 1 && line[0] == '[' && line[1] >= 'A' && line[1] <= 'Z' && blank != std::string_view::npos &&
         line.find('"', blank) == blank + 1;
}

// What the first line of a text tells, or the first bytes of a binpack; nullptr where that is a line of positions, or
// nothing that is known.
const DataFormat* find_format_of_line(std::string_view line) {
  if (line.starts_with("hone text games ")) return &*find_ending(text_of_games.ending);
  if (is_tag_of_pgn(line)) return find_ending(pgn.ending);
  if (begins_sgf(line)) return find_ending(".sgf");
  if (line.starts_with('{')) return find_ending(json.ending);
  if (line.starts_with("fen ")) return find_ending(plain.ending);
  if (line.starts_with("BINP")) return find_ending(binpack.ending);
  return is_csv_header(line) ? find_ending(csv.ending) : nullptr;
}

// Pipes cannot be read twice, and what is wrong with a file is told by whoever reads it.
std::optional<std::string> first_line_of(const std::filesystem::path& file) {
  std::error_code unknown;
  if (!std::filesystem::is_regular_file(file, unknown)) return std::nullopt;
  try {
    TextLines lines(file);
    while (const auto line = lines.next()) {
      if (line->find_first_not_of(" \t") != std::string_view::npos) return std::string(*line);
    }
  } catch (const Error&) {
  }
  return std::nullopt;
}

// Files of positions, .txt and names that say nothing are what their first line is.
const DataFormat& format_by_content(const std::filesystem::path& file, const DataFormat* by_name) {
  const DataFormat* const games_as_text = find_ending(text_of_games.ending);
  const DataFormat* const lines = find_ending(epd.ending);
  const bool is_open = by_name == nullptr || by_name == games_as_text ||
                       (by_name->holds() == Content::positions && by_name->form == Form::text);
  if (by_name == nullptr && is_wthor(file)) return *find_ending(wthor.ending);
  const std::optional<std::string> line = is_open ? first_line_of(file) : std::nullopt;
  if (!line) return by_name != nullptr ? *by_name : *lines;
  if (const DataFormat* const by_line = find_format_of_line(*line)) return *by_line;
  const bool has_no_header =
      by_name == find_ending(csv.ending) && !line->starts_with('#') && line->find('/') != std::string::npos;
  const bool has_no_games = by_name == games_as_text && !line->starts_with("hone");
  return by_name == nullptr || has_no_header || has_no_games ? *lines : *by_name;
}

// "a, b and c", with " and " for `last`.
std::string listed(const std::vector<std::string>& parts, std::string_view last) {
  std::string text;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) text += i + 1 < parts.size() ? ", " : last;
    text += parts[i];
  }
  return text;
}

// The texts of those formats that have one.
template <class Text>
std::vector<std::string> texts_of(const Text& text_of) {
  std::vector<std::string> texts;
  for (const DataFormat& format : table) {
    if (std::string text = text_of(format); !text.empty()) texts.push_back(std::move(text));
  }
  return texts;
}

std::string described(const DataFormat& format) {
  if (format.ending == epd.ending) return {};
  if (format.description.empty()) return std::string(format.ending);
  return fmt::format("{} ({})", format.ending, format.description);
}

std::string described(Content content, std::string_view last) {
  const auto text = [&](const DataFormat& format) {
    return format.holds() == content ? described(format) : std::string();
  };
  return listed(texts_of(text), last);
}

}  // namespace

std::span<const DataFormat> data_formats() { return table; }

const DataFormat& format_of(const std::filesystem::path& name) {
  const Source source = source_of(name);
  if (source.format.empty()) return format_by_content(source.file, find_format_of(source.file));
  if (const DataFormat* const said = find_ending("." + source.format)) return *said;
  throw Error(
      name.string(), 0,
      expected_found(fmt::format("format= one of {}", fmt::join(format_names(), ", ")), quotation(source.format)));
}

bool GameFormat::writes(std::string_view wanted) const {
  const auto family = [](std::string_view name) { return name.substr(0, name.rfind('_') + 1); };
  if (game.empty() || wanted == game) return true;
  return all_sizes && wanted.starts_with(family(game)) &&
         wanted.find_first_not_of("0123456789", family(game).size()) == std::string_view::npos;
}

bool DataFormat::is_written() const {
  const auto* const positions = std::get_if<PositionFormat>(&functions);
  const auto* const games = std::get_if<GameFormat>(&functions);
  return (positions == nullptr || positions->encoder != nullptr) && (games == nullptr || games->encoder != nullptr);
}

std::vector<std::string> format_names() {
  return texts_of([](const DataFormat& format) { return std::string(format.ending.substr(1)); });
}

std::vector<std::string> written_format_names() {
  return texts_of(
      [](const DataFormat& format) { return std::string(format.is_written() ? format.ending.substr(1) : ""); });
}

const DataFormat& output_format(const std::filesystem::path& file, std::string_view name) {
  const DataFormat* const found = name.empty() ? find_format_of(file) : find_ending(fmt::format(".{}", name));
  if (found != nullptr && found->is_written()) return *found;
  if (found != nullptr) throw Error(file.string(), 0, fmt::format("{} is only read, not written", found->name));
  const std::string known = fmt::format("{}", fmt::join(written_format_names(), ", "));
  if (!name.empty()) throw Error(expected_found("one of the formats " + known, quotation(name)));
  throw Error(file.string(), 0,
              fmt::format("the name does not say in which format to write; end it in .{}, or add --to FORMAT",
                          fmt::join(written_format_names(), ", .")));
}

namespace {

std::string endings_of(Content content, std::string_view last, bool only_written) {
  const auto text = [&](const DataFormat& format) {
    const bool is_meant = format.holds() == content && (format.is_written() || !only_written);
    return is_meant ? fmt::format("*{}", format.ending) : std::string();
  };
  return listed(texts_of(text), last);
}

}  // namespace

std::string endings_text(Content content, std::string_view last) { return endings_of(content, last, false); }

std::string written_endings_text(Content content, std::string_view last) { return endings_of(content, last, true); }

std::string formats_help() {
  const auto binary = [](const DataFormat& format) {
    return format.form == Form::binary ? std::string(format.ending) : std::string();
  };
  return fmt::format(
      "Files of games: {}.\nFiles of positions with results: {}, and any other name for {} ({}). Files of rows "
      "(data/ROWS.md), for info, head and convert: {}. Those but {} may be packed when read, as .gz or .zst. Files of "
      "positions, .txt and "
      "other names are read as what their first line is.",
      described(Content::games, ", "), described(Content::positions, ", "), epd.name, epd.description,
      described(Content::rows, " and "), listed(texts_of(binary), " and "));
}

}  // namespace hone::formats
