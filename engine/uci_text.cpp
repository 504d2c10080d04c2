// SPDX-License-Identifier: MIT
#include "engine/uci_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>

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
  go.infinite = std::ranges::find(words, "infinite") != words.end();
  ClockWords clock;
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    const auto value = number(words[i + 1]);
    if (!value) continue;
    if (words[i] == "depth") go.limits.depth = as_depth(*value);
    if (words[i] == "nodes") go.limits.nodes = static_cast<std::uint64_t>(std::max<std::int64_t>(*value, 1));
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

std::string info_text(const Board& board, const SearchResult& result) {
  const auto milliseconds = std::chrono::duration_cast<std::chrono::milliseconds>(result.elapsed).count();
  const double seconds = std::chrono::duration<double>(result.elapsed).count();
  const auto per_second =
      static_cast<std::uint64_t>(static_cast<double>(result.counters.nodes) / std::max(seconds, 1e-6));
  return fmt::format("info depth {} seldepth {} score {} nodes {} nps {} time {} pv {}", result.depth,
                     result.selective_depth, score_text(result.score), result.counters.nodes, per_second, milliseconds,
                     line_text(board, result.pv));
}

}  // namespace hone
