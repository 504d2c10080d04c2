// SPDX-License-Identifier: MIT
#include "tuner/exchange/probe/probe_settings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <string_view>

#include "data/error.hpp"
#include "data/printable.hpp"
#include "tuner/text/options.hpp"
#include "tuner/text/shell_word.hpp"

namespace hone::exchange {

namespace {

// The patterns of an option that may be given several times, each with commas between; a comma in brackets is of a
// board's term.
std::vector<std::string> patterns_in(const std::vector<std::string>& texts) {
  std::vector<std::string> patterns;
  for (const std::string& given : texts) {
    std::string pattern;
    int depth = 0;
    for (const char c : given + ',') {
      depth += c == '[' ? 1 : c == ']' ? -1 : 0;
      if (c != ',' || (depth > 0 && given.find(']') != std::string::npos)) {
        pattern += c;
        continue;
      }
      const std::string_view trimmed = text::trimmed(pattern);
      if (!trimmed.empty()) patterns.emplace_back(trimmed);
      pattern.clear();
    }
  }
  return patterns;
}

std::string presets_help() {
  std::string text = "how the engine evaluates: commands with ';' between them, or a name that says the rest, too:";
  for (const QuestionPreset& preset : question_presets()) {
    text += fmt::format(" {} ({});", preset.name, preset.description);
  }
  text.pop_back();
  return text;
}

double unit_of(std::string_view text) {
  if (text == "centipawns") return 1;
  return text == "pawns" ? 100 : text::parse_real(text, {1e-6, 1e6});
}

// What rows begin with; empty: they are not printed.
std::string row_prefix_of(std::string_view rows_by) {
  constexpr std::string_view printed = "print";
  if (rows_by == "probe") return {};
  if (rows_by == printed) return "row";
  if (rows_by.starts_with("print:") && rows_by.size() > printed.size() + 1) {
    const std::string_view prefix = text::trimmed(rows_by.substr(printed.size() + 1));
    if (!prefix.empty()) return std::string(prefix);
  }
  throw Error("--rows-by: " + expected_found("probe, print or print:PREFIX", fmt::format("'{}'", rows_by)));
}

Question question_of(const ProbeSettings& settings) {
  const auto presets = question_presets();
  const bool is_preset =
      std::ranges::any_of(presets, [&](const QuestionPreset& preset) { return preset.name == settings.eval; });
  Question question = is_preset ? find_preset(settings.eval) : Question{.commands = settings.eval};
  if (!settings.pattern.empty()) question.pattern = settings.pattern;
  if (!settings.prepare.empty()) question.prepare = settings.prepare;
  if (!settings.unit.empty()) question.unit = unit_of(settings.unit);
  if (!settings.view.empty()) question.view = settings.view == "mover" ? ScoreView::mover : ScoreView::white;
  question.row_prefix = row_prefix_of(settings.rows_by);
  if (question.is_of_rows() && (!settings.pattern.empty() || !settings.unit.empty() || !settings.view.empty())) {
    throw Error("--pattern, --unit and --view are of numbers, and the engine prints rows (--rows-by print)");
  }
  if (settings.clear == "none") question.clearing = Clearing::none;
  if (settings.clear == "newgame") question.clearing = Clearing::newgame;
  if (settings.clear == "hash") question.clearing = Clearing::hash;
  if (settings.clear == "each") question.clearing = Clearing::each;
  if (settings.clear == "restart") question.clearing = Clearing::restart;
  question.validate();
  return question;
}

ProbeEngineSettings engine_of(const ProbeSettings& settings) {
  constexpr std::string_view kind = "uci:";
  if (!settings.engine.starts_with(kind)) {
    throw Error("--engine: " + expected_found("uci:COMMAND", fmt::format("'{}'", settings.engine)));
  }
  ProbeEngineSettings engine;
  engine.timeout = std::chrono::milliseconds(settings.timeout);
  engine.uci.player = "engine";
  engine.uci.command = text::split_command(std::string_view(settings.engine).substr(kind.size()));
  if (engine.uci.command.empty()) throw Error("--engine: the command is empty");
  engine.uci.directory = settings.directory;
  engine.uci.log_folder = settings.log_folder;
  engine.uci.start_limit = std::max(engine.uci.start_limit, engine.timeout);
  for (const std::string& option : settings.set) {
    const std::size_t equals = option.find('=');
    if (equals == 0 || equals == std::string::npos) {
      throw Error("--set: " + expected_found("OPTION=VALUE", fmt::format("'{}'", option)));
    }
    require_printable(option, "an option");  // a line end would be another command to the engine
    engine.uci.options.emplace_back(option.substr(0, equals), option.substr(equals + 1));
  }
  engine.has_weights_inside = settings.weights_by == "source";
  if (!engine.has_weights_inside && settings.weights_by != "setoption")
    engine.files = std::make_shared<WeightFiles>(settings.layout_of_file());
  if (engine.files != nullptr && !names_weight_file(engine.uci)) {
    throw Error("the engine is not told of its weights: say {weights} in --engine or in --set OPTION={weights}");
  }
  if (engine.files == nullptr && names_weight_file(engine.uci)) {
    throw Error("{weights} goes with --weights-by file:TEMPLATE");
  }
  return engine;
}

}  // namespace

void ProbeSettings::declare_engine(text::Options& options) {
  options.text("engine", "uci:CMD", engine, "the engine: its program and arguments");
  options.list("options", "PATTERN", patterns,
               "options to probe, of those that take whole numbers: names with '*' for any text, commas between; Hash, "
               "Threads and MultiPV only by their full names");
  options.list("exclude", "PATTERN", excluded, "but none of these");
  options.file("option-file", option_file,
               "also options that the engine takes but does not list: lines `NAME DEFAULT MIN MAX`");
  options.text(
      "weights-by", "setoption|file:TEMPLATE|source", weights_by,
      "how the engine is given its weights: as its options; in a file that is filled from a mustache template, "
      "or a format of hone export, and whose path stands for {weights} in --engine or --set; or not at all, as "
      "they stand in its source, for rows that it prints. --start then says what the weights are, and "
      "--options is a choice of those of a file, as psqt.* or mobility[3]; without it all are tuned");
  options.text("rows-by", "probe|print[:PREFIX]", rows_by,
               "what rows are made of: differences of the evaluation, or lines that the engine prints when it is asked "
               "for its evaluation, PREFIX (row) and then a line of data/ROWS.md without the result; with s=EVALUATION "
               "in it the sum is checked");
}

void ProbeSettings::declare_question(text::Options& options) {
  options.group("How the engine is asked");
  options.text("eval", "NAME|COMMANDS", eval, presets_help());
  options.text("pattern", "REGEX", pattern,
               "a regular expression with one group in round brackets, the number; the last line where it is found "
               "counts, in upper or lower case");
  options.text("unit", "U", unit,
               "of the number: centipawns, pawns, or how many centipawns it is (default centipawns, unless --eval says "
               "otherwise)");
  options.choice("view", {"white", "mover"}, view,
                 "whose advantage a positive number means (default white, unless --eval says otherwise)");
  options.choice(
      "clear", {"none", "newgame", "hash", "each", "restart"}, clear,
      "how the engine forgets what it kept: not at all, by ucinewgame after an option was set, by the button "
      "Clear Hash too, by ucinewgame before each position, or in another process for each value, for engines that keep "
      "more than they forget (default newgame, unless --eval says otherwise)");
  options.text("prepare", "COMMANDS", prepare,
               "sent after options were set, for engines that take them when a search begins: 'position startpos;go "
               "depth 1'");
  options.list("set", "OPTION=VALUE", set, "set another option first; !OPTION one that the engine does not list");
  options.text("dir", "PATH", directory, "the directory that the engine runs in");
  options.integer("timeout", "MS", timeout, {1, 86'400'000}, "how long an evaluation may take");
  options.text("log-engines", "DIR", log_folder, "log what each process is told and says in a file of its own in DIR")
      .free_on_resume();
}

void ProbeSettings::declare_steps(text::Options& options) {
  options.group("Differences");
  options.integer("step", "N", steps.largest, {0, 1'000'000'000},
                  "the largest step from the start; 0: to the farther bound, but at most 100 or twice the start value");
  options.integer("steps", "N", steps.count, {1, 16},
                  "steps to try, each a quarter of the one before; the largest linear one is taken");
  options.real(
      "rounding", "CP", rounding, {0, 1e6},
      "centipawns that rounding inside the engine may put a score off a line; else 2.5, or 2 of the last digit that it "
      "prints where that is more");
  options.real(
      "share-off", "X", share_off, {0, 1},
      "share of the positions an option acts in that may deviate more without the option counting as not linear");
  options.flag("keep-nonlinear", keep_nonlinear,
               "keep options that are not linear, with the counts of the smallest step and its values as bounds");
}

std::string ProbeSettings::layout_of_file() const {
  constexpr std::string_view by_file = "file:";
  if (weights_by.starts_with(by_file)) return weights_by.substr(by_file.size());
  throw Error("--weights-by: " + expected_found("setoption, file:TEMPLATE or source", fmt::format("'{}'", weights_by)));
}

ProbeOptions ProbeSettings::probe_options() const {
  ProbeOptions result{.engine = engine_of(*this),
                      .question = question_of(*this),
                      .choice = {patterns_in(patterns), patterns_in(excluded), option_file},
                      .start = std::nullopt,
                      .steps = steps,
                      .rounding = rounding,
                      .share_off = share_off,
                      .keep_nonlinear = keep_nonlinear,
                      .limit = std::nullopt,
                      .files = {},
                      .sampling = {},
                      .threads = 1};
  if (weights_by != "setoption" && result.choice.wanted.empty()) result.choice.wanted = {"*"};
  if (result.choice.wanted.empty() && option_file.empty()) {
    throw Error("which options? Say --options PATTERN (such as '*') or --option-file F");
  }
  return result;
}

}  // namespace hone::exchange
