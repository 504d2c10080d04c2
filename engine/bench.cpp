// SPDX-License-Identifier: MIT
#include "engine/bench.hpp"

#include <algorithm>
#include <string_view>

namespace hone {
namespace {

// FNV-1a, 32 bits (Fowler, Noll, Vo; RFC draft eastlake-fnv).
std::uint32_t fnv1a(std::string_view text) {
  std::uint32_t hash = 2'166'136'261U;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 16'777'619U;
  return hash;
}

// Between -10 and 10, and never 0, which would leave a feature out.
int small_amount(std::string_view name) {
  constexpr int most = 10;
  const int drawn = static_cast<int>(fnv1a(name) % (2 * most)) - most;
  return drawn < 0 ? drawn : drawn + 1;
}

void add(SearchCounters& sum, const SearchCounters& more) {
  sum.nodes += more.nodes;
  sum.leaves += more.leaves;
  sum.evaluations += more.evaluations;
  sum.cutoffs += more.cutoffs;
  sum.first_move_cutoffs += more.first_move_cutoffs;
  sum.table_cutoffs += more.table_cutoffs;
}

}  // namespace

std::uint64_t BenchSummary::nodes_per_second() const {
  const auto microseconds = std::chrono::duration_cast<std::chrono::microseconds>(elapsed).count();
  return nodes * 1'000'000 / static_cast<std::uint64_t>(std::max<std::int64_t>(microseconds, 1));
}

Weights bench_weights(const GameDriver& driver) {
  Weights weights = driver.material_weights();
  const int phases = weights.schema.phase_count();
  for (int term = 0; term < weights.schema.terms(); ++term) {
    if (weights.schema.group_of(term).role != Role::linear) continue;  // these have tests of their own
    for (int phase = 0; phase < phases; ++phase) {
      const std::string name =
          weights.schema.term_name(term) + weights.schema.phases()[static_cast<std::size_t>(phase)];
      weights.values[static_cast<std::size_t>(term * phases + phase)] += small_amount(name);
    }
  }
  return weights;
}

BenchSummary bench(const GameDriver& driver, const BenchOptions& options, const BenchObserver& observer) {
  const auto engine =
      driver.engine(options.weights ? *options.weights : bench_weights(driver), {.hash_bytes = options.hash_bytes});
  SearchControl control;
  control.limits.depth = options.depth.value_or(driver.bench_depth());
  BenchSummary summary;
  for (const std::string& text : driver.bench_positions()) {
    engine->new_game();
    const SearchResult result = engine->search(*driver.parse(text), control);
    ++summary.positions;
    add(summary.counters, result.counters);
    summary.elapsed += result.elapsed;
    if (observer) observer(text, result);
  }
  summary.nodes = summary.counters.nodes;
  return summary;
}

}  // namespace hone
