// SPDX-License-Identifier: MIT
#include "tuner/formats/pgn_results.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "data/error.hpp"
#include "data/file.hpp"
#include "data/game_file.hpp"
#include "data/hash.hpp"
#include "data/printable.hpp"
#include "data/text_lines.hpp"
#include "tuner/formats/game_pairs.hpp"
#include "tuner/formats/labels.hpp"
#include "tuner/formats/pgn_text.hpp"
#include "tuner/formats/sgf_results.hpp"
#include "tuner/formats/source.hpp"
#include "tuner/text/csv.hpp"

namespace hone::formats {

namespace {

std::uint64_t hash_of_start(std::string_view start) { return hash_text(start, start.size()); }

// One game at a time, line by line.
class Reader {
 public:
  // In PDN of checkers, which the name of the file or GameType 21 tells, Black is the first player, and "1-0" is
  // Black's win.
  Reader(const TextLines& lines, stats::RatedGames& games)
      : lines_(lines),
        games_(games),
        is_pdn_(ending_of(lines.name()) == ".pdn"),
        black_first_(is_pdn_),
        pairs_(games) {}

  void line(std::string_view text) {
    if (text.starts_with('%')) return;  // PGN 6: an escape, for private use
    if (comment_line_ > 0 && begins_with_tag(text)) require_no_comment();
    if (part_ == Part::tags && without_pgn_blanks(text).empty()) may_be_over_ = true;
    while (!text.empty()) {
      if (comment_line_ == 0) text = tags(without_pgn_blanks(text));
      if (!text.empty()) text = moves(text);
    }
  }

  void end() {
    require_no_comment();
    finish();
    pairs_.finish();
  }

 private:
  enum class Part { nothing, tags, moves };  // of a game, that was read last

  void require_no_comment() const {
    if (comment_line_ > 0) throw Error(lines_.name(), comment_line_, "a comment begins here and does not end");
  }

  // A game may be tags alone, if it has those that are needed. An empty line stands after them, and then the first tag
  // of a game or one that this game has.
  [[nodiscard]] bool begins_another(const PgnTag& tag) const {
    const bool is_complete = white_ && black_ && result_;
    return may_be_over_ && is_complete && (tag.name == "Event" || std::ranges::find(names_, tag.name) != names_.end());
  }

  // Reads the part of a line that follows its tags.
  std::string_view tags(std::string_view text) {
    while (text.starts_with('[')) {
      const PgnTag tag = take_tag(text);
      if (part_ == Part::moves || begins_another(tag)) finish();
      if (part_ == Part::nothing) first_line_ = lines_.number();
      part_ = Part::tags;
      names_.push_back(tag.name);
      keep(tag);
      text = without_pgn_blanks(text);
    }
    return text;
  }

  void keep(const PgnTag& tag) {
    if (tag.name == "White") set(white_, tag);
    if (tag.name == "Black") set(black_, tag);
    if (tag.name == "Result") set(result_, tag);
    if (tag.name == "Round") round_ = tag.value;
    if (tag.name == "GameType") black_first_ = tag.value == "21" || tag.value.starts_with("21,");
    if (tag.name == "FEN") opening_ = hash_of_start(tag.value);
  }

  // The points of a result, which draughts also counts by two.
  [[nodiscard]] std::optional<double> points(const std::string& result) const {
    return black_first_ ? points_of(result) : parse_result(result);
  }

  void set(std::optional<std::string>& to, const PgnTag& tag) const {
    if (to) throw Error(fmt::format("tag {} for the second time in a game (or one without moves before it)", tag.name));
    if (tag.value.empty()) throw Error(fmt::format("tag {} is empty", tag.name));
    if (tag.name == "Result" && tag.value != "*" && !points(tag.value)) {
      throw Error(expected_found("1-0, 0-1, 1/2-1/2 or *", quotation(tag.value)));
    }
    to = tag.value;
  }

  // Comments may stand before the first game, and moves may not.
  static void require_tag_or_comment(std::string_view text) {
    text = without_pgn_blanks(text);
    if (text.empty() || text.find_first_of("{;[") == 0) return;
    throw Error(expected_found("a tag like [White \"Name\"]", quotation(text)));
  }

  // Returns what follows the moves on their line: the tags of the next game, or nothing.
  std::string_view moves(std::string_view text) {
    if (part_ != Part::nothing) part_ = Part::moves;
    while (!text.empty()) {
      if (part_ == Part::nothing && comment_line_ == 0) require_tag_or_comment(text);
      const std::size_t at = comment_line_ > 0 ? text.find('}') : text.find_first_of("{;[");
      if (at == std::string_view::npos || text[at] == ';') return {};  // ; makes a comment of the rest of the line
      if (text[at] == '[' && begins_with_tag(text.substr(at))) return text.substr(at);
      if (text[at] != '[') comment_line_ = text[at] == '{' ? lines_.number() : 0;
      text.remove_prefix(at + 1);
    }
    return {};
  }

  [[nodiscard]] const std::string& need(const std::optional<std::string>& value, const char* name) const {
    if (!value) throw Error(lines_.name(), first_line_, fmt::format("the game that begins here has no tag {}", name));
    return *value;
  }

  void finish() {
    if (part_ == Part::nothing) return;
    const std::string &in_white = need(white_, "White"), &in_black = need(black_, "Black");
    const auto won = points_of(need(result_, "Result"));
    if (won) {
      const std::string &one = black_first_ ? in_black : in_white, &other = black_first_ ? in_white : in_black;
      const std::uint32_t first = games_.player(one);  // numbered before the second
      pairs_.add({first, games_.player(other), static_cast<int>(2 * *won), opening_}, round_);
    } else {
      games_.add_unfinished();
    }
    white_.reset(), black_.reset(), result_.reset();
    round_.clear(), opening_ = 0, black_first_ = is_pdn_;
    names_.clear(), may_be_over_ = false;
    part_ = Part::nothing;
  }

  const TextLines& lines_;
  stats::RatedGames& games_;
  bool is_pdn_, black_first_;  // the file, as its name says, and this game
  Part part_ = Part::nothing;
  int first_line_ = 0;
  int comment_line_ = 0;            // where the comment that is open began
  bool may_be_over_ = false;        // an empty line stood after a tag of this game
  std::vector<std::string> names_;  // of the tags of this game
  std::optional<std::string> white_, black_, result_;
  std::string round_;
  std::uint64_t opening_ = 0;
  GamePairs pairs_;
};

}  // namespace

void read_pgn_results(TextLines& lines, stats::RatedGames& games, std::optional<std::string> first) {
  Reader reader(lines, games);
  std::optional<std::string_view> line = first ? std::optional<std::string_view>(*first) : lines.next();
  for (; line; line = lines.next()) {
    try {
      reader.line(*line);
    } catch (const Error& error) {
      if (error.line() > 0) throw;
      throw Error(lines.name(), lines.number(), error.message());
    }
  }
  reader.end();
}

namespace {

bool is_game_file(const std::filesystem::path& file) {
  constexpr std::string_view beginning = "hone games ";
  std::array<char, beginning.size()> bytes{};
  const std::size_t size = File(file, File::Mode::read).read(bytes.data(), bytes.size());
  return std::string_view(bytes.data(), size) == beginning;
}

int half_points_of(const Outcome& outcome) { return outcome.utility > 0 ? 2 : outcome.utility < 0 ? 0 : 1; }

std::uint64_t hash_of_opening(const GameRecord& game) {
  std::uint64_t hash = hash_of_start(game.start);
  for (std::size_t i = 0; i < game.opening_plies && i < game.moves.size(); ++i) {
    hash = hash_seed(hash, game.moves[i].move);
  }
  return hash;
}

void read_game_file(const std::filesystem::path& file, stats::RatedGames& games) {
  GameFileReader reader(file);
  const std::vector<std::string>& players = reader.header().players;
  GamePairs pairs(games);
  while (const auto game = reader.next()) {
    const std::size_t second = second_player(*game, players.size());
    if (game->first >= players.size() || second >= players.size()) {
      throw Error(file.string(), 0, fmt::format("game {} names a player that its header does not", game->number));
    }
    const std::uint32_t first = games.player(players[game->first]);  // numbered before the second
    pairs.add({first, games.player(players[second]), half_points_of(game->outcome), hash_of_opening(*game)},
              std::to_string(game->number / 2 + 1));
  }
  pairs.finish();
  const GameFileExtent& extent = reader.extent();
  if (!extent.damage.empty()) {
    games.note(fmt::format("{}: {} after game {}; {} bytes are left out", file.string(), extent.damage, extent.games,
                           extent.bytes_dropped));
  }
}

std::uint64_t parse_count(const std::string& cell) {
  std::uint64_t count = 0;
  const char* const end = cell.data() + cell.size();
  const auto [stop, fault] = std::from_chars(cell.data(), end, count);
  if (fault == std::errc{} && stop == end && count <= 1'000'000'000'000) return count;
  throw Error(expected_found("a number of games, 0 to 1000000000000", quotation(cell)));
}

class CsvResults {
 public:
  explicit CsvResults(std::string_view header) {
    const text::CsvCells names = text::split_csv(header);
    columns_ = names.size();
    first_ = text::need_column(names, {"first", "white"});
    second_ = text::need_column(names, {"second", "black"});
    result_ = text::find_column(names, {"result"});
    round_ = text::find_column(names, {"round"});
    if (result_) return;
    wins_ = text::need_column(names, {"wins", "result"});
    draws_ = text::need_column(names, {"draws"});
    losses_ = text::need_column(names, {"losses"});
  }

  void add(std::string_view line, stats::RatedGames& games, GamePairs& pairs) const {
    const text::CsvCells cells = text::split_csv(line, columns_);
    const std::string &first = name(cells[first_]), &second = name(cells[second_]);
    if (!result_) return games.add(first, second, counts(cells));
    if (cells[*result_] == "*") return games.add_unfinished();
    const auto points = parse_result(cells[*result_]);
    if (!points) throw Error(expected_found("1-0, 0-1, 1/2-1/2 or *", quotation(cells[*result_])));
    const std::uint32_t number = games.player(first);  // numbered before the second
    pairs.add({number, games.player(second), static_cast<int>(2 * *points), 0}, round_ ? cells[*round_] : "");
  }

 private:
  static const std::string& name(const std::string& cell) {
    if (cell.empty()) throw Error("expected the name of a player, found an empty cell");
    return cell;
  }

  [[nodiscard]] stats::Trinomial counts(const text::CsvCells& cells) const {
    return {parse_count(cells[losses_]), parse_count(cells[draws_]), parse_count(cells[wins_])};
  }

  std::size_t columns_ = 0, first_ = 0, second_ = 0, wins_ = 0, draws_ = 0, losses_ = 0;
  std::optional<std::size_t> result_, round_;
};

void read_csv(TextLines& lines, stats::RatedGames& games, std::string_view header) try {
  const CsvResults results(header);
  GamePairs pairs(games);
  while (const auto line = lines.next()) {
    if (!line->empty()) results.add(*line, games, pairs);
  }
  pairs.finish();
} catch (const Error& error) {
  if (!error.file().empty()) throw;
  throw Error(lines.name(), lines.number(), error.message());
}

// PGN begins with a tag, an escape, a comment or nothing; whatever else must be the header of CSV.
bool looks_like_csv(std::string_view line) {
  return line.find(',') != std::string_view::npos && line.find_first_of("[%;{") != 0;
}

}  // namespace

void read_results(const std::filesystem::path& file, stats::RatedGames& games) {
  if (std::filesystem::is_regular_file(file) && is_game_file(file)) return read_game_file(file, games);
  TextLines lines(file);
  const auto line = lines.next();
  if (!line) return games.note(file.string() + ": empty");
  std::string first(*line);
  if (looks_like_sgf(first)) {
    require_no_pipe(file);
    return read_sgf_results(file, games);
  }
  if (looks_like_csv(first)) return read_csv(lines, games, first);
  read_pgn_results(lines, games, std::move(first));
}

}  // namespace hone::formats
