// SPDX-License-Identifier: MIT
//
// Training rows: the sparse feature counts of a position, with what became of it. After this file
// nothing knows games; the fit sees a sparse matrix.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "data/schema.hpp"

namespace hone {

struct RowEntry {
  std::uint16_t term;
  std::int16_t count;  // first player's minus second player's; never 0 in a finished row

  friend bool operator==(const RowEntry&, const RowEntry&) = default;
};

// The row of one position; entries sorted by term, each term at most once.
struct Row {
  StagePoint stage;
  std::vector<RowEntry> entries;

  friend bool operator==(const Row&, const Row&) = default;
};

// A feature sink (see games/game.hpp) that writes the row instead of the score.
class RowSink {
 public:
  void add(int term, int count = 1) {
    entries_.push_back({static_cast<std::uint16_t>(term), static_cast<std::int16_t>(count)});
  }

  // Sorted and summed by term, zeros dropped; the sink is empty afterwards.
  [[nodiscard]] Row finish(StagePoint stage);

 private:
  std::vector<RowEntry> entries_;
};

// Score of a row under integer weights, in the very arithmetic of the engine's evaluation
// (packed sums, one truncating division): first player's view, centi-units.
[[nodiscard]] int dot(const Schema& schema, const Row& row, std::span<const int> weights);

// What the fit knows of a row beside its features.
struct RowLabel {
  float target = 0.5F;     // expected outcome for the first player, in [0, 1]
  float weight = 1.0F;     // share in the loss
  float offset = 0.0F;     // part of the score that is not tuned, centi-units, first player's view
  std::uint32_t game = 0;  // rows of one game share it; hold-out and errors go by game

  friend bool operator==(const RowLabel&, const RowLabel&) = default;
};

struct RowView {
  StagePoint stage;
  std::span<const RowEntry> entries;
  const RowLabel& label;
};

// Many rows, stored flat (4 bytes a non-zero).
class RowSet {
 public:
  void add(const Row& row, const RowLabel& label);
  void add(const RowView& row);

  [[nodiscard]] std::size_t size() const { return labels_.size(); }
  [[nodiscard]] std::size_t nonzeros() const { return entries_.size(); }
  [[nodiscard]] RowView operator[](std::size_t i) const {
    return {stages_[i], std::span(entries_).subspan(first_[i], first_[i + 1] - first_[i]), labels_[i]};
  }
  [[nodiscard]] std::span<const RowLabel> labels() const { return labels_; }
  [[nodiscard]] std::span<RowLabel> labels() { return labels_; }

  // Number of different game ids.
  [[nodiscard]] std::size_t games() const;

 private:
  std::vector<std::size_t> first_{0};
  std::vector<RowEntry> entries_;
  std::vector<StagePoint> stages_;
  std::vector<RowLabel> labels_;
};

}  // namespace hone
