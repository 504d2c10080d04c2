// SPDX-License-Identifier: MIT
//
// Several threads that search the same position on one transposition table, each with a history of its own ("lazy
// SMP"): they take different paths, and what one finds the others need not search. The first searcher answers; its
// helpers only fill the table, and end with it.
#pragma once

#include <atomic>
#include <memory>
#include <span>
#include <stop_token>
#include <system_error>
#include <thread>
#include <vector>

#include "engine/searcher.hpp"

namespace hone {

template <SearchableGame G>
class SearchHelpers {
 public:
  using Position = typename G::Position;

  // The weights and the table must outlive the helpers. At first there are none.
  SearchHelpers(const WeightTable& weights, TranspositionTable& table, const EngineOptions& options)
      : weights_(weights), table_(table), options_(options) {}

  void resize(std::size_t count) {
    searchers_.resize(count);
    forget();
  }
  // Forgets what they learnt; the table is the caller's.
  void forget() {
    for (auto& searcher : searchers_) {
      searcher = std::make_unique<Searcher<G>>(weights_, table_, options_);
      searcher->set_noise(noise_);
    }
  }
  void set_noise(const EvalNoise& noise) {
    noise_ = noise;
    for (auto& searcher : searchers_) searcher->set_noise(noise);
  }
  void set_parameters(const SearchParameters& parameters) {
    options_.parameters = ParameterChanges(usual_parameters<G>(), parameters);
    for (auto& searcher : searchers_) searcher->set_parameters(parameters);
  }
  [[nodiscard]] bool empty() const { return searchers_.empty(); }

  // Lets them search while `leader` does, and returns its result.
  [[nodiscard]] SearchResult search_with(Searcher<G>& leader, const Position& root,
                                         std::span<const std::uint64_t> history, const SearchControl& control) {
    table_.new_search();
    nodes_ = 0;
    const Threads threads(*this, root, history, control);
    return leader.search_together(root, history, control, {.nodes = &nodes_, .searchers = searchers_.size() + 1});
  }

 private:
  // Runs the helpers as long as it lives.
  class Threads {
   public:
    Threads(SearchHelpers& helpers, const Position& root, std::span<const std::uint64_t> history,
            const SearchControl& control) {
      control_.limits.depth = control.limits.depth;
      control_.limits.nodes = control.limits.nodes;
      control_.root_moves = control.root_moves;
      control_.lines = control.lines;
      control_.stop = stop_.get_token();
      Depth first_depth = 1;
      for (auto& searcher : helpers.searchers_) {
        first_depth = 3 - first_depth;  // every other one is an iteration ahead
        const SharedWork shared{
            .nodes = &helpers.nodes_, .searchers = helpers.searchers_.size() + 1, .first_depth = first_depth};
        if (!start([this, &searcher, &root, history, shared] {
              (void)searcher->search_together(root, history, control_, shared);
            })) {
          return;
        }
      }
    }
    ~Threads() { stop_.request_stop(); }
    Threads(const Threads&) = delete;
    Threads& operator=(const Threads&) = delete;

   private:
    // Returns false when the system refuses another thread: the search goes on with fewer.
    template <class Work>
    bool start(Work work) {
      try {
        threads_.emplace_back(work);
        return true;
      } catch (const std::system_error&) {
        return false;
      }
    }

    std::stop_source stop_;
    SearchControl control_;
    std::vector<std::jthread> threads_;  // the last member: they use the others
  };

  const WeightTable& weights_;
  TranspositionTable& table_;
  EngineOptions options_;
  EvalNoise noise_;
  std::atomic<std::uint64_t> nodes_ = 0;  // of all, the leader included
  std::vector<std::unique_ptr<Searcher<G>>> searchers_;
};

}  // namespace hone
