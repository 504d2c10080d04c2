// SPDX-License-Identifier: MIT
//
// The rows of positions one after the other, whose lasting terms (games/game.hpp: HasLastingTerms) were often those of
// a position shortly before. They are what extract() gives to a RowSink, sooner.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "data/rows.hpp"
#include "games/game.hpp"

namespace hone {

// What a sink holds of the lasting terms, by the part of the position that they depend on.
template <HasLastingTerms G>
class LastingCounts {
 public:
  [[nodiscard]] const RowSink& counts(const typename G::Position& pos) {
    const typename G::LastingPart part = G::lasting_part(pos);
    Entry& entry = entries_[part.hash() >> (64 - bits)];
    if (!entry.is_known || !(entry.part == part)) {
      entry.counts.clear();
      G::extract_lasting(pos, entry.counts);
      entry.part = part;
      entry.is_known = true;
    }
    return entry.counts;
  }

 private:
  // Few, because the counts of all should stay in the processor's cache.
  static constexpr int bits = 3;
  struct Entry {
    typename G::LastingPart part{};
    bool is_known = false;
    RowSink counts{G::schema()};
  };

  std::array<Entry, std::size_t{1} << bits> entries_;
};

template <SearchableGame G>
class KnownRows {
 public:
  // Appends the entries of the row.
  void add(const typename G::Position& pos, std::vector<RowEntry>& entries) {
    if constexpr (HasLastingTerms<G>) {
      sink_.begin_with(lasting_.counts(pos));
      G::extract_passing(pos, sink_);
    } else {
      G::extract(pos, sink_);
    }
    sink_.finish(entries);
  }

 private:
  struct None {};
  template <class Game>
  struct Lasting {
    using type = None;
  };
  template <HasLastingTerms Game>
  struct Lasting<Game> {
    using type = LastingCounts<Game>;
  };

  RowSink sink_{G::schema()};
  [[no_unique_address]] typename Lasting<G>::type lasting_;
};

}  // namespace hone
