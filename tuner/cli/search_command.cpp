// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>

#include "engine/evaluation_table.hpp"
#include "engine/game_end.hpp"
#include "engine/named_weights.hpp"
#include "engine/plain/tree_drawing.hpp"
#include "tuner/cli/command.hpp"
#include "tuner/cli/console.hpp"
#include "tuner/cli/interrupt.hpp"
#include "tuner/cli/options/algorithm_options.hpp"
#include "tuner/cli/options/game_options.hpp"
#include "tuner/cli/options/option_sources.hpp"
#include "tuner/cli/print/board_text.hpp"
#include "tuner/cli/print/search_text.hpp"
#include "tuner/cli/search_comparison.hpp"
#include "tuner/cli/standard_streams.hpp"
#include "tuner/play/options.hpp"

namespace hone::cli {

namespace {

using Json = nlohmann::ordered_json;

class SearchCommand final : public Command {
 public:
  CommandText text() const override;
  void declare(Options& options) override;
  ExitCode run(Session& session) override;

 private:
  ExitCode analyse(Session& session, const GameDriver& game, const Weights& weights) const;
  ExitCode search_written_tree(Session& session) const;
  ExitCode compare(Session& session) const;
  void refuse_what_does_not_go_together(const Options& options) const;
  ExitCode solve(Session& session, const GameDriver& game, const Weights& weights) const;
  ExitCode show_evaluation(Session& session, const GameDriver& game, const Weights& weights) const;
  SearchResult search(const GameDriver& game, const Board& board, const Weights& weights, TreeRecord& record) const;

  GameOption game_;
  std::string position_;
  std::string komi_;
  std::string epd_;
  std::string weights_{default_weights};
  std::string tree_file_;
  bool compare_ = false;
  bool eval_ = false;
  AlgorithmOptions how_;
  Limits limits_;
  StrictOption strict_;
};

std::string draw(const TreeRecord& record, const std::string& form) {
  if (form == "dot") return draw_as_dot(record);
  return form == "svg" ? draw_as_svg(record) : draw_as_text(record);
}

// For people alone: what programs read stays as it is.
void show_on_terminal(const Board& board) {
  if (!shows_on_terminal()) return;
  print_board(board, {}, style_of_standard_output());
  say("\n");
}

CommandText SearchCommand::text() const {
  return {.name = "search",
          .summary = "analyse a position, draw a search tree, or solve a test suite",
          .description =
              "Searches a position and prints, depth by depth, the score for the side to move and the line "
              "expected; on a terminal it draws the board first. The plain algorithms of the textbooks search to a "
              "fixed depth and show what the strong one saves: --tree draws the positions that they look at, and "
              "--compare counts them for all "
              "algorithms, with and without a table. --without switches off parts of the strong one. --eval searches "
              "nothing and shows the evaluation in parts. With --epd the positions of a "
              "suite are searched and the best moves found are counted. "
              "With --tree-file the tree is read from a file (data/TREES.md).",
          .examples =
              "hone search --game chess --depth 12\n"
              "hone search --game tic_tac_toe --depth 9 --algorithm minimax\n"
              "hone search --tree-file example.tree --algorithm mtd_f --tree text\n"
              "hone search --game chess --depth 10 --without null_move,late_move_reductions\n"
              "hone search --weights best.weights --eval --position "
              "'4k3/8/8/8/8/8/4P3/4K3 w - - 0 1'\n"
              "hone search --weights best.weights --epd wac.epd --movetime 1000 --json wac.json"};
}

void SearchCommand::declare(Options& options) {
  options.group("What to search");
  game_.declare(options);
  options.text("position", "TEXT", position_, "the position (chess: FEN); startpos, the initial one, if not given");
  play::declare_komi(options, komi_);
  options.text("tree-file", "F", tree_file_, "instead an explicit tree, nested lists of numbers (data/TREES.md)");
  options.flag("compare", compare_, "instead a table of all algorithms over all games, or over --game");
  options.text("epd", "F", epd_, "instead the positions of F, with their best moves (bm) or moves to avoid (am)");
  options.flag("eval", eval_,
               "instead the evaluation of the position by group and term, for each player and phase, without a search");
  options.group("How to search");
  options.text("weights", "F", weights_, "the evaluation: a weights file, default, material or zero").short_form('w');
  how_.declare(options);
  play::declare_limits(options, limits_);
  strict_.declare(options);
}

ExitCode SearchCommand::run(Session& session) {
  refuse_what_does_not_go_together(session.options);
  if (compare_) return compare(session);
  if (!tree_file_.empty()) return search_written_tree(session);
  const GameDriver& game = game_.driver({weights_});
  const Weights weights = load_weights(game, weights_, strict_.warning());
  if (eval_) return show_evaluation(session, game, weights);
  return epd_.empty() ? analyse(session, game, weights) : solve(session, game, weights);
}

// The evaluation is that of a position, and nothing is searched.
void refuse_beside_eval(const Options& options) {
  for (const char* name : {"epd", "tree-file", "compare", "depth", "nodes", "movetime", "tc"}) {
    if (options.given(name)) throw UsageError(fmt::format("--{} does not go with --eval", name));
  }
}

void SearchCommand::refuse_what_does_not_go_together(const Options& options) const {
  if (eval_) {
    refuse_beside_eval(options);
    return how_.refuse_beside(options, "eval");
  }
  const std::vector<std::string_view> subjects{"epd", "position", "tree-file", "compare"};
  std::vector<std::string_view> given;
  std::ranges::copy_if(subjects, std::back_inserter(given), [&](auto name) { return options.given(name); });
  if (given.size() > 1) throw UsageError(fmt::format("--{} and --{} exclude each other", given[0], given[1]));
  if (compare_) how_.refuse_beside(options, "compare");
  how_.refuse_what_does_not_go_together(options);
}

// Searches to the end of the tree when no depth is given.
ExitCode SearchCommand::search_written_tree(Session& session) const {
  for (const char* name : {"nodes", "tc", "weights", "strict", "game", "hash", "without"}) {
    if (session.options.given(name)) throw UsageError(fmt::format("--{} does not go with --tree-file", name));
  }
  TreeRecord record;
  PlainOptions options = how_.choice();
  if (!how_.drawing().empty()) options.record = &record;
  if (session.options.given("depth")) options.depth = *limits_.depth;
  if (session.options.given("movetime")) {
    if (!how_.deepens()) throw UsageError(fmt::format("--algorithm {} has no clock", how_.name()));
    options.move_time = limits_.move_time;
  }
  const WrittenTreeResult result = search_written(tree_file_, options);
  say("{}", how_.drawing().empty() ? result.text : draw(record, how_.drawing()));
  Json json = {{"algorithm", how_.name()}};
  json.update(result.json);
  session.json.write(json);
  return ExitCode::done;
}

ExitCode SearchCommand::compare(Session& session) const {
  for (const char* name : {"nodes", "tc", "movetime", "weights", "strict"}) {
    if (session.options.given(name)) throw UsageError(fmt::format("--{} does not go with --compare", name));
  }
  std::vector<const GameDriver*> games = games_of_this_program();
  if (session.options.given("game")) games = {&game_.driver()};
  std::optional<Depth> depth;
  if (session.options.given("depth")) depth = limits_.depth;
  std::vector<Comparison> comparisons;
  {
    Progress progress(session.console, "searches", searches_of_comparison() * games.size());
    comparisons = compare_algorithms(games, depth, [&](std::uint64_t done) { progress.update(done); });
  }
  say("{}", comparison_text(comparisons));
  session.json.write(comparison_json(comparisons));
  return ExitCode::done;
}

SearchResult SearchCommand::search(const GameDriver& game, const Board& board, const Weights& weights,
                                   TreeRecord& record) const {
  const bool strong = how_.is_strong();
  const Limits& limits = required_limits(limits_);
  PlainOptions options = strong ? PlainOptions{} : how_.plain(limits, record);
  if (const auto outcome = board.outcome()) return finished_result(board, *outcome);

  std::optional<IterationTable> table;
  if (how_.drawing().empty()) table.emplace(game, board);
  options.observer = [&](const SearchResult& result) {
    if (table) table->add(result);
  };
  if (strong) {
    const Interrupt interrupt;
    return game.engine(weights, how_.engine())->search(board, {limits, interrupt.token(), options.observer});
  }
  const SearchResult result = game.plain_search(board, options, weights);
  options.observer(result);
  return result;
}

ExitCode SearchCommand::analyse(Session& session, const GameDriver& game, const Weights& weights) const {
  const std::unique_ptr<Board> board = board_of(game, position_, komi_);
  if (how_.drawing().empty()) show_on_terminal(*board);
  TreeRecord record;
  const SearchResult result = search(game, *board, weights, record);
  if (how_.drawing().empty()) {
    const Depth reached = std::min(result.depth, result.selective_depth);
    say("{}\n{}\n", counters_text(result.counters, reached, how_.deepens()), verdict(game, *board, result));
  } else {
    say("{}", draw(record, how_.drawing()));
  }
  Json json = {{"game", game.name()}, {"position", board->text()}, {"algorithm", how_.name()}};
  json.update(to_json(*board, result));
  session.json.write(json);
  return ExitCode::done;
}

ExitCode SearchCommand::show_evaluation(Session& session, const GameDriver& game, const Weights& weights) const {
  const std::unique_ptr<Board> board = board_of(game, position_, komi_);
  show_on_terminal(*board);
  const EvaluationTable table = evaluation_table(weights, board->evaluation_record());
  const Score score = clamp_eval(sign(board->side_to_move()) * table.total.score);
  say("{}static evaluation {}, seen by the side to move\n", to_text(table), score_for_people(game, score));
  Json json = {{"game", game.name()}, {"position", board->text()}, {"score", score}};
  json.update(to_json(table));
  session.json.write(json);
  return ExitCode::done;
}

ExitCode SearchCommand::solve(Session& session, const GameDriver& game, const Weights& weights) const {
  if (!how_.is_strong()) throw UsageError("--epd goes with the searcher only");
  const std::vector<Problem> problems = read_epd_suite(epd_, game);
  const Limits& limits = required_limits(limits_);
  const Interrupt interrupt;
  const auto engine = game.engine(weights, how_.engine());
  SuiteReport report(game);
  for (const Problem& problem : problems) {
    engine->new_game();
    const SearchResult result = engine->search(*problem.board, {limits, interrupt.token(), {}});
    if (interrupt.requested()) break;
    report.add(problem, result);
  }
  session.json.write(report.finish(limits));
  return interrupt.requested() ? ExitCode::stopped : ExitCode::done;
}

}  // namespace

std::unique_ptr<Command> search_command() { return std::make_unique<SearchCommand>(); }

}  // namespace hone::cli
