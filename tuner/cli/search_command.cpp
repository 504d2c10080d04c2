// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <cstdio>
#include <nlohmann/json.hpp>
#include <optional>

#include "engine/plain/explicit_search.hpp"
#include "engine/plain/tree_drawing.hpp"
#include "tuner/cli/commands.hpp"
#include "tuner/cli/compare_table.hpp"
#include "tuner/cli/epd_suite.hpp"
#include "tuner/cli/game_options.hpp"
#include "tuner/cli/interrupt.hpp"
#include "tuner/cli/limits_options.hpp"
#include "tuner/cli/search_counters.hpp"
#include "tuner/cli/search_text.hpp"
#include "tuner/cli/usage_error.hpp"

namespace hone {
namespace {

using Json = nlohmann::ordered_json;

class SearchCommand final : public Command {
 public:
  CommandText text() const override;
  void declare(Options& options) override;
  ExitCode run(Session& session) override;

 private:
  ExitCode analyse(Session& session, const GameDriver& game, const Weights& weights) const;
  ExitCode search_explicit_tree(Session& session) const;
  ExitCode compare(Session& session) const;
  PlainOptions plain_options(Algorithm algorithm, TreeRecord& record) const;
  ExitCode solve(Session& session, const GameDriver& game, const Weights& weights) const;
  SearchResult search_plainly(const GameDriver& game, const Board& board, const Weights& weights, Algorithm algorithm,
                              TreeRecord& record) const;
  SearchResult search_strongly(const GameDriver& game, const Board& board, const Weights& weights) const;

  GameOption game_;
  std::string position_;
  std::string epd_;
  std::string weights_ = "material";
  std::string algorithm_ = "searcher";
  std::string tree_file_;
  std::string tree_;
  bool best_first_ = false;
  bool compare_ = false;
  std::size_t hash_ = 64;
  LimitsOptions limits_;
};

constexpr const char* row_format = "{:>5}  {:>10}  {:>13}  {:>8}  {}\n";

// Prints each iteration once; the observer also hears of the end of the search.
class IterationTable {
 public:
  explicit IterationTable(const Board& board) : board_(board) {
    fmt::print(row_format, "depth", "score", "nodes", "seconds", "line");
  }

  void add(const SearchResult& result) {
    if (result.depth <= deepest_) return;
    deepest_ = result.depth;
    fmt::print(row_format, result.depth, score_for_people(result.score), result.counters.nodes,
               fmt::format("{:.2f}", seconds_of(result)), join(line_for_people(board_, result.pv), " "));
    std::fflush(stdout);
  }

 private:
  const Board& board_;
  Depth deepest_ = 0;
};

std::string verdict(const Board& board, const SearchResult& result) {
  if (!result.move) return fmt::format("no move: the game is over, a {} for the side to move", proved_outcome(result));
  return fmt::format("best move {}, {}, depth {}, {} nodes, {:.2f} s", board.move_for_people(*result.move),
                     score_for_people(result.score), result.depth, result.counters.nodes, seconds_of(result));
}

Json to_json(const Board& board, const SearchResult& result) {
  Json json = {{"move", nullptr},
               {"score", result.score},
               {"outcome", proved_outcome(result)},
               {"distance", nullptr},
               {"depth", result.depth},
               {"selective_depth", result.selective_depth},
               {"nodes", result.counters.nodes},
               {"leaves", result.counters.leaves},
               {"cutoffs", result.counters.cutoffs},
               {"counters", counters_json(result.counters, result.depth)},
               {"seconds", seconds_of(result)},
               {"pv", line_in_protocol(board, result.pv)}};
  if (result.move) json["move"] = board.move_text(*result.move);
  if (is_decided(result.score)) json["distance"] = plies_to_end(result.score);
  return json;
}

// Prints a line a problem and, at the end, the total.
class SuiteReport {
 public:
  void add(const Problem& problem, const SearchResult& result) {
    const bool solved = result.move && problem.solved_by(*result.move);
    solved_ += solved ? 1 : 0;
    fmt::print("{:<24} {:<7} {}\n", problem.id, solved ? "solved" : "failed", verdict(*problem.board, result));
    std::fflush(stdout);
    Json entry = {{"id", problem.id}, {"position", problem.board->text()}, {"solved", solved}};
    entry.update(to_json(*problem.board, result));
    positions_.push_back(std::move(entry));
  }

  Json finish(const GameDriver& game, const Limits& limits) {
    fmt::print("solved {} of {} at {}\n", solved_, positions_.size(), to_string(limits));
    return {{"game", game.name()},
            {"limits", to_string(limits)},
            {"solved", solved_},
            {"total", positions_.size()},
            {"positions", std::move(positions_)}};
  }

 private:
  std::size_t solved_ = 0;
  Json positions_ = Json::array();
};

std::optional<Algorithm> plain_algorithm(const std::string& name) {
  if (name == "minimax") return Algorithm::minimax;
  if (name == "branch_and_bound") return Algorithm::branch_and_bound;
  if (name == "alpha_beta") return Algorithm::alpha_beta;
  if (name == "iterative_deepening") return Algorithm::iterative_deepening;
  return std::nullopt;
}

std::string draw(const TreeRecord& record, const std::string& form) {
  if (form == "dot") return draw_as_dot(record);
  return form == "svg" ? draw_as_svg(record) : draw_as_text(record);
}

CommandText SearchCommand::text() const {
  return {.name = "search",
          .summary = "analyse a position, or solve a test suite",
          .description =
              "Searches a position and prints, depth by depth, the score for the side to move and the line expected. "
              "The plain algorithms of the textbooks search to a fixed depth and show what the strong one saves. With "
              "--epd the positions of a suite are searched and the best moves found are counted.",
          .examples =
              "hone search --game chess --depth 12\n"
              "hone search --game tic_tac_toe --depth 9 --algorithm minimax\n"
              "hone search --tree-file example.tree --algorithm alpha_beta --tree svg > example.svg\n"
              "hone search --weights best.weights --epd wac.epd --movetime 1000 --json wac.json"};
}

void SearchCommand::declare(Options& options) {
  options.group("What to search");
  game_.declare(options);
  options.text("position", "TEXT", position_, "the position (chess: FEN); the initial one if not given");
  options.text("tree-file", "F", tree_file_, "instead an explicit tree, nested lists of numbers (data/TREES.md)");
  options.flag("compare", compare_, "instead a table of all algorithms over all games, or over --game");
  options.text("epd", "F", epd_, "instead the positions of F, with their best moves (bm) or moves to avoid (am)");
  options.group("How to search");
  options.text("weights", "F|material|zero", weights_, "the evaluation").short_form('w');
  options.choice("algorithm", {"searcher", "iterative_deepening", "alpha_beta", "branch_and_bound", "minimax"},
                 algorithm_, "the plain ones need --depth alone; iterative_deepening --depth, --movetime or both");
  options.flag("best-first", best_first_,
               "try moves best first by value, for the most cut-offs; plain algorithms only");
  options.choice("tree", {"text", "dot", "svg"}, tree_,
                 "draw the searched tree instead of the report; plain ones only");
  options.integer("hash", "MB", hash_, hash_range, "size of the transposition table");
  limits_.declare(options);
}

ExitCode SearchCommand::run(Session& session) {
  if (!epd_.empty() && !position_.empty()) throw UsageError("--epd and --position exclude each other");
  if (compare_) return compare(session);
  if (!tree_file_.empty()) return search_explicit_tree(session);
  const GameDriver& game = game_.driver({weights_});
  const Weights weights = load_weights(game, weights_);
  return epd_.empty() ? analyse(session, game, weights) : solve(session, game, weights);
}

PlainOptions SearchCommand::plain_options(Algorithm algorithm, TreeRecord& record) const {
  const Limits limits = limits_.limits();
  const bool deepens = algorithm == Algorithm::iterative_deepening;
  if (limits.nodes || limits.clock || (!deepens && (!limits.depth || limits.move_time))) {
    throw UsageError(fmt::format("--algorithm {} needs {} and no other limit", algorithm_,
                                 deepens ? "--depth or --movetime" : "--depth"));
  }
  if (deepens && best_first_) throw UsageError("--best-first does not go with iterative_deepening");
  if (!tree_.empty() && limits.move_time) throw UsageError("--tree does not go with --movetime");
  return {.algorithm = algorithm,
          .depth = limits.depth.value_or(max_ply),
          .move_time = limits.move_time,
          .best_first = best_first_,
          .record = tree_.empty() ? nullptr : &record};
}

SearchResult SearchCommand::search_plainly(const GameDriver& game, const Board& board, const Weights& weights,
                                           Algorithm algorithm, TreeRecord& record) const {
  SearchResult result = game.plain_search(board, plain_options(algorithm, record), weights);
  if (tree_.empty()) IterationTable(board).add(result);
  return result;
}

ExitCode SearchCommand::search_explicit_tree(Session& session) const {
  const std::string name = algorithm_ == "searcher" ? "alpha_beta" : algorithm_;
  const ExplicitTree tree = read_tree(tree_file_);
  TreeRecord record;
  PlainOptions options;
  options.algorithm = *plain_algorithm(name);
  options.best_first = best_first_;
  if (!tree_.empty()) options.record = &record;
  if (session.options.given("depth")) options.depth = *limits_.limits().depth;
  const auto [found, searched] = search_tree(tree, options);
  std::vector<std::size_t> line = found.line;
  std::vector<std::string> words;
  for (std::size_t& child : line) words.push_back(std::to_string(++child));
  if (tree_.empty()) {
    fmt::print("value {}, line {} (successors counted from 1)\n{}\n", found.value, join(words, " "),
               counters_text(found.counters, found.deepest));
  } else {
    fmt::print("{}", draw(record, tree_));
  }
  session.json.write({{"algorithm", name},
                      {"value", found.value},
                      {"line", line},
                      {"depth", found.deepest},
                      {"counters", counters_json(found.counters, found.deepest)}});
  return ExitCode::done;
}

ExitCode SearchCommand::compare(Session& session) const {
  std::vector<const GameDriver*> games(all_drivers().begin(), all_drivers().end());
  if (session.options.given("game")) games = {&game_.driver()};
  std::optional<Depth> depth;
  if (session.options.given("depth")) depth = limits_.limits().depth;
  fmt::print("{}", compare_table(games, depth));
  return ExitCode::done;
}

SearchResult SearchCommand::search_strongly(const GameDriver& game, const Board& board, const Weights& weights) const {
  const Limits limits = limits_.limits();
  const Interrupt interrupt;
  const auto engine = game.engine(weights, {.hash_bytes = hash_ << 20});
  IterationTable table(board);
  return engine->search(board, {limits, interrupt.token(), [&](const SearchResult& result) { table.add(result); }});
}

ExitCode SearchCommand::analyse(Session& session, const GameDriver& game, const Weights& weights) const {
  const std::unique_ptr<Board> board = board_of(game, position_);
  const std::optional<Algorithm> algorithm = plain_algorithm(algorithm_);
  if (!algorithm && (!tree_.empty() || best_first_)) {
    throw UsageError("--tree and --best-first go with the plain algorithms, not with --algorithm searcher");
  }
  TreeRecord record;
  const SearchResult result =
      algorithm ? search_plainly(game, *board, weights, *algorithm, record) : search_strongly(game, *board, weights);
  if (tree_.empty()) {
    fmt::print("{}\n", counters_text(result.counters, result.depth));
    fmt::print("{}\n", verdict(*board, result));
  } else {
    fmt::print("{}", draw(record, tree_));
  }
  Json json = {{"game", game.name()}, {"position", board->text()}, {"algorithm", algorithm_}};
  json.update(to_json(*board, result));
  session.json.write(json);
  return ExitCode::done;
}

ExitCode SearchCommand::solve(Session& session, const GameDriver& game, const Weights& weights) const {
  if (plain_algorithm(algorithm_)) throw UsageError("--epd goes with the searcher only");
  const std::vector<Problem> problems = read_epd_suite(epd_, game);
  const Limits limits = limits_.limits();
  const Interrupt interrupt;
  const auto engine = game.engine(weights, {.hash_bytes = hash_ << 20});
  SuiteReport report;
  for (const Problem& problem : problems) {
    engine->new_game();
    const SearchResult result = engine->search(*problem.board, {limits, interrupt.token(), {}});
    if (interrupt.requested()) break;
    report.add(problem, result);
  }
  session.json.write(report.finish(game, limits));
  return interrupt.requested() ? ExitCode::interrupted : ExitCode::done;
}

}  // namespace

std::unique_ptr<Command> search_command() { return std::make_unique<SearchCommand>(); }

}  // namespace hone
