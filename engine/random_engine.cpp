// SPDX-License-Identifier: MIT
#include "engine/random_engine.hpp"

namespace hone {

SearchResult RandomEngine::search(const Board& board, const SearchControl& control) {
  SearchResult result;
  const std::vector<MoveCode> legal = board.legal_moves();
  if (!legal.empty()) {
    result.move = legal[random_.below(legal.size())];
    result.pv = {*result.move};
  }
  if (control.observer) control.observer(result);
  return result;
}

}  // namespace hone
