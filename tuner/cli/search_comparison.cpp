// SPDX-License-Identifier: MIT
#include "tuner/cli/search_comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "tuner/cli/print/search_text.hpp"

namespace hone::cli {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::uint64_t most_leaves = 5'000'000;

// A column of the tables: a search, and what its numbers are called.
struct ComparedColumn {
  const char* key;    // in JSON
  const char* title;  // in the tables
  Algorithm algorithm;
  bool table = false;
  bool best_first = false;
  bool deepening = false;
};

// In the order of the rules.
constexpr ComparedColumn plain_columns[] = {
    {"minimax", "minimax", Algorithm::minimax},
    {"branch_and_bound", "branch and bound", Algorithm::branch_and_bound},
    {"alpha_beta", "alpha-beta", Algorithm::alpha_beta},
    {"pvs", "PVS", Algorithm::pvs},
    {"alpha_beta_table", "alpha-beta, table", Algorithm::alpha_beta, true},
    {"pvs_table", "PVS, table", Algorithm::pvs, true},
    {"mtd_f", "MTD(f)", Algorithm::mtd_f, true},
};
// In better orders; the last one finds its own.
constexpr ComparedColumn ordered_columns[] = {
    {"best_first_alpha_beta", "alpha-beta, best first", Algorithm::alpha_beta, false, true},
    {"best_first_pvs", "PVS, best first", Algorithm::pvs, false, true},
    {"deepening_alpha_beta", "alpha-beta, deepening", Algorithm::alpha_beta, true, false, true},
    {"deepening_pvs", "PVS, deepening", Algorithm::pvs, true, false, true},
    {"deepening_mtd_f", "MTD(f), deepening", Algorithm::mtd_f, true, false, true},
};
constexpr ComparedColumn searcher_column = {"searcher_nodes", "searcher, nodes", Algorithm::searcher};

constexpr const char* explanation =
    "Leaves: positions at the full depth, or where the game is over, each time that they are looked at. Those with\n"
    "a table count only what the table does not know. All searches but the searcher find the same value.\n";
constexpr const char* explanation_of_orders =
    "The same with better orders of the moves. Best first: by true values, which are not counted. Minimal tree: the\n"
    "least for a uniform tree with as many leaves as minimax has. Deepening: to every depth up to this one, all "
    "counted,\n"
    "each search in the order that the last one left in the table. Searcher: the strong search, selective, in nodes.\n";
constexpr const char* explanation_of_seconds = "Seconds, which are others on every machine and in every run.\n";

std::vector<ComparedColumn> all_columns() {
  std::vector<ComparedColumn> columns(std::begin(plain_columns), std::end(plain_columns));
  columns.insert(columns.end(), std::begin(ordered_columns), std::end(ordered_columns));
  columns.push_back(searcher_column);
  return columns;
}

Depth fitting_depth(const GameDriver& game, const Board& board) {
  Depth depth = 1;
  while (depth < game.max_plies() && game.perft(board, depth + 1) <= most_leaves) ++depth;
  return depth;
}

SearchResult search_column(const GameDriver& game, const ComparedColumn& column, Depth depth) {
  const auto board = game.initial();
  const Weights weights = game.material_weights();
  if (column.algorithm == Algorithm::searcher) {
    SearchControl control;
    control.limits.depth = depth;
    return game.engine(weights, {})->search(*board, control);
  }
  PlainOptions options;
  options.algorithm = column.algorithm;
  options.depth = depth;
  options.table = column.table;
  options.best_first = column.best_first;
  options.deepening = column.deepening;
  return game.plain_search(*board, options, weights);
}

// `tick` is called after each search.
Comparison compare_on(const GameDriver& game, std::optional<Depth> given, const std::function<void()>& tick) {
  Comparison result;
  result.game = game.name();
  result.depth = given ? *given : fitting_depth(game, *game.initial());
  Depth longest = 0;
  for (const ComparedColumn& column : all_columns()) {
    const SearchResult searched = search_column(game, column, result.depth);
    const bool strong = column.algorithm == Algorithm::searcher;
    if (!strong) longest = std::max(longest, searched.selective_depth);
    result.searches.push_back(
        {strong ? searched.counters.nodes : searched.counters.leaves, searched.score, searched.elapsed});
    tick();
  }
  const auto leaves = static_cast<double>(result.searches.front().count);
  result.minimal = minimal_leaves(std::pow(leaves, 1.0 / longest), longest);
  return result;
}

std::string heading_of_columns(const std::vector<std::string>& titles) {
  std::string text = "| game | depth |";
  for (const std::string& title : titles) text += fmt::format(" {} |", title);
  text += "\n|---|--:|";
  for (std::size_t i = 0; i < titles.size(); ++i) text += "--:|";
  return text + "\n";
}

// Rows of the searches from number `begin` to before `end`, as `cell(comparison, number)` writes them.
template <class Cell>
std::string rows_of_columns(std::span<const Comparison> comparisons, std::size_t begin, std::size_t end, Cell cell) {
  std::string text;
  for (const Comparison& each : comparisons) {
    text += fmt::format("| {} | {} |", each.game, each.depth);
    for (std::size_t i = begin; i < end; ++i) text += fmt::format(" {} |", cell(each, i));
    text += "\n";
  }
  return text;
}

}  // namespace

std::uint64_t searches_of_comparison() { return all_columns().size(); }

std::vector<Comparison> compare_algorithms(std::span<const GameDriver* const> games, std::optional<Depth> depth,
                                           const std::function<void(std::uint64_t)>& progress) {
  std::vector<Comparison> comparisons;
  std::uint64_t done = 0;
  for (const GameDriver* game : games) comparisons.push_back(compare_on(*game, depth, [&] { progress(++done); }));
  return comparisons;
}

std::string comparison_text(std::span<const Comparison> comparisons) {
  const std::vector<ComparedColumn> columns = all_columns();
  const std::size_t plain = std::size(plain_columns);
  std::vector<std::string> titles;
  for (const ComparedColumn& column : columns) titles.emplace_back(column.title);
  const auto split = titles.begin() + static_cast<std::ptrdiff_t>(plain);
  std::vector<std::string> ordered(split, titles.end());
  ordered.insert(ordered.begin() + 2, "minimal tree");

  const auto count = [](const Comparison& each, std::size_t i) { return std::to_string(each.searches[i].count); };
  const auto count_and_minimal = [&](const Comparison& each, std::size_t i) {
    const std::string text = count(each, i);
    return i == plain + 1 ? fmt::format("{} | {:.0f}", text, each.minimal) : text;
  };
  const auto time = [](const Comparison& each, std::size_t i) {
    return fmt::format("{:.3f}", seconds_of(each.searches[i].elapsed));
  };
  return fmt::format("{}\n{}{}\n{}\n{}{}\n{}\n{}{}", explanation, heading_of_columns({titles.begin(), split}),
                     rows_of_columns(comparisons, 0, plain, count), explanation_of_orders, heading_of_columns(ordered),
                     rows_of_columns(comparisons, plain, columns.size(), count_and_minimal), explanation_of_seconds,
                     heading_of_columns(titles), rows_of_columns(comparisons, 0, columns.size(), time));
}

Json comparison_json(std::span<const Comparison> comparisons) {
  const std::vector<ComparedColumn> columns = all_columns();
  Json games = Json::array();
  for (const Comparison& each : comparisons) {
    Json leaves, elapsed;
    for (std::size_t i = 0; i < columns.size(); ++i) {
      elapsed[columns[i].key] = seconds_of(each.searches[i].elapsed);
      if (columns[i].algorithm != Algorithm::searcher) leaves[columns[i].key] = each.searches[i].count;
    }
    leaves["minimal"] = each.minimal;
    games.push_back({{"game", each.game},
                     {"depth", each.depth},
                     {"value", each.searches.front().value},
                     {"leaves", std::move(leaves)},
                     {"searcher_nodes", each.searches.back().count},
                     {"seconds", std::move(elapsed)}});
  }
  return {{"games", std::move(games)}};
}

}  // namespace hone::cli
