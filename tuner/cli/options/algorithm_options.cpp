// SPDX-License-Identifier: MIT
#include "tuner/cli/options/algorithm_options.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "tuner/cli/options/option_sources.hpp"
#include "tuner/play/options.hpp"

namespace hone::cli {
namespace {

struct NamedAlgorithm {
  const char* name;
  Algorithm algorithm;
};
constexpr NamedAlgorithm algorithms[] = {
    {"searcher", Algorithm::searcher},     {"iterative_deepening", Algorithm::iterative_deepening},
    {"mtd_f", Algorithm::mtd_f},           {"pvs", Algorithm::pvs},
    {"alpha_beta", Algorithm::alpha_beta}, {"branch_and_bound", Algorithm::branch_and_bound},
    {"negamax", Algorithm::negamax},       {"minimax", Algorithm::minimax}};

std::vector<std::string> algorithm_names() {
  std::vector<std::string> names;
  for (const NamedAlgorithm& each : algorithms) names.emplace_back(each.name);
  return names;
}

}  // namespace

std::string name_of(Algorithm algorithm) {
  return std::ranges::find(algorithms, algorithm, &NamedAlgorithm::algorithm)->name;
}

void AlgorithmOptions::declare(Options& options) {
  Option& algorithm = options.choice(
      "algorithm", algorithm_names(), algorithm_,
      "the plain ones need --depth alone, those that deepen --depth, --movetime or both; pvs is principal variation "
      "search, or NegaScout; default searcher, with --tree or --best-first alpha_beta");
  algorithm.placeholder = "NAME";  // the names are too many for a line
  algorithm.range = join(algorithm_names(), ", ");
  options.choice("table", {"on", "off"}, table_,
                 "use a transposition table: searcher and mtd_f do unless it is off, alpha_beta, pvs and "
                 "iterative_deepening if it is on");
  options.flag("deepen", deepening_,
               "search to depth 1, 2, 3 and so on, with a table the best move of the last depth first; alpha_beta, pvs "
               "and mtd_f, which takes the last value as its guess");
  options.integer(
      "first-guess", "N", first_guess_, {-infinite_score, infinite_score},
      "the value that mtd_f begins with, in hundredths and for the side to move; the largest makes it SSS*");
  options.flag("best-first", best_first_,
               "try moves best first by their values; on uniform trees that makes the most cut-offs; plain ones only");
  options.choice("tree", {"text", "dot", "svg"}, tree_,
                 "draw the searched tree on standard output instead of the report; plain ones only");
  without_.declare(options);
  play::declare_parameters(options, parameters_);
  options.integer("hash", "MB", hash_, play::hash_range, "size of the transposition table");
}

void AlgorithmOptions::refuse_beside(const Options& options, const std::string& other) const {
  for (const char* name :
       {"algorithm", "table", "deepen", "first-guess", "best-first", "tree", "without", "parameter", "hash"}) {
    if (options.given(name)) throw UsageError(fmt::format("--{} does not go with --{}", name, other));
  }
}

void AlgorithmOptions::refuse_what_does_not_go_together(const Options& options) const {
  const Algorithm chosen = algorithm();
  if (is_strong() && (!tree_.empty() || best_first_)) {
    throw UsageError("--tree and --best-first go with the plain algorithms, not with --algorithm searcher");
  }
  if (deepening_ && !takes_table(chosen)) {
    throw UsageError(fmt::format("--deepen goes with alpha_beta, pvs and mtd_f, not with {}", name()));
  }
  if (best_first_ && choice().deepens()) {
    throw UsageError(chosen == Algorithm::iterative_deepening ? "--best-first does not go with iterative_deepening"
                                                              : "--best-first does not go with --deepen");
  }
  if (!table_.empty() && !is_strong() && !takes_table(chosen)) {
    throw UsageError(fmt::format("--algorithm {} has no table; alpha_beta, pvs and mtd_f can have one", name()));
  }
  if (options.given("first-guess") && chosen != Algorithm::mtd_f) {
    throw UsageError(fmt::format("--first-guess goes with --algorithm mtd_f, not with {}", name()));
  }
  if (without_.given() && !is_strong()) {
    throw UsageError(fmt::format("--without goes with --algorithm searcher, not with {}", name()));
  }
  if (options.given("parameter") && !is_strong()) {
    throw UsageError(fmt::format("--parameter goes with --algorithm searcher, not with {}", name()));
  }
  if (!tree_.empty() && options.given("movetime")) throw UsageError("--tree does not go with --movetime");
}

Algorithm AlgorithmOptions::algorithm() const {
  if (algorithm_.empty()) return tree_.empty() && !best_first_ ? Algorithm::searcher : Algorithm::alpha_beta;
  return std::ranges::find(algorithms, algorithm_, &NamedAlgorithm::name)->algorithm;
}

std::string AlgorithmOptions::name() const { return name_of(algorithm()); }

PlainOptions AlgorithmOptions::choice() const {
  PlainOptions options;
  options.algorithm = algorithm();
  options.deepening = deepening_;
  if (!table_.empty()) options.table = table_ == "on";
  options.table_bytes = hash_ << 20;
  options.first_guess = first_guess_;
  options.best_first = best_first_;
  return options;
}

PlainOptions AlgorithmOptions::plain(const Limits& limits, TreeRecord& record) const {
  if (limits.nodes || limits.clock || (!deepens() && (!limits.depth || limits.move_time))) {
    throw UsageError(fmt::format("--algorithm {} needs {} and no other limit", name(),
                                 deepens()                  ? "--depth or --movetime"
                                 : takes_table(algorithm()) ? "--depth, or --deepen and --movetime,"
                                                            : "--depth"));
  }
  PlainOptions options = choice();
  options.depth = limits.depth.value_or(max_ply);
  options.move_time = limits.move_time;
  if (!tree_.empty()) options.record = &record;
  return options;
}

EngineOptions AlgorithmOptions::engine() const {
  EngineOptions options = parameters_;
  options.hash_bytes = hash_ << 20;
  options.transposition_table = table_ != "off";
  without_.apply_to(options);
  return options;
}

}  // namespace hone::cli
