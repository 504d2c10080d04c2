// SPDX-License-Identifier: MIT
//
// The driver of a game connects its static code with the virtual interface. Where a game shares the engine of another
// one, it asks the driver of that game for whatever searches. Including this file and asking for driver_of<G>()
// compiles the whole engine for G, so only driver_of_game.cpp.in does that; others call find_driver().
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "engine/board_of.hpp"
#include "engine/engine_of.hpp"
#include "engine/game_driver.hpp"
#include "engine/perft.hpp"
#include "engine/plain/game_tree.hpp"
#include "engine/plain/run_plain.hpp"

namespace hone {

template <Game G>
class DriverOf final : public GameDriver {
 public:
  [[nodiscard]] std::string_view name() const override { return G::name; }
  [[nodiscard]] const Schema& schema() const override { return G::schema(); }
  [[nodiscard]] Weights material_weights() const override {
    Weights weights = zero_weights(G::schema());
    weights.values = G::material_weights();
    return weights;
  }
  [[nodiscard]] int max_plies() const override { return G::max_plies; }
  [[nodiscard]] int longest_game() const override {
    if constexpr (HasLongestGame<G>) return G::longest_game;
    return max_plies();
  }
  [[nodiscard]] int max_utility() const override { return max_utility_of<G>; }
  [[nodiscard]] std::string_view uci_variant() const override {
    if constexpr (HasUciVariant<G>) return G::uci_variant;
    return {};
  }
  [[nodiscard]] const SearchParameters& search_parameters() const override { return usual_parameters<PlayedAs<G>>(); }

  [[nodiscard]] std::unique_ptr<Board> initial() const override {
    return std::make_unique<BoardOf<PlayedAs<G>>>(G::initial());
  }
  [[nodiscard]] std::unique_ptr<Board> parse(std::string_view position) const override {
    return std::make_unique<BoardOf<PlayedAs<G>>>(G::parse_position(position));
  }
  [[nodiscard]] std::unique_ptr<Board> initial_with_komi([[maybe_unused]] std::string_view komi) const override {
    if constexpr (HasKomi<G>) return std::make_unique<BoardOf<PlayedAs<G>>>(G::initial_with_komi(komi));
    return nullptr;
  }
  [[nodiscard]] std::unique_ptr<Engine> engine(const Weights& weights, const EngineOptions& options) const override {
    if constexpr (shares_engine) {
      return played_as().engine(weights, options);
    } else {
      return make_engine<G>(weights, options);
    }
  }

  [[nodiscard]] std::uint64_t perft(const Board& board, Depth depth) const override {
    if constexpr (shares_engine) {
      return played_as().perft(board, depth);
    } else {
      return hone::perft<G>(board_of<G>(board).position(), depth);
    }
  }
  [[nodiscard]] std::vector<Successor> successors(const Board& board) const override {
    if constexpr (shares_engine) {
      return played_as().successors(board);
    } else {
      const typename G::Position& position = board_of<G>(board).position();
      MoveList<G> moves;
      G::legal_moves(position, moves);
      std::vector<Successor> result;
      for (const typename G::Move& move : moves) {
        typename G::Position next = position;
        G::play(next, move);
        result.push_back({board.move_text(G::encode(move)), std::make_unique<BoardOf<G>>(next)});
      }
      return result;
    }
  }
  using GameDriver::plain_search;
  [[nodiscard]] SearchResult plain_search(const Board& board, const PlainOptions& options,
                                          const Weights& weights) const override {
    if constexpr (shares_engine) {
      return played_as().plain_search(board, options, weights);
    } else {
      return search_plainly(board, options, weights);
    }
  }
  [[nodiscard]] std::vector<std::string> bench_positions() const override {
    const auto positions = G::bench_positions();
    return {positions.begin(), positions.end()};
  }
  [[nodiscard]] Depth bench_depth() const override { return G::bench_depth; }

  [[nodiscard]] int most_ending_pieces() const override {
    if constexpr (HasEndings<G>) return G::most_ending_pieces;
    return 0;
  }
  [[nodiscard]] std::optional<int> ending_utility([[maybe_unused]] const Board& board,
                                                  [[maybe_unused]] int pieces) const override {
    if constexpr (HasEndings<G>) return G::ending_utility(board_of<G>(board).position(), pieces);
    return std::nullopt;
  }

 private:
  static constexpr bool shares_engine = !std::is_same_v<PlayedAs<G>, G>;
  [[nodiscard]] static const GameDriver& played_as() { return find_driver(PlayedAs<G>::name); }

  [[nodiscard]] SearchResult search_plainly(const Board& board, const PlainOptions& options,
                                            const Weights& weights) const {
    const auto start = std::chrono::steady_clock::now();
    const auto timed = [&](SearchResult result) {
      result.elapsed = std::chrono::steady_clock::now() - start;
      return result;
    };
    if (options.algorithm == Algorithm::searcher) return timed(search_without_selectivity(board, options, weights));
    const BoardOf<G>& root = board_of<G>(board);
    const WeightTable table(weights);
    const auto result_of = [&](const auto& deepened) {
      return timed(plain_result<G>(root.position(), deepened.depth, deepened.found));
    };
    return result_of(run_plain(GameTree<G>(table, root.history()), root.position(), options, [&](const auto& deepened) {
      if (options.observer) options.observer(result_of(deepened));
    }));
  }
  [[nodiscard]] SearchResult search_without_selectivity(const Board& board, const PlainOptions& options,
                                                        const Weights& weights) const {
    SearchControl control;
    control.limits.depth = options.depth;
    control.limits.move_time = options.move_time;
    return make_engine<G>(weights, plain_options())->search(board, control);
  }

  [[nodiscard]] static EngineOptions plain_options() {
    EngineOptions options;
    options.selective = false;
    options.transposition_table = false;
    return options;
  }
};

// Instantiated once for each game, in a translation unit of its own.
template <Game G>
const GameDriver& driver_of() {
  static const DriverOf<G> driver;
  return driver;
}

}  // namespace hone
