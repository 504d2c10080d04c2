// SPDX-License-Identifier: MIT
//
// Training rows: the sparse feature counts of a position with its label, such as the result of the game. Nothing that
// works on rows knows the game; the fit sees a sparse matrix.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "data/large_pages.hpp"
#include "data/schema.hpp"

namespace hone {

struct RowEntry {
  std::uint16_t term;
  std::int16_t count;  // first player's minus second player's; never 0 in a finished row

  friend bool operator==(const RowEntry&, const RowEntry&) = default;
};

// The row of one position; entries sorted by term, each term at most once. Of a schema that is not linear `term` is a
// column (Schema::columns()), and the counts of scale and phase terms are those of both players together.
struct Row {
  PhasePoint phase;
  std::vector<RowEntry> entries;

  friend bool operator==(const Row&, const Row&) = default;
};

// Rows whose entries lie one behind the other.
class RowList {
 public:
  struct View {
    PhasePoint phase;
    std::span<const RowEntry> entries;
  };

  // `append` adds the entries of a row to a list of such and returns its phase.
  template <class Append>
  void add(const Append& append) {
    phases_.push_back(append(entries_));
    ends_.push_back(entries_.size());
  }
  void add(const Row& row) {
    add([&](std::vector<RowEntry>& entries) {
      entries.insert(entries.end(), row.entries.begin(), row.entries.end());
      return row.phase;
    });
  }

  [[nodiscard]] std::size_t size() const { return phases_.size(); }
  [[nodiscard]] View operator[](std::size_t i) const {
    const std::size_t first = i == 0 ? 0 : ends_[i - 1];
    return {phases_[i], std::span(entries_).subspan(first, ends_[i] - first)};
  }

 private:
  std::vector<PhasePoint> phases_;
  std::vector<std::size_t> ends_;
  std::vector<RowEntry> entries_;
};

// A feature sink (see games/game.hpp) that writes the row instead of the score. A copy holds what was added so far.
class RowSink {
 public:
  // For any terms that rows can hold, all of them linear.
  RowSink() : RowSink(0, most_columns) {}
  explicit RowSink(const Schema& schema) : RowSink(schema.is_linear() ? 0 : schema.terms(), schema.columns()) {}

  void add(int term, int count = 1) {
    const auto column = static_cast<std::size_t>(term);
    assert(column < counts_.size());
    counts_[column] = static_cast<std::int16_t>(counts_[column] + count);
    touched_[column / block_columns] = Mark::yes;
  }

  template <class Side>
  void add_squared(int /*unit*/, Side side, int term, int count = 1) {
    add(side == Side::first ? term : terms_ + term, count);
  }
  template <class Side>
  void add_lesser(int unit, int /*arm*/, Side side, int term, int count = 1) {
    add_squared(unit, side, term, count);
  }
  void add_scale(int term, int count = 1) { add(term, count); }
  void add_phase(int term, int count = 1) { add(term, count); }

  void clear();
  // Takes over what another sink of the same schema holds. This one must be empty.
  void begin_with(const RowSink& other);
  // Appends the entries sorted by term, with the counts of each term added and zeros dropped. The sink is empty
  // afterwards.
  void finish(std::vector<RowEntry>& entries);
  [[nodiscard]] Row finish(PhasePoint phase) {
    Row row{phase, {}};
    finish(row.entries);
    return row;
  }

 private:
  // Marks are bytes and not bits, because a byte is set without reading what was there.
  enum class Mark : std::uint8_t { no, yes };
  static constexpr std::size_t block_columns = 64;  // the bits of a word
  static constexpr std::size_t step = 8;            // entries written at once
  static constexpr int most_columns = std::numeric_limits<std::uint16_t>::max() + 1;

  RowSink(int terms, int columns);

  // Between two rows all counts are 0, and no mark is set.
  int terms_;                         // of the schema, where it is not linear
  std::vector<Mark> touched_;         // by block: a row of a large schema leaves most of them alone
  std::vector<std::int16_t> counts_;  // by column, and one block more, which stays 0
  std::vector<RowEntry> row_;         // room for the entries while they are written
};

// Returns the score of a row under integer weights, seen by the first player, in centi-units. The arithmetic is that of
// the engine's evaluation (packed sums and one truncating division; of a schema that is not linear,
// data/second_order.hpp), so the scores are equal.
[[nodiscard]] int dot(const Schema& schema, const Row& row, std::span<const int> weights);

// Stands for the score of a position that was not searched.
inline constexpr float no_row_score = std::numeric_limits<float>::infinity();

// Stands for the value of a position that has none besides its outcome and its score.
inline constexpr float no_row_value = std::numeric_limits<float>::infinity();

// The largest weight of a row: sums over all rows stay finite in single precision.
inline constexpr float largest_row_weight = 1e9F;

// What the score of a row says. Do not renumber: row files hold these values.
enum class RowBound : std::uint8_t {
  none = 0,   // the row is a position of a game and is learnt from by the outcome, the score, or both
  exact = 1,  // the row is a position inside a search and has no outcome of its own; the score is the search's value
  lower = 2,  // the same; the search says no more than that the value is not below the score
  upper = 3,  // the same; not above the score
};

// What the fit knows about a row besides its counts.
struct RowLabel {
  float target = 0.5F;         // expected outcome for the first player, in [0, 1]
  float weight = 1.0F;         // weight of the row in the loss
  float offset = 0.0F;         // part of the score that is not tuned, centi-units, seen by the first player
  std::uint32_t game = 0;      // equal for the rows of one game; hold-out and errors go by game
  float score = no_row_score;  // score of a search, centi-units, seen by the first player
  // Factors of the tuned part of the score at the two phases around the position. Engines use them to scale down
  // drawish endgames.
  float lower_scale = 1.0F, upper_scale = 1.0F;
  RowBound bound = RowBound::none;  // seen by the first player
  // What searches say of the outcome for the first player, in [0, 1]: where `score` is that of this position alone, the
  // value may come from the later positions of its game (tuner/learn/target.hpp).
  float value = no_row_value;

  // Whether the row is a position inside a search. Its target is then the outcome of the game that was searched, and
  // nothing is judged by it.
  [[nodiscard]] bool is_tree_row() const { return bound != RowBound::none; }

  friend bool operator==(const RowLabel&, const RowLabel&) = default;
};

// A label without its bound and value, as it lies in a chunk of rows and in row files.
struct StoredLabel {
  float target, weight, offset;
  std::uint32_t game;
  float score, lower_scale, upper_scale;
};
[[nodiscard]] inline StoredLabel stored(const RowLabel& label) {
  return {label.target, label.weight, label.offset, label.game, label.score, label.lower_scale, label.upper_scale};
}
[[nodiscard]] inline RowLabel label_of(const StoredLabel& from, RowBound bound, float value) {
  return {from.target,      from.weight,      from.offset, from.game, from.score,
          from.lower_scale, from.upper_scale, bound,       value};
}

// A count of a stored row. The games of hone have integer counts; features of other engines need not.
struct FeatureCount {
  std::uint16_t term;
  float count;

  friend bool operator==(const FeatureCount&, const FeatureCount&) = default;
};

// The counts of a stored row, sorted by term.
class FeatureCounts {
 public:
  class Iterator {
   public:
    using iterator_category = std::input_iterator_tag;
    using value_type = FeatureCount;
    using difference_type = std::ptrdiff_t;
    using pointer = void;
    using reference = FeatureCount;

    Iterator() = default;
    Iterator(const std::uint16_t* term, const float* count) : term_(term), count_(count) {}
    FeatureCount operator*() const { return {*term_, *count_}; }
    Iterator& operator++() { return ++term_, ++count_, *this; }
    Iterator operator++(int) { return {term_++, count_++}; }
    friend bool operator==(const Iterator& a, const Iterator& b) { return a.term_ == b.term_; }

   private:
    const std::uint16_t* term_ = nullptr;
    const float* count_ = nullptr;
  };
  using value_type = FeatureCount;
  using const_iterator = Iterator;

  FeatureCounts(std::span<const std::uint16_t> terms, std::span<const float> counts) : terms_(terms), counts_(counts) {}

  [[nodiscard]] std::size_t size() const { return terms_.size(); }
  [[nodiscard]] bool empty() const { return terms_.empty(); }
  [[nodiscard]] FeatureCount operator[](std::size_t i) const { return {terms_[i], counts_[i]}; }
  [[nodiscard]] Iterator begin() const { return {terms_.data(), counts_.data()}; }
  [[nodiscard]] Iterator end() const { return {terms_.data() + terms_.size(), counts_.data() + counts_.size()}; }
  [[nodiscard]] std::span<const std::uint16_t> terms() const { return terms_; }
  [[nodiscard]] std::span<const float> counts() const { return counts_; }

 private:
  std::span<const std::uint16_t> terms_;
  std::span<const float> counts_;
};

struct RowView {
  PhasePoint phase;
  FeatureCounts entries;
  RowLabel label;
};

// Consecutive rows stored as columns. Row i has the counts first[i] .. first[i + 1] - 1.
struct RowChunk {
  std::span<const std::uint32_t> first;  // one more element than there are rows
  std::span<const std::uint16_t> terms;
  std::span<const float> counts;
  std::span<const PhasePoint> phases;
  std::span<const StoredLabel> labels;
  std::span<const RowBound> bounds;  // empty: no row has one
  std::span<const float> values;     // the same

  [[nodiscard]] std::size_t size() const { return labels.size(); }
  [[nodiscard]] RowView operator[](std::size_t i) const {
    const std::size_t size = first[i + 1] - first[i];
    const RowBound bound = bounds.empty() ? RowBound::none : bounds[i];
    return {phases[i],
            {terms.subspan(first[i], size), counts.subspan(first[i], size)},
            label_of(labels[i], bound, values.empty() ? no_row_value : values[i])};
  }
};

// The arrays of a chunk that is being made. They are long, and most of the time that it takes to write them first would
// go into small pages. They grow by elements that are not set.
struct RowArrays {
  template <class T>
  using Array = std::vector<T, UnsetLargePages<T>>;

  Array<std::uint32_t> first{0};
  Array<std::uint16_t> terms;
  Array<float> counts;
  Array<PhasePoint> phases;
  Array<StoredLabel> labels;
  Array<RowBound> bounds;
  Array<float> values;

  [[nodiscard]] RowChunk view() const { return {first, terms, counts, phases, labels, bounds, values}; }
  void add(const RowView& row);
  void add(PhasePoint phase, const RowLabel& label);  // called after the row's counts were added
  void clear();                                       // keeps the allocated memory
};

// Many rows in chunks. Every chunk but the last holds chunk_rows rows. Chunks lie in memory or elsewhere, such as in a
// mapped file (see data/row_file.hpp), and copies share them.
class RowSet {
 public:
  static constexpr std::size_t chunk_rows = 65'536;

  RowSet() = default;
  // Makes a set of chunks that are stored elsewhere; all but the last hold chunk_rows rows. `owner` is kept as long as
  // the chunks are used, and `release` may be called when the rows of a chunk are not needed for some time.
  RowSet(std::vector<RowChunk> chunks, std::shared_ptr<const void> owner, std::function<void(const RowChunk&)> release);

  void add(const Row& row, const RowLabel& label) { add(RowList::View{row.phase, row.entries}, label); }
  void add(const RowList::View& row, const RowLabel& label);
  void add(const RowView& row);
  void clear();  // keeps the allocated memory

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] std::size_t nonzeros() const;
  [[nodiscard]] RowView operator[](std::size_t i) const { return chunk(i / chunk_rows)[i % chunk_rows]; }

  [[nodiscard]] std::size_t chunks() const { return (size_ + chunk_rows - 1) / chunk_rows; }
  [[nodiscard]] RowChunk chunk(std::size_t number) const {
    return number < chunks_.size() ? chunks_[number] : open_.view();
  }
  void release(std::size_t chunk) const;

  // The number of different game ids.
  [[nodiscard]] std::size_t games() const;

 private:
  RowArrays& room();

  std::vector<RowChunk> chunks_;
  std::size_t foreign_ = 0;  // number of chunks at the beginning that are stored elsewhere
  std::vector<std::shared_ptr<const void>> owners_;
  std::function<void(const RowChunk&)> release_;
  RowArrays open_;
  std::size_t size_ = 0;
};

}  // namespace hone
