// SPDX-License-Identifier: MIT
//
// How many games tuning by matches takes: the walk of `hone refine` and plain SPSA with the gains of fishtest, on
// strengths that are known quadratic functions, with pairs of games drawn as they fall.
//
//     refine_simulation [--runs N] [--seed S] [--threads N] [--promises]
//
// A world has 40 parameters, whose curvatures are spread over so many decades along axes that are turned at random, and
// begins 40 Elo below its optimum, in a direction in which every part of equal curvature costs the same. Plain SPSA
// moves each parameter by a step of its own: one whose loss along that axis alone is 1 Elo, times a factor. It knows no
// correlations. The walk knows the curvatures, exactly or with each direction's scale off by a factor at random. The
// numbers depend on runs and seed alone.
//
// A second table, alone with --promises, compares what the walk promises after 12,000 games with what it has gained,
// also where strength is not what its model takes it for: directions that interact, losses that grow faster on one side
// of the optimum, and a direction along which all other errors cost less.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "data/hash.hpp"
#include "data/random.hpp"
#include "tests/benchmarks/table_rows.hpp"
#include "tests/normal.hpp"
#include "tuner/refine/walk.hpp"

namespace hone::refine {
namespace {

struct Setup {
  std::uint64_t runs = 8, seed = 1;
  int threads = 1;
  bool promises = false;  // these alone
};

constexpr Eigen::Index parameters = 40;
constexpr double loss_at_start = 40;  // Elo
constexpr double near_enough = 1;     // Elo below the optimum
// How pairs of games of 1,000 nodes between equals end, by points.
constexpr std::array<double, 5> pairs_of_equals{0.08, 0.2, 0.44, 0.2, 0.08};

// Elo below the optimum: (x - optimum)' curvature (x - optimum) / 2, and where there is a skew the sum of
// (exp(skew d) - 1 - skew d) / skew^2 over the elements d of x - optimum. Where there is shelter, that is times
// exp(-shelter s) for the distance s from the optimum along the diagonal of all parameters: as larger weights make the
// same errors of each weight matter less.
struct World {
  Matrix curvature;
  Matrix scale;  // its columns are steps that cost 1/2 Elo each
  Vector optimum;
  double skew = 0, shelter = 0;

  [[nodiscard]] double loss(const Vector& x) const {
    const Vector d = x - optimum;
    if (shelter != 0) {
      return d.dot(curvature * d) / 2 * std::exp(-shelter * d.sum() / std::sqrt(static_cast<double>(d.size())));
    }
    if (skew == 0) return d.dot(curvature * d) / 2;
    const auto steps = skew * d.array();
    return (steps.exp() - 1 - steps).sum() / (skew * skew);
  }
};

World make_world(double decades, Random& random) {
  Matrix gauss(parameters, parameters);
  for (double& each : gauss.reshaped()) each = normal(random);
  const Matrix axes = decades > 0 ? Matrix(Eigen::HouseholderQR<Matrix>(gauss).householderQ())
                                  : Matrix(Matrix::Identity(parameters, parameters));
  Vector curvatures(parameters), z(parameters);
  for (Eigen::Index i = 0; i < parameters; ++i) {
    curvatures[i] = std::pow(10, -decades * static_cast<double>(i) / (parameters - 1));
    z[i] = normal(random);
  }
  World world;
  world.curvature = axes * curvatures.asDiagonal() * axes.transpose();
  world.scale = axes * curvatures.cwiseSqrt().cwiseInverse().asDiagonal();
  world.optimum = world.scale * (z * (std::sqrt(2 * loss_at_start) / z.norm()));
  return world;
}

// The probabilities of equals, tilted: chances of -1, -0.5, 0, 0.5 and 1, times their sum.
std::array<double, 5> tilted(double tilt) {
  std::array<double, 5> chances{};
  for (std::size_t k = 0; k < chances.size(); ++k) {
    chances[k] = pairs_of_equals[k] * std::exp(tilt * (static_cast<double>(k) / 2 - 1));
  }
  return chances;
}

// The tilts with which means are 0, 0.001, 0.002 and so on.
std::vector<double> tilts_of_means() {
  constexpr int means = 999;
  std::vector<double> tilts;
  for (int i = 0; i <= means; ++i) {
    double low = 0, high = 40;
    for (int step = 0; step < 60; ++step) {
      const double tilt = (low + high) / 2;
      const std::array<double, 5> chances = tilted(tilt);
      double sum = 0, found = 0;
      for (std::size_t k = 0; k < chances.size(); ++k) {
        sum += chances[k];
        found += chances[k] * (static_cast<double>(k) / 2 - 1);
      }
      (found < sum * i / 1'000 ? low : high) = tilt;
    }
    tilts.push_back(low);
  }
  return tilts;
}

// Points of a pair beyond an even score with this mean.
double draw_points(double mean, Random& random) {
  static const std::vector<double> tilts = tilts_of_means();
  const double place = std::min(std::abs(mean) * 1'000, static_cast<double>(tilts.size()) - 1.001);
  const auto low = static_cast<std::size_t>(place);
  const double tilt = tilts[low] + (place - static_cast<double>(low)) * (tilts[low + 1] - tilts[low]);
  const std::array<double, 5> chances = tilted(mean < 0 ? -tilt : tilt);
  double draw = random.uniform() * (chances[0] + chances[1] + chances[2] + chances[3] + chances[4]);
  for (std::size_t k = 0; k + 1 < chances.size(); ++k) {
    if ((draw -= chances[k]) < 0) return static_cast<double>(k) / 2 - 1;
  }
  return 1;
}

double play_pair(const World& world, const Vector& p, const Vector& q, Random& random) {
  return draw_points(points_of_elo(world.loss(q) - world.loss(p)), random);
}

// -- Plain SPSA

struct Gains {
  double step = 1;  // c at the end, in steps that cost 1 Elo along each axis alone
  double r_end = 0.002;
};

// The loss after so many pairs; the gains depend on their number.
double spsa(const World& world, std::uint64_t pairs, const Gains& gains, Random& random) {
  constexpr double alpha = 0.602, gamma = 0.101;
  const auto n = static_cast<double>(pairs);
  const double stability = n / 10;
  const Vector c_end = gains.step * (2 * world.curvature.diagonal().cwiseInverse()).cwiseSqrt();
  const Vector c = c_end * std::pow(n, gamma);
  const Vector a = gains.r_end * c_end.cwiseProduct(c_end) * std::pow(stability + n, alpha);
  Vector x = Vector::Zero(parameters), step(parameters);
  for (double k = 1; k <= n; ++k) {
    const std::uint64_t bits = random();
    const double c_k = std::pow(k, -gamma), a_k = std::pow(stability + k, -alpha);
    for (Eigen::Index i = 0; i < parameters; ++i) step[i] = (bits >> i & 1) != 0 ? c[i] * c_k : -c[i] * c_k;
    const double won = 2 * play_pair(world, x + step, x - step, random);  // wins less losses
    x += won * a_k * a.cwiseQuotient(step);
    if (!(x.norm() < 1e9)) return 1e9;
  }
  return world.loss(x);
}

// -- The walk

// A walk in a world of which it knows the scale of each direction, off by a factor whose logarithm has the deviation
// `off`. The world must outlive it.
class WalkIn {
 public:
  WalkIn(const World& world, const WalkOptions& options, double off, Random& random)
      : world_(world), scale_(world.scale), walk_(parameters, options) {
    for (Eigen::Index i = 0; i < parameters; ++i) scale_.col(i) *= 2 * std::exp(off * normal(random));
  }

  void go_on_to(std::uint64_t pairs, Random& random) {
    for (std::uint64_t pair = walk_.pairs(); pair < pairs; ++pair) {
      const PairPlan plan = walk_.plan(pair);
      walk_.add(plan.p, plan.q, play_pair(world_, scale_ * plan.p, scale_ * plan.q, random));
    }
  }
  [[nodiscard]] const StrengthEstimate& estimate() const { return walk_.estimate(); }
  [[nodiscard]] double loss() const { return world_.loss(scale_ * estimate().optimum); }

 private:
  const World& world_;
  Matrix scale_;
  Walk walk_;
};

// -- The table

std::vector<std::uint64_t> stops() {
  std::vector<std::uint64_t> pairs;
  for (std::uint64_t n = 2'400; n <= 620'000; n *= 2) pairs.push_back(n);
  return pairs;
}
constexpr std::uint64_t most_pairs_of_walk = 160'000;  // it takes longer to calculate than the games of SPSA

struct Row {
  std::string name;
  std::vector<double> losses;  // by stops(), shorter where nothing more is to be learnt
};

// Games until the loss is small enough, between two stops by the logarithms.
std::string games_needed(const Row& row) {
  const std::vector<std::uint64_t> pairs = stops();
  for (std::size_t i = 0; i < row.losses.size(); ++i) {
    if (row.losses[i] > near_enough) continue;
    double n = static_cast<double>(pairs[i]);
    if (i > 0) {
      const double part = std::log(row.losses[i - 1] / near_enough) / std::log(row.losses[i - 1] / row.losses[i]);
      n = static_cast<double>(pairs[i - 1]) * std::pow(2, part);
    }
    return fmt::format("{:.0f},000", std::max(1.0, std::round(2 * n / 1'000)));
  }
  return fmt::format("more than {:.0f},000", 2 * static_cast<double>(pairs[row.losses.size() - 1]) / 1'000);
}

using Play = std::function<std::vector<double>(std::uint64_t run)>;

Row mean_of(const std::string& name, const Setup& setup, const Play& play) {
  Row row{name, {}};
  for (std::uint64_t run = 0; run < setup.runs; ++run) {
    const std::vector<double> losses = play(run);
    row.losses.resize(losses.size());
    for (std::size_t i = 0; i < losses.size(); ++i) row.losses[i] += losses[i] / static_cast<double>(setup.runs);
  }
  return row;
}

Row row_of_spsa(const std::string& name, double decades, const Gains& gains, const Setup& setup) {
  Row row{name, {}};
  for (const std::uint64_t pairs : stops()) {
    const Row one = mean_of(name, setup, [&](std::uint64_t run) {
      Random random(hash_seed(setup.seed, run));
      const World world = make_world(decades, random);
      return std::vector{spsa(world, pairs, gains, random)};
    });
    row.losses.push_back(one.losses.front());
    if (row.losses.back() < near_enough) break;
  }
  return row;
}

Row row_of_walk(const std::string& name, double decades, double cost, double off, const Setup& setup) {
  std::vector<std::uint64_t> pairs = stops();
  std::erase_if(pairs, [](std::uint64_t n) { return n > most_pairs_of_walk; });
  return mean_of(name, setup, [&](std::uint64_t run) {
    const std::uint64_t seed = hash_seed(setup.seed, run);
    Random random(seed);
    const World world = make_world(decades, random);
    WalkIn walk(world, {.pairs = pairs.back(), .seed = seed, .cost = cost}, off, random);
    std::vector<double> losses;
    for (const std::uint64_t stop : pairs) {
      walk.go_on_to(stop, random);
      losses.push_back(walk.loss());
    }
    return losses;
  });
}

std::vector<std::function<Row()>> rows_of(double decades, const Setup& setup) {
  std::vector<std::function<Row()>> rows;
  for (const double step : {1.0, 2.0}) {
    for (const double r_end : {0.0005, 0.002, 0.008}) {
      const std::string name =
          fmt::format("SPSA, perturbations of {:.0f} Elo, r_end {:g}", parameters * step * step, r_end);
      rows.emplace_back([=] { return row_of_spsa(name, decades, {step, r_end}, setup); });
    }
  }
  struct Case {
    double cost, off;
  };
  for (const auto& [cost, off] : {Case{40, 0}, Case{60, 0}, Case{160, 0}, Case{60, 0.35}, Case{60, 0.7}}) {
    std::string name = fmt::format("walk, perturbations of {:.0f} Elo", cost);
    if (off > 0) name += fmt::format(", scales off by a factor of {:.1f}", std::exp(off));
    rows.emplace_back([=] { return row_of_walk(name, decades, cost, off, setup); });
  }
  return rows;
}

void print_row(double decades, const Row& row) {
  const auto at = [&](std::size_t stop) {
    return stop < row.losses.size() ? fmt::format("{:.2f}", row.losses[stop]) : std::string();
  };
  fmt::print("| {:g} | {} | {} | {} | {} | {} |\n", decades, row.name, at(1), at(3), at(5), games_needed(row));
}

Setup setup_of(int argc, char** argv) {
  Setup setup;
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    const bool has_value = i + 1 < argc;
    if (word == "--runs" && has_value) {
      setup.runs = std::max(1ULL, std::strtoull(argv[++i], nullptr, 10));
    } else if (word == "--seed" && has_value) {
      setup.seed = std::strtoull(argv[++i], nullptr, 10);
    } else if (word == "--threads" && has_value) {
      setup.threads = std::max(1, std::atoi(argv[++i]));
    } else if (word == "--promises") {
      setup.promises = true;
    } else {
      throw std::invalid_argument("usage: refine_simulation [--runs N] [--seed S] [--threads N] [--promises]");
    }
  }
  return setup;
}

void compare(const Setup& setup) {
  fmt::print("\n| decades | method | loss after 9,600 games | 38,400 | 153,600 | games to within {:g} Elo |\n",
             near_enough);
  fmt::print("|--:|---|--:|--:|--:|--:|\n");
  std::vector<std::pair<double, std::function<Row()>>> jobs;
  for (const double decades : {0.0, 2.0, 4.0}) {
    for (auto& row : rows_of(decades, setup)) jobs.emplace_back(decades, std::move(row));
  }
  print_rows(
      jobs.size(), setup.threads, [&](std::size_t i) { return jobs[i].second(); },
      [&](std::size_t i, const Row& row) { print_row(jobs[i].first, row); });
}

// -- The table of promises

struct PromiseCase {
  double below = 0;  // Elo of the start below the optimum
  double off = 0;    // deviation of the logarithm of each scale
  double mixed = 0;  // how much directions interact
  double skew = 0;
  double shelter = 0;
  double cost = 60;
};

// All curvatures along the axes are 1. Where directions interact the curvature is C C', brought to that, with C = 1 +
// mixed x a random matrix whose columns are of length 1 on average.
World make_world(const PromiseCase& of, Random& random) {
  World world{.curvature = Matrix::Identity(parameters, parameters),
              .scale = Matrix::Identity(parameters, parameters),
              .optimum = Vector(parameters),
              .skew = of.skew,
              .shelter = of.shelter};
  Matrix gauss(parameters, parameters);
  for (double& each : gauss.reshaped()) each = normal(random);
  if (of.mixed > 0) {
    const Matrix root = world.curvature + of.mixed / std::sqrt(static_cast<double>(parameters)) * gauss;
    const Matrix product = root * root.transpose();
    const Vector size = product.diagonal().cwiseSqrt().cwiseInverse();
    world.curvature = size.asDiagonal() * product * size.asDiagonal();
  }
  Vector direction(parameters);
  for (double& each : direction.reshaped()) each = normal(random);
  double low = 0, high = 100;  // the loss rises with the distance
  for (int step = 0; step < 60; ++step) {
    const double middle = (low + high) / 2;
    world.optimum = middle * direction;
    (world.loss(Vector::Zero(parameters)) < of.below ? low : high) = middle;
  }
  return world;
}

// Means over the runs, in Elo.
struct PromiseRow {
  double promised = 0, error = 0, gained = 0;
};

PromiseRow row_of(const PromiseCase& of, const Setup& setup) {
  constexpr std::uint64_t pairs = 6'000;
  PromiseRow mean;
  const double share = 1 / static_cast<double>(setup.runs);
  for (std::uint64_t run = 0; run < setup.runs; ++run) {
    const std::uint64_t seed = hash_seed(setup.seed, run);
    Random random(seed);
    const World world = make_world(of, random);
    WalkIn walk(world, {.pairs = pairs, .seed = seed, .cost = of.cost}, of.off, random);
    walk.go_on_to(pairs, random);
    mean.promised += share * walk.estimate().gain;
    mean.error += share * walk.estimate().gain_error;
    mean.gained += share * (world.loss(Vector::Zero(parameters)) - walk.loss());
  }
  return mean;
}

void compare_promises(const Setup& setup) {
  fmt::print(
      "\n| start below the optimum | scales off by | interaction | skew | shelter | perturbations | promised | gained "
      "|\n");
  fmt::print("|--:|--:|--:|--:|--:|--:|--:|--:|\n");
  std::vector<PromiseCase> cases;
  for (const double below : {0.0, 10.0, 40.0}) {
    for (const double off : {0.0, 0.7}) {
      for (const double mixed : {0.0, 0.5}) cases.push_back({below, off, mixed, 0, 0, 100});
    }
    for (const double skew : {0.2, 0.4}) {
      for (const double cost : {30.0, 60.0, 100.0}) cases.push_back({below, 0, 0, skew, 0, cost});
    }
    for (const double shelter : {0.05, 0.1}) {
      for (const double cost : {15.0, 30.0, 60.0, 100.0}) cases.push_back({below, 0, 0, 0, shelter, cost});
    }
  }
  print_rows(
      cases.size(), setup.threads, [&](std::size_t i) { return row_of(cases[i], setup); },
      [&](std::size_t i, const PromiseRow& row) {
        constexpr double interval = 1.96;  // of 95 %
        const PromiseCase& of = cases[i];
        fmt::print("| {:g} Elo | {:.1f} | {:g} | {:g} | {:g} | {:g} Elo | {:+.1f} ± {:.1f} | {:+.1f} |\n", of.below,
                   std::exp(of.off), of.mixed, of.skew, of.shelter, of.cost, row.promised, interval * row.error,
                   row.gained);
      });
}

}  // namespace
}  // namespace hone::refine

int main(int argc, char** argv) try {
  const hone::refine::Setup setup = hone::refine::setup_of(argc, argv);
  fmt::print("refine_simulation --runs {} --seed {}\n", setup.runs, setup.seed);
  if (!setup.promises) hone::refine::compare(setup);
  hone::refine::compare_promises(setup);
} catch (const std::exception& error) {
  fmt::print(stderr, "refine_simulation: {}\n", error.what());
  return 2;
}
