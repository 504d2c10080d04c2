// SPDX-License-Identifier: MIT
//
// The passes of a fit and a whole fit on made-up data of the size and shape of a chess evaluation: 725,000 rows,
// 400 terms at two phases, 45 non-zeros a row whose popularity follows a power law, counts mostly +-1, 25 phase points,
// and 12 terms that others sum up to exactly, as material does with piece-square boards. The argument is the number of
// threads.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "data/random.hpp"
#include "tuner/learn/fit/fit.hpp"
#include "tuner/learn/fit/objective.hpp"

namespace hone {
namespace {

constexpr int terms = 400, sums = 12, terms_per_sum = 16, nonzeros = 42;
constexpr std::size_t row_count = 725'000;

Schema schema_of() { return Schema("benchmark", {"mg", "eg"}, 24, std::vector<GroupSpec>{{"terms", list(terms), ""}}); }

// Term i is drawn with a chance in proportion to (i + 10)^-0.7, about.
int popular_term(Random& random) {
  const double low = std::pow(10.0, 0.3), high = std::pow(terms - sums + 10.0, 0.3);
  const double x = std::pow(low + random.uniform() * (high - low), 1 / 0.3) - 10;
  return sums + std::clamp(static_cast<int>(x), 0, terms - sums - 1);
}

Row row_of(Random& random) {
  RowSink sink;
  for (int i = 0; i < nonzeros; ++i) {
    const int term = popular_term(random);
    const int count = random.below(2) == 0 ? 1 : -1;
    sink.add(term, count);
    const int sum = (term - sums) / terms_per_sum;
    if (sum < sums) sink.add(sum, count);
  }
  return sink.finish({0, static_cast<std::uint8_t>(random.below(25))});
}

RowSet make_rows() {
  const Schema schema = schema_of();
  Random random(1);
  std::vector<int> truth(static_cast<std::size_t>(schema.weights()));
  for (int& weight : truth) weight = static_cast<int>(random.below(101)) - 50;
  RowSet rows;
  for (std::size_t i = 0; i < row_count; ++i) {
    const Row row = row_of(random);
    const double p = outcome_of_logit(logit_per_score(1) * dot(schema, row, truth));
    const double drawn = random.uniform(), draws = p * (1 - p);
    const float target = drawn < p - draws / 2 ? 1.0F : drawn < p + draws / 2 ? 0.5F : 0.0F;
    rows.add(row, {.target = target, .game = static_cast<std::uint32_t>(i / 10)});
  }
  return rows;
}

const RowSet& rows() {
  static const RowSet result = make_rows();
  return result;
}

const learn::PackedRows& packed() {
  static const learn::PackedRows result = [] {
    learn::RowSelection all(rows().size());
    for (std::uint32_t i = 0; i < all.size(); ++i) all[i] = i;
    return learn::PackedRows(rows(), all, zero_weights(schema_of()), std::vector<bool>(terms, true), {.threads = 2});
  }();
  return result;
}

learn::Objective objective(const benchmark::State& state) {
  return {packed(), {.loss = learn::Loss::cross_entropy, .threads = static_cast<int>(state.range(0))}};
}

void value_pass(benchmark::State& state) {
  const learn::Objective function = objective(state);
  const learn::Vector x = learn::Vector::Zero(function.size());
  for (auto _ : state) benchmark::DoNotOptimize(function.value(x));
  state.counters["nonzeros/row"] = static_cast<double>(rows().nonzeros()) / static_cast<double>(rows().size());
}

void gradient_pass(benchmark::State& state) {
  const learn::Objective function = objective(state);
  const learn::Vector x = learn::Vector::Zero(function.size());
  learn::Vector gradient;
  for (auto _ : state) benchmark::DoNotOptimize(function.gradient(x, gradient));
}

void hessian_pass(benchmark::State& state) {
  const learn::Objective function = objective(state);
  const learn::Vector x = learn::Vector::Zero(function.size());
  learn::Matrix hessian;
  for (auto _ : state) function.hessian(x, hessian);
}

void layout(benchmark::State& state) {
  learn::RowSelection all(rows().size());
  for (std::uint32_t i = 0; i < all.size(); ++i) all[i] = i;
  for (auto _ : state) {
    const learn::PackedRows result(rows(), all, zero_weights(schema_of()), std::vector<bool>(terms, true),
                                   {.threads = static_cast<int>(state.range(0))});
    benchmark::DoNotOptimize(result.size());
  }
}

void whole_fit(benchmark::State& state, learn::Loss loss) {
  const learn::FitOptions options{.loss = loss, .k = 1.0, .threads = static_cast<int>(state.range(0))};
  learn::FitSummary summary;
  for (auto _ : state) summary = learn::fit(rows(), zero_weights(schema_of()), options).summary;
  state.counters["iterations"] = summary.iterations;
  state.counters["hessians"] = summary.hessians;
  state.counters["solve"] = summary.seconds.solve;
  state.counters["layout"] = summary.seconds.layout;
  state.counters["converged"] = summary.status == learn::FitStatus::converged;
}

BENCHMARK(value_pass)->Arg(1)->Arg(2)->UseRealTime()->Unit(benchmark::kMillisecond);
BENCHMARK(gradient_pass)->Arg(1)->Arg(2)->UseRealTime()->Unit(benchmark::kMillisecond);
BENCHMARK(hessian_pass)->Arg(1)->Arg(2)->UseRealTime()->Unit(benchmark::kMillisecond);
// From a tenth of the rows.
void sampled_hessian(benchmark::State& state) {
  const learn::Objective function = objective(state);
  const learn::Vector x = learn::Vector::Zero(function.size());
  learn::Matrix hessian;
  for (auto _ : state) function.hessian(x, hessian, 10);
}

BENCHMARK(sampled_hessian)->Arg(1)->Arg(2)->UseRealTime()->Unit(benchmark::kMillisecond);
BENCHMARK(layout)->Arg(1)->Arg(2)->UseRealTime()->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(whole_fit, squared, learn::Loss::squared)
    ->Arg(1)
    ->Arg(2)
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(whole_fit, cross_entropy, learn::Loss::cross_entropy)
    ->Arg(1)
    ->Arg(2)
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace hone
