// SPDX-License-Identifier: MIT
//
// A player that knows only the rules: it plays every legal move with the same probability. A player that beats it has
// learnt something, so it is the zero of a scale of strength.
#pragma once

#include "data/random.hpp"
#include "engine/game_driver.hpp"

namespace hone {

// The moves of a game depend on the seed of set_noise and on the positions met since new_game, not on any limit. Its
// score is always 0 and never proved. It ignores weights and tables.
class RandomEngine final : public Engine {
 public:
  void new_game() override { random_ = Random(seed_); }
  void set_weights(const Weights& /*weights*/) override {}
  void set_hash_bytes(std::size_t /*bytes*/) override {}
  void set_noise(const EvalNoise& noise) override { seed_ = noise.seed; }

  [[nodiscard]] SearchResult search(const Board& board, const SearchControl& control) override;
  [[nodiscard]] std::vector<TreeNode> search_tree(const Board& /*board*/, const SearchControl& /*control*/,
                                                  const NodeSampling& /*sampling*/) override {
    return {};  // it looks at no node
  }
  [[nodiscard]] Score evaluate(const Board& /*board*/) const override { return 0; }
  [[nodiscard]] bool play_quiet_line(Board& /*board*/) override { return true; }

 private:
  std::uint64_t seed_ = 0;
  Random random_{seed_};
};

}  // namespace hone
