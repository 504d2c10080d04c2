// SPDX-License-Identifier: MIT
#include "tuner/learn/fit/posterior.hpp"

#include <gmock/gmock.h>

#include <bit>
#include <cstdint>

#include "data/atomic_file.hpp"
#include "data/bytes.hpp"
#include "data/checksum.hpp"
#include "data/error.hpp"
#include "tests/temp_folder.hpp"
#include "tests/tuner/learn/carry_support.hpp"
#include "tuner/learn/fit/dispersion.hpp"
#include "tuner/learn/fit/gauge.hpp"
#include "tuner/learn/fit/objective.hpp"
#include "tuner/learn/study/bootstrap.hpp"
#include "tuner/learn/study/study.hpp"

namespace hone::learn {
namespace {

using testing::HasSubstr;

QuadraticTerm made_up_term(Eigen::Index size) {
  Matrix root(size, size);
  Vector slope(size);
  for (Eigen::Index i = 0; i < size; ++i) {
    slope[i] = std::cos(static_cast<double>(i));
    for (Eigen::Index j = 0; j < size; ++j) root(i, j) = std::sin(1.0 + static_cast<double>(i * size + j));
  }
  return {slope, Matrix((root * root.transpose()).triangularView<Eigen::Lower>())};
}

TEST(QuadraticTerm, IsPartOfValueGradientAndHessian) {
  const Weights start = planted_weights(synthetic_schema());
  const RowSet rows = synthetic_rows(start, {});
  const PackedRows data(rows, all_rows(rows), start,
                        std::vector<bool>(static_cast<std::size_t>(start.schema.terms()), true));
  const auto size = static_cast<Eigen::Index>(data.parameters());
  const QuadraticTerm term = made_up_term(size);
  const ObjectiveOptions without{.loss = Loss::cross_entropy, .k = 1.3, .ridge = Vector::Constant(size, 1e-3)};
  ObjectiveOptions with = without;
  with.carried = &term;
  with.carried_factor = 0.7;
  Objective objective(data, with), plain(data, without);
  Vector x(size), v(size), gradient, product, plain_product;
  for (Eigen::Index i = 0; i < size; ++i) x[i] = 0.2 * std::sin(3.0 * static_cast<double>(i));
  for (Eigen::Index i = 0; i < size; ++i) v[i] = std::cos(2.0 * static_cast<double>(i));
  EXPECT_EQ(objective.gradient(x, gradient), objective.value(x));
  for (Eigen::Index i = 0; i < size; ++i) {
    const Vector step = Vector::Unit(size, i) * 1e-5;
    EXPECT_NEAR(gradient[i], (objective.value(x + step) - objective.value(x - step)) / 2e-5, 1e-8) << i;
  }
  const Matrix curvature = term.curvature.selfadjointView<Eigen::Lower>();
  Matrix hessian, plain_hessian;
  for (const std::size_t stride : {1U, 5U}) {
    objective.hessian(x, hessian, stride);
    plain.hessian(x, plain_hessian, stride);
    EXPECT_LT(Matrix((hessian - plain_hessian - 0.7 * curvature).triangularView<Eigen::Lower>()).norm(), 1e-10);
  }
  objective.set_point(x);
  plain.set_point(x);
  objective.multiply(v, product);
  plain.multiply(v, plain_product);
  EXPECT_LT((product - plain_product - 0.7 * curvature * v).norm(), 1e-10);
  EXPECT_LT((objective.diagonal() - plain.diagonal() - 0.7 * curvature.diagonal()).norm(), 1e-10);
}

// Of all weights of a schema without unseen ones: the logarithm of the likelihood, less that of the centre.
double quadratic(const Posterior& posterior, const Weights& weights) {
  Vector distance(posterior.centre.size());
  for (std::size_t i = 0; i < weights.values.size(); ++i) {
    distance[static_cast<Eigen::Index>(i)] = weights.values[i] / 100 - posterior.centre[static_cast<Eigen::Index>(i)];
  }
  return QuadraticTerm{posterior.slope, posterior.precision}.value(distance);
}

double total_loss(const RowSet& rows, const Weights& weights) {
  double sum = 0;
  const auto losses = row_losses(rows, all_rows(rows), weights, Loss::cross_entropy, 1);
  for (std::size_t i = 0; i < losses.size(); ++i) sum += losses[i] * static_cast<double>(rows[i].label.weight);
  return sum;
}

Weights planted_games_weights() { return {game_schema(), {20, 60, -40}, 1, {}}; }

// Near the fitted weights the posterior is the loss of all rows over their dispersion, to third order; with a pull as
// well, whose part in the fit it must not have.
TEST(Posterior, SaysWhatTheGamesSay) {
  const Weights planted = planted_games_weights();
  const RowSet rows = synthetic_games(planted, {.games = 400});
  for (const double ridge : {0.0, 0.3}) {
    FitOptions options = carrying(nullptr);
    options.ridge = ridge;
    const Weights start = zero_weights(game_schema());
    const FitResult result = fit(rows, start, options);
    ASSERT_TRUE(result.posterior);
    EXPECT_EQ(result.posterior->games, 400);
    EXPECT_EQ(result.posterior->learnt_as, "cross-entropy of the target outcome");
    const double scatter = dispersion(rows, all_rows(rows), start, {}, Loss::cross_entropy);
    EXPECT_GT(scatter, 2) << "six positions of a game are as good as one in two of the three weights";
    EXPECT_EQ(result.posterior->slope.norm() > 1e-4 * result.posterior->precision.norm(), ridge > 0);
    Weights near = result.fitted;
    for (std::size_t i = 0; i < near.values.size(); ++i) near.values[i] += i == 1 ? -1.5 : 1;
    const double expected = (total_loss(rows, near) - total_loss(rows, result.fitted)) / scatter;
    EXPECT_NEAR(quadratic(*result.posterior, near), expected, 0.02 * std::abs(expected));
  }
}

// With the factor that makes old rows say as much as their games, as the carried ones do.
TEST(Posterior, StandsForItsGamesInAFitToOthers) {
  const Weights planted = planted_games_weights(), start = zero_weights(game_schema());
  double error_before = 0;
  for (const std::uint32_t games : {500U, 8'000U}) {
    const RowSet first = synthetic_games(planted, {.games = games, .seed = 1});
    const RowSet second = synthetic_games(planted, {.games = games, .seed = 2});
    const auto scatter = [&](const RowSet& rows) {
      return dispersion(rows, all_rows(rows), start, {}, Loss::cross_entropy);
    };
    RowSet all = second;
    add_games(all, first, scatter(second) / scatter(first));
    const Weights apart = fit(second, start, carrying(nullptr)).fitted;
    const PosteriorPointer before = fit(first, start, carrying(nullptr)).posterior;
    const FitResult carried = fit(second, start, carrying(before));
    const Weights together = fit(all, start, carrying(nullptr)).fitted;
    const double error = largest_difference(carried.fitted, together) / largest_difference(apart, together);
    EXPECT_LT(error, games == 500 ? 0.1 : 0.03) << "what is left is of third order";
    EXPECT_NEAR(scatter(second) / scatter(first), 1, games == 500 ? 0.25 : 0.06);
    EXPECT_EQ(carried.summary.carried_games, games);
    EXPECT_EQ(carried.posterior->games, 2 * games);
    if (error_before > 0) {
      EXPECT_LT(error, error_before);
    }
    error_before = error;
  }
}

TEST(Posterior, OfWhichNothingHoldsChangesNothing) {
  const Weights planted = planted_games_weights(), start = zero_weights(game_schema());
  const RowSet rows = synthetic_games(planted, {.seed = 2});
  const PosteriorPointer before = fit(synthetic_games(planted, {}), start, carrying(nullptr)).posterior;
  EXPECT_LT(
      largest_difference(fit(rows, start, carrying(before, 0.0)).fitted, fit(rows, start, carrying(nullptr)).fitted),
      1e-9);
}

// Half the weights at twice the K predict the same.
TEST(Posterior, HoldsAtAnotherScale) {
  const Weights planted = planted_games_weights(), start = zero_weights(game_schema());
  const RowSet first = synthetic_games(planted, {.seed = 1}), second = synthetic_games(planted, {.seed = 2});
  FitOptions options = carrying(nullptr);
  options.ridge = 1e-3;
  const PosteriorPointer before = fit(first, start, options).posterior;
  Weights at_one = fit(second, start, carrying(before)).fitted;
  FitOptions doubled = carrying(before);
  doubled.k = 2;
  const Weights at_two = fit(second, start, doubled).fitted;
  for (double& value : at_one.values) value /= 2;
  EXPECT_LT(largest_difference(at_one, at_two), 0.01);
}

// Rows whose material is counted square by square.
RowSet boards(const Schema& schema, std::uint64_t seed) {
  Random random(seed);
  RowSet rows;
  const int board = schema.find("psqt.knight")->first;
  for (std::uint32_t game = 0; game < 500; ++game) {
    RowSink sink;
    int material = 0;
    for (int square = 0; square < 6; ++square) {
      const int count = static_cast<int>(random.below(3)) - 1;
      sink.add(board + square, count);
      material += count;
    }
    sink.add(schema.find("material.knight")->first, material);
    sink.add(schema.find("tempo")->first);
    const Row row = sink.finish({0, static_cast<std::uint8_t>(6 * random.below(5))});
    RowLabel label{.game = game};
    label.target = random.uniform() < outcome_of_logit(0.5 * material + 0.3) ? 1.0F : 0.0F;
    rows.add(row, label);
  }
  return rows;
}

// A fit that carries on begins from weights whose boards were centred after the fit before.
TEST(Posterior, IsFlatWhereBoardsAreCentred) {
  const Schema schema = synthetic_schema();
  const RowSet first = boards(schema, 1), second = boards(schema, 2);
  FitOptions options = carrying(nullptr);
  options.ridge = 1e-3;
  const FitResult before = fit(first, zero_weights(schema), options);
  Weights centred = before.fitted;
  const std::vector<bool> all(static_cast<std::size_t>(schema.terms()), true);
  center_boards(centred, centered_boards(schema, first, all), zero_weights(schema), 6);
  ASSERT_GT(largest_difference(centred, before.fitted), 1);
  FitOptions next = carrying(before.posterior);
  next.ridge = 1e-9;  // holds the mean of the board, which no game tells
  const auto from = [&](const Weights& start) {
    Weights weights = fit(second, start, next).fitted;
    center_boards(weights, centered_boards(schema, second, all), zero_weights(schema), 6);
    return weights;
  };
  EXPECT_LT(largest_difference(from(centred), from(before.fitted)), 0.05);
}

// Rows without one of the terms.
RowSet without_term(const RowSet& rows, int term) {
  RowSet result;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    RowSink sink;
    for (const auto [own, count] : rows[i].entries) {
      if (own != term) sink.add(own, static_cast<int>(count));
    }
    result.add(sink.finish(rows[i].phase), rows[i].label);
  }
  return result;
}

TEST(Posterior, KnowsWeightsThatTheNewGamesDoNotHave) {
  const Weights planted = planted_games_weights(), start = zero_weights(game_schema());
  const RowSet second = without_term(synthetic_games(planted, {.seed = 2}), 2);
  const FitResult before = fit(synthetic_games(planted, {.games = 2'000}), start, carrying(nullptr));
  const FitResult carried = fit(second, start, carrying(before.posterior));
  EXPECT_EQ(carried.summary.fitted_weights, 3U);
  EXPECT_NEAR(carried.fitted.values[2], before.fitted.values[2], 10);
  EXPECT_EQ(fit(second, start, carrying(nullptr)).fitted.values[2], 0);
}

// And those that neither have keep what they were.
TEST(Posterior, LeavesUnknownWeightsToThePull) {
  const Schema schema = synthetic_schema();
  Weights start = zero_weights(schema);
  const std::size_t never = static_cast<std::size_t>(schema.find("never")->first * 2);
  start.values[never] = 17;
  const PosteriorPointer before = fit(boards(schema, 1), start, carrying(nullptr)).posterior;
  EXPECT_THAT(before->weights, testing::Not(testing::Contains("never[0] mg")));
  EXPECT_THAT(before->weights, testing::Contains("psqt.knight[1,2] eg"));
  FitOptions options = carrying(before);
  options.ridge = 1e-6;
  EXPECT_EQ(fit(boards(schema, 2), start, options).fitted.values[never], 17);
}

// A group that stays where it is: the others follow what the games say given that, as in a fit to all games.
TEST(Posterior, HoldsGivenTheWeightsThatStay) {
  const Weights planted = planted_games_weights();
  const RowSet first = synthetic_games(planted, {.games = 4'000, .seed = 1});
  const RowSet second = synthetic_games(planted, {.games = 4'000, .seed = 2});
  Weights start = planted;
  start.values[0] += 5;
  RowSet all = second;
  add_games(all, first);
  const PosteriorPointer before = fit(first, planted, carrying(nullptr)).posterior;
  const auto partly = [&](const RowSet& rows, PosteriorPointer posterior) {
    FitOptions options = carrying(std::move(posterior));
    options.groups = {"kept", "changing"};
    return fit(rows, start, options).fitted;
  };
  const Weights together = partly(all, nullptr);
  EXPECT_LT(largest_difference(partly(second, before), together),
            0.1 * largest_difference(partly(second, nullptr), together));
}

// -- Files

Posterior small_posterior(int threads = 1) {
  FitOptions options = carrying(nullptr);
  options.threads = threads;
  const Weights planted = planted_weights(synthetic_schema());
  return *fit(synthetic_rows(planted, {}), planted, options).posterior;
}

TEST(PosteriorFile, GivesBackEveryBit) {
  const TempFolder folder;
  const Posterior posterior = small_posterior();
  write_posterior(folder / "a.posterior", posterior);
  const Posterior read = read_posterior(folder / "a.posterior");
  EXPECT_EQ(format_posterior(read), format_posterior(posterior));
  EXPECT_EQ(read.weights, posterior.weights);
  EXPECT_EQ(read.centre, posterior.centre);
  EXPECT_EQ(read.prior, posterior.prior);
  EXPECT_EQ(read.precision, posterior.precision);
}

// A fit of 4,000 weights has learnt more than 64 MB.
TEST(PosteriorFile, MayBeLarge) {
  const TempFolder folder;
  write_plainly(folder / "a.posterior", std::string(largest_read + 1, 'x'));
  EXPECT_THAT([&] { (void)read_posterior(folder / "a.posterior"); },
              testing::ThrowsMessage<Error>(HasSubstr("expected what a fit has learnt")));
}

// A file of the first version, written by hand: it does not say where the ridge pulled to.
TEST(PosteriorFile, OfTheFirstVersionIsStillRead) {
  ByteWriter body;
  const auto put = [&](double value) { body.u64(std::bit_cast<std::uint64_t>(value)); };
  body.text("tic_tac_toe");
  body.text("squared error of the target outcome");
  put(1.5);
  put(40);
  body.varint(1);
  body.text("tempo all");
  for (const double value : {0.25, -3.0, 7.0}) put(value);  // centre, slope, precision
  ByteWriter file;
  file.raw("hone posterior 1\n");
  file.u64(checksum(body.bytes()));
  const Posterior posterior = parse_posterior(file.bytes() + body.bytes(), "f");
  EXPECT_EQ(posterior.k, 1.5);
  EXPECT_EQ(posterior.games, 40);
  EXPECT_EQ(posterior.centre[0], 0.25);
  EXPECT_EQ(posterior.slope[0], -3);
  EXPECT_EQ(posterior.precision(0, 0), 7);
  EXPECT_FALSE(posterior.has_prior());
  const Posterior again = parse_posterior(format_posterior(posterior), "f");
  EXPECT_FALSE(again.has_prior());
  EXPECT_EQ(again.precision(0, 0), 7);
}

TEST(PosteriorFile, HasTheSameBytesForAnyNumberOfThreads) {
  EXPECT_EQ(format_posterior(small_posterior(1)), format_posterior(small_posterior(3)));
}

TEST(PosteriorFile, IsRefusedWhenAnyByteIsChangedOrMissing) {
  const std::string bytes = format_posterior(small_posterior());
  for (std::size_t i = 0; i < bytes.size(); i += i < 200 ? 1 : 37) {
    std::string changed = bytes;
    changed[i] = static_cast<char>(changed[i] ^ 1);
    EXPECT_THROW((void)parse_posterior(changed, "f"), Error) << i;
    EXPECT_THROW((void)parse_posterior(bytes.substr(0, i), "f"), Error) << i;
  }
  EXPECT_THROW((void)parse_posterior(bytes + '\0', "f"), Error);
}

// Whoever can write a checksum can still write no numbers that a fit would choke on.
TEST(PosteriorFile, IsRefusedWhenItsNumbersAreImpossible) {
  const auto fault = [](const std::function<void(Posterior&)>& change) {
    Posterior posterior = small_posterior();
    change(posterior);
    try {
      (void)parse_posterior(format_posterior(posterior), "f");
    } catch (const Error& error) {
      return error.message();
    }
    return std::string("nothing");
  };
  EXPECT_THAT(fault([](Posterior&) {}), "nothing");
  EXPECT_THAT(fault([](Posterior& p) { p.k = 0; }), HasSubstr("K"));
  EXPECT_THAT(fault([](Posterior& p) { p.games = -1; }), HasSubstr("games"));
  EXPECT_THAT(fault([](Posterior& p) { p.centre[3] = std::nan(""); }), HasSubstr("not finite"));
  EXPECT_THAT(fault([](Posterior& p) { p.precision(2, 1) = HUGE_VAL; }), HasSubstr("not finite"));
  EXPECT_THAT(fault([](Posterior& p) { p.precision(2, 2) = -1; }), HasSubstr("semidefinite"));
  EXPECT_THAT(fault([](Posterior& p) { p.weights[1] = p.weights[0]; }), HasSubstr("twice"));
  EXPECT_THAT(fault([](Posterior& p) { p.weights.pop_back(); }), HasSubstr("a posterior"));
}

TEST(PosteriorFile, IsOfOneGameAndItsWeights) {
  const Weights planted = planted_games_weights(), start = zero_weights(game_schema());
  const RowSet rows = synthetic_games(planted, {});
  Posterior posterior = *fit(rows, start, carrying(nullptr)).posterior;
  const auto fault = [&] {
    try {
      (void)fit(rows, start, carrying(std::make_shared<Posterior>(posterior)));
    } catch (const Error& error) {
      return error.message();
    }
    return std::string("nothing");
  };
  posterior.weights[1] = "bishops all";
  EXPECT_EQ(fault(), "posterior: games has no weight 'bishops all'");
  posterior.game = "chess";
  EXPECT_THAT(fault(), HasSubstr("expected one of games, found one of chess"));
}

TEST(Posterior, TakesAMatrix) {
  FitOptions options = carrying(nullptr);
  options.dense_limit = 2;
  const Weights planted = planted_games_weights();
  EXPECT_THROW((void)fit(synthetic_games(planted, {}), planted, options), Error);
  options.carry.keep = false;  // but can be made use of without
  options.carry.posterior = fit(synthetic_games(planted, {}), planted, carrying(nullptr)).posterior;
  FitOptions dense = options;
  dense.dense_limit = 4'000;
  const RowSet rows = synthetic_games(planted, {.seed = 5});
  EXPECT_LT(largest_difference(fit(rows, planted, options).fitted, fit(rows, planted, dense).fitted), 0.05);
}

// The bootstrap draws the new games again, which are a fifth; the formula knows how the others scatter.
TEST(Carrying, HasErrorsOfTheBootstrapThatKnowOfTheGamesCarriedOn) {
  Weights planted = zero_weights(game_schema());
  planted.values = {20, 60, 90};
  const Weights start = zero_weights(game_schema());
  const PosteriorPointer before =
      fit(synthetic_games(planted, {.games = 1200, .seed = 1}), start, carrying(nullptr)).posterior;
  const RowSet rows = synthetic_games(planted, {.games = 300, .seed = 2});
  const FitOptions options = carrying(before);
  const FitResult result = fit(rows, start, options);
  const std::vector<double> drawn =
      bootstrap_errors(rows, start, result.fitted, result.summary.strengths, options, 100);
  const FitReport by_formula = study_fit(rows, start, result, options),
                  by_bootstrap = study_fit(rows, start, result, options, drawn);
  for (std::size_t i = 0; i < planted.values.size(); ++i) {
    EXPECT_NEAR(by_bootstrap.weights[i].error / by_formula.weights[i].error, 1, 0.3) << i;
    EXPECT_GT(by_bootstrap.weights[i].error, 1.5 * drawn[i]) << i;
  }
}

}  // namespace
}  // namespace hone::learn
