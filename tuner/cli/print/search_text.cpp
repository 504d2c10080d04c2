// SPDX-License-Identifier: MIT
#include "tuner/cli/print/search_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "data/error.hpp"
#include "engine/plain/explicit_search.hpp"
#include "tuner/cli/standard_streams.hpp"
#include "tuner/play/settings_text.hpp"
#include "tuner/text/numbers.hpp"

namespace hone::cli {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* row_format = "{:>5}  {:>13}  {:>13}  {:>8}  {}\n";

}  // namespace

IterationTable::IterationTable(const GameDriver& game, const Board& board) : game_(game), board_(board) {
  say(row_format, "depth", "score", "nodes", "seconds", "line");
}

void IterationTable::add(const SearchResult& result) {
  if (result.depth <= deepest_) return;
  deepest_ = result.depth;
  say(row_format, result.depth, score_for_people(game_, result.score), result.counters.nodes,
      fmt::format("{:.2f}", seconds_of(result.elapsed)), fmt::join(line_for_people(board_, result.pv), " "));
  std::fflush(stdout);
}

std::string verdict(const GameDriver& game, const Board& board, const SearchResult& result) {
  if (!result.move) return fmt::format("no move: the game is over, a {} for the side to move", proved_outcome(result));
  return fmt::format("best move {}, {}, depth {}, {} nodes, {:.2f} s", board.move_for_people(*result.move),
                     score_for_people(game, result.score), result.depth, result.counters.nodes,
                     seconds_of(result.elapsed));
}

Json to_json(const Board& board, const SearchResult& result) {
  Json json = {{"move", nullptr},
               {"score", result.score},
               {"outcome", proved_outcome(result)},
               {"utility", nullptr},
               {"distance", nullptr},
               {"depth", result.depth},
               {"selective_depth", result.selective_depth},
               {"seconds", seconds_of(result.elapsed)},
               {"pv", line_in_protocol(board, result.pv)}};
  json.update(counters_json(result.counters, std::min(result.depth, result.selective_depth)));
  if (result.move) json["move"] = board.move_text(*result.move);
  if (is_decided(result.score)) {
    json["utility"] = utility_of(result.score);
    json["distance"] = plies_to_end(result.score);
  }
  return json;
}

namespace {

Json phase_shares(const EvaluationTable& table, PhaseShares shares) {
  Json json = {{table.phases[0], shares.lower}};
  if (table.phases.size() > 1) json[table.phases[1]] = shares.upper;
  return json;
}

Json part_json(const EvaluationTable& table, const EvaluationPart& part) {
  Json json = {{"name", part.name}, {"score", part.score}, {"both", phase_shares(table, part.sum())}};
  if (table.sided) json["first"] = phase_shares(table, part.sides[0]);
  if (table.sided) json["second"] = phase_shares(table, part.sides[1]);
  return json;
}

Json term_json(const EvaluationTable& table, const EvaluationPart& term) {
  Json json = part_json(table, term);
  json["counts"] = table.sided ? Json(term.counts) : Json(term.counts[0]);
  return json;
}

}  // namespace

namespace {

Json groups_json(const EvaluationTable& table, const std::vector<EvaluationGroup>& of) {
  Json groups = Json::array();
  for (const EvaluationGroup& group : of) {
    groups.push_back(part_json(table, group.part));
    Json& terms = groups.back()["terms"] = Json::array();
    for (const EvaluationPart& term : group.terms) terms.push_back(term_json(table, term));
  }
  return groups;
}

}  // namespace

Json to_json(const EvaluationTable& table) {
  Json json = {{"phases", table.phases},
               {"step", table.step},
               {"steps", table.steps},
               {"sided", table.sided},
               {"groups", groups_json(table, table.groups)}};
  if (!table.second_order.empty()) json["second_order"] = groups_json(table, table.second_order);
  json["total"] = part_json(table, table.total);
  return json;
}

void SuiteReport::add(const Problem& problem, const SearchResult& result) {
  const bool solved = result.move && problem.solved_by(*result.move);
  solved_ += solved ? 1 : 0;
  say("{:<24} {:<7} {}\n", problem.id, solved ? "solved" : "failed", verdict(game_, *problem.board, result));
  std::fflush(stdout);
  Json entry = {{"id", problem.id}, {"position", problem.board->text()}, {"solved", solved}};
  entry.update(to_json(*problem.board, result));
  positions_.push_back(std::move(entry));
}

Json SuiteReport::finish(const Limits& limits) {
  say("solved {} of {} at {}\n", solved_, positions_.size(), play::describe(limits));
  return {{"game", game_.name()},
          {"limits", play::describe(limits)},
          {"solved", solved_},
          {"total", positions_.size()},
          {"positions", std::move(positions_)}};
}

namespace {

using Spelling = std::string (Board::*)(MoveCode) const;

std::vector<std::string> spell(const Board& board, const std::vector<MoveCode>& line, Spelling spelling) {
  std::vector<std::string> words;
  const std::unique_ptr<Board> at = board.clone();
  for (const MoveCode move : line) {
    words.push_back((*at.*spelling)(move));
    at->play(move);
  }
  return words;
}

}  // namespace

std::string score_for_people(const GameDriver& game, Score score) {
  if (!is_decided(score)) return fmt::format("{:+.2f}", score / 100.0);
  const char* end = is_win(score) ? "win" : "loss";
  if (game.max_utility() == 1) return fmt::format("{} in {}", end, plies_to_end(score));
  return fmt::format("{} by {} in {}", end, std::abs(utility_of(score)), plies_to_end(score));
}

std::string proved_outcome(const SearchResult& result) {
  if (is_win(result.score)) return "win";
  if (is_loss(result.score)) return "loss";
  return result.proved && result.score == draw_score ? "draw" : "unknown";
}

std::vector<std::string> line_in_protocol(const Board& board, const std::vector<MoveCode>& line) {
  return spell(board, line, &Board::move_text);
}

std::vector<std::string> line_for_people(const Board& board, const std::vector<MoveCode>& line) {
  return spell(board, line, &Board::move_for_people);
}

double seconds_of(std::chrono::nanoseconds elapsed) { return std::chrono::duration<double>(elapsed).count(); }

namespace {

// The number of nodes of a uniform tree.
double tree_size(double width, Depth depth) {
  double nodes = 1;
  for (Depth i = 0; i < depth; ++i) nodes = 1 + width * nodes;
  return nodes;
}

// The mean number of moves in a position, where they were counted: the plain algorithms count them.
double mean_width(const SearchCounters& counters) {
  return text::share(counters.moves, counters.nodes - counters.leaves - counters.table_cutoffs);
}

}  // namespace

double effective_branching(std::uint64_t nodes, Depth depth) {
  if (depth <= 0 || nodes <= 1) return 0;
  const auto target = static_cast<double>(nodes);
  double low = 0, high = target;
  for (int i = 0; i < 100; ++i) {
    const double middle = (low + high) / 2;
    (tree_size(middle, depth) < target ? low : high) = middle;
  }
  return high;
}

double minimal_leaves(double width, Depth length) {
  return std::pow(width, (length + 1) / 2) + std::pow(width, length / 2) - 1;
}

std::string counters_text(const SearchCounters& counters, Depth depth, bool deepened) {
  std::string text = fmt::format(
      "{} nodes, {} leaves, {} cut-offs, {:.0f} % of them on the first move;\neffective branching factor {:.2f}",
      counters.nodes, counters.leaves, counters.cutoffs,
      100 * text::share(counters.first_move_cutoffs, counters.cutoffs), effective_branching(counters.nodes, depth));
  if (counters.table_cutoffs > 0) text += fmt::format(", {} known from the table", counters.table_cutoffs);
  if (counters.researches > 0) text += fmt::format(", {} searched again", counters.researches);
  if (deepened) text += "\n(of all depths up to this one together)";
  if (counters.moves > 0 && !deepened) {
    const double least = minimal_leaves(mean_width(counters), depth);
    text +=
        fmt::format("\nthe minimal tree at {:.1f} moves a position has {:.0f} leaves; these are {:.2f} times as many",
                    mean_width(counters), least, static_cast<double>(counters.leaves) / least);
  }
  return text;
}

nlohmann::ordered_json counters_json(const SearchCounters& counters, Depth depth) {
  nlohmann::ordered_json json = {{"nodes", counters.nodes},
                                 {"leaves", counters.leaves},
                                 {"cutoffs", counters.cutoffs},
                                 {"table_cutoffs", counters.table_cutoffs},
                                 {"researches", counters.researches},
                                 {"first_move_share", text::share(counters.first_move_cutoffs, counters.cutoffs)},
                                 {"effective_branching", effective_branching(counters.nodes, depth)},
                                 {"minimal_leaves", nullptr}};
  if (counters.moves > 0) json["minimal_leaves"] = minimal_leaves(mean_width(counters), depth);
  return json;
}

namespace {

Deepened<ExplicitSearch> search_file(const std::filesystem::path& file, const PlainOptions& options) {
  const ExplicitTree tree = read_tree(file);
  try {
    return search_tree(tree, options);
  } catch (const Error& error) {
    throw Error(file.string(), 0, error.message());
  }
}

}  // namespace

WrittenTreeResult search_written(const std::filesystem::path& file, const PlainOptions& options) {
  const auto [found, depth] = search_file(file, options);
  const Depth reached = std::min(depth, found.deepest);
  std::vector<std::size_t> line = found.line;
  for (std::size_t& child : line) ++child;
  const bool deepened = options.algorithm == Algorithm::searcher || options.deepens();
  WrittenTreeResult result;
  result.text = fmt::format("value {}, line {} (successors counted from 1)\n{}\n", found.value, fmt::join(line, " "),
                            counters_text(found.counters, reached, deepened));
  result.json = {{"move", nullptr},     {"score", found.value}, {"outcome", "unknown"},
                 {"distance", nullptr}, {"depth", reached},     {"pv", line}};
  if (!line.empty()) result.json["move"] = line.front();
  result.json.update(counters_json(found.counters, reached));
  return result;
}

}  // namespace hone::cli
