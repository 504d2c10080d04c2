// SPDX-License-Identifier: MIT
#include "tuner/exchange/export/export_model.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <map>
#include <string_view>

#include "data/error.hpp"
#include "data/printable.hpp"

namespace hone::exchange {

namespace {

constexpr double steps_each_way = 10;
constexpr double share_of_value = 0.1;  // that a step is where no error is known
constexpr double least_whole_step = 1, least_real_step = 0.01;

// Words that at least one of C99, C++20, Rust 2021, Go, C#, Java 17, Python 3, Zig and JavaScript does not allow as a
// name, and those that the templates use themselves.
constexpr std::string_view kept_words =
    " "
    "abstract addrspace align alignas alignof allowzero and and_eq any anyframe anytype arguments as asm "
    "assert async auto await base become bitand bitor bool boolean box break byte callconv case catch "
    "chan char char16_t char32_t char8_t checked class co_await co_return co_yield compl comptime concept "
    "const const_cast consteval constexpr constinit continue crate debugger decimal decltype def default "
    "defer del delegate delete do double dyn dynamic_cast elif else enum errdefer error eval event except "
    "explicit export extends extern fallthrough False false final finally fixed float fn for foreach "
    "friend from func function global go goto if impl implements implicit import in inline instanceof int "
    "interface internal is lambda let linksection lock long loop macro map match mod move mut mutable "
    "namespace native new noalias noexcept noinline None nonlocal nosuspend not not_eq null nullptr "
    "object opaque operator or or_eq orelse out override package packed params pass priv private "
    "protected pub public raise range readonly ref register reinterpret_cast requires restrict resume "
    "return S sbyte Score sealed select Self self short signed sizeof stackalloc static static_assert "
    "static_cast strictfp string struct super suspend switch synchronized template test this thread_local "
    "threadlocal throw throws trait transient True true try type typedef typeid typename typeof uint "
    "ulong unchecked undefined union unreachable unsafe unsigned unsized use ushort using usingnamespace "
    "var virtual void volatile wchar_t where while with xor xor_eq yield ";

std::string letters_of(const std::string& piece) { return piece == "knight" ? "n" : piece.substr(0, 1); }

// From NAME=LETTER, whose form ExportOptions::validate() has seen to.
std::map<std::string, std::string> given_letters(const std::vector<std::string>& pieces) {
  std::map<std::string, std::string> letters;
  for (const std::string& piece : pieces) letters[piece.substr(0, piece.find('='))] = piece.back();
  return letters;
}

std::vector<double> material_of(const PreparedWeights& prepared, const std::string& piece) {
  const Group* const group = prepared.weights.schema.find("material." + piece);
  std::vector<double> values;
  for (const int phase : prepared.phases) {
    const bool has_value = group != nullptr && group->shape.kind == GroupKind::scalar;
    values.push_back(has_value ? prepared.weights.at(group->first, phase) : 0);
  }
  return values;
}

}  // namespace

std::vector<int> terms_in_order(const Group& group, RowOrder order) {
  std::vector<int> terms;
  for (int i = 0; i < group.shape.rows; ++i) {
    const int row = order == RowOrder::last_first ? group.shape.rows - 1 - i : i;
    for (int col = 0; col < group.shape.cols; ++col) terms.push_back(group.first + row * group.shape.cols + col);
  }
  return terms;
}

std::vector<std::size_t> weights_in_order(const PreparedWeights& prepared) {
  const auto phases = static_cast<std::size_t>(prepared.weights.schema.phase_count());
  std::vector<std::size_t> weights;
  for (const Group& group : prepared.weights.schema.groups()) {
    for (const int term : terms_in_order(group, prepared.options.order)) {
      for (const int phase : prepared.phases) {
        weights.push_back(static_cast<std::size_t>(term) * phases + static_cast<std::size_t>(phase));
      }
    }
  }
  return weights;
}

SearchRange search_range(const PreparedWeights& prepared, std::size_t weight) {
  const double value = prepared.weights.values[weight];
  const double error = prepared.weights.errors.empty() ? NAN : prepared.weights.errors[weight];
  const bool whole = prepared.decimals.whole();
  SearchRange range;
  range.step = std::isfinite(error) ? error : share_of_value * std::abs(value);
  range.step = std::max(range.step, whole ? least_whole_step : least_real_step);
  const double reach = whole ? std::round(steps_each_way * range.step) : steps_each_way * range.step;
  range.low = std::max(value - reach, prepared.lower[weight]);
  range.high = std::min(value + reach, prepared.upper[weight]);
  if (whole) {
    range.low = std::ceil(range.low);
    range.high = std::floor(range.high);
  }
  range.low = std::min(range.low, value);
  range.high = std::max(range.high, value);
  return range;
}

std::string role_note(const Schema& schema, const Group& group) {
  return group.role == Role::linear ? "" : fmt::format(" (not linear, {})", to_string(schema.role_of(group)));
}

std::vector<std::string> intro_lines(const PreparedWeights& prepared) {
  const Weights& weights = prepared.weights;
  const Schema& schema = weights.schema;
  std::vector<std::string> lines{
      fmt::format("Evaluation weights of {}; {} ({}).", schema.game(), row_order_sentence(prepared.options.order),
                  to_string(prepared.options.order)),
      "A weight is multiplied with how often its term counts for the first player less for the second; the products "
      "are summed."};
  if (!schema.is_linear()) {
    lines.push_back(
        "But groups that are not linear, which say so, go into squares (role:squared), the lesser of two sums "
        "(role:lesser), the percent of a stage (role:scale) or the phase (role:phase); data/second_order.hpp of hone "
        "has the formula.");
  }
  if (schema.phase_count() > 1) {
    lines.push_back(fmt::format(
        "Stages: {}. At step s of {} between two of them the score is (sum * ({} - s) + sum of the next stage * s) / "
        "{}.",
        fmt::join(schema.phases(), ", "), schema.phase_steps(), schema.phase_steps(), schema.phase_steps()));
  }
  lines.push_back(
      fmt::format("The expected result of a game is 1 / (1 + 10^(-K * score / 400)){}{}.", scale_words, weights.k));
  lines.push_back(fmt::format("{}; schema {}{}{}.", written_by, schema.fingerprint(),
                              prepared.changes.empty() ? "" : "; ", fmt::join(prepared.changes, ", ")));
  return lines;
}

std::string comment_text(const std::string& text) {
  std::string safe = printable(text);
  std::replace(safe.begin(), safe.end(), '\\', '/');
  return safe;
}

std::string identifier(const std::string& key) {
  std::string name = key;
  for (char& c : name) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  }
  if (name.empty() || std::isdigit(static_cast<unsigned char>(name.front())) != 0) name.insert(name.begin(), '_');
  if (kept_words.find(fmt::format(" {} ", name)) != std::string_view::npos) name += '_';
  return name;
}

std::string piece_of(const std::string& group) {
  for (const std::string_view family : {"psqt.", "material."}) {
    if (group.starts_with(family) && group.find('.', family.size()) == std::string::npos) {
      return group.substr(family.size());
    }
  }
  return "";
}

std::vector<PieceValue> piece_values(const PreparedWeights& prepared) {
  std::map<std::string, std::string> letters = given_letters(prepared.options.pieces);
  std::vector<PieceValue> pieces;
  for (const Group& group : prepared.weights.schema.groups()) {
    const std::string piece = piece_of(group.name);
    const auto same = [&piece](const PieceValue& other) { return other.name == piece; };
    if (piece.empty() || std::any_of(pieces.begin(), pieces.end(), same)) continue;
    const auto given = letters.find(piece);
    pieces.push_back({piece, given == letters.end() ? letters_of(piece) : given->second, material_of(prepared, piece)});
    if (given != letters.end()) letters.erase(given);
  }
  if (letters.empty()) return pieces;
  throw Error(fmt::format("--pieces: there is no group material.{} or psqt.{}", letters.begin()->first,
                          letters.begin()->first));
}

}  // namespace hone::exchange
