// SPDX-License-Identifier: MIT
#include "tuner/ratings/ratings_input.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <string>

#include "data/error.hpp"
#include "data/file.hpp"
#include "data/game_file.hpp"
#include "data/text_lines.hpp"
#include "tuner/formats/csv_cells.hpp"
#include "tuner/formats/labels.hpp"
#include "tuner/ratings/pgn_results.hpp"

namespace hone {
namespace {

bool is_game_file(const std::filesystem::path& file) {
  constexpr std::string_view beginning = "hone games ";
  std::array<char, beginning.size()> bytes{};
  const std::size_t size = File(file, File::Mode::read).read(bytes.data(), bytes.size());
  return std::string_view(bytes.data(), size) == beginning;
}

double points_of(const Outcome& outcome) { return outcome.utility > 0 ? 1 : outcome.utility < 0 ? 0 : 0.5; }

void read_game_file(const std::filesystem::path& file, RatedGames& games) {
  GameFileReader reader(file);
  const std::vector<std::string>& players = reader.header().players;
  while (const auto game = reader.next()) {
    const std::size_t second = second_player(*game, players.size());
    if (game->first >= players.size() || second >= players.size()) {
      throw Error(file.string(), 0, fmt::format("game {} names a player that its header does not", game->number));
    }
    games.add(players[game->first], players[second], one_game(points_of(game->outcome)));
  }
  const GameFileExtent& extent = reader.extent();
  if (!extent.damage.empty()) {
    games.note(fmt::format("{}: {} behind game {}; {} bytes are left out", file.string(), extent.damage, extent.games,
                           extent.bytes_dropped));
  }
}

std::uint64_t parse_count(const std::string& cell) {
  std::uint64_t count = 0;
  const char* const end = cell.data() + cell.size();
  const auto [stop, fault] = std::from_chars(cell.data(), end, count);
  if (fault == std::errc{} && stop == end && count <= 1'000'000'000'000) return count;
  throw Error(expected_found("a number of games, 0 to 1000000000000", "'" + cell + "'"));
}

class CsvResults {
 public:
  explicit CsvResults(std::string_view header) {
    const CsvCells names = split_csv(header);
    columns_ = names.size();
    first_ = need_column(names, {"first", "white"});
    second_ = need_column(names, {"second", "black"});
    result_ = find_column(names, {"result"});
    if (result_) return;
    wins_ = need_column(names, {"wins", "result"});
    draws_ = need_column(names, {"draws"});
    losses_ = need_column(names, {"losses"});
  }

  void add(std::string_view line, RatedGames& games) const {
    const CsvCells cells = split_csv(line, columns_);
    const std::string &first = name(cells[first_]), &second = name(cells[second_]);
    if (!result_) return games.add(first, second, counts(cells));
    if (cells[*result_] == "*") return games.add_unfinished();
    const auto points = parse_result(cells[*result_]);
    if (!points) throw Error(expected_found("1-0, 0-1, 1/2-1/2 or *", "'" + cells[*result_] + "'"));
    games.add(first, second, one_game(*points));
  }

 private:
  static const std::string& name(const std::string& cell) {
    if (cell.empty()) throw Error("expected the name of a player, found an empty cell");
    return cell;
  }

  [[nodiscard]] Trinomial counts(const CsvCells& cells) const {
    return {parse_count(cells[losses_]), parse_count(cells[draws_]), parse_count(cells[wins_])};
  }

  std::size_t columns_ = 0, first_ = 0, second_ = 0, wins_ = 0, draws_ = 0, losses_ = 0;
  std::optional<std::size_t> result_;
};

void read_csv(TextLines& lines, RatedGames& games, std::string_view header) try {
  const CsvResults results(header);
  while (const auto line = lines.next()) {
    if (!line->empty()) results.add(*line, games);
  }
} catch (const Error& error) {
  if (!error.file().empty()) throw;
  throw Error(lines.name(), lines.number(), error.message());
}

// PGN begins with a tag, an escape or nothing; whatever else must be the header of CSV.
bool looks_like_csv(std::string_view line) {
  return line.find(',') != std::string_view::npos && line.find_first_of("[%") != 0;
}

}  // namespace

void read_results(const std::filesystem::path& file, RatedGames& games) {
  if (std::filesystem::is_regular_file(file) && is_game_file(file)) return read_game_file(file, games);
  TextLines lines(file);
  const auto first = lines.next();
  if (!first) return games.note(file.string() + ": empty");
  if (looks_like_csv(*first)) return read_csv(lines, games, std::string(*first));
  TextLines again(file);
  read_pgn_results(again, games);
}

}  // namespace hone
