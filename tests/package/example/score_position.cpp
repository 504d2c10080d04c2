// SPDX-License-Identifier: MIT
//
// score_position GAME WEIGHTS DEPTH [POSITION]: what a weight set thinks of a position, at once and after a search.
#include <iostream>
#include <memory>
#include <string>

#include "data/error.hpp"
#include "engine/game_driver.hpp"
#include "engine/named_weights.hpp"
#include "tuner/text/option_values.hpp"

int main(int count, char** words) try {
  if (count < 4 || count > 5) {
    std::cerr << "usage: score_position GAME WEIGHTS DEPTH [POSITION]\n";
    return 2;
  }
  const hone::GameDriver& game = hone::find_driver(words[1]);
  const hone::Weights weights = hone::load_weights(game, words[2]);
  const auto depth = static_cast<hone::Depth>(hone::text::parse_integer(words[3], {1, hone::max_ply}));
  const std::unique_ptr<hone::Board> board = count == 5 ? game.parse(words[4]) : game.initial();

  const std::unique_ptr<hone::Engine> engine = game.engine(weights, {});
  std::cout << "evaluation " << engine->evaluate(*board) << '\n';

  hone::SearchControl control;
  control.limits.depth = depth;
  const hone::SearchResult result = engine->search(*board, control);
  std::cout << "score " << result.score << " nodes " << result.counters.nodes << '\n';
  if (result.move) std::cout << "move " << board->move_text(*result.move) << '\n';
  return 0;
} catch (const hone::Error& error) {
  std::cerr << error.what() << '\n';
  return 2;
}
