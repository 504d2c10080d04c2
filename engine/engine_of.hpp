// SPDX-License-Identifier: MIT
//
// The Engine of a game: weights, transposition table and searcher behind the virtual interface.
#pragma once

#include <memory>
#include <vector>

#include "engine/board_of.hpp"
#include "engine/evaluation.hpp"
#include "engine/game_driver.hpp"
#include "engine/game_end.hpp"
#include "engine/search_helpers.hpp"
#include "engine/searcher.hpp"

namespace hone {

template <Game G>
class EngineOf final : public Engine {
 public:
  EngineOf(const Weights& weights, const EngineOptions& options)
      : weights_(weights),
        table_(options.hash_bytes),
        searcher_(weights_, table_, options),
        helpers_(weights_, table_, options) {}

  void new_game() override {
    searcher_.new_game();
    helpers_.forget();
  }
  void set_weights(const Weights& weights) override {
    weights_ = WeightTable(weights);
    new_game();
  }
  void set_hash_bytes(std::size_t bytes) override { table_.resize(bytes); }
  void set_parameters(const SearchParameters& parameters) override {
    searcher_.set_parameters(parameters);
    helpers_.set_parameters(parameters);
  }
  void set_noise(const EvalNoise& noise) override {
    searcher_.set_noise(noise);
    helpers_.set_noise(noise);
  }
  void set_threads(int threads) override { helpers_.resize(static_cast<std::size_t>(threads - 1)); }
  [[nodiscard]] int permille_full() const override { return table_.permille_full(); }

  [[nodiscard]] SearchResult search(const Board& board, const SearchControl& control) override {
    MoveList<G> legal;
    G::legal_moves(board_of<G>(board).position(), legal);
    if (legal.empty()) return finished_result(board, *board.outcome());
    const BoardOf<G>& root = board_of<G>(board);
    if (helpers_.empty()) return searcher_.search(root.position(), root.history(), control);
    return helpers_.search_with(searcher_, root.position(), root.history(), control);
  }
  [[nodiscard]] Score evaluate(const Board& board) const override {
    return hone::evaluate<G>(board_of<G>(board).position(), weights_);
  }
  [[nodiscard]] bool play_quiet_line(Board& board) override {
    BoardOf<G>& here = board_of<G>(board);
    const auto line = searcher_.quiet_line(here.position(), here.history());
    if (line) here.follow_line(*line);
    return line.has_value();
  }
  [[nodiscard]] std::vector<TreeNode> search_tree(const Board& board, const SearchControl& control,
                                                  const NodeSampling& sampling) override {
    NodeSample<G> sample(sampling);
    searcher_.tell_nodes_to(&sample);
    (void)search(board, control);
    searcher_.tell_nodes_to(nullptr);
    std::vector<TreeNode> nodes;
    for (const FinishedNode<G>& node : sample.take()) nodes.push_back(seen_by_first(node));
    return nodes;
  }

 private:
  static TreeNode seen_by_first(const FinishedNode<G>& node) {
    const int view = sign(G::side_to_move(node.pos));
    const bool at_least = node.bound == (view > 0 ? Bound::lower : Bound::upper);
    const RowBound bound = node.bound == Bound::exact ? RowBound::exact : at_least ? RowBound::lower : RowBound::upper;
    return {std::make_unique<BoardOf<G>>(node.pos), node.depth, view * node.value, bound};
  }

  WeightTable weights_;
  TranspositionTable table_;
  Searcher<G> searcher_;
  SearchHelpers<G> helpers_;  // none but with set_threads()
};

template <Game G>
[[nodiscard]] std::unique_ptr<Engine> make_engine(const Weights& weights, const EngineOptions& options) {
  return std::make_unique<EngineOf<G>>(weights, options);
}

}  // namespace hone
