// SPDX-License-Identifier: MIT
#include "data/second_order.hpp"

#include <gmock/gmock.h>

#include <array>
#include <cmath>
#include <filesystem>
#include <iostream>
#include <limits>
#include <vector>

#include "data/error.hpp"
#include "data/random.hpp"
#include "data/row_file.hpp"
#include "data/row_names.hpp"
#include "data/row_text.hpp"
#include "tests/temp_folder.hpp"

namespace hone {
namespace {

// Terms: 0 linear, 1 and 2 squared at mg, 3 squared at eg in another unit, 4 scale of eg, 5 phase.
Schema toy() {
  return Schema("toy", {"mg", "eg"}, 24,
                std::vector<GroupSpec>{{"pawn", scalar(), "pawn"},
                                       {"danger.near", list(2), "by kind", nullptr, nullptr, squared("danger", "mg")},
                                       {"late", scalar(), "", nullptr, nullptr, squared("late", "eg")},
                                       {"drawish", scalar(), "", nullptr, nullptr, scaling("eg")},
                                       {"men", scalar(), "", nullptr, nullptr, phase_shift()}});
}
constexpr int toy_terms = 6;
constexpr std::uint16_t second = toy_terms;  // the column of a second player's count is this much further

Weights toy_weights(const std::vector<double>& values) {
  Weights weights = zero_weights(toy());
  weights.values = values;
  return weights;
}

// By term: mg, eg.
const std::vector<double> values{100, 80, 32, 0, 16, 0, 0, 48, 0, -40, 25, 25};

struct Counts {
  std::vector<std::uint16_t> terms;
  std::vector<float> counts;

  [[nodiscard]] RowView row(PhasePoint phase, const RowLabel& label = {}) const {
    return {phase, {terms, counts}, label};
  }
};

TEST(SecondOrder, IsTheFormulaByHand) {
  // pawn +2; danger 3 x 32 + 16 = 112 of the first player, 32 of the second: (112^2 - 32^2) / 256 = 45;
  // late 2 x 48 of the second: -36; drawish: once; 4 men: 100 hundredths, a step
  const Counts counts{{0, 1, 2, 4, 5, second + 1, second + 3}, {2, 3, 1, 1, 4, 1, 2}};
  const Weights weights = toy_weights(values);
  const double mg = 200 + 45, eg = (160 - 36) * 0.6, t = 13.0 / 24;
  const SecondOrderModel model(weights.schema);
  EXPECT_NEAR(model.score(counts.row({0, 12}), weights.values), (1 - t) * mg + t * eg, 1e-9);
  Row row{{0, 12}, {}};
  for (std::size_t i = 0; i < counts.terms.size(); ++i) {
    row.entries.push_back({counts.terms[i], static_cast<std::int16_t>(counts.counts[i])});
  }
  EXPECT_EQ(dot(weights.schema, row, weights.rounded()), static_cast<int>((1 - t) * mg + t * std::trunc(eg)));
}

TEST(SecondOrder, CountsNoNegativeSums) {
  const Weights weights = toy_weights({0, 0, 32, 0, -32, 0, 0, 0, 0, 0, 0, 0});
  const SecondOrderModel model(weights.schema);
  EXPECT_EQ(model.score(Counts{{2}, {2}}.row({0, 0}), weights.values), 0);
  EXPECT_EQ(model.score(Counts{{1}, {2}}.row({0, 0}), weights.values), 16);
  EXPECT_EQ(model.score(Counts{{second + 1}, {2}}.row({0, 0}), weights.values), -16);
}

TEST(SecondOrder, ScalesWithinBounds) {
  const SecondOrderModel model(toy());
  const auto score = [&](double pawns, double scale) {
    const Weights weights = toy_weights({0, 100, 0, 0, 0, 0, 0, 0, 0, scale, 0, 0});
    return model.score(Counts{{0, 4}, {static_cast<float>(pawns), 1}}.row({0, 24}), weights.values);
  };
  EXPECT_NEAR(score(1, -20), 80, 1e-9);
  EXPECT_NEAR(score(-1, -20), -80, 1e-9);
  EXPECT_NEAR(score(1, -300), -25, 1e-9);
  EXPECT_NEAR(score(1, 300), 200, 1e-9);
}

TEST(SecondOrder, MovesThePhaseByOneStageAtMostBeyondItsStages) {
  const SecondOrderModel model(toy());
  const auto score = [&](int step, double shift) {
    const Weights weights = toy_weights({100, 0, 0, 0, 0, 0, 0, 0, 0, 0, shift, shift});
    return model.score(Counts{{0, 5}, {1, 1}}.row({0, static_cast<std::uint8_t>(step)}), weights.values);
  };
  EXPECT_NEAR(score(12, 0), 50, 1e-9);
  EXPECT_NEAR(score(12, 600), 25, 1e-9);
  EXPECT_NEAR(score(12, -5000), 200, 1e-9);
  EXPECT_NEAR(score(24, 240), -10, 1e-9);
  EXPECT_NEAR(score(24, 4800), -100, 1e-9);
}

// Terms: 0 linear, 1 and 2 of one sum and 3 of the other, of which the lesser counts at mg.
Schema toy_with_lesser() {
  return Schema("toy", {"mg", "eg"}, 24,
                std::vector<GroupSpec>{{"pawn", scalar(), "pawn"},
                                       {"force", list(2), "by kind", nullptr, nullptr, lesser("assault", "force", "mg")},
                                       {"lack", scalar(), "", nullptr, nullptr, lesser("assault", "lack", "mg")}});
}

TEST(SecondOrder, CountsTheLesserOfTwoSums) {
  constexpr std::uint16_t other = 4;
  Weights weights = zero_weights(toy_with_lesser());
  weights.values = {0, 0, 10, 0, 25, 0, 40, 0};
  const SecondOrderModel model(weights.schema);
  const auto score = [&](const std::vector<std::uint16_t>& terms, const std::vector<float>& counts) {
    const PhasePoint middle{0, 0};
    Row row{middle, {}};
    for (std::size_t i = 0; i < terms.size(); ++i) row.entries.push_back({terms[i], static_cast<std::int16_t>(counts[i])});
    const double real = model.score({middle, {terms, counts}, RowLabel{}}, weights.values);
    EXPECT_EQ(dot(weights.schema, row, weights.rounded()), real);
    return real;
  };
  EXPECT_EQ(score({1, 2, 3}, {1, 1, 1}), 35);
  EXPECT_EQ(score({1, 2, 3}, {1, 2, 1}), 40);
  EXPECT_EQ(score({1, 2}, {1, 1}), 0) << "the other sum is 0";
  EXPECT_EQ(score({1, 3}, {-1, 1}), 0) << "negative sums count nothing";
  EXPECT_EQ(score({1, 3, other + 2, other + 3}, {2, 1, 3, 1}), 20 - 40);
}

TEST(SecondOrder, HasSlopesOfTheLesserSumAlone) {
  Random random(20'261'126);
  const Schema schema = toy_with_lesser();
  const SecondOrderModel model(schema);
  constexpr std::array<std::uint16_t, 6> columns{1, 2, 3, 5, 6, 7};
  int compared = 0;
  for (int i = 0; i < 2'000; ++i) {
    Counts counts;
    for (const std::uint16_t column : columns) {
      if (random.below(4) == 0) continue;
      counts.terms.push_back(column);
      counts.counts.push_back(static_cast<float>(1 + random.below(4)));
    }
    std::vector<double> at(8);
    for (const std::size_t weight : {2, 4, 6}) at[weight] = 60 * (2 * random.uniform() - 0.7);
    const RowView row = counts.row({0, static_cast<std::uint8_t>(random.below(25))});
    std::vector<WeightSlope> slopes;
    ASSERT_NEAR(model.slopes(row, at, slopes), model.score(row, at), 1e-9);
    std::vector<std::uint16_t> terms;
    std::vector<float> derivatives;
    const RowView tangent = model.tangent(row, at, terms, derivatives);
    ASSERT_NEAR(linear_score(tangent, 2, 24, at), model.score(row, at), 1e-4);
    for (const std::size_t weight : {2, 4, 6}) {
      constexpr double step = 1e-4;
      std::vector<double> up = at, down = at;
      up[weight] += step;
      down[weight] -= step;
      const double forward = (model.score(row, up) - model.score(row, at)) / step;
      const double backward = (model.score(row, at) - model.score(row, down)) / step;
      if (std::abs(forward - backward) > 1e-6) continue;  // where the lesser becomes the other sum
      double slope = 0;
      for (const WeightSlope& found : slopes) slope += found.weight == weight ? found.slope : 0;
      ASSERT_NEAR(slope, forward, 1e-6) << "weight " << weight << " of row " << i;
      ASSERT_NEAR((linear_score(tangent, 2, 24, up) - linear_score(tangent, 2, 24, down)) / (2 * step), forward, 1e-3);
      ++compared;
    }
  }
  EXPECT_GT(compared, 5'900);
}

// Where both sums are alike either may be the lesser one.
TEST(SecondOrder, SharesTheSlopeOfTheLesserWhereBothSumsAreAlike) {
  const SecondOrderModel model(toy_with_lesser());
  std::vector<WeightSlope> slopes;
  (void)model.slopes(Counts{{1, 3}, {2, 1}}.row({0, 0}), std::vector<double>{0, 0, 20, 0, 0, 0, 40, 0}, slopes);
  ASSERT_EQ(slopes.size(), 2U);
  EXPECT_EQ(slopes[0].slope, 1);
  EXPECT_EQ(slopes[1].slope, 0.5);
}

TEST(SecondOrder, KnowsUnitsOfTheLesserOfTwoSums) {
  const Schema schema = toy_with_lesser();
  EXPECT_EQ(parse_row_names(format_row_names(schema), "toy.names"), schema);
  EXPECT_THAT(format_row_names(schema), ::testing::HasSubstr("force list 2 role:lesser:assault:force:mg  by kind\n"));
  EXPECT_THAT(schema.linearised().constraints(), ::testing::ElementsAre("stage mg force", "stage mg lack"));
  constexpr std::string_view head = "game g\na scalar role:lesser:u:x:all\n";
  const auto refusal = [&](std::string_view more) -> std::string {
    try {
      (void)parse_row_names(std::string(head) + std::string(more), "names");
    } catch (const Error& error) {
      return error.what();
    }
    return {};
  };
  EXPECT_EQ(refusal("b scalar role:lesser:u:y:all\n"), "");
  EXPECT_THAT(refusal(""), ::testing::HasSubstr("names:2: unit 'u' has one sum"));
  EXPECT_THAT(refusal("b scalar role:lesser:u:y:all\nc scalar role:lesser:u:z:all\n"),
              ::testing::HasSubstr("more than two sums"));
  EXPECT_THAT(refusal("b scalar role:squared:u:all\n"), ::testing::HasSubstr("different roles"));
  constexpr Layout lone({{"a", scalar(), "", nullptr, nullptr, lesser("u", "x", "all")}});
  EXPECT_THROW((void)Schema("g", {"all"}, 1, lone), Error);
  EXPECT_NE(refusal("b scalar role:lesser:u:all\n"), "");
  EXPECT_NE(refusal("b scalar role:lesser:u:Y:all\n"), "");
}

Counts random_counts(Random& random) {
  Counts counts;
  for (std::uint16_t column = 0; column < 2 * toy_terms; ++column) {
    if (column == second || column == second + 4 || column == second + 5 || random.below(4) == 0) continue;
    counts.terms.push_back(column);
    counts.counts.push_back(static_cast<float>(1 + random.below(4)) * (column == 0 && random.below(2) == 0 ? -1 : 1));
  }
  return counts;
}

std::vector<double> random_values(Random& random) {
  std::vector<double> result(2 * toy_terms);
  const auto within = [&](double width) { return width * (2 * random.uniform() - 1); };
  for (const std::size_t i : {0, 1}) result[i] = within(100);
  for (const std::size_t i : {2, 4, 7}) result[i] = within(60);
  result[9] = within(20);
  result[10] = result[11] = within(60);
  return result;
}

// The score of the tangent at its weights is the score, and its counts are the derivatives.
TEST(SecondOrder, HasATangentThatIsItsDerivative) {
  constexpr std::uint64_t seed = 20'261'124;
  std::cout << "seed " << seed << '\n';
  Random random(seed);
  const Schema schema = toy();
  const SecondOrderModel model(schema);
  int compared = 0;
  for (int i = 0; i < 2'000; ++i) {
    const Counts counts = random_counts(random);
    const std::vector<double> at = random_values(random);
    RowLabel label;
    label.offset = 7;
    if (i % 2 == 0) label.lower_scale = 0.75F, label.upper_scale = 0.5F;
    const RowView row = counts.row({0, static_cast<std::uint8_t>(random.below(25))}, label);
    std::vector<std::uint16_t> terms;
    std::vector<float> derivatives;
    const RowView tangent = model.tangent(row, at, terms, derivatives);
    const auto linear = [&](const std::vector<double>& weights) { return linear_score(tangent, 2, 24, weights); };
    ASSERT_NEAR(linear(at), model.score(row, at), 1e-4);
    constexpr double step = 1e-4;
    for (const std::size_t weight : {0, 1, 2, 4, 7, 9, 10}) {
      std::vector<double> up = at, down = at;
      const auto move = [&](std::vector<double>& weights, double by) {
        weights[weight] += by;
        if (weight == 10) weights[11] += by;
      };
      move(up, step);
      move(down, -step);
      const double forward = (model.score(row, up) - model.score(row, at)) / step;
      const double backward = (model.score(row, at) - model.score(row, down)) / step;
      if (std::abs(forward - backward) > 1e-3 * (1 + std::abs(forward))) continue;  // a bound, or a change of sides
      ASSERT_NEAR((linear(up) - linear(down)) / (2 * step), (forward + backward) / 2, 1e-3 * (1 + std::abs(forward)))
          << "weight " << weight << " of row " << i;
      ++compared;
    }
  }
  EXPECT_GT(compared, 13'500);
}

TEST(SecondOrder, IsTheLinearScoreAtZeroWeights) {
  Random random(3);
  const Weights weights = toy_weights({100, 80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0});
  const Schema linear("toy", {"mg", "eg"}, 24, std::vector<GroupSpec>{{"all", list(toy_terms), ""}});
  for (int i = 0; i < 500; ++i) {
    const Counts counts = random_counts(random);
    const PhasePoint phase{0, static_cast<std::uint8_t>(random.below(25))};
    Row row{phase, {}}, pawns{phase, {}};
    for (std::size_t j = 0; j < counts.terms.size(); ++j) {
      row.entries.push_back({counts.terms[j], static_cast<std::int16_t>(counts.counts[j])});
      if (counts.terms[j] == 0) pawns.entries.push_back(row.entries.back());
    }
    ASSERT_EQ(dot(weights.schema, row, weights.rounded()), dot(linear, pawns, weights.rounded()));
  }
}

TEST(SecondOrder, EntersTheFingerprint) {
  const Schema linear("toy", {"mg", "eg"}, 24, std::vector<GroupSpec>{{"a", scalar(), ""}});
  const Schema square("toy", {"mg", "eg"}, 24,
                      std::vector<GroupSpec>{{"a", scalar(), "", nullptr, nullptr, squared("u", "mg")}});
  EXPECT_NE(linear.fingerprint(), square.fingerprint());
  EXPECT_EQ(square.linearised().fingerprint(), linear.fingerprint());
}

TEST(SecondOrder, HoldsTheSingleValuesWhereItIsMadeLinear) {
  EXPECT_THAT(toy().linearised().constraints(), ::testing::ElementsAre("stage mg danger.near", "stage eg late",
                                                                       "stage eg drawish", "tie men.mg = men.eg"));
}

TEST(SecondOrder, IsWrittenInNamesFiles) {
  const std::string text = format_row_names(toy());
  EXPECT_THAT(text, ::testing::HasSubstr("danger.near list 2 role:squared:danger:mg  by kind\n"));
  EXPECT_EQ(parse_row_names(text, "toy.names"), toy());
  const Schema odd("toy", {"all"}, 1, std::vector<GroupSpec>{{"a", scalar(), "role:phase of the game"}});
  EXPECT_EQ(parse_row_names(format_row_names(odd), "odd.names"), odd);
}

TEST(SecondOrder, RefusesImpossibleRoles) {
  const auto made = [](std::string_view names) { return parse_row_names(names, "names"); };
  EXPECT_THROW((void)made("game g\na scalar role:phase\n"), Error);
  EXPECT_THROW((void)made("game g\na scalar role:scale:eg\n"), Error);
  EXPECT_THROW((void)made("game g\na scalar role:cubed\n"), Error);
  EXPECT_THROW((void)made("game g\nstages mg eg\nsteps 4\na scalar role:squared:u:mg\nb scalar role:squared:u:eg\n"),
               Error);
  EXPECT_NO_THROW((void)made("game g\na scalar role:squared:u:all\n"));
}

TEST(SecondOrder, RowsAreReadAsWritten) {
  const TempFolder folder;
  Random random(5);
  RowSet rows;
  for (std::uint32_t game = 0; game < 50; ++game) {
    RowLabel label;
    label.game = game;
    const Counts counts = random_counts(random);
    rows.add(counts.row({0, static_cast<std::uint8_t>(random.below(24))}, label));
  }
  const auto expect_same = [&](const RowSet& read) {
    ASSERT_EQ(read.size(), rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
      EXPECT_TRUE(std::ranges::equal(read[i].entries.terms(), rows[i].entries.terms()));
      EXPECT_TRUE(std::ranges::equal(read[i].entries.counts(), rows[i].entries.counts()));
    }
  };
  RowFileWriter writer(folder / "toy.rows", {.schema = toy(), .key = "", .notes = {}});
  writer.add(rows);
  (void)std::move(writer).finish();
  const RowFile file = read_row_file(folder / "toy.rows");
  EXPECT_EQ(file.header.schema, toy());
  expect_same(file.rows);
  write_row_text(folder / "toy.rowtext", toy(), rows);
  RowSet text;
  read_row_text(folder / "toy.rowtext", read_row_names(folder / "toy.names"), {},
                [&](const RowView& row) { text.add(row); });
  expect_same(text);
}

TEST(SecondOrder, TermsOfTheSecondPlayerHaveNames) {
  const TempFolder folder;
  write_plainly(folder / "toy.rowtext", "1 g=1 p=3 -danger.near[1]:2 danger.near[1]:1 pawn:-1\n");
  RowSet rows;
  read_row_text(folder / "toy.rowtext", toy(), {}, [&](const RowView& row) { rows.add(row); });
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_THAT(rows[0].entries.terms(), ::testing::ElementsAre(0, 2, second + 2));
}

// Files of others may say that a position lies at the last stage, with none above it.
TEST(SecondOrder, KnowsTheLastStageByBothItsNames) {
  const Weights weights = toy_weights(values);
  const SecondOrderModel model(weights.schema);
  const Counts counts{{0, 1, 3, 4, 5, second + 1}, {2, 3, 2, 1, 4, 1}};
  RowLabel scaled;
  scaled.lower_scale = scaled.upper_scale = 0.5F;
  for (const RowLabel& label : {RowLabel{}, scaled}) {
    const RowView alone = counts.row({1, 0}, label), above = counts.row({0, 24}, label);
    EXPECT_EQ(model.score(alone, weights.values), model.score(above, weights.values));
    std::vector<std::uint16_t> terms;
    std::vector<float> row_counts;
    const RowView tangent = model.tangent(alone, weights.values, terms, row_counts);
    EXPECT_EQ(tangent.phase.lower, 0) << "there is a stage above it for what is moved";
    EXPECT_NEAR(linear_score(tangent, 2, 24, weights.values), model.score(above, weights.values), 1e-3);
  }
  Row row{{1, 0}, {{0, 2}, {3, 2}, {4, 1}, {5, 4}}}, same = row;
  same.phase = {0, 24};
  EXPECT_EQ(dot(weights.schema, row, weights.rounded()), dot(weights.schema, same, weights.rounded()));
}

TEST(SecondOrder, KeepsItsSignWhateverTheWeights) {
  const SecondOrderForm form(toy());
  constexpr int most = std::numeric_limits<int>::max(), back = -1'000'000'000;
  SecondOrderSums sums;
  sums.phase = back;  // a whole way beyond the first stage: 2 mg - eg
  EXPECT_EQ(second_order_score(form, {0, 0}, most, -most, sums), most);
  EXPECT_EQ(second_order_score(form, {0, 0}, -most, most, sums), -most);
}

}  // namespace
}  // namespace hone
