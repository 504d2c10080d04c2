// SPDX-License-Identifier: MIT
//
// Evaluations as a search needs them, most of which it has made before: of the same position (an evaluation cache), or
// of one that shares the part that many terms depend on (games/game.hpp: HasLastingTerms; other engines call that a
// pawn hash table). They are the evaluations of engine/evaluation.hpp, sooner. A search has its own; they hold for one
// weight table.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "data/large_pages.hpp"
#include "engine/evaluation.hpp"
#include "games/game.hpp"

namespace hone {

// What lasting terms come to, by the part of the position that they depend on.
template <HasLastingTerms G>
class LastingSums {
 public:
  LastingSums() { clear(); }
  void clear() { entries_.assign(size, {}); }

  [[nodiscard]] PackedSum sum(const typename G::Position& pos, PhasePoint phase, const WeightTable& weights) {
    const typename G::LastingPart part = G::lasting_part(pos);
    Entry& entry = entries_[part.hash() >> (64 - bits)];
    if (!entry.is_known || entry.lower_phase != phase.lower || !(entry.part == part)) {
      DotSink sink(weights, phase.lower);
      G::extract_lasting(pos, sink);
      entry = {part, sink.sum(), phase.lower, true};
    }
    return entry.sum;
  }

 private:
  static constexpr int bits = 13;
  static constexpr std::size_t size = std::size_t{1} << bits;
  struct Entry {
    typename G::LastingPart part{};
    PackedSum sum;
    std::uint8_t lower_phase = 0;
    bool is_known = false;
  };

  std::vector<Entry, LargePages<Entry>> entries_;
};

template <SearchableGame G>
class KnownEvaluations {
 public:
  explicit KnownEvaluations(const WeightTable& weights) : weights_(weights) { clear(); }

  // After this the weight table may be another.
  void clear() {
    scores_.assign(size, unknown);
    if constexpr (HasLastingTerms<G>) lasting_.clear();
  }

  void prefetch(std::uint64_t hash) const { __builtin_prefetch(&scores_[hash & (size - 1)]); }
  // The same as evaluate<G>(pos, weights), as long as positions of the same hash are the same.
  [[nodiscard]] Score evaluate(const typename G::Position& pos) {
    const std::uint64_t hash = G::hash(pos);
    std::uint64_t& known = scores_[hash & (size - 1)];
    const auto score_bits = static_cast<std::uint16_t>(known);
    if ((known ^ hash) >> bits == 0 && score_bits != unknown) return static_cast<std::int16_t>(score_bits);
    const Score score = seen_by_mover<G>(pos, evaluate_first(pos));
    known = hash >> bits << bits | static_cast<std::uint16_t>(score);
    return score;
  }

 private:
  // The upper bits of the hash with the score below them. They and the place are the whole hash, so that what is found
  // does not depend on what was searched before.
  static constexpr int bits = 16;
  static constexpr std::size_t size = std::size_t{1} << bits;
  static constexpr std::uint64_t unknown = 1U << (bits - 1);  // no score: the least number of so many bits
  static_assert(max_eval < unknown);

  [[nodiscard]] int evaluate_first(const typename G::Position& pos) {
    if constexpr (HasLastingTerms<G>) {
      const PhasePoint phase = G::phase(pos);
      return score_of<G>(phase, weights_, lasting_.sum(pos, phase, weights_),
                         [&](auto& sink) { G::extract_passing(pos, sink); });
    } else {
      return hone::evaluate_first<G>(pos, weights_);
    }
  }

  const WeightTable& weights_;
  std::vector<std::uint64_t, LargePages<std::uint64_t>> scores_;
  struct None {};
  template <class Game>
  struct Lasting {
    using type = None;
  };
  template <HasLastingTerms Game>
  struct Lasting<Game> {
    using type = LastingSums<Game>;
  };
  [[no_unique_address]] typename Lasting<G>::type lasting_;
};

}  // namespace hone
