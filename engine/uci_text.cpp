// SPDX-License-Identifier: MIT
#include "engine/uci_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>

#include "data/outcome_model.hpp"

namespace hone {
namespace {

std::optional<std::int64_t> number(std::string_view word) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc() || end != word.data() + word.size()) return std::nullopt;
  return value;
}

std::chrono::milliseconds milliseconds(std::int64_t count) {
  constexpr std::int64_t eleven_days = 1'000'000'000;  // in milliseconds; longer times could overflow
  return std::chrono::milliseconds(std::clamp<std::int64_t>(count, 0, eleven_days));
}

Depth as_depth(std::int64_t value) { return static_cast<Depth>(std::clamp<std::int64_t>(value, 1, max_ply - 1)); }

// The clock of one side. Any of its words may be present, in any order.
struct ClockWords {
  std::optional<std::int64_t> time, increment, moves_to_go;

  void take(std::string_view word, std::int64_t value, Side side) {
    const bool first = side == Side::first;
    if (word == (first ? "wtime" : "btime")) time = value;
    if (word == (first ? "winc" : "binc")) increment = value;
    if (word == "movestogo") moves_to_go = value;
  }
  [[nodiscard]] std::optional<Clock> clock() const {
    if (!time) return std::nullopt;
    return Clock{milliseconds(*time), milliseconds(increment.value_or(0)),
                 static_cast<int>(std::clamp<std::int64_t>(moves_to_go.value_or(0), 0, 1000))};
  }
};

bool is_word_of_go(std::string_view word) {
  constexpr std::array<std::string_view, 13> words{"searchmoves", "ponder",    "wtime", "btime", "winc",
                                                   "binc",        "movestogo", "depth", "nodes", "mate",
                                                   "movetime",    "infinite",  "perft"};
  return std::ranges::find(words, word) != words.end();
}

}  // namespace

std::vector<std::string_view> split_words(std::string_view line) {
  constexpr std::string_view blanks = " \t\r";
  std::vector<std::string_view> words;
  for (std::size_t start = line.find_first_not_of(blanks); start != std::string_view::npos;) {
    const std::size_t end = line.find_first_of(blanks, start);
    words.push_back(line.substr(start, end - start));
    start = line.find_first_not_of(blanks, end);
  }
  return words;
}

GoCommand parse_go(std::string_view line, Side side_to_move) {
  GoCommand go;
  const auto words = split_words(line);
  const auto has = [&](std::string_view word) { return std::ranges::find(words, word) != words.end(); };
  go.infinite = has("infinite");
  go.ponder = has("ponder");
  ClockWords clock;
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    if (words[i] == "searchmoves") {
      for (std::size_t j = i + 1; j < words.size() && !is_word_of_go(words[j]); ++j)
        go.search_moves.emplace_back(words[j]);
    }
    const auto value = number(words[i + 1]);
    if (!value) continue;
    if (words[i] == "depth") go.limits.depth = as_depth(*value);
    if (words[i] == "nodes") go.limits.nodes = static_cast<std::uint64_t>(std::max<std::int64_t>(*value, 1));
    if (words[i] == "mate") go.limits.mate = as_depth(*value);
    if (words[i] == "movetime") go.limits.move_time = milliseconds(*value);
    if (words[i] == "perft") go.perft = static_cast<Depth>(std::clamp<std::int64_t>(*value, 0, 20));
    clock.take(words[i], *value, side_to_move);
  }
  go.limits.clock = clock.clock();
  return go;
}

std::string score_text(Score score) {
  if (!is_decided(score)) return fmt::format("cp {}", score);
  const int moves = (plies_to_end(score) + 1) / 2;
  return fmt::format("mate {}", is_win(score) ? moves : -moves);
}

std::string line_text(const Board& board, const std::vector<MoveCode>& line) {
  const auto walker = board.clone();
  std::string text;
  for (const MoveCode move : line) {
    if (!text.empty()) text += ' ';
    text += walker->move_text(move);
    walker->play(move);
  }
  return text;
}

std::string chances_text(const SearchResult& result, double k) {
  if (is_decided(result.score)) return is_win(result.score) ? "wdl 1000 0 0" : "wdl 0 0 1000";
  if (result.proved) return "wdl 0 1000 0";
  const double p = outcome_of_logit(logit_per_score(k) * result.score);
  const auto win = std::lround(1000 * p * p), loss = std::lround(1000 * (1 - p) * (1 - p));
  return fmt::format("wdl {} {} {}", win, 1000 - win - loss, loss);
}

std::string info_text(const Board& board, const SearchResult& result, const InfoDetails& details) {
  const auto milliseconds = std::chrono::duration_cast<std::chrono::milliseconds>(result.elapsed).count();
  const double seconds = std::chrono::duration<double>(result.elapsed).count();
  const auto per_second =
      static_cast<std::uint64_t>(static_cast<double>(result.counters.nodes) / std::max(seconds, 1e-6));
  const std::string number = details.numbered ? fmt::format(" multipv {}", result.line) : "";
  const std::string chances = details.scale ? fmt::format(" {}", chances_text(result, *details.scale)) : "";
  return fmt::format("info depth {} seldepth {}{} score {}{} nodes {} nps {} hashfull {} time {} pv {}", result.depth,
                     result.selective_depth, number, score_text(result.score), chances, result.counters.nodes,
                     per_second, details.permille_full, milliseconds, line_text(board, result.pv));
}

std::string best_move_text(const Board& board, const SearchResult& result) {
  if (!result.move) return "bestmove 0000";
  const std::string text = fmt::format("bestmove {}", board.move_text(*result.move));
  if (result.pv.size() < 2) return text;
  const auto next = board.clone();
  next->play(*result.move);
  return text + fmt::format(" ponder {}", next->move_text(result.pv[1]));
}

}  // namespace hone
