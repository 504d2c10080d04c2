// SPDX-License-Identifier: MIT
//
// The switches of the strong search.
#include "engine/search_techniques.hpp"

#include <gtest/gtest.h>

#include <iostream>
#include <map>
#include <regex>
#include <set>
#include <string>

#include "data/atomic_file.hpp"
#include "engine/bench.hpp"
#include "engine/game_driver.hpp"
#include "engine/named_weights.hpp"
#include "tests/random_play.hpp"

namespace hone {
namespace {

using testing::Random;

SearchTechniques all_off() {
  SearchTechniques techniques;
  for (const NamedTechnique& each : search_techniques) techniques.*each.is_on = false;
  return techniques;
}

SearchResult search(const GameDriver& game, const Board& board, const EngineOptions& options, Depth depth) {
  SearchControl control;
  control.limits.depth = depth;
  return game.engine(bench_weights(game), options)->search(board, control);
}

// In these games no bounds are known beforehand, and so there is nothing else that a plain search does not see.
TEST(SearchTechniques, AllOffGiveTheValueOfAlphaBeta) {
  constexpr std::uint64_t seed = 1'974;
  std::cout << "random positions: seed " << seed << '\n';
  Random random(seed);
  for (const char* name : {"chess", "checkers", "breakthrough"}) {
    const GameDriver& game = find_driver(name);
    const EngineOptions options{
        .hash_bytes = 1 << 16, .selective = true, .transposition_table = false, .techniques = all_off()};
    for (const std::string& text : game.bench_positions()) {
      const auto board = game.parse(text);
      for (int ply = 0; ply < 4 && !board->outcome(); ++ply) {
        for (Depth depth = 1; depth <= 3; ++depth) {
          const SearchResult plain = game.plain_search(*board, depth, Algorithm::alpha_beta, bench_weights(game));
          ASSERT_EQ(search(game, *board, options, depth).score, plain.score) << board->text() << " depth " << depth;
        }
        const std::vector<MoveCode> moves = board->legal_moves();
        board->play(moves[testing::below(random, moves.size())]);
      }
    }
  }
}

std::uint64_t nodes_of_bench(const EngineOptions& options, Depth depth, std::size_t positions) {
  const GameDriver& game = find_driver("chess");
  std::uint64_t nodes = 0;
  for (const std::string& text : game.bench_positions()) {
    if (positions-- == 0) break;
    nodes += search(game, *game.parse(text), options, depth).counters.nodes;
  }
  return nodes;
}

// A switch that is connected to nothing would leave the number of nodes as it was. Some techniques act deep down only.
TEST(SearchTechniques, EachHasASwitchThatWorks) {
  constexpr Depth depth = 12;  // deeper than SearchParameters::confirmation_depth
  constexpr std::size_t positions = 3;
  std::set<std::uint64_t> counts{nodes_of_bench({}, depth, positions)};
  for (const NamedTechnique& each : search_techniques) {
    EngineOptions options;
    options.techniques.*each.is_on = false;
    EXPECT_TRUE(counts.insert(nodes_of_bench(options, depth, positions)).second) << each.name;
  }
}

// The page has the numbers of nodes of this search.
TEST(SearchTechniques, SaveWhatThePageSays) {
  const std::string page = read_file(std::string(HONE_SOURCE_DIR) + "/engine/README.md");
  std::smatch named;
  ASSERT_TRUE(std::regex_search(page, named,
                                std::regex("Nodes to depth 12 with `default` weights from `([^`]*)`,\n"
                                           "which takes ([0-9,]*) with all of them")));
  const GameDriver& game = find_driver("chess");
  const Weights weights = load_weights(game, "default");
  const auto nodes = [&](const EngineOptions& options) {
    SearchControl control;
    control.limits.depth = 12;
    return game.engine(weights, options)->search(*game.parse(named[1].str()), control).counters.nodes;
  };
  std::string all = named[2];
  std::erase(all, ',');
  EXPECT_EQ(nodes({}), std::stoull(all));
  const std::string table = page.substr(page.find("| without | nodes |"));
  std::map<std::string, std::uint64_t> told;
  const std::regex cell("\\| `([a-z_]+)` \\| ([0-9]+)");
  const std::string cells = table.substr(0, table.find("\n\n"));
  for (std::sregex_iterator it(cells.begin(), cells.end(), cell), end; it != end; ++it) {
    told[(*it)[1]] = std::stoull((*it)[2]);
  }
  std::map<std::string, std::uint64_t> counted;
  for (const NamedTechnique& each : search_techniques) {
    EngineOptions options;
    options.techniques.*each.is_on = false;
    counted[std::string(each.name)] = nodes(options);
  }
  EXPECT_EQ(told, counted);
}

TEST(SearchTechniques, HaveNamesOfTheirOwnAndAreOn) {
  std::set<std::string_view> names;
  const SearchTechniques standard;
  for (const NamedTechnique& each : search_techniques) {
    EXPECT_TRUE(names.insert(each.name).second) << each.name;
    EXPECT_TRUE(standard.*each.is_on) << each.name;
  }
  EXPECT_EQ(sizeof(SearchTechniques), search_techniques.size()) << "one name for each switch";
}

}  // namespace
}  // namespace hone
