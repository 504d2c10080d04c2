// SPDX-License-Identifier: MIT
#include "tuner/formats/sgf_records.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <memory>
#include <string_view>
#include <utility>

#include "data/error.hpp"
#include "data/faults.hpp"
#include "data/printable.hpp"
#include "data/words.hpp"
#include "engine/game_end.hpp"
#include "engine/go_games.hpp"
#include "games/go/text.hpp"
#include "tuner/formats/game_source.hpp"
#include "tuner/formats/labels.hpp"
#include "tuner/formats/search_comment.hpp"
#include "tuner/stats/tally.hpp"
#include "tuner/text/options.hpp"

namespace hone::formats {

namespace {

std::string value_or(const SgfGame& game, std::string_view name, std::string_view otherwise) {
  const std::string* const value = game.value(name);
  return std::string(text::trimmed(value == nullptr ? otherwise : *value));
}

// "9" and "9:9".
int size_of(const SgfGame& game) {
  const std::string size_text = value_or(game, "SZ", "19");
  const std::size_t colon = std::min(size_text.find(':'), size_text.size());
  const auto columns = whole_number<int>(std::string_view(size_text).substr(0, colon));
  const auto rows =
      colon == size_text.size() ? columns : whole_number<int>(std::string_view(size_text).substr(colon + 1));
  if (!columns || columns != rows)
    throw Error({}, game.line, expected_found("a square board, as SZ[9]", quotation("SZ[" + size_text + "]")));
  return *columns;
}

std::int16_t komi_of(const SgfGame& game, int size) {
  std::string komi = value_or(game, "KM", "");
  if (komi.empty()) komi = "0";
  const auto number = whole_number<double>(std::string_view(komi).substr(komi.starts_with('+') ? 1 : 0));
  const double halves = 2 * number.value_or(0.1);
  const bool is_half = halves == std::round(halves) && std::abs(halves) <= 2 * go::places;
  const auto known = is_half ? go::parse_komi(go::komi_text(static_cast<int>(halves)), size) : std::optional<int>();
  if (known) return static_cast<std::int16_t>(*known);
  throw Error({}, game.line,
              expected_found(fmt::format("a komi of whole or half points on {} x {}", size, size),
                             quotation("KM[" + komi + "]")));
}

// A point "cd": the column from the left, the row from above. Nothing for what is none.
std::optional<int> point_named(std::string_view text, int size) {
  if (text.size() != 2) return std::nullopt;
  const int column = text[0] - 'a', row = size - 1 - (text[1] - 'a');
  const bool is_on_board = column >= 0 && column < size && row >= 0 && row < size;
  return is_on_board ? std::optional(go::point_at(row, column)) : std::nullopt;
}

// "cd", or a rectangle "cd:ef" by two of its corners.
go::Points points_named(std::string_view text, int size, int line) {
  const std::string_view trimmed = text::trimmed(text);
  const std::size_t colon = std::min(trimmed.find(':'), trimmed.size());
  const auto first = point_named(trimmed.substr(0, colon), size);
  const auto last = colon == trimmed.size() ? first : point_named(trimmed.substr(colon + 1), size);
  if (!first || !last)
    throw Error(
        {}, line,
        expected_found(fmt::format("points of a board of {} x {}, as dd or aa:cc", size, size), quotation(text)));
  go::Points points;
  const auto [low_row, high_row] = std::minmax({go::row_of(*first), go::row_of(*last)});
  const auto [low_column, high_column] = std::minmax({go::column_of(*first), go::column_of(*last)});
  for (int row = low_row; row <= high_row; ++row) {
    for (int column = low_column; column <= high_column; ++column) points |= go::bit(go::point_at(row, column));
  }
  return points;
}

bool sets_up(const SgfNode& node) {
  return node.find("AB") != nullptr || node.find("AW") != nullptr || node.find("AE") != nullptr;
}

// The move of a node, if it has one.
const SgfProperty* move_of(const SgfNode& node) {
  const SgfProperty* const black = node.find("B");
  const SgfProperty* const white = node.find("W");
  const SgfProperty* const move = black != nullptr ? black : white;
  const bool is_one = move == nullptr || (move->values.size() == 1 && (black == nullptr || white == nullptr));
  if (!is_one) throw Error({}, node.line, expected_found("a move in a node", "several"));
  return move;
}

Side mover(const SgfProperty& move) { return move.name == "B" ? Side::first : Side::second; }

// Reads the nodes in their order.
class SgfReader {
 public:
  SgfReader(const SgfGame& game, const GameDriver& driver)
      : game_(game), driver_(driver), is_ours_(value_or(game, "AP", "").starts_with("hone")), line_(game.line) {}

  GameRecord run() {
    const std::size_t first_move = set_up();
    for (std::size_t i = first_move; i < game_.nodes.size() && !board_->outcome(); ++i) {
      line_ = game_.nodes[i].line;
      take_node(game_.nodes[i]);
    }
    line_ = game_.line;
    record_.details.erase(record_.details.begin(), record_.details.begin() + record_.opening_plies);
    if (std::ranges::all_of(record_.details, [](const MoveDetail& it) { return it == MoveDetail{}; }))
      record_.details.clear();
    return std::move(record_);
  }

  [[nodiscard]] const Board& last() const { return *board_; }
  [[nodiscard]] bool is_ours() const { return is_ours_; }
  [[nodiscard]] int line() const { return line_; }
  [[nodiscard]] const std::vector<std::size_t>& added_passes() const { return added_passes_; }

 private:
  // Returns the number of the first node with a move.
  std::size_t set_up() {
    const int size = *go_size(driver_);
    go::Position position = go_position(*driver_.initial());
    position.komi_halves = komi_of(game_, size);
    std::optional<Side> to_move;
    std::size_t i = 0;
    for (; i < game_.nodes.size() && move_of(game_.nodes[i]) == nullptr; ++i) {
      line_ = game_.nodes[i].line;
      put_stones(position, game_.nodes[i]);
      if (const std::string* const side = game_.nodes[i].value("PL")) to_move = side_named(*side);
    }
    if (i < game_.nodes.size() && sets_up(game_.nodes[i])) {
      line_ = game_.nodes[i].line;  // older programs set up stones where the first move is
      put_stones(position, game_.nodes[i]);
    }
    if (!to_move && i < game_.nodes.size()) to_move = mover(*move_of(game_.nodes[i]));
    const bool has_handicap = whole_number<int>(value_or(game_, "HA", "0")).value_or(0) >= 2;
    position.to_move = to_move.value_or(has_handicap ? Side::second : Side::first);
    board_ = driver_.parse(go::to_text(position));
    if (board_->text() != driver_.initial()->text()) record_.start = board_->text();
    return i;
  }

  void put_stones(go::Position& position, const SgfNode& node) const {
    for (const std::string_view name : {"AB", "AW", "AE"}) {
      const SgfProperty* const property = node.find(name);
      if (property == nullptr) continue;
      go::Points points;
      for (const std::string& value : property->values) points |= points_named(value, position.size, node.line);
      position.black &= ~points;
      position.white &= ~points;
      if (name == "AB") position.black |= points;
      if (name == "AW") position.white |= points;
    }
  }

  [[nodiscard]] static Side side_named(const std::string& value) {
    const std::string_view name = text::trimmed(value);
    if (name == "B" || name == "b" || name == "1") return Side::first;
    if (name == "W" || name == "w" || name == "2") return Side::second;
    throw Error(expected_found("PL[B] or PL[W]", quotation(value)));
  }

  void take_node(const SgfNode& node) {
    const SgfProperty* const move = move_of(node);
    if (sets_up(node) && !record_.moves.empty())
      throw Error(expected_found("stones set up before the first move", "stones set up after a move"));
    if (move == nullptr) return;
    if (board_->side_to_move() != mover(*move)) {
      added_passes_.push_back(record_.moves.size());
      add("pass", *move, SearchComment{});
      if (board_->outcome()) return;
    }
    const std::string* const comment = is_ours_ ? node.value("C") : nullptr;
    add(vertex_of(*move), *move, comment == nullptr ? SearchComment{} : parse_search_comment(*comment));
    if (comment != nullptr && *comment == "book")
      record_.opening_plies = static_cast<std::uint16_t>(record_.moves.size());
  }

  // A pass is empty, or "tt" as it was on boards up to 19 x 19.
  [[nodiscard]] std::string vertex_of(const SgfProperty& move) const {
    const std::string_view value = text::trimmed(move.values.front());
    if (value.empty() || value == "tt") return "pass";
    const auto point = point_named(value, *go_size(driver_));
    if (!point) throw Error(expected_found("a point of the board, or nothing for a pass", quotation(shown(move))));
    return go_point_text(go::row_of(*point), go::column_of(*point));
  }

  [[nodiscard]] static std::string shown(const SgfProperty& move) {
    return fmt::format("{}[{}]", move.name, move.values.front());
  }

  void add(const std::string& vertex, const SgfProperty& move, const SearchComment& said) {
    constexpr std::size_t most = 65'535;  // a record has 16 bits for those of an opening
    const auto code = board_->parse_move(vertex);
    if (!code) throw Error(expected_found("a legal move in " + board_->text(), quotation(shown(move))));
    if (record_.moves.size() == most) throw Error(fmt::format("more than {} moves in a game", most));
    record_.moves.push_back({*code, said.score});
    record_.details.push_back(said.detail.value_or(MoveDetail{}));
    board_->play(*code);
  }

  const SgfGame& game_;
  const GameDriver& driver_;
  bool is_ours_;
  GameRecord record_;
  std::unique_ptr<Board> board_;
  std::vector<std::size_t> added_passes_;
  int line_;
};

// What RE says.
struct SgfResult {
  int winner = 0;
  bool in_points = false;                // the score decided, or a draw
  EndReason reason = EndReason::resign;  // otherwise
};

std::string upper_case(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return text;
}

// Nothing where it says that there is none. Results in another spelling would be left out one by one, all draws for
// example, and what remains would mislead.
std::optional<SgfResult> result_said(const SgfGame& game) {
  const std::string said = value_or(game, "RE", "");
  const std::string text = upper_case(said);
  if (text.empty() || text == "?" || text == "VOID") return std::nullopt;
  if (text == "0" || text == "DRAW" || text == "JIGO") return SgfResult{0, true, EndReason::resign};
  const bool has_winner = text.size() >= 2 && (text[0] == 'B' || text[0] == 'W') && text[1] == '+';
  const std::string how = has_winner ? text.substr(2) : "";
  const int winner = text[0] == 'B' ? 1 : -1;
  if (has_winner && (how == "R" || how == "RESIGN")) return SgfResult{winner, false, EndReason::resign};
  if (has_winner && (how == "T" || how == "TIME")) return SgfResult{winner, false, EndReason::time_forfeit};
  if (has_winner && (how == "F" || how == "FORFEIT")) return SgfResult{winner, false, EndReason::illegal_move};
  if (has_winner && (how.empty() || whole_number<double>(how))) return SgfResult{winner, true, EndReason::resign};
  const Contradiction wrong = unknown_spelling("a result like B+3.5, W+R, W+T, W+F, 0, Void or ?", quotation(said));
  throw Contradiction({}, game.line, wrong.message());
}

Outcome outcome_of_sgf(const SgfGame& game, const SgfResult& result, const SgfReader& reader) {
  const std::string ending = reader.is_ours() ? value_or(game, "GC", "") : "";
  const EndReason said = ending_in(ending);
  const auto on_board = reader.last().outcome();
  if (on_board && result.in_points) {
    const int winner = (on_board->utility > 0) - (on_board->utility < 0);
    if (winner == result.winner) return *on_board;
    if (reader.is_ours() && said == on_board->reason)
      return outcome_after(reader.last(), result.winner, said, quotation("RE[" + value_or(game, "RE", "") + "]"));
  }
  const EndReason reason = said == EndReason::none || is_by_rules(said) ? result.reason : said;
  if (result.winner != 0) return {result.winner, reason};
  return {0, reason == EndReason::resign ? EndReason::draw_adjudication : reason};
}

float weight_of_sgf(const SgfGame& game) {
  const auto weight = static_cast<float>(whole_number<double>(value_or(game, "WEIGHT", "1")).value_or(1));
  return weight > 0 && weight <= largest_row_weight ? weight : 1;
}

}  // namespace

std::array<std::string, 2> players_of(const SgfGame& game) {
  const auto name = [&](std::string_view property) {
    const std::string* const value = game.value(property);
    std::string text = value == nullptr ? std::string() : *value;
    std::ranges::replace_if(
        text, [](unsigned char c) { return c < 0x20 || c == 0x7f; }, ' ');
    return std::string(text::trimmed(text));
  };
  return {name("PB"), name("PW")};
}

std::optional<int> winner_of(const SgfGame& game) {
  const auto result = result_said(game);
  return result ? std::optional(result->winner) : std::nullopt;
}

const GameDriver& driver_of(const SgfGame& game) {
  if (!game.fault.empty()) throw Error({}, game.fault_line, game.fault);
  const std::string kind = value_or(game, "GM", "1");
  if (kind != "1") throw Error({}, game.line, expected_found("a game of go, GM[1]", quotation("GM[" + kind + "]")));
  const int size = size_of(game);
  if (const GameDriver* const driver = find_go(size)) return *driver;
  throw Error({}, game.line,
              expected_found(fmt::format("a board of {} rows", go_sizes_text()), fmt::format("SZ[{}]", size)));
}

SgfPlay to_play(const SgfGame& game, const GameDriver& driver) {
  if (const GameDriver& own = driver_of(game); &own != &driver)
    throw Error({}, game.line, expected_found("a game of " + std::string(driver.name()), own.name()));
  SgfReader reader(game, driver);
  try {
    const GameRecord record = reader.run();
    SgfPlay play;
    play.opening.start = record.start;
    play.added_passes = reader.added_passes();
    for (const PlayedMove& move : record.moves) play.opening.moves.push_back(move.move);
    return play;
  } catch (const Error& error) {
    throw Error({}, error.line() > 0 ? error.line() : reader.line(), error.message());
  }
}

std::optional<GameRecord> to_record(const SgfGame& game, const GameDriver& driver) {
  if (const GameDriver& own = driver_of(game); &own != &driver)
    throw Error({}, game.line, expected_found(fmt::format("a game of {}, as those before", driver.name()), own.name()));
  const auto result = result_said(game);
  if (!result) return std::nullopt;
  SgfReader reader(game, driver);
  try {
    GameRecord record = reader.run();
    record.outcome = outcome_of_sgf(game, *result, reader);
    const std::string ending = reader.is_ours() ? value_or(game, "GC", "") : "";
    if (ending_in(ending) == record.outcome.reason) record.note = note_in(ending);
    record.weight = weight_of_sgf(game);
    record.seed = stats::fingerprint(record);
    return record;
  } catch (const Error& error) {
    throw Error({}, error.line() > 0 ? error.line() : reader.line(), error.message());
  }
}

}  // namespace hone::formats
