// SPDX-License-Identifier: MIT
//
// Games as plain text, one line a game, as a format of the table.
#include <fmt/format.h>

#include <charconv>
#include <limits>
#include <memory>
#include <optional>
#include <type_traits>

#include "data/error.hpp"
#include "data/printable.hpp"
#include "data/rows.hpp"
#include "data/text_lines.hpp"
#include "engine/opening.hpp"
#include "tuner/formats/formats.hpp"
#include "tuner/formats/labels.hpp"
#include "tuner/stats/tally.hpp"

namespace hone::formats {

namespace {

constexpr std::string_view first_line = "hone text games 1";
constexpr std::size_t most_opening_plies = std::numeric_limits<std::uint16_t>::max();
constexpr std::size_t most_header_bytes = std::size_t{1} << 25;  // a header of a game file has half of it at most

// Control characters, and bytes that are no UTF-8, become \\xNN: the line is safe to show and comes back whole.
std::string in_quotes(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '"' || c == '\\') escaped += '\\';
    escaped += c == '\n' ? std::string("\\n") : std::string(1, c);
  }
  return '"' + printable(escaped) + '"';
}

// Takes the character after a backslash, and for \xNN the two digits too, off the front of the text.
char take_escaped(std::string_view& text) {
  const char c = text.front();
  text.remove_prefix(1);
  if (c != 'x') return c == 'n' ? '\n' : c;
  unsigned char byte = 0;
  const std::string_view digits = text.substr(0, 2);
  const auto [stop, fault] = std::from_chars(digits.data(), digits.data() + digits.size(), byte, 16);
  if (fault != std::errc{} || stop != digits.data() + digits.size() || digits.size() < 2)
    throw Error("expected two hexadecimal digits after \\x");
  text.remove_prefix(2);
  return static_cast<char>(byte);
}

// Takes words and quoted texts off the front of a line.
class Words {
 public:
  explicit Words(std::string_view line) : rest_(line) { skip_blanks(); }

  [[nodiscard]] bool empty() const { return rest_.empty(); }
  [[nodiscard]] std::string_view peek() const { return rest_.substr(0, rest_.find_first_of(" \t")); }

  std::string_view word(std::string_view wanted) {
    const std::string_view word = peek();
    if (word.empty()) throw Error(expected_found(wanted, "the end of the line"));
    rest_.remove_prefix(word.size());
    skip_blanks();
    return word;
  }

  bool accept(std::string_view keyword) {
    if (peek() != keyword) return false;
    word(keyword);
    return true;
  }

  std::string quoted_text() {
    if (!rest_.starts_with('"')) throw Error(expected_found("a text in quotes", quotation(peek())));
    rest_.remove_prefix(1);
    std::string text;
    while (!rest_.empty()) {
      const char c = rest_.front();
      rest_.remove_prefix(1);
      if (c == '"') {
        skip_blanks();
        return text;
      }
      text += c == '\\' && !rest_.empty() ? take_escaped(rest_) : c;
    }
    throw Error("a quoted text is not closed");
  }

  template <class T>
  T number(std::string_view wanted, int base = 10) {
    return parse<T>(word(wanted), wanted, base);
  }

  template <class T>
  static T parse(std::string_view text, std::string_view wanted, int base = 10) {
    T value{};
    const std::string_view digits = text.starts_with('+') ? text.substr(1) : text;
    const char* const end = digits.data() + digits.size();
    const auto [stop, fault] = std::from_chars(digits.data(), end, value, base);
    if (fault == std::errc{} && stop == end) return value;
    throw Error(expected_found(wanted, quotation(text)));
  }

 private:
  void skip_blanks() { rest_.remove_prefix(std::min(rest_.find_first_not_of(" \t"), rest_.size())); }

  std::string_view rest_;
};

std::string outcome_text(const Outcome& outcome) {
  return fmt::format("{:+} {}", outcome.utility, to_string(outcome.reason));
}

std::string move_text(const Board& board, const PlayedMove& played, const MoveDetail* detail) {
  std::string text = board.move_text(played.move);
  if (played.score != no_score || detail != nullptr) text += ':';
  if (played.score != no_score) text += fmt::format("{:+}", played.score);
  if (detail != nullptr) text += fmt::format(":{}:{}", detail->depth, detail->milliseconds);
  return text;
}

std::string moves_text(const GameRecord& game, const GameDriver& driver) {
  std::string text;
  const std::unique_ptr<Board> board = start_of(driver, game);
  for (std::size_t ply = 0; ply < game.moves.size(); ++ply) {
    if (ply == 0 && game.opening_plies > 0) text += " opening";
    if (ply == game.opening_plies) text += " moves";
    const bool has_detail = ply >= game.opening_plies && !game.details.empty();
    text += ' ' + move_text(*board, game.moves[ply], has_detail ? &game.details[ply - game.opening_plies] : nullptr);
    play_checked(*board, game.moves[ply].move);
  }
  return text;
}

float parse_game_weight(std::string_view word) {
  const std::optional<double> weight = parse_number(word);
  const auto single = static_cast<float>(weight.value_or(0));
  if (single > 0 && single <= largest_row_weight) return single;
  throw Error(expected_found("a weight above 0, 1e9 at most", quotation(word)));
}

Outcome parse_outcome(Words& words) {
  Outcome outcome{words.number<int>("a result: +1, 0, -1"), EndReason::none};
  const std::string_view name = words.word("why the game ended");
  for (std::size_t i = 0; i < stats::end_reasons; ++i) {
    outcome.reason = static_cast<EndReason>(i);
    if (name == to_string(outcome.reason)) return outcome;
  }
  throw Error(expected_found("why the game ended", quotation(name)));
}

// MOVE[:[SCORE][:DEPTH:MILLISECONDS]]
class MoveWords {
 public:
  MoveWords(GameRecord& game, Board& board) : game_(game), board_(board) {}

  void add(std::string_view word, bool searched) {
    const std::string_view move = word.substr(0, word.find(':'));
    const std::optional<MoveCode> code = board_.parse_move(move);
    if (!code) throw Error(expected_found("a legal move in " + board_.text(), quotation(move)));
    game_.moves.push_back({*code, no_score});
    if (move.size() < word.size()) read_search(word.substr(move.size() + 1), searched);
    board_.play(*code);
  }

 private:
  void read_search(std::string_view text, bool searched) {
    const std::string_view score = text.substr(0, text.find(':'));
    if (!score.empty()) game_.moves.back().score = Words::parse<std::int32_t>(score, "a score in centi-units");
    if (score.size() == text.size()) return;
    if (!searched) throw Error("expected no depth of a move of the opening");
    const std::string_view detail = text.substr(score.size() + 1);
    const std::size_t colon = std::min(detail.find(':'), detail.size());
    const auto depth = Words::parse<std::uint16_t>(detail.substr(0, colon), "a depth");
    const auto time = detail.substr(std::min(colon + 1, detail.size()));
    game_.details.push_back({depth, Words::parse<std::uint32_t>(time, "milliseconds")});
  }

  GameRecord& game_;
  Board& board_;
};

bool is_keyword(std::string_view word) {
  return word == "moves" || word == "result" || word == "adjudicated" || word == "weight" || word == "note";
}

void read_moves(Words& words, GameRecord& game, const GameDriver& driver) {
  const std::unique_ptr<Board> board = start_of(driver, game);
  MoveWords moves(game, *board);
  if (words.accept("opening")) {
    while (!is_keyword(words.peek())) moves.add(words.word("a move"), false);
    if (game.moves.size() > most_opening_plies) throw Error("expected an opening of at most 65535 moves");
    game.opening_plies = static_cast<std::uint16_t>(game.moves.size());
  }
  if (words.accept("moves")) {
    while (!is_keyword(words.peek())) moves.add(words.word("a move"), true);
  }
  if (!game.details.empty() && game.details.size() + game.opening_plies != game.moves.size()) {
    throw Error("expected a depth and a time of every move after the opening, or of none");
  }
}

void read_header_line(Words& words, GameFileHeader& header) {
  const std::string_view key = words.word("a line of the header");
  if (key == "rules") {
    header.game = words.word("the name of a game");
  } else if (key == "player") {
    header.players.push_back(words.quoted_text());
  } else if (key == "seed") {
    header.seed = words.number<std::uint64_t>("a seed");
  } else if (key == "setting") {
    std::string name = words.quoted_text();
    header.settings.emplace_back(std::move(name), words.quoted_text());
  } else {
    throw Error(expected_found("rules, player, seed or setting", quotation(key)));
  }
  if (!words.empty()) throw Error(expected_found("the end of the line", quotation(words.peek())));
}

// Lines, each with its end.
std::string text_header(const GameFileHeader& header) {
  std::string text = fmt::format("{}\nrules {}\n", first_line, header.game);
  for (const std::string& player : header.players) text += fmt::format("player {}\n", in_quotes(player));
  text += fmt::format("seed {}\n", header.seed);
  for (const auto& [key, value] : header.settings)
    text += fmt::format("setting {} {}\n", in_quotes(key), in_quotes(value));
  return text + '\n';
}

// The numbers of the record's players are those of the header.
std::string to_text(const GameRecord& game, const GameDriver& driver) {
  std::string text = fmt::format("game {} seed {:016x} first {}", game.number, game.seed, game.first);
  if (game.second) text += fmt::format(" second {}", *game.second);
  if (!game.start.empty()) text += " start " + in_quotes(game.start);
  text += moves_text(game, driver) + " result " + outcome_text(game.outcome);
  if (game.adjudicated) text += " adjudicated " + outcome_text(*game.adjudicated);
  if (game.weight != 1) text += fmt::format(" weight {}", game.weight);
  if (!game.note.empty()) text += " note " + in_quotes(game.note);
  return text + '\n';
}

// Reads up to the empty line after the header. Throws Error with file and line.
GameFileHeader read_text_header(TextLines& lines) {
  GameFileHeader header;
  auto line = lines.next();
  if (!line || *line != first_line) {
    throw Error(lines.name(), 1,
                expected_found(quotation(first_line), line ? quotation(*line) : std::string("an empty file")) +
                    "; names in .txt hold games. For positions with results, one a line, rename it to .epd");
  }
  std::size_t bytes = 0;
  try {
    while ((line = lines.next()) && !line->empty()) {
      bytes += line->size();
      if (bytes > most_header_bytes) throw Error(fmt::format("the header is longer than {} bytes", most_header_bytes));
      Words words(*line);
      read_header_line(words, header);
    }
    if (header.game.empty()) throw Error("expected a line 'rules GAME' before the games");
  } catch (const Error& error) {
    throw Error(lines.name(), lines.number(), error.message());
  }
  return header;
}

// Throws Error without a place.
NamedGame parse_text_game(std::string_view line, const GameFileHeader& header, const GameDriver& driver) {
  Words words(line);
  if (!words.accept("game")) throw Error(expected_found("'game' and its number", quotation(words.peek())));
  GameRecord game;
  game.number = words.number<std::uint64_t>("the number of the game");
  const bool has_seed = words.accept("seed");
  if (has_seed) game.seed = words.number<std::uint64_t>("a seed of 16 hexadecimal digits", 16);
  if (words.accept("first")) game.first = words.number<std::uint8_t>("the number of a player");
  if (words.accept("second")) game.second = words.number<std::uint8_t>("the number of a player");
  if (words.accept("start")) game.start = words.quoted_text();
  read_moves(words, game, driver);
  if (!words.accept("result")) throw Error(expected_found("'result'", quotation(words.peek())));
  game.outcome = parse_outcome(words);
  if (words.accept("adjudicated")) game.adjudicated = parse_outcome(words);
  if (words.accept("weight")) game.weight = parse_game_weight(words.word("a weight"));
  if (words.accept("note")) game.note = words.quoted_text();
  if (!words.empty()) throw Error(expected_found("the end of the line", quotation(words.peek())));
  if (!has_seed) game.seed = stats::fingerprint(game);
  return with_names(std::move(game), header.players);
}

class TextGames final : public GameSource {
 public:
  explicit TextGames(const std::filesystem::path& file)
      : lines_(file), header_(read_text_header(lines_)), driver_(find_driver(header_.game)) {}

  [[nodiscard]] const GameDriver& driver() const override { return driver_; }
  [[nodiscard]] const GameFileHeader& header() const override { return header_; }

  [[nodiscard]] std::optional<UnreadGame> next() override {
    while (const auto line = lines_.next()) {
      if (line->find_first_not_of(" \t") == std::string_view::npos) continue;
      return UnreadGame{
          [this, number = lines_.number(), text = std::string(*line)] { return understood(text, number); },
          line->size()};
    }
    return std::nullopt;
  }

 private:
  [[nodiscard]] std::optional<NamedGame> understood(const std::string& text, int line) const {
    try {
      NamedGame game = parse_text_game(text, header_, driver_);
      if (game.record.outcome.reason == EndReason::none) return std::nullopt;  // it is not over
      return game;
    } catch (const Error& error) {
      throw Error({}, line, error.message());
    }
  }

  TextLines lines_;
  GameFileHeader header_;
  const GameDriver& driver_;
};

}  // namespace

std::unique_ptr<GameSource> open_text_games(const std::filesystem::path& file) {
  return std::make_unique<TextGames>(file);
}

Encoder<NamedGame> text_game_encoder(const GameFileHeader& header) {
  const GameDriver& driver = find_driver(header.game);
  return {.head = text_header(header), .encode = [&driver, players = header.players](const NamedGame& game) {
            return to_text(with_numbers(game, players), driver);
          }};
}

}  // namespace hone::formats
