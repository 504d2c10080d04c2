// SPDX-License-Identifier: MIT
//
// Which gate makes runs strong soonest: plays many runs by the model of gate_model.hpp under each of many rules, or
// with several candidates a gate, and prints a table.
//
//     gate_simulation [--runs N] [--seed S] [--threads N] [--candidates]
//
// The numbers depend on runs and seed alone.
#include <fmt/format.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "tests/benchmarks/gate_model.hpp"
#include "tests/benchmarks/table_rows.hpp"
#include "tuner/run/options.hpp"
#include "tuner/text/numbers.hpp"

namespace hone::run {
namespace {

struct Setup {
  std::uint64_t runs = 40, seed = 1;  // runs in each phase
  int threads = 1;
  bool candidates = false;
};

struct Case {
  std::string name;
  GateRule rule;
  FurtherCandidates further = {};
};

// Phases of a run after its first generations, whose gains are so large that every rule sees them. The first phase has
// a memory: what a candidate that was not promoted had learnt, the next one learns too.
std::vector<GainModel> phases() {
  return {{.name = "growing", .distance = 5, .share = 0.8, .growth = 5},
          {.name = "N(10, 8)", .mean = 10},
          {.name = "N(5, 8)", .mean = 5},
          {.name = "N(0, 8)", .mean = 0}};
}

// -- A row of the table: a rule in all phases

struct Phase {
  RunTally sum;
  double squares = 0;  // of the gains an hour of its runs
};

using Row = std::vector<Phase>;

Phase played(const Case& one, const GainModel& gains, const Setup& setup) {
  const Costs costs;
  Phase phase;
  for (std::uint64_t run = 0; run < setup.runs; ++run) {
    const RunTally tally = ModelRun(one.rule, gains, one.further, costs, hash_seed(setup.seed, run)).play();
    phase.sum += tally;
    phase.squares += tally.gain / tally.hours * (tally.gain / tally.hours);
  }
  return phase;
}

Row played(const Case& one, const Setup& setup) {
  Row row;
  for (const GainModel& gains : phases()) row.push_back(played(one, gains, setup));
  return row;
}

// Elo, with the 95 % error by the spread between runs.
std::string hourly_text(const Phase& phase, std::uint64_t runs) {
  const double mean = phase.sum.gain / phase.sum.hours, count = static_cast<double>(runs);
  const double variance = std::max(0.0, phase.squares / count - mean * mean);
  return fmt::format("{:+.1f} ± {:.1f}", mean, 1.96 * std::sqrt(variance / (count - 1)));
}

void print_header(const std::string& title) {
  std::string names, rulers;
  for (const GainModel& gains : phases()) {
    names += fmt::format(" gain an hour, {} |", gains.name);
    rulers += "--:|";
  }
  fmt::print("\n{}\n\n| rule |{} all: gain an hour | gain a generation | games a gate |", title, names);
  fmt::print(" wrong promotions | wrong in {} | SPRT decides |\n|---|{}--:|--:|--:|--:|--:|--:|\n",
             phases().back().name, rulers);
}

void print_row(const Case& one, const Row& row, std::uint64_t runs) {
  RunTally sum;
  std::string hourly;
  for (const Phase& phase : row) {
    sum += phase.sum;
    hourly += fmt::format(" {} |", hourly_text(phase, runs));
  }
  const double gates = static_cast<double>(sum.gates);
  const auto wrong = [](const RunTally& tally) { return text::percent(text::share(tally.wrong, tally.promotions)); };
  fmt::print("| {} |{} {:+.1f} | {:+.2f} | {:.0f} | {} | {} | {} |\n", one.name, hourly, sum.gain / sum.hours,
             sum.gain / gates, static_cast<double>(sum.games) / gates, wrong(sum), wrong(row.back().sum),
             text::percent(text::share(sum.decided, sum.gates)));
}

void print_table(const std::string& title, const std::vector<Case>& cases, const Setup& setup) {
  print_header(title);
  print_rows(
      cases.size(), setup.threads, [&](std::size_t i) { return played(cases[i], setup); },
      [&](std::size_t i, const Row& row) { print_row(cases[i], row, setup.runs); });
}

// -- What is compared

std::string text_of(const std::optional<stats::SprtOptions>& sprt) {
  return sprt ? fmt::format("({:g}, {:g})", sprt->elo0, sprt->elo1) : "no SPRT";
}

Case case_of(const std::optional<stats::SprtOptions>& sprt, std::uint64_t games, double los) {
  return {fmt::format("{}, {} games, LOS {:g} %", text_of(sprt), games, 100 * los),
          {.sprt = sprt, .games = games, .los = los}};
}

std::vector<Case> rules() {
  const auto sprt = [](double elo0, double elo1) { return stats::SprtOptions{.elo0 = elo0, .elo1 = elo1}; };
  const std::vector<std::optional<stats::SprtOptions>> bounds = {std::nullopt,  sprt(0, 10),   sprt(0, 25),
                                                                 sprt(-10, 20), sprt(-10, 30), sprt(-15, 25)};
  std::vector<Case> cases{case_of(sprt(0, 10), 2'000, 0.95)};
  cases.push_back({"no gate", {.sprt = {}, .is_open = true}});
  for (const auto& one : bounds) {
    for (const std::uint64_t games : {400, 1'000}) {
      for (const double los : {0.75, 0.85, 0.95}) cases.push_back(case_of(one, games, los));
    }
  }
  return cases;
}

void compare_rules(const Setup& setup) { print_table("Rules", rules(), setup); }

// That of `hone run`.
GateRule default_rule() {
  const RunOptions run;
  return {.sprt = run.gate.sprt, .games = run.gate.games, .los = run.gate_los};
}

void compare_candidates(const Setup& setup) {
  for (const FurtherCandidates further : {FurtherCandidates{3, 4}, FurtherCandidates{3, 8}, FurtherCandidates{3, 16}}) {
    std::vector<Case> cases{{"1 candidate", default_rule(), further}};
    for (const std::size_t count : {2, 4, 8}) {
      for (const std::uint64_t games : {50, 100, 200}) {
        GateRule rule = default_rule();
        rule.candidates = count;
        rule.candidate_games = games;
        cases.push_back({fmt::format("{} candidates, {} games a round", count, games), rule, further});
      }
    }
    print_table(fmt::format("Further candidates {:g} ± {:g} Elo weaker than the fit", further.handicap, further.spread),
                cases, setup);
  }
}

Setup setup_of(int argc, char** argv) {
  Setup setup;
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    const bool has_value = i + 1 < argc;
    if (word == "--candidates") {
      setup.candidates = true;
    } else if (word == "--runs" && has_value) {
      setup.runs = std::max(2ULL, std::strtoull(argv[++i], nullptr, 10));
    } else if (word == "--seed" && has_value) {
      setup.seed = std::strtoull(argv[++i], nullptr, 10);
    } else if (word == "--threads" && has_value) {
      setup.threads = std::max(1, std::atoi(argv[++i]));
    } else {
      throw std::invalid_argument("usage: gate_simulation [--runs N] [--seed S] [--threads N] [--candidates]");
    }
  }
  return setup;
}

}  // namespace
}  // namespace hone::run

int main(int argc, char** argv) try {
  const hone::run::Setup setup = hone::run::setup_of(argc, argv);
  fmt::print("gate_simulation --runs {} --seed {}{}\n", setup.runs, setup.seed,
             setup.candidates ? " --candidates" : "");
  if (setup.candidates) {
    compare_candidates(setup);
  } else {
    compare_rules(setup);
  }
} catch (const std::exception& error) {
  fmt::print(stderr, "gate_simulation: {}\n", error.what());
  return 2;
}
