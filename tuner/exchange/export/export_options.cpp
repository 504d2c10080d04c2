// SPDX-License-Identifier: MIT
#include "tuner/exchange/export/export_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>

#include "data/error.hpp"
#include "data/printable.hpp"
#include "data/weights.hpp"
#include "data/words.hpp"
#include "tuner/learn/fit/group_patterns.hpp"
#include "tuner/text/options.hpp"

namespace hone::exchange {

namespace {

const text::Choices<RowOrder>& row_orders() {
  static const text::Choices<RowOrder> orders{{"a8", RowOrder::last_first}, {"a1", RowOrder::first_first}};
  return orders;
}

std::string show_stage_layout(const StageLayout& stages) {
  if (!stages.only.empty()) return stages.only;
  return stages.is_split ? "split" : "pair";
}

std::string show_decimals(const std::optional<Decimals>& decimals) {
  if (!decimals) return "";
  return decimals->count ? std::to_string(*decimals->count) : "all";
}

std::string show_scale(const std::optional<Scale>& scale) {
  if (!scale) return "";
  return scale->name.empty() ? text::show(scale->factor) : fmt::format("{}={}", scale->name, scale->value);
}

std::string show_clip(const std::optional<Clip>& clip) {
  return clip ? fmt::format("{}:{}", clip->low, clip->high) : "";
}

double finite_number(std::string_view text, std::string_view wanted) {
  if (const auto number = whole_number<double>(text)) return *number;
  throw Error(expected_found(wanted, fmt::format("'{}'", text)));
}

void require_letter(const std::string& piece) {
  const std::size_t equals = piece.find('=');
  const bool has_both = equals != std::string::npos && equals > 0 && piece.size() == equals + 2;
  if (has_both && std::isalpha(static_cast<unsigned char>(piece.back())) != 0) return;
  throw Error(expected_found("--pieces NAME=LETTER, such as knight=n", quotation(piece)));
}

bool is_key_character(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-' || c == '.';
}

}  // namespace

std::string_view to_string(RowOrder order) { return order == RowOrder::last_first ? "a8" : "a1"; }

std::string_view row_order_sentence(RowOrder order) {
  return order == RowOrder::last_first ? row_order_text
                                       : "boards lie as their squares are numbered: the first row is written first";
}

StageLayout parse_stage_layout(std::string_view text) {
  if (text == "pair") return {};
  if (text == "split") return {.is_split = true};
  if (text.empty()) throw Error(expected_found("pair, split or a stage", "nothing"));
  return {.is_split = true, .only = std::string(text)};
}

Decimals parse_decimals(std::string_view text) {
  if (text == "all") return {std::nullopt};
  return {static_cast<int>(text::parse_integer(text, {0, most_decimals}))};
}

Scale parse_scale(std::string_view text) {
  constexpr std::string_view wanted = "FACTOR or NAME=VALUE, such as 0.74 or material.pawn.mg=82";
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos) {
    const double factor = finite_number(text, wanted);
    if (factor > 0) return {.factor = factor};
    throw Error(expected_found("a factor above 0", fmt::format("'{}'", text)));
  }
  if (equals == 0) throw Error(expected_found(wanted, fmt::format("'{}'", text)));
  return {.name = std::string(text.substr(0, equals)), .value = finite_number(text.substr(equals + 1), wanted)};
}

Clip parse_clip(std::string_view text) {
  constexpr std::string_view wanted = "LOW:HIGH, such as -128:127";
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos) throw Error(expected_found(wanted, fmt::format("'{}'", text)));
  const Clip clip{finite_number(text.substr(0, colon), wanted), finite_number(text.substr(colon + 1), wanted)};
  if (clip.low < clip.high) return clip;
  throw Error(fmt::format("the lower bound {} is not below the upper one, {}", clip.low, clip.high));
}

void ExportOptions::declare(text::Options& options) {
  options.group("Which values");
  options.custom(
      "groups", "PATTERNS", [this](std::string_view text) { groups = learn::parse_group_patterns(text); },
      [this] { return text::join(groups, ","); }, "groups to write, '*' for any text, commas between; otherwise all");
  options.flag("drop-unfitted", drop_unfitted,
               "leave out groups that no fit has reached: those without a standard error in the weights file");
  options.custom(
      "stages", "pair|split|STAGE", [this](std::string_view text) { stages = parse_stage_layout(text); },
      [this] { return show_stage_layout(stages); },
      "the values of the stages side by side, in a table each, or of one stage alone");
  options.integer(
      "single-stage", "PHASE", single_stage, {0, 255 * 255},
      "one value instead of several stages: that of positions at this phase, in steps from the first stage");
  options.flag("fold-material", fold_material, "add material.X to the board psqt.X, and leave it out");

  options.group("Their unit");
  options.custom(
      "scale", "FACTOR|NAME=VALUE", [this](std::string_view text) { scale = parse_scale(text); },
      [this] { return show_scale(scale); },
      "multiply the score, or so that one weight comes out as told, such as material.pawn.mg=82; without a stage "
      "the sum of its stages does");
  options.real("unit", "U", unit, {1e-6, 1e6},
               "units of the target that are one of the game's: 74 where a pawn is 74; hone itself counts 100");
  options.custom(
      "clip", "LOW:HIGH", [this](std::string_view text) { clip = parse_clip(text); },
      [this] { return show_clip(clip); }, "move values beyond these bounds of the target to the bounds");
  options.custom(
      "decimals", "N|all", [this](std::string_view text) { decimals = parse_decimals(text); },
      [this] { return show_decimals(decimals); },
      "decimals of the values; 0 unless said otherwise, and all of them in weights, json, csv and npy");

  options.group("How they are written");
  options.choice("order", row_orders(), order, "what a board begins with: its last row, or its first");
  const auto cases = letter_cases();
  options.choice(
      "case", text::Choices<Case>(cases.begin(), cases.end()), keys.letters,
      "how names are spelled, where a format has none of its own: not in weights, json, csv, npy, pesto, fairy-*");
  options.text("prefix", "TEXT", keys.prefix, "what every name begins with, where --case spells it");
  options.list("pieces", "NAME=LETTER", pieces,
               "letters of pieces in fairy-stockfish and fairy-max: knight=n; otherwise their first ones, and n of a "
               "knight");
}

void ExportOptions::validate() const {
  if (scale && unit) throw Error("--scale and --unit both give the unit: say one of them");
  if (single_stage && !stages.only.empty()) throw Error("--single-stage leaves no stage for --stages to choose");
  for (const std::string& piece : pieces) require_letter(piece);
  for (const char c : keys.prefix) {
    if (is_key_character(c)) continue;
    throw Error(expected_found("--prefix of letters, digits and '_', '-', '.'", quotation(keys.prefix)));
  }
}

}  // namespace hone::exchange
