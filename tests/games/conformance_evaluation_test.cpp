// SPDX-License-Identifier: MIT
//
// Laws of the features: the engine's evaluation and the tuner's rows are the same numbers.
#include <algorithm>
#include <set>
#include <vector>

#include "data/rows.hpp"
#include "data/weights.hpp"
#include "engine/evaluation.hpp"
#include "engine/known_evaluations.hpp"
#include "engine/known_rows.hpp"
#include "tests/games/conformance.hpp"

namespace hone::testing {
namespace {

template <class G>
class GameEvaluation : public Conformance<G> {
 protected:
  using typename Conformance<G>::Position;

  [[nodiscard]] static Row row(const Position& pos) {
    RowSink sink(G::schema());
    G::extract(pos, sink);
    return sink.finish(G::phase(pos));
  }
};
TYPED_TEST_SUITE(GameEvaluation, GameTypes, GameNames);

TYPED_TEST(GameEvaluation, RowTimesWeightsIsTheEvaluationExactly) {
  const Weights weights = random_weights<TypeParam>(500, this->random());
  const std::vector<int> rounded = weights.rounded();
  const WeightTable table(weights);
  std::set<int> values;
  for (const auto& pos : this->positions()) {
    const int value = evaluate_first<TypeParam>(pos, table);
    ASSERT_EQ(dot(TypeParam::schema(), this->row(pos), rounded), value) << TypeParam::to_text(pos);
    values.insert(value);
  }
  EXPECT_GT(values.size(), 100U);
}

// A sink that does not need the terms of some groups may not be given them.
TYPED_TEST(GameEvaluation, GroupsOfZerosMakeNoDifference) {
  const Schema& schema = TypeParam::schema();
  for (const std::size_t zeros : {0, 1}) {
    Weights weights = random_weights<TypeParam>(500, this->random());
    for (std::size_t i = zeros; i < schema.groups().size(); i += 2) {
      const Group& group = schema.groups()[i];
      const auto first = weights.values.begin() + static_cast<std::ptrdiff_t>(group.first) * schema.phase_count();
      std::fill_n(first, group.shape.size() * schema.phase_count(), 0.0);
    }
    const std::vector<int> rounded = weights.rounded();
    const WeightTable table(weights);
    for (const auto& pos : this->positions()) {
      ASSERT_EQ(dot(schema, this->row(pos), rounded), evaluate_first<TypeParam>(pos, table)) << TypeParam::to_text(pos);
    }
  }
}

// What a search remembers of evaluations is what they are, also where positions share a slot, and under other weights.
TYPED_TEST(GameEvaluation, IsTheOneThatASearchKnows) {
  WeightTable table(random_weights<TypeParam>(30, this->random()));
  KnownEvaluations<TypeParam> known(table);
  for (int weights = 0; weights < 2; ++weights) {
    for (int pass = 0; pass < 2; ++pass) {
      for (const auto& pos : this->positions()) {
        ASSERT_EQ(known.evaluate(pos), evaluate<TypeParam>(pos, table)) << TypeParam::to_text(pos);
      }
    }
    table = WeightTable(random_weights<TypeParam>(30, this->random()));
    known.clear();
  }
}

// Whatever rows were made before, also where positions share a slot; entries that are there already stay.
TYPED_TEST(GameEvaluation, RowsMadeInTurnAreThoseMadeAlone) {
  KnownRows<TypeParam> known;
  for (int pass = 0; pass < 2; ++pass) {
    for (const auto& pos : this->positions()) {
      std::vector<RowEntry> entries{{7, 7}};
      known.add(pos, entries);
      ASSERT_EQ(entries.front(), (RowEntry{7, 7}));
      entries.erase(entries.begin());
      ASSERT_EQ(entries, this->row(pos).entries) << TypeParam::to_text(pos);
    }
  }
}

TYPED_TEST(GameEvaluation, ExchangingThePlayersNegatesIt) {
  const WeightTable table(random_weights<TypeParam>(500, this->random()));
  for (const auto& pos : this->positions()) {
    const auto flipped = TypeParam::flipped(pos);
    ASSERT_EQ(TypeParam::phase(flipped), TypeParam::phase(pos)) << TypeParam::to_text(pos);
    ASSERT_EQ(evaluate_first<TypeParam>(flipped, table), -evaluate_first<TypeParam>(pos, table))
        << TypeParam::to_text(pos);
  }
}

TYPED_TEST(GameEvaluation, RowsFitTheSchema) {
  const Schema& schema = TypeParam::schema();
  for (const auto& pos : this->positions()) {
    const Row row = this->row(pos);
    ASSERT_LT(row.phase.lower, std::max(1, schema.phase_count() - 1)) << TypeParam::to_text(pos);
    ASSERT_LE(row.phase.step, schema.phase_count() == 1 ? 0 : schema.phase_steps()) << TypeParam::to_text(pos);
    for (std::size_t i = 0; i < row.entries.size(); ++i) {
      ASSERT_LT(row.entries[i].term, schema.columns()) << TypeParam::to_text(pos);
      ASSERT_NE(row.entries[i].count, 0) << TypeParam::to_text(pos);
      if (i > 0) {
        ASSERT_LT(row.entries[i - 1].term, row.entries[i].term) << TypeParam::to_text(pos);
      }
    }
  }
}

TYPED_TEST(GameEvaluation, DependsOnTheTextOfThePositionOnly) {
  const WeightTable table(random_weights<TypeParam>(500, this->random()));
  for (const auto& pos : this->positions()) {
    const auto parsed = TypeParam::parse_position(TypeParam::to_text(pos));
    ASSERT_EQ(evaluate_first<TypeParam>(parsed, table), evaluate_first<TypeParam>(pos, table))
        << TypeParam::to_text(pos);
  }
}

TYPED_TEST(GameEvaluation, SchemaIsNamedAfterTheGame) {
  const Schema& schema = TypeParam::schema();
  EXPECT_EQ(schema.game(), TypeParam::name);
  EXPECT_GE(schema.phase_count(), 1);
  EXPECT_GE(schema.phase_steps(), 1);
  std::set<std::string> names;
  for (const Group& group : schema.groups()) {
    EXPECT_TRUE(names.insert(group.name).second) << group.name;
    EXPECT_FALSE(group.meaning.empty()) << group.name;
  }
}

TYPED_TEST(GameEvaluation, EveryGroupIsSeenInPlay) {
  std::set<int> seen;
  for (const auto& pos : this->positions()) {
    for (const RowEntry& entry : this->row(pos).entries) seen.insert(entry.term);
  }
  for (const Group& group : TypeParam::schema().groups()) {
    const auto in_group = seen.lower_bound(group.first);
    EXPECT_TRUE(in_group != seen.end() && *in_group < group.first + group.shape.size()) << group.name;
  }
}

TYPED_TEST(GameEvaluation, MaterialFitsTheSchemaAndFavoursNobodyAtTheStart) {
  Weights weights = zero_weights(TypeParam::schema());
  ASSERT_EQ(TypeParam::material_weights().size(), weights.values.size());
  weights.values = TypeParam::material_weights();
  EXPECT_EQ(evaluate_first<TypeParam>(TypeParam::initial(), WeightTable(weights)), 0);
}

TYPED_TEST(GameEvaluation, WeightsAreReadAsWritten) {
  Weights weights = random_weights<TypeParam>(100'000, this->random());
  for (double& value : weights.values) value /= 7;
  weights.k = 1.0 / 3;
  const Weights read = parse_weights(format_weights(weights), "random.weights", TypeParam::schema());
  EXPECT_EQ(read.values, weights.values);
  EXPECT_EQ(read.k, weights.k);
}

}  // namespace
}  // namespace hone::testing
