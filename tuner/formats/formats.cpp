// SPDX-License-Identifier: MIT
#include "tuner/formats/formats.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <vector>

#include "data/error.hpp"
#include "data/printable.hpp"

namespace hone::formats {

namespace {

constexpr DataFormat epd{
    "EPD", ".epd",
    "c9 is the result, ce the score of the side to move, id \"game 7\" the game; or FEN [0.5], or FEN | score | "
    "share, both the first player's",
    PositionFormat{epd_parser, epd_encoder}};

constexpr std::array table{
    DataFormat{"hone's games", ".games", "hone's own", GameFormat{open_native_games, native_game_encoder},
               Form::binary},
    DataFormat{"PGN", ".pgn", "chess", GameFormat{open_pgn_games, notation_encoder, "chess"}},
    DataFormat{"PDN", ".pdn", "checkers", GameFormat{open_pdn_games, notation_encoder, "checkers"}},
    DataFormat{"text of games", ".txt", "plain text of any game, see data/GAMES.md",
               GameFormat{open_text_games, text_game_encoder}},
    DataFormat{"CSV", ".csv",
               "columns fen or position, result or result_white; score or score_white_cp, game and weight if there",
               PositionFormat{csv_parser, csv_encoder, true}},
    epd,
    DataFormat{"FEN", ".fen", "", PositionFormat{epd_parser, fen_encoder}},
    DataFormat{"hone's rows", ".rows", "",
               RowFormat{native_row_schema, read_native_rows, write_native_rows, map_native_rows}, Form::binary},
    DataFormat{"text of rows", ".rowtext", "", RowFormat{row_text_schema, read_row_text, write_row_text}},
};

const DataFormat* find_ending(std::string_view ending) {
  const auto found = std::ranges::find(table, ending, &DataFormat::ending);
  return found == table.end() ? nullptr : &*found;
}

const DataFormat* find_format_of(const std::filesystem::path& file) {
  std::filesystem::path name = file.filename();
  if (name.extension() == ".gz") name.replace_extension();
  return find_ending(name.extension().string());
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

const DataFormat& format_of(const std::filesystem::path& file) {
  const DataFormat* const found = find_format_of(file);
  return found != nullptr ? *found : *find_ending(epd.ending);
}

std::vector<std::string> format_names() {
  return texts_of([](const DataFormat& format) { return std::string(format.ending.substr(1)); });
}

const DataFormat& output_format(const std::filesystem::path& file, std::string_view name) {
  const DataFormat* const found = name.empty() ? find_format_of(file) : find_ending(fmt::format(".{}", name));
  if (found != nullptr) return *found;
  const std::string known = fmt::format("{}", fmt::join(format_names(), ", "));
  if (!name.empty()) throw Error(expected_found("one of the formats " + known, quotation(name)));
  throw Error(file.string(), 0,
              fmt::format("the name does not say in which format to write; end it in .{}, or add --to FORMAT",
                          fmt::join(format_names(), ", .")));
}

std::string endings_text(Content content, std::string_view last) {
  const auto text = [&](const DataFormat& format) {
    return format.holds() == content ? fmt::format("*{}", format.ending) : std::string();
  };
  return listed(texts_of(text), last);
}

std::string formats_help() {
  const auto binary = [](const DataFormat& format) {
    return format.form == Form::binary ? std::string(format.ending) : std::string();
  };
  return fmt::format(
      "Files of games: {}. Files of positions with results: {}, and any other name for {} ({}). Files of rows "
      "(data/ROWS.md), for info, head and convert: {}. Those but {} may be .gz when read.",
      described(Content::games, ", "), described(Content::positions, ", "), epd.name, epd.description,
      described(Content::rows, " and "), listed(texts_of(binary), " and "));
}

}  // namespace hone::formats
