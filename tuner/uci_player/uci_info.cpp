// SPDX-License-Identifier: MIT
#include "tuner/uci_player/uci_info.hpp"

#include <algorithm>
#include <charconv>

#include "engine/uci_text.hpp"

namespace hone {
namespace {

constexpr std::string_view blanks = " \t\r";

std::optional<std::int64_t> number(std::string_view word) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc() || end != word.data() + word.size()) return std::nullopt;
  return value;
}

Score score_of_centipawns(std::int64_t value) {
  return static_cast<Score>(std::clamp<std::int64_t>(value, -max_eval, max_eval));
}

Depth as_depth(std::int64_t value) { return static_cast<Depth>(std::clamp<std::int64_t>(value, 0, 10'000)); }

}  // namespace

Score score_of_mate(std::int64_t moves) {
  constexpr std::int64_t most_plies = win_stride - 1;
  if (moves > 0) return terminal_score(1, static_cast<Ply>(std::min(2 * std::min(moves, most_plies) - 1, most_plies)));
  return terminal_score(-1, static_cast<Ply>(std::min(-2 * std::max(moves, -most_plies), most_plies)));
}

UciInfo parse_info(std::string_view line) {
  UciInfo info;
  const auto words = split_words(line);
  for (std::size_t i = 1; i + 1 < words.size(); ++i) {
    if (words[i] == "pv" || words[i] == "string") break;
    const auto value = number(words[i + 1]);
    if (!value) continue;
    if (words[i] == "depth") info.depth = as_depth(*value);
    if (words[i] == "seldepth") info.selective_depth = as_depth(*value);
    if (words[i] == "nodes") info.nodes = static_cast<std::uint64_t>(std::max<std::int64_t>(*value, 0));
    if (words[i] == "cp") info.score = score_of_centipawns(*value);
    if (words[i] == "mate") info.score = score_of_mate(*value);
  }
  return info;
}

std::string_view first_word(std::string_view line) {
  const std::size_t start = std::min(line.find_first_not_of(blanks), line.size());
  return line.substr(start, std::min(line.find_first_of(blanks, start), line.size()) - start);
}

std::string_view move_of_answer(std::string_view line) {
  const auto words = split_words(line);
  return words.size() > 1 ? words[1] : std::string_view();
}

}  // namespace hone
