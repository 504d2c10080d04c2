// SPDX-License-Identifier: MIT
#include "tuner/play/openings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <optional>
#include <string>
#include <utility>

#include "data/atomic_file.hpp"
#include "data/error.hpp"
#include "data/hash.hpp"
#include "data/random.hpp"
#include "data/text_lines.hpp"
#include "data/words.hpp"
#include "tuner/formats/epd.hpp"
#include "tuner/formats/game_source.hpp"
#include "tuner/formats/pdn.hpp"
#include "tuner/formats/sgf_records.hpp"
#include "tuner/formats/sgf_text.hpp"
#include "tuner/play/polyglot_book.hpp"

namespace hone::play {

namespace {

constexpr std::uint64_t half_salt = 0x6f70656e696e6773;  // "openings"
constexpr int usual_plies = 8;
constexpr std::uint64_t usual_nodes = 1'000;
constexpr Score training_bound = 400;  // uneven games teach as much as even ones; judging keeps the usual bound

// Random legal moves, or nothing when the game ended on the way.
std::optional<std::vector<MoveCode>> random_moves(Board& board, Random& random, int plies) {
  std::vector<MoveCode> moves;
  for (int ply = 0; ply < plies; ++ply) {
    const std::vector<MoveCode> legal = board.legal_moves();
    if (legal.empty()) return std::nullopt;
    moves.push_back(legal[random.below(legal.size())]);
    board.play(moves.back());
  }
  if (board.outcome()) return std::nullopt;
  return moves;
}

bool is_balanced(const Board& board, Engine& engine, const OpeningOptions& options) {
  const SearchResult result = engine.search(board, {options.limits, {}, {}});
  return std::abs(result.score) <= options.bound;
}

bool is_avoided(const Board& board, const OpeningOptions& options) {
  return options.avoided != nullptr && options.avoided->contains(board.hash());
}

std::string_view trimmed(std::string_view line) {
  const std::size_t first = line.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  return line.substr(first, line.find_last_not_of(" \t\r") - first + 1);
}

// Whether more than a position stands on the line. The last operation may lack its semicolon, so that in FEN it is a
// word where a number should be, or a seventh one, that tells.
bool has_operations(const GameDriver& driver, std::string_view text) {
  if (text.find(';') != std::string_view::npos) return true;
  if (!formats::is_fen(driver)) return false;
  Words words(text);
  for (int i = 0; i < formats::epd_fields(driver); ++i) (void)words.next();
  const std::string_view next = words.next();
  const bool is_opcode = next.size() > 1 && std::isalpha(static_cast<unsigned char>(next.front())) != 0;
  (void)words.next();
  return is_opcode || !words.rest().empty();
}

// The position at the beginning of the line, with or without EPD operations after it.
std::unique_ptr<Board> parse_opening(const GameDriver& driver, std::string_view text) {
  if (!has_operations(driver, text)) return driver.parse(text);
  return driver.parse(formats::parse_epd(text, driver).position);
}

constexpr std::size_t largest_pdn = std::size_t{1} << 30;  // bytes

// All of a text, packed or not. Lines of one that is not may be of any length.
std::string read_text(const std::filesystem::path& file, std::size_t most) {
  if (!is_packed(file)) return read_file(file, most);
  TextLines lines(file);
  std::string text;
  while (const auto line = lines.next()) {
    text.append(*line) += '\n';
    if (text.size() > most) throw Error(file.string(), 0, fmt::format("has more than {} bytes of text", most));
  }
  return text;
}

std::vector<Opening> read_pdn_plays(const GameDriver& driver, const std::filesystem::path& file) {
  if (driver.name() != "checkers") throw Error(file.string(), 0, "PDN holds games of checkers");
  std::vector<Opening> plays;
  for (formats::PdnGame& game : formats::parse_pdn(read_text(file, largest_pdn), file.string())) {
    plays.push_back(std::move(game.play));
  }
  return plays;
}

std::vector<Opening> read_sgf_plays(const GameDriver& driver, const std::filesystem::path& file) {
  std::vector<Opening> plays;
  formats::SgfGames games(file);
  while (const auto game = games.next()) {
    try {
      plays.push_back(formats::to_play(*game, driver).opening);
    } catch (const Error& error) {
      throw Error(games.name(), error.line(), error.message());
    }
  }
  return plays;
}

std::vector<Opening> read_wthor_plays(const GameDriver& driver, const std::filesystem::path& file) {
  std::vector<Opening> plays;
  const auto games = formats::open_games(file, &driver);
  for (std::size_t number = 1; const auto unread = games->next(); ++number) {
    try {
      const auto game = unread->understand();
      if (!game) continue;
      Opening play{game->record.start, {}};
      for (const PlayedMove& move : game->record.moves) play.moves.push_back(move.move);
      plays.push_back(std::move(play));
    } catch (const Error& error) {
      throw Error(file.string(), 0, fmt::format("game {}: {}", number, error.message()));
    }
  }
  return plays;
}

// The first moves, or all moves, of the games of a file.
std::vector<Opening> read_plays(const GameDriver& driver, const std::filesystem::path& file,
                                const decltype(read_pdn_plays)& read, std::optional<int> plies,
                                formats::FinishedGames finished) {
  std::vector<Opening> openings = read(driver, file);
  for (std::size_t i = 0; i < openings.size(); ++i) {
    std::vector<MoveCode>& moves = openings[i].moves;
    if (plies) moves.resize(std::min(static_cast<std::size_t>(*plies), moves.size()));
    if (finished == formats::FinishedGames::refuse && set_up(driver, openings[i])->outcome()) {
      throw Error(file.string(), 0, fmt::format("game {} is over where it should begin", i + 1));
    }
  }
  return openings;
}

std::vector<Opening> read_position_lines(const GameDriver& driver, const std::filesystem::path& file,
                                         formats::FinishedGames finished) {
  std::vector<Opening> openings;
  TextLines lines(file);
  while (const std::optional<std::string_view> line = lines.next()) {
    std::string text(trimmed(*line));
    if (text.empty() || text.front() == '#') continue;
    std::ranges::replace(text, '\t', ' ');
    try {
      const auto board = parse_opening(driver, text);
      if (finished == formats::FinishedGames::refuse && board->outcome())
        throw Error("the game is over in this position");
      openings.push_back({board->text(), {}});
    } catch (const Error& error) {
      throw Error(file.string(), lines.number(), error.message());
    }
  }
  return openings;
}

}  // namespace

void OpeningOptions::validate() const {
  const auto require = [](bool holds, std::string_view wanted, int found) {
    if (!holds) throw Error(expected_found(wanted, fmt::format("{}", found)));
  };
  require(min_plies >= 0, "opening plies >= 0", min_plies);
  require(max_plies >= min_plies, fmt::format("most opening plies >= {}", min_plies), max_plies);
  require(bound >= 0 && bound <= max_eval, fmt::format("opening bound in 0..{}", max_eval), bound);
  require(attempts > 0, "opening attempts > 0", attempts);
}

OpeningOptions default_openings(const GameDriver& driver, OpeningUse use) {
  OpeningOptions options;
  options.min_plies = std::min(usual_plies, driver.max_plies() / 3);
  options.max_plies = std::min(usual_plies + 1, driver.max_plies() / 3);
  options.limits.nodes = usual_nodes;
  options.limits.depth = std::max(1, driver.max_plies() / 6);
  if (use == OpeningUse::training) options.bound = training_bound;
  options.use = use;
  return options;
}

std::string start_with_komi(const GameDriver& driver, const std::string& komi) {
  if (komi.empty()) return {};
  std::unique_ptr<Board> board;
  try {
    board = driver.initial_with_komi(komi);
  } catch (const Error& error) {
    throw Error("--komi: " + error.message());
  }
  if (board == nullptr) throw Error("--komi: " + expected_found("a game of go", driver.name()));
  return board->text();
}

OpeningUse use_of(const Board& board) {
  return (hash_seed(board.hash(), half_salt) & 1) == 0 ? OpeningUse::training : OpeningUse::judging;
}

bool is_for(const Board& board, OpeningUse use) {
  if (use == OpeningUse::training || use == OpeningUse::judging) return use_of(board) == use;
  const bool is_of_pool = (hash_seed(board.hash(), half_salt) & 2) != 0;
  return use_of(board) == OpeningUse::judging && is_of_pool == (use == OpeningUse::pool);
}

const char* to_string(OpeningUse use) {
  switch (use) {
    case OpeningUse::training:
      return "training";
    case OpeningUse::judging:
      return "judging";
    case OpeningUse::gate:
      return "gate";
    case OpeningUse::pool:
      return "pool";
  }
  return "";
}

std::optional<Opening> extended_opening(const GameDriver& driver, Engine& engine, std::uint64_t seed,
                                        const OpeningOptions& options, const Opening& base) {
  Random random(seed);
  engine.new_game();
  const std::unique_ptr<Board> start = set_up(driver, base);
  for (int attempt = 0; attempt < options.attempts; ++attempt) {
    const auto span = static_cast<std::uint64_t>(options.max_plies - options.min_plies + 1);
    const int plies = options.min_plies + static_cast<int>(random.below(span));
    const std::unique_ptr<Board> board = start->clone();
    const std::optional<std::vector<MoveCode>> moves = random_moves(*board, random, plies);
    if (!moves || !is_for(*board, options.use) || is_avoided(*board, options)) continue;
    if (!is_balanced(*board, engine, options)) continue;
    Opening opening = base;
    opening.moves.insert(opening.moves.end(), moves->begin(), moves->end());
    return opening;
  }
  return std::nullopt;
}

Opening random_opening(const GameDriver& driver, Engine& engine, std::uint64_t seed, const OpeningOptions& options) {
  const Opening start{start_with_komi(driver, options.komi), {}};
  if (std::optional<Opening> opening = extended_opening(driver, engine, seed, options, start)) {
    return std::move(*opening);
  }
  throw Error(fmt::format("no {} opening of {} to {} random plies within +-{} found in {} attempts",
                          to_string(options.use), options.min_plies, options.max_plies, options.bound,
                          options.attempts));
}

std::vector<Opening> read_openings(const GameDriver& driver, const std::filesystem::path& file,
                                   std::optional<int> plies, formats::FinishedGames finished, std::uint64_t seed) {
  const std::string ending = ending_of(file);
  if (ending == ".bin") {
    BookLines lines{.seed = seed};
    lines.plies = plies.value_or(lines.plies);
    return book_lines(driver, file, lines);
  }
  std::vector<Opening> openings = ending == ".pgn"   ? formats::read_pgn_openings(driver, file, plies, finished)
                                  : ending == ".pdn" ? read_plays(driver, file, read_pdn_plays, plies, finished)
                                  : ending == ".sgf" ? read_plays(driver, file, read_sgf_plays, plies, finished)
                                  : ending == ".wtb" ? read_plays(driver, file, read_wthor_plays, plies, finished)
                                                     : read_position_lines(driver, file, finished);
  if (openings.empty()) throw Error(file.string(), 0, expected_found("openings", "none"));
  return openings;
}

void shuffle_openings(std::vector<Opening>& openings, std::uint64_t seed) {
  Random random(seed);
  for (std::size_t left = openings.size(); left > 1; --left) {
    std::swap(openings[left - 1], openings[random.below(left)]);
  }
}

}  // namespace hone::play
