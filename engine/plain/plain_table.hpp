// SPDX-License-Identifier: MIT
//
// The transposition table of the plain algorithms: what a search has proved of the nodes that it has left. A node that
// is reached again, by other moves or in a second search, is not searched a second time if that decides it.
//
// It is made to be exact, not fast. What it says of a node holds for the same key (engine/plain/search_tree.hpp), at
// the same ply, searched to the same depth, so that a search with it finds the value of the same search without it.
// Nothing is replaced; when it is full, nothing more is kept. engine/transposition_table.hpp is what play needs: of
// fixed size, forgetful, and content with deeper results than were asked for.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>

#include "data/hash.hpp"
#include "engine/score.hpp"

namespace hone {

// What a search wants to know: the exact value if it lies between the two, otherwise only on which side. Seen by the
// side to move.
struct Window {
  Score alpha = -infinite_score;
  Score beta = infinite_score;
};

template <class Move>
class PlainTable {
 public:
  // The value is at least `lower` and at most `upper`.
  struct Entry {
    Score lower = -infinite_score;
    Score upper = infinite_score;
    std::optional<Move> best;  // the move that reached `lower`, if one did

    // Returns the value, or a bound that is as good as the value for this window, or nothing.
    [[nodiscard]] std::optional<Score> decide(Window window) const {
      if (lower == upper || lower >= window.beta) return lower;
      if (upper <= window.alpha) return upper;
      return std::nullopt;
    }
  };

  explicit PlainTable(std::size_t bytes) : most_(bytes / bytes_of_entry) {}

  // Returns nullptr for a node that is not in the table.
  [[nodiscard]] const Entry* find(std::uint64_t key, Depth depth, Ply ply) const {
    const auto entry = entries_.find(place(key, depth, ply));
    return entry == entries_.end() ? nullptr : &entry->second;
  }

  // Keeps the result of a fail-soft search in this window, beside what is known already.
  void keep(std::uint64_t key, Depth depth, Ply ply, Window window, Score value, std::optional<Move> best) {
    if (entries_.size() >= most_ && find(key, depth, ply) == nullptr) return;
    Entry& entry = entries_[place(key, depth, ply)];
    if (value > window.alpha) entry.lower = std::max(entry.lower, value);
    if (value < window.beta) entry.upper = std::min(entry.upper, value);
    if (best) entry.best = best;
  }

  [[nodiscard]] std::size_t size() const { return entries_.size(); }

 private:
  // An estimate: the entry and its key, two pointers of the list that it is in, and one that leads there.
  static constexpr std::size_t bytes_of_entry = sizeof(Entry) + sizeof(std::uint64_t) + 3 * sizeof(void*);

  static std::uint64_t place(std::uint64_t key, Depth depth, Ply ply) {
    return hash_seed(hash_seed(key, static_cast<std::uint64_t>(depth)), static_cast<std::uint64_t>(ply));
  }

  std::size_t most_;
  std::unordered_map<std::uint64_t, Entry> entries_;
};

}  // namespace hone
