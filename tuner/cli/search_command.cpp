// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <cstdio>
#include <nlohmann/json.hpp>
#include <optional>

#include "tuner/cli/commands.hpp"
#include "tuner/cli/epd_suite.hpp"
#include "tuner/cli/game_options.hpp"
#include "tuner/cli/interrupt.hpp"
#include "tuner/cli/limits_options.hpp"
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
  ExitCode analyse(Session& session, const GameDriver& game, const Board& board, const Weights& weights) const;
  ExitCode solve(Session& session, const GameDriver& game, const Weights& weights) const;
  SearchResult plain(const GameDriver& game, const Board& board, const Weights& weights, Algorithm algorithm) const;

  GameOption game_;
  std::string position_;
  std::string epd_;
  std::string weights_ = "material";
  std::string algorithm_ = "searcher";
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

std::string verdict_line(const Board& board, const SearchResult& result) {
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
               {"seconds", seconds_of(result)},
               {"pv", line_in_protocol(board, result.pv)}};
  if (result.move) json["move"] = board.move_text(*result.move);
  if (is_decided(result.score)) json["distance"] = plies_to_end(result.score);
  return json;
}

std::optional<Algorithm> plain_algorithm(const std::string& name) {
  if (name == "minimax") return Algorithm::minimax;
  if (name == "alpha_beta") return Algorithm::alpha_beta;
  return std::nullopt;
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
              "hone search --weights best.weights --epd wac.epd --movetime 1000 --json wac.json"};
}

void SearchCommand::declare(Options& options) {
  options.group("What to search");
  game_.declare(options);
  options.text("position", "TEXT", position_, "the position (chess: FEN); the initial one if not given");
  options.text("epd", "F", epd_, "instead the positions of F, with their best moves (bm) or moves to avoid (am)");
  options.group("How to search");
  options.text("weights", "F|material|zero", weights_, "the evaluation").short_form('w');
  options.choice("algorithm", {"searcher", "alpha_beta", "minimax"}, algorithm_, "the plain ones need --depth alone");
  options.integer("hash", "MB", hash_, hash_range, "size of the transposition table");
  limits_.declare(options);
}

ExitCode SearchCommand::run(Session& session) {
  if (!epd_.empty() && !position_.empty()) throw UsageError("--epd and --position exclude each other");
  const GameDriver& game = game_.driver({weights_});
  const Weights weights = load_weights(game, weights_);
  if (!epd_.empty()) return solve(session, game, weights);
  const std::unique_ptr<Board> board = board_of(game, position_);
  return analyse(session, game, *board, weights);
}

SearchResult SearchCommand::plain(const GameDriver& game, const Board& board, const Weights& weights,
                                  Algorithm algorithm) const {
  const Limits limits = limits_.limits();
  if (!limits.depth || limits.nodes || !limits.reproducible()) {
    throw UsageError(fmt::format("--algorithm {} needs --depth and no other limit", algorithm_));
  }
  return game.plain_search(board, *limits.depth, algorithm, weights);
}

ExitCode SearchCommand::analyse(Session& session, const GameDriver& game, const Board& board,
                                const Weights& weights) const {
  const std::optional<Algorithm> algorithm = plain_algorithm(algorithm_);
  std::optional<SearchResult> result;
  if (algorithm) {
    result = plain(game, board, weights, *algorithm);
    IterationTable(board).add(*result);
  } else {
    const Interrupt interrupt;
    const auto engine = game.engine(weights, {.hash_bytes = hash_ << 20});
    const Limits limits = limits_.limits();
    IterationTable table(board);
    const auto observe = [&](const SearchResult& iteration) { table.add(iteration); };
    result = engine->search(board, {limits, interrupt.token(), observe});
  }
  fmt::print("{}\n", verdict_line(board, *result));
  Json json = {{"game", game.name()}, {"position", board.text()}, {"algorithm", algorithm_}};
  json.update(to_json(board, *result));
  session.json.write(json);
  return ExitCode::done;
}

ExitCode SearchCommand::solve(Session& session, const GameDriver& game, const Weights& weights) const {
  const std::vector<Problem> problems = read_epd_suite(epd_, game);
  if (algorithm_ != "searcher") throw UsageError("--epd goes with the searcher only");
  const Limits limits = limits_.limits();
  const Interrupt interrupt;
  const auto engine = game.engine(weights, {.hash_bytes = hash_ << 20});
  std::size_t solved = 0;
  std::size_t searched = 0;
  Json positions = Json::array();
  for (const Problem& problem : problems) {
    engine->new_game();
    const SearchResult result = engine->search(*problem.board, {limits, interrupt.token(), {}});
    if (interrupt.requested()) break;
    const bool success = result.move && problem.solved_by(*result.move);
    solved += success ? 1 : 0;
    ++searched;
    fmt::print("{:<24} {:<7} {}\n", problem.id, success ? "solved" : "failed", verdict_line(*problem.board, result));
    std::fflush(stdout);
    Json entry = {{"id", problem.id}, {"position", problem.board->text()}, {"solved", success}};
    entry.update(to_json(*problem.board, result));
    positions.push_back(std::move(entry));
  }
  fmt::print("solved {} of {} at {}\n", solved, searched, to_string(limits));
  session.json.write({{"game", game.name()},
                      {"limits", to_string(limits)},
                      {"solved", solved},
                      {"total", searched},
                      {"positions", positions}});
  return interrupt.requested() ? ExitCode::interrupted : ExitCode::done;
}

}  // namespace

std::unique_ptr<Command> search_command() { return std::make_unique<SearchCommand>(); }

}  // namespace hone
