// SPDX-License-Identifier: MIT
//
// Made-up training data from known weights: two phases, 24 steps, and several groups, some of which tests freeze.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

#include "data/random.hpp"
#include "data/rows.hpp"
#include "data/weights.hpp"
#include "tuner/learn/fit/row_scores.hpp"
#include "tuner/learn/fit/targets.hpp"

namespace hone::learn {

inline constexpr Loss losses[] = {Loss::squared, Loss::cross_entropy};

inline Schema synthetic_schema() {
  return Schema("synthetic", {"mg", "eg"}, 24,
                std::vector<GroupSpec>{{"material.knight", scalar(), ""},
                                       {"psqt.knight", board(2, 3), ""},
                                       {"mobility", list(5), ""},
                                       {"tempo", scalar(), ""},
                                       {"never", list(2), ""}});
}

inline Weights planted_weights(const Schema& schema) {
  Weights weights = zero_weights(schema);
  std::mt19937 random(7);
  for (double& value : weights.values) value = static_cast<double>(random() % 201) - 100;
  return weights;
}

struct SyntheticOptions {
  std::size_t rows = 2000;
  std::size_t rows_per_game = 5;
  unsigned seed = 11;
  bool exact_targets = false;  // targets are the probabilities themselves, not outcomes drawn with them
  double k = 1;
  bool scaled = false;       // every second row has scale factors of its own
  bool real_counts = false;  // counts are not whole numbers
};

inline std::int16_t small_count(std::mt19937& random) {
  return static_cast<std::int16_t>(static_cast<int>(random() % 5) - 2);
}

// Counts in -2 .. 2; the last group never occurs; phase points 0, 6, 12, 18, 24.
inline Row synthetic_row(const Schema& schema, std::mt19937& random) {
  RowSink sink;
  const int terms = schema.terms() - schema.find("never")->shape.size();
  for (int term = 0; term < terms; ++term) sink.add(term, small_count(random));
  return sink.finish({0, static_cast<std::uint8_t>(6 * (random() % 5))});
}

inline RowLabel synthetic_label(std::size_t row, const SyntheticOptions& options, std::mt19937& random) {
  RowLabel label{.weight = row % 3 == 0 ? 0.5F : 1.0F, .offset = static_cast<float>(random() % 41) - 20.0F};
  label.game = static_cast<std::uint32_t>(row / options.rows_per_game);
  if (!options.scaled || row % 2 == 0) return label;
  label.lower_scale = 0.25F * static_cast<float>(random() % 5);
  label.upper_scale = 0.5F;
  return label;
}

inline RowSet synthetic_rows(const Weights& weights, const SyntheticOptions& options) {
  std::mt19937 random(options.seed);
  RowSet rows;
  for (std::size_t i = 0; i < options.rows; ++i) {
    const Row row = synthetic_row(weights.schema, random);
    RowLabel label = synthetic_label(i, options, random);
    std::vector<std::uint16_t> terms;
    std::vector<float> counts;
    for (const auto [term, count] : row.entries) {
      terms.push_back(term);
      counts.push_back(options.real_counts ? 0.3F * count : count);
    }
    const FeatureCounts entries(terms, counts);
    const double score = row_score({row.phase, entries, label}, weights);
    const double p = outcome_of_logit(logit_per_score(options.k) * score);
    const double drawn = static_cast<double>(random()) / 4294967296.0 < p ? 1 : 0;
    label.target = static_cast<float>(options.exact_targets ? p : drawn);
    rows.add({row.phase, entries, label});
  }
  return rows;
}

struct GamesByLuck {
  std::uint32_t games = 0;
  int positions = 0;  // of each game
};

// Games that share one outcome between their positions: one number drawn for each game is compared with the chance that
// the planted weights give a position. `renew(term, is_first, count)` says what becomes of a term's count from one
// position to the next.
template <class Renew>
RowSet rows_by_luck(const Weights& planted, const GamesByLuck& options, Random& random, const Renew& renew) {
  const int terms = planted.schema.terms();
  RowSet rows;
  std::vector<int> counts(static_cast<std::size_t>(terms));
  for (std::uint32_t game = 0; game < options.games; ++game) {
    const double luck = random.uniform();
    for (int position = 0; position < options.positions; ++position) {
      RowSink sink;
      for (int term = 0; term < terms; ++term) {
        int& count = counts[static_cast<std::size_t>(term)];
        renew(term, position == 0, count);
        sink.add(term, count);
      }
      const Row row = sink.finish({});
      RowLabel label{.game = game};
      label.target = luck < outcome_of_logit(logit_per_score(1) * row_score(row, label, planted)) ? 1.0F : 0.0F;
      rows.add(row, label);
    }
  }
  return rows;
}

}  // namespace hone::learn
