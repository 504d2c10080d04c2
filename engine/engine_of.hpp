// SPDX-License-Identifier: MIT
//
// An engine that is plain alpha-beta: depth limits only, no tables, no memory.
#pragma once

#include <memory>

#include "engine/board_of.hpp"
#include "engine/game_driver.hpp"
#include "engine/plain/alpha_beta.hpp"

namespace hone {

template <Game G>
class PlainEngine final : public Engine {
 public:
  explicit PlainEngine(const Weights& weights) : weights_(weights) {}

  void new_game() override {}
  void set_weights(const Weights& weights) override { weights_ = WeightTable(weights); }
  void set_hash_bytes(std::size_t /*bytes*/) override {}

  [[nodiscard]] SearchResult search(const Board& board, const SearchControl& control) override {
    const BoardOf<G>& root = board_of<G>(board);
    return alpha_beta<G>(root.position(), root.history(), control.limits.depth.value_or(4), weights_);
  }
  [[nodiscard]] Score evaluate(const Board& board) const override {
    return hone::evaluate<G>(board_of<G>(board).position(), weights_);
  }
  [[nodiscard]] std::unique_ptr<Board> quiet_leaf(const Board& board) override { return board.clone(); }

 private:
  WeightTable weights_;
};

template <Game G>
[[nodiscard]] std::unique_ptr<Engine> make_engine(const Weights& weights, const EngineOptions& /*options*/) {
  return std::make_unique<PlainEngine<G>>(weights);
}

}  // namespace hone
