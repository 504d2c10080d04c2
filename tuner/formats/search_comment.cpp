// SPDX-License-Identifier: MIT
#include "tuner/formats/search_comment.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdlib>

#include "tuner/formats/labels.hpp"
#include "tuner/stats/tally.hpp"

namespace hone::formats {

namespace {

std::string score_word(Score score, Wins wins) {
  if (score == no_score) return {};  // the player did not say
  if (!is_decided(score)) return fmt::format("{:+.2f}", score / 100.0);
  if (wins == Wins::graded) return fmt::format("{:+}@{}", utility_of(score), plies_to_end(score));
  return fmt::format("{}M{}", is_win(score) ? '+' : '-', (plies_to_end(score) + 1) / 2);
}

std::string_view word_at_front(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
  return text.substr(0, text.find(' '));
}

template <class T>
std::optional<T> whole_part(std::string_view text) {
  T value{};
  const char* const end = text.data() + text.size();
  const auto [stop, fault] = std::from_chars(text.data(), end, value);
  if (fault != std::errc{} || stop != end) return std::nullopt;
  return value;
}

// "+7@12".
std::optional<Score> parse_graded(std::string_view text) {
  const std::size_t at = text.find('@');
  const std::size_t begin = text.starts_with('+') ? 1 : 0;
  const auto utility = whole_part<int>(text.substr(begin, at - begin));
  const auto plies = whole_part<int>(text.substr(at + 1));
  const bool is_score =
      utility && plies && *utility != 0 && std::abs(*utility) <= max_utility && *plies >= 0 && *plies < win_stride;
  return is_score ? std::optional(terminal_score(*utility, *plies)) : std::nullopt;
}

bool begins_with_digit(std::string_view text) { return !text.empty() && text.front() >= '0' && text.front() <= '9'; }

// Programs write "+0.31", or "0.31/12" with the depth; people write "12 moves later", "2. Nf3" and "1/2 by agreement".
bool is_from_program(bool has_sign, std::string_view digits, bool has_depth) {
  const std::size_t point = digits.find('.');
  const bool has_decimals = point != std::string_view::npos && begins_with_digit(digits.substr(point + 1));
  return has_depth ? has_sign || has_decimals : has_sign && has_decimals;
}

// "+0.31", "-M5", "M3/20"; "+#5" and "#-5" are other spellings of a mate in five moves. People write "#19" too, of a
// game by its number or as a sign of Informants, so that a mate needs a sign or the depth.
std::optional<Score> score_said(std::string_view text, bool has_depth) {
  const bool is_loss = text.find('-') != std::string_view::npos;
  if (text.find('@') != std::string_view::npos) return parse_graded(text);
  std::string_view digits = text.substr(std::min(text.find_first_not_of("+-"), text.size()));
  if (!digits.starts_with('M') && !digits.starts_with('#')) {
    const auto pawns = parse_number(digits);
    if (!pawns || !begins_with_digit(digits)) return std::nullopt;
    if (!is_from_program(digits.size() < text.size(), digits, has_depth)) return std::nullopt;
    const Score score = clamp_eval(static_cast<int>(std::min(std::lround(*pawns * 100), long{max_eval})));
    return is_loss ? -score : score;
  }
  digits.remove_prefix(1);
  if (digits.starts_with('-')) digits.remove_prefix(1);
  const bool has_sign = text.find_first_of("+-") != std::string_view::npos;
  const auto moves = whole_part<int>(digits);
  if (!moves || *moves < 0 || *moves > win_stride / 2 || !(has_sign || has_depth)) return std::nullopt;
  const Ply plies = std::max(0, 2 * *moves - (is_loss ? 0 : 1));
  return terminal_score(is_loss ? -1 : 1, plies);
}

// "0.045s", or "0.045s," where more is said.
std::optional<std::uint32_t> seconds_said(std::string_view text) {
  if (text.ends_with(',')) text.remove_suffix(1);
  if (!text.ends_with('s')) return std::nullopt;
  const auto seconds = parse_number(text.substr(0, text.size() - 1));
  if (!seconds || *seconds < 0 || *seconds > 4e6) return std::nullopt;
  return static_cast<std::uint32_t>(std::lround(*seconds * 1000));
}

}  // namespace

std::string search_comment(const PlayedMove& played, const MoveDetail* detail, Wins wins) {
  std::string text = score_word(played.score, wins);
  if (detail != nullptr && !text.empty()) text += fmt::format("/{}", detail->depth);
  if (detail != nullptr && detail->milliseconds > 0)
    text += fmt::format("{}{:.3f}s", text.empty() ? "" : " ", detail->milliseconds / 1000.0);
  return text;
}

SearchComment parse_search_comment(std::string_view comment) {
  SearchComment result;
  const std::string_view word = word_at_front(comment);
  const std::size_t slash = std::min(word.find('/'), word.size());
  const std::string_view behind_slash = word.substr(std::min(slash + 1, word.size()));
  const auto score = score_said(word.substr(0, slash), begins_with_digit(behind_slash));
  if (!score) {
    if (const auto time = seconds_said(word.substr(0, 16))) result.detail = MoveDetail{0, *time};
    return result;
  }
  result.score = *score;
  const auto depth = whole_part<std::uint16_t>(behind_slash);
  if (!depth) return result;
  const auto behind = static_cast<std::size_t>(word.data() + word.size() - comment.data());
  const auto time = seconds_said(word_at_front(comment.substr(behind)).substr(0, 16));
  result.detail = MoveDetail{*depth, time.value_or(0)};
  return result;
}

std::optional<Score> parse_eval_command(std::string_view comment) {
  constexpr std::string_view command = "[%eval ";
  const std::size_t at = comment.find(command);
  if (at == std::string_view::npos) return std::nullopt;
  const std::string_view behind = comment.substr(at + command.size());
  const std::string_view word = behind.substr(0, behind.find_first_of(",] "));
  if (word.find_first_of(".#") != std::string_view::npos) return score_said(word, true);
  const auto hundredths = whole_part<int>(word);
  const bool has_depth = behind.substr(word.size()).starts_with(',');
  return hundredths && has_depth ? std::optional(clamp_eval(*hundredths)) : std::nullopt;
}

std::string_view note_in(std::string_view comment) {
  if (ending_in(comment) == EndReason::none) return {};
  comment.remove_prefix(std::min(comment.find(':'), comment.size() - 1) + 1);
  comment.remove_prefix(std::min(comment.find_first_not_of(' '), comment.size()));
  return comment.substr(0, comment.find_last_not_of(' ') + 1);
}

EndReason ending_in(std::string_view comment) {
  for (std::size_t i = 0; i < stats::end_reasons; ++i) {
    const auto reason = static_cast<EndReason>(i);
    const std::string_view name = to_string(reason);
    if (comment == name || comment.starts_with(fmt::format("{}:", name))) return reason;
  }
  return EndReason::none;
}

}  // namespace hone::formats
