// SPDX-License-Identifier: MIT
#include "tuner/exchange/probe/probe_question.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "data/error.hpp"
#include "data/printable.hpp"
#include "data/words.hpp"

namespace hone::exchange {

namespace {

// What the presets were tried with stands in tuner/exchange/README.md.
const std::array<QuestionPreset, 4>& all_presets() {
  static const std::array<QuestionPreset, 4> all{{
      {"eval",
       "`eval`, the last line with 'eval' followed by a number, centipawns, white's view",
       {.pattern = R"(eval\w*\b[^-+0-9]*([-+]?[0-9]+(?:\.[0-9]+)?))"}},
      {"stockfish",
       "`eval`, \"Final evaluation +0.25 (white side)\", also \"Total evaluation: ...\"",
       {.pattern = R"(^(?:final|total) evaluation:?\s+([-+]?[0-9]+\.[0-9]+))", .unit = 100}},
      {"glaurung",
       "`eval`, \"Full eval: 24\", 204 a pawn, mover's view; it takes options when a search begins",
       {.prepare = "position startpos;go depth 1",
        .pattern = R"(^full eval: (-?[0-9]+))",
        .unit = 100.0 / 204,
        .view = ScoreView::mover}},
      {"go1",
       "`go depth 1`, the last \"score cp\"; for engines without `eval`, and not linear where its best move "
       "changes",
       {.commands = "go depth 1",
        .pattern = R"(\bscore cp ([-+]?[0-9]+)\b(?! (?:lower|upper)bound))",
        .view = ScoreView::mover,
        .clearing = Clearing::each}},
  }};
  return all;
}

bool is_go(std::string_view command) { return Words(command).next() == "go"; }

}  // namespace

void Question::validate() const {
  require_printable(commands, "commands for an evaluation");  // a line end would be another command
  require_printable(prepare, "commands that prepare an engine");
  if (turns_of(commands).empty()) throw Error(expected_found("commands for an evaluation", "none"));
  if (!(std::isfinite(unit) && unit > 0)) throw Error(expected_found("a positive unit", fmt::format("{}", unit)));
  if (is_of_rows()) return require_printable(row_prefix, "what rows begin with");
  if (pattern.empty()) throw Error(expected_found("a pattern of the line with the number (--pattern)", "none"));
  try {
    const unsigned groups = std::regex(pattern, std::regex::ECMAScript).mark_count();
    if (groups != 1) {
      throw Error(
          fmt::format("pattern '{}': {}", pattern,
                      expected_found("one group in round brackets, (?:...) for others", fmt::format("{}", groups))));
    }
  } catch (const std::regex_error& error) {
    throw Error(fmt::format("pattern '{}' is no regular expression: {}", pattern, error.what()));
  }
}

std::span<const QuestionPreset> question_presets() { return all_presets(); }

const Question& find_preset(std::string_view name) {
  const auto found = std::ranges::find(all_presets(), name, [](const QuestionPreset& preset) { return preset.name; });
  if (found != all_presets().end()) return found->question;
  std::string names;
  for (const QuestionPreset& preset : all_presets())
    names += fmt::format("{}{}", names.empty() ? "" : ", ", preset.name);
  throw Error(expected_found("one of " + names, fmt::format("'{}'", name)));
}

std::vector<Turn> turns_of(std::string_view commands) {
  std::vector<Turn> turns;
  while (!commands.empty()) {
    const std::size_t end = std::min(commands.find(';'), commands.size());
    const std::string_view command = Words(commands.substr(0, end)).rest();
    commands.remove_prefix(std::min(end + 1, commands.size()));
    if (command.empty()) continue;
    if (turns.empty() || turns.back().searches) turns.emplace_back();
    turns.back().lines += fmt::format("{}\n", command);
    turns.back().searches = is_go(command);
  }
  return turns;
}

AnswerReader::AnswerReader(const Question& question)
    : pattern_(question.pattern, std::regex::ECMAScript | std::regex::icase), row_prefix_(question.row_prefix) {}

void AnswerReader::begin() {
  number_.reset();
  row_.reset();
}

void AnswerReader::take(std::string_view line) {
  if (row_prefix_.empty()) return take_number(line.substr(0, longest_line));
  if (!line.starts_with(row_prefix_)) return;
  line.remove_prefix(row_prefix_.size());
  if (line.empty() || line.front() == ' ' || line.front() == '\t') row_ = line;
}

void AnswerReader::take_number(std::string_view line) {
  std::match_results<std::string_view::const_iterator> match;
  if (!std::regex_search(line.begin(), line.end(), match, pattern_) || !match[1].matched) return;
  std::string text = match[1].str();
  if (text.starts_with('+')) text.erase(0, 1);
  const auto value = whole_number<double>(text);
  if (!value) return;
  const std::size_t point = text.find('.');
  number_ = Number{*value, point == std::string::npos ? 0 : static_cast<int>(text.size() - point - 1)};
}

}  // namespace hone::exchange
