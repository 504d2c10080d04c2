// SPDX-License-Identifier: MIT
#include "tuner/play/uci/uci_words.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <iterator>
#include <utility>

#include "data/error.hpp"
#include "data/words.hpp"
#include "engine/uci_text.hpp"

namespace hone::play {

bool equal_but_case(std::string_view a, std::string_view b) {
  const auto lower = [](char c) { return std::tolower(static_cast<unsigned char>(c)); };
  return std::ranges::equal(a, b, {}, lower, lower);
}

namespace {

std::optional<UciOption::Type> type_of(std::string_view word) {
  using enum UciOption::Type;
  constexpr std::array<std::pair<std::string_view, UciOption::Type>, 5> types{
      {{"check", check}, {"spin", spin}, {"combo", combo}, {"button", button}, {"string", string}}};
  const auto* const found = std::ranges::find(types, word, [](const auto& type) { return type.first; });
  return found == types.end() ? std::nullopt : std::optional(found->second);
}

using WordsOfLine = std::vector<std::string_view>;

bool is_keyword(std::string_view word) { return word == "default" || word == "min" || word == "max" || word == "var"; }

void take(UciOption& option, std::string_view keyword, const std::string& value) {
  if (keyword == "default") option.fallback = value;
  if (keyword == "min") option.low = whole_number<double>(value);
  if (keyword == "max") option.high = whole_number<double>(value);
  if (keyword == "var") option.choices.push_back(value);
}

// The place of "type" before a type that there is: a name may hold any other word. The last word cannot be its place.
WordsOfLine::const_iterator find_type(const WordsOfLine& words) {
  return std::adjacent_find(words.begin(), words.end(), [](std::string_view word, std::string_view next) {
    return word == "type" && type_of(next).has_value();
  });
}

// The protocol knows whole numbers alone, but some engines have options with fractions.
bool has_fractions(const UciOption& option) {
  const auto is_fraction = [](const std::optional<double>& bound) { return bound && *bound != std::floor(*bound); };
  const bool starts_as_fraction = whole_number<double>(option.fallback) && !whole_number<std::int64_t>(option.fallback);
  return starts_as_fraction || is_fraction(option.low) || is_fraction(option.high);
}

std::string range_text(const UciOption& option) {
  const auto text = [](const std::optional<double>& bound) { return bound ? fmt::format("{}", *bound) : "any"; };
  return fmt::format("{}, {} to {}", has_fractions(option) ? "a number" : "a whole number", text(option.low),
                     text(option.high));
}

std::optional<double> spin_value(const UciOption& option, std::string_view text) {
  if (has_fractions(option)) return whole_number<double>(text);
  return whole_number<std::int64_t>(text);
}

bool is_in_range(const UciOption& option, std::string_view text) {
  const std::optional<double> value = spin_value(option, text);
  return value && *value >= option.low.value_or(*value) && *value <= option.high.value_or(*value);
}

constexpr std::string_view blanks = " \t\r";

using std::chrono::milliseconds;

// A field of a FEN, counted from 0; empty where there is none.
std::string fen_field(const Board& board, std::size_t index) {
  const std::string text = board.text();
  const auto fields = split_words(text);
  return index < fields.size() ? std::string(fields[index]) : std::string();
}

// Whether castling rights name files instead of wings, as the game writes them for unusual set-ups.
bool has_chess960_castling(const Board& board) {
  return fen_field(board, 2).find_first_not_of("KQkq-") != std::string::npos;
}

void add_clock(std::string& command, char side, const std::optional<Clock>& clock) {
  if (!clock) return;
  const auto out = std::back_inserter(command);
  fmt::format_to(out, " {}time {}", side, std::max(clock->time, milliseconds(1)).count());
  if (clock->increment.count() > 0) fmt::format_to(out, " {}inc {}", side, clock->increment.count());
}

}  // namespace

void UciSettings::tell(std::string_view text) const {
  if (notice) notice(fmt::format("{}: {}", player, text));
}

bool TellOnce::is_first(std::string_view subject) {
  const std::lock_guard lock(mutex_);
  return told_.emplace(subject).second;
}

void UciSettings::tell_once(std::string_view subject, std::string_view text) const {
  if (told->is_first(subject)) tell(text);
}

milliseconds patience_for(const Limits& limits) {
  constexpr milliseconds least{10'000};
  constexpr milliseconds a_node{10};
  const auto few = static_cast<std::uint64_t>((longest_patience - least) / a_node);
  if (!limits.nodes || *limits.nodes >= few) return longest_patience;
  return least + static_cast<std::int64_t>(*limits.nodes) * a_node;
}

UciPosition::UciPosition(const GameDriver& driver, const std::string& start)
    : board_(start.empty() ? driver.initial() : driver.parse(start)),
      chess960_(driver.name() == "chess" && has_chess960_castling(*board_)),
      has_move_clock_(driver.name() == "chess"),
      command_(start.empty() ? "position startpos" : "position fen " + board_->text()) {
  if (chess960_) board_->use_variant_spelling();
}

void UciPosition::play(MoveCode move) {
  const std::string text = board_->move_text(move);
  board_->play(move);
  if (has_move_clock_ && fen_field(*board_, 4) == "0") {
    command_ = "position fen " + board_->text();
    has_moves_ = false;
    return;
  }
  command_ += has_moves_ ? " " : " moves ";
  command_ += text;
  has_moves_ = true;
}

const std::string& UciPosition::after(std::span<const PlayedMove> moves) {
  for (; played_ < moves.size(); ++played_) play(moves[played_].move);
  return command_;
}

std::optional<MoveCode> UciPosition::parse(std::string_view said) const {
  std::string text(said);
  constexpr std::size_t promotion = 4;  // the place of its letter, which some engines write as "a7a8Q"
  if (text.size() == promotion + 1 && text.back() >= 'A' && text.back() <= 'Z') text.back() += 'a' - 'A';
  const std::optional<MoveCode> move = board_->parse_move(text);
  if (!move || board_->move_text(*move) == text) return move;
  const std::unique_ptr<Board> variant = board_->clone();
  variant->use_variant_spelling();
  return variant->move_text(*move) == text ? move : std::nullopt;
}

std::optional<UciOption> parse_uci_option(std::string_view line) {
  const WordsOfLine words = split_words(line);
  const auto type = find_type(words);
  if (type == words.end()) return std::nullopt;
  // A name in front ends at the type, whatever words it holds, and one after the type at the first keyword.
  const bool is_type_first = type - words.begin() == 1;
  const auto name = is_type_first ? type + 2 : words.begin() + 1;
  if (name == words.end() || *name != "name") return std::nullopt;
  const auto rest = is_type_first ? std::find_if(name + 1, words.end(), is_keyword) : type + 2;
  const auto name_end = is_type_first ? rest : type;
  if (name + 1 == name_end) return std::nullopt;
  UciOption option;
  option.name = fmt::format("{}", fmt::join(name + 1, name_end, " "));
  option.type = type_of(type[1]).value();
  const bool is_text = option.type == UciOption::Type::string;
  for (auto word = rest; word != words.end();) {
    const std::string_view keyword = *word++;
    // A string has no bounds and no choices, so that its default may hold any word.
    const auto end = is_text ? words.end() : std::find_if(word, words.end(), is_keyword);
    take(option, keyword, fmt::format("{}", fmt::join(word, end, " ")));
    word = end;
  }
  return option;
}

const UciOption* find_uci_option(const std::vector<UciOption>& options, std::string_view name) {
  const auto found = std::ranges::find_if(options, [&](const UciOption& o) { return equal_but_case(o.name, name); });
  return found == options.end() ? nullptr : &*found;
}

void check_uci_value(const UciOption& option, std::string_view value) {
  const auto require = [&](bool holds, const std::string& wanted) {
    if (!holds)
      throw Error(fmt::format("option {}: {}", option.name, expected_found(wanted, fmt::format("'{}'", value))));
  };
  switch (option.type) {
    case UciOption::Type::check:
      return require(value == "true" || value == "false", "true or false");
    case UciOption::Type::spin:
      return require(is_in_range(option, value), range_text(option));
    case UciOption::Type::combo:
      return require(std::ranges::any_of(option.choices, [&](const auto& c) { return equal_but_case(c, value); }),
                     fmt::format("one of {}", fmt::join(option.choices, ", ")));
    case UciOption::Type::button:
      return require(value.empty(), "no value");
    case UciOption::Type::string:
      return;
  }
}

UciInfo parse_info(std::string_view line) {
  UciInfo info;
  const auto words = split_words(line);
  for (std::size_t i = 1; i + 1 < words.size(); ++i) {
    if (words[i] == "pv" || words[i] == "string") break;
    const auto value = whole_number<std::int64_t>(words[i + 1]);
    if (!value) continue;
    if (words[i] == "depth") info.depth = depth_of(*value);
    if (words[i] == "seldepth") info.selective_depth = depth_of(*value);
    if (words[i] == "nodes") info.nodes = static_cast<std::uint64_t>(std::max<std::int64_t>(*value, 0));
    if (words[i] == "cp") info.score = score_of_centipawns(*value);
    if (words[i] == "mate") info.score = score_of_mate(*value);
  }
  return info;
}

Depth depth_of(std::int64_t number) { return static_cast<Depth>(std::clamp<std::int64_t>(number, 0, 10'000)); }

Score score_of_centipawns(std::int64_t centipawns) {
  return static_cast<Score>(std::clamp<std::int64_t>(centipawns, -max_eval, max_eval));
}

Score score_of_mate(std::int64_t moves) {
  constexpr std::int64_t most_plies = win_stride - 1;
  if (moves > 0) return terminal_score(1, static_cast<Ply>(std::min(2 * std::min(moves, most_plies) - 1, most_plies)));
  return terminal_score(-1, static_cast<Ply>(std::min(-2 * std::max(moves, -most_plies), most_plies)));
}

std::string_view first_word(std::string_view line) {
  const std::size_t start = std::min(line.find_first_not_of(blanks), line.size());
  return line.substr(start, std::min(line.find_first_of(blanks, start), line.size()) - start);
}

std::string_view move_of_answer(std::string_view line) {
  const auto words = split_words(line);
  return words.size() > 1 ? words[1] : std::string_view();
}

std::string go_command(const std::array<Limits, 2>& limits, Side side_to_move) {
  const Limits& own = limits[static_cast<std::size_t>(side_to_move)];
  std::string command = "go";
  const auto out = std::back_inserter(command);
  if (own.clock) {
    add_clock(command, 'w', limits[0].clock);
    add_clock(command, 'b', limits[1].clock);
    if (own.clock->moves_to_go > 0) fmt::format_to(out, " movestogo {}", own.clock->moves_to_go);
  }
  if (own.move_time) fmt::format_to(out, " movetime {}", own.move_time->count());
  if (own.depth) fmt::format_to(out, " depth {}", *own.depth);
  if (own.nodes) fmt::format_to(out, " nodes {}", *own.nodes);
  return command;
}

}  // namespace hone::play
