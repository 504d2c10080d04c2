// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "data/error.hpp"
#include "tuner/cli/command.hpp"
#include "tuner/cli/console.hpp"
#include "tuner/cli/options/option_sources.hpp"
#include "tuner/cli/options/options.hpp"
#include "tuner/cli/output.hpp"
#include "tuner/cli/print/results_text.hpp"
#include "tuner/cli/standard_streams.hpp"
#include "tuner/cli/tune_data.hpp"
#include "tuner/cli/tune_study.hpp"
#include "tuner/exchange/probe/probe_rows.hpp"
#include "tuner/learn/fit/carried_share.hpp"
#include "tuner/learn/fit/fit.hpp"
#include "tuner/learn/fit/group_patterns.hpp"
#include "tuner/learn/fit/posterior.hpp"
#include "tuner/learn/fit/row_selection.hpp"
#include "tuner/learn/fit/second_order_fit.hpp"
#include "tuner/learn/fit/tangent_rows.hpp"
#include "tuner/learn/fit/usual_fit.hpp"
#include "tuner/learn/fit/weight_constraints.hpp"
#include "tuner/learn/json.hpp"
#include "tuner/learn/products/product_report.hpp"
#include "tuner/learn/study/coverage.hpp"
#include "tuner/parallel/stopwatch.hpp"

namespace hone::cli {

namespace {

std::size_t physical_memory() {
  return static_cast<std::size_t>(::sysconf(_SC_PHYS_PAGES)) * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

// Rows from inside of searches, beside the positions of games.
bool has_tree_rows(const RowSet& rows) { return learn::position_rows(rows).size() < rows.size(); }

std::string_view what_is_missing(const RowSet& rows, const learn::FitSummary& fit, const learn::Target& target) {
  if (rows.size() == 0) return "none";
  if (fit.rows > 0) return "none that weigh anything and have a feature to fit";
  if (target.kind == learn::Target::Kind::none && !has_tree_rows(rows)) return "none from inside of searches";
  return fit.heldout_rows > 0 ? "none: every game is held out" : "none that weigh anything";
}

class TuneCommand final : public Command {
 public:
  CommandText text() const override;
  void declare(Options& options) override;
  ExitCode run(Session& session) override;

 private:
  void declare_carry(Options& options);
  void check_usage(const Options& options) const;
  void check_posteriors(const Options& options) const;
  [[nodiscard]] learn::FitOptions fit_options() const;
  [[nodiscard]] learn::Carrying carrying() const;
  void warn_of_other_learning(const learn::FitOptions& options) const;
  static void warn_of_missing_trees(const RowSet& rows, const learn::Target& target);
  // False when interrupted.
  bool study_sources(const Session& session, const TuneWork& work, const Weights& start,
                     const learn::FitOptions& options, nlohmann::ordered_json& json) const;
  learn::FitResult fit_rows(const TuneRows& data, const learn::FitOptions& options, const Session& session) const;
  [[nodiscard]] learn::ProductOptions seeded_products() const;
  void find_products(const learn::TangentFit& fit, const TuneRows& data, const Session& session,
                     nlohmann::ordered_json& json) const;

  TuneData data_;
  std::string out_;
  int threads_ = all_cores();
  std::uint64_t seed_ = 1;
  std::size_t memory_ = 0;  // MB
  learn::FitOptions fit_ = learn::usual_fit();
  std::string carry_from_, keep_posterior_;
  std::optional<double> carry_ = 1;  // share; nothing: chosen by the games
  TuneStudy study_;
  learn::ProductOptions products_;
};

CommandText TuneCommand::text() const {
  return {
      .name = "tune",
      .summary = "fit weights to recorded games, labelled positions or rows",
      .description =
          "Reads games (hone's .games, .pgn of chess, .pdn of checkers, .txt as hone data writes it, and others) and "
          "positions with results (EPD, FEN, CSV, JSON lines and others, see hone data --help); all texts may be "
          "packed (.gz, .zst). It turns them into training rows and finds the weights whose scores predict the results "
          "best. It also reads rows of any other engine (data/ROWS.md), for which no game is needed.\n"
          "Whole games are held out of the fit. The loss on them says what the weights are worth on games that "
          "were not learnt from.\n"
          "Weights may be tied, fixed or bounded (--tie, --only, --fix, --bounds); lines of the names file of rows "
          "and of the --start weights file that do so hold as well. The weights written hold these lines, and "
          "the standard error of each weight.",
      .examples =
          "hone tune --game chess --data first.games second.games --out tuned.weights\n"
          "hone tune --game chess --data positions.csv.gz --loss ce --groups 'psqt.*,material.*' --out "
          "t.weights\n"
          "hone tune --data engine.rowtext --names engine.names --out engine.weights\n"
          "hone tune --data engine.rowtext --tie 'mirror psqt.*' 'material.*.mg = material.*.eg' --only 'eg king.*' "
          "--out engine.weights"};
}

void TuneCommand::declare(Options& options) {
  options.group("What to learn from");
  data_.declare(options);
  options.text("out", "F", out_, "the weights file to write; it may replace other weights, but no file of a run")
      .short_form('o')
      .required();
  options.integer("threads", "T", threads_, {1, 1024}, "changes no result").short_form('t');
  options.integer("seed", "S", seed_, {0}, "of the choice of positions and of the games held out").short_form('s');
  options.integer("memory", "MB", memory_, {0, 1'000'000'000},
                  "rows that need more memory go to an unnamed file beside the result; 0: half of the machine's");
  fit_.declare(options);
  declare_carry(options);
  study_.declare(options);
  products_.declare(options);
  data_.declare_sampling(options);
}

void TuneCommand::declare_carry(Options& options) {
  options.group("What is carried on");
  options.file("keep-posterior", keep_posterior_,
               "write what the games have taught to this file, for a later fit to other games");
  options.file(
      "carry-from", carry_from_,
      "such a file of an earlier fit: the games that it learnt from have their say beside these, which must be "
      "others");
  options.real_or("carry", "auto", carry_, {0, 1},
                  fmt::format("share of it that still holds; auto: the share under which these games are predicted "
                              "best, 1 with fewer than {} of them to learn from",
                              learn::least_games_of_share));
}

// Which options go together.
void TuneCommand::check_usage(const Options& options) const {
  check_posteriors(options);
  study_.check(fit_.holdout);
  if (options.given("noise-products") && !products_.wanted()) {
    throw UsageError("--noise-products goes with --find-products SHARE");
  }
  if (study_.wants_source_worth() && data_.files().size() < 2) {
    throw UsageError("--source-worth compares the files of --data, and there is one");
  }
}

void TuneCommand::check_posteriors(const Options& options) const {
  if (options.given("carry") && carry_from_.empty()) throw UsageError("--carry goes with --carry-from F");
  if (keep_posterior_.empty()) return;
  if (is_same_file(keep_posterior_, out_)) throw UsageError("--keep-posterior and --out name the same file");
  require_writable_as(keep_posterior_, "hone posterior ", "posterior file");
}

learn::Carrying TuneCommand::carrying() const {
  learn::Carrying carry{.posterior = nullptr, .share = carry_, .keep = !keep_posterior_.empty()};
  if (!carry_from_.empty()) carry.posterior = std::make_shared<learn::Posterior>(learn::read_posterior(carry_from_));
  return carry;
}

void TuneCommand::warn_of_other_learning(const learn::FitOptions& options) const {
  const auto& posterior = options.carry.posterior;
  if (!posterior || posterior->learnt_as == learn::learnt_as(options)) return;
  spdlog::warn("{} was learnt as {}, and these games as {}", carry_from_, posterior->learnt_as,
               learn::learnt_as(options));
}

// Where they are all that is learnt from, their absence is an error.
void TuneCommand::warn_of_missing_trees(const RowSet& rows, const learn::Target& target) {
  if (!target.tree || target.kind == learn::Target::Kind::none || has_tree_rows(rows)) return;
  spdlog::warn("the target is {}, and no row is from inside of a search", learn::to_string(target));
}

learn::FitOptions TuneCommand::fit_options() const {
  learn::FitOptions options = fit_;
  options.threads = threads_;
  options.seed = seed_;
  options.targets.target = learn::settled_target(fit_.targets.target, data_.files());
  options.keep_curvature = study_.needs_curvature();
  options.carry = carrying();
  options.folder = temporary_folder(out_);
  options.memory = memory_ > 0 ? memory_ << 20 : physical_memory() / 2;
  return options;
}

learn::FitResult TuneCommand::fit_rows(const TuneRows& data, const learn::FitOptions& options,
                                       const Session& session) const {
  Progress progress(session.console, "iterations", 0);
  learn::FitResult result = learn::fit(data.rows, data.start, options, [&](const learn::FitProgress& step) {
    progress.update(static_cast<std::uint64_t>(step.iteration), fmt::format("loss {:.6f}", step.loss));
  });
  if (result.summary.status == learn::FitStatus::no_data)
    throw Error(
        expected_found("positions to learn from", what_is_missing(data.rows, result.summary, options.targets.target)));
  result.weights.provenance = {{"data", join(data_.files(), ", ")},
                               {"start", data.start_name},
                               {"target", learn::to_string(options.targets.target)},
                               {"seed", fmt::format("{}", seed_)},
                               {"positions", fmt::format("{}", data.rows.size())}};
  return result;
}

learn::ProductOptions TuneCommand::seeded_products() const {
  learn::ProductOptions products = products_;
  products.seed = seed_;
  return products;
}

void TuneCommand::find_products(const learn::TangentFit& fit, const TuneRows& data, const Session& session,
                                nlohmann::ordered_json& json) const {
  parallel::Stopwatch time;
  learn::ProductReport report;
  {
    Progress progress(session.console, "steps", 0);
    std::uint64_t steps = 0;
    report = learn::find_products(fit.rows, fit.start, fit.result, fit.options, data.sides, seeded_products(),
                                  [&](std::string_view what) { progress.update(++steps, what); });
  }
  say("{}", product_text(report));
  json["products"] = learn::to_json(report);
  json["products"]["seconds"] = time.lap();
}

bool TuneCommand::study_sources(const Session& session, const TuneWork& work, const Weights& start,
                                const learn::FitOptions& options, nlohmann::ordered_json& json) const {
  TuneWork alone = work;
  alone.keep_sides = false;
  std::vector<RowSet> sources;
  for (const std::string& file : data_.files()) {
    std::optional<TuneRows> data = data_.alone(file).load(session, alone);
    if (!data) return false;
    sources.push_back(std::move(data->rows));
  }
  study_.print_source_worth(sources, data_.files(), start, options, session, json);
  return true;
}

ExitCode TuneCommand::run(Session& session) {
  parallel::Stopwatch whole, part;
  require_writable_weights(out_);
  check_usage(session.options);
  learn::FitOptions options = fit_options();
  options.validate();
  const TuneWork work{.threads = threads_,
                      .seed = seed_,
                      .target = options.targets.target,
                      .folder = temporary_folder(out_),
                      .keep_sides = products_.wanted(),
                      .check = [&](const Schema& schema) {
                        learn::require_groups(schema, options);
                        study_.require_groups_of_errors(schema);
                      }};
  const std::optional<TuneRows> data = data_.load(session, work);
  if (!data) {
    say("Interrupted; nothing was written.\n");
    return ExitCode::stopped;
  }
  say("{}", data->report);
  const double row_seconds = part.lap();
  options.targets.score_k = data->score_k;
  options.targets.target = learn::settled_target(fit_.targets.target, options.targets.target, data->rows);
  warn_of_other_learning(options);
  warn_of_missing_trees(data->rows, options.targets.target);
  if (const auto few = learn::too_few_games(data->rows, data->start.schema, options)) spdlog::warn("{}", *few);
  if (const auto broken = learn::broken_ties(data->start, options)) spdlog::warn("{}", *broken);
  if (const auto idle = learn::idle_random_starts(data->start.schema, options)) spdlog::warn("{}", *idle);
  if (products_.wanted()) learn::require_searchable(data->rows, data->start.schema, options, seeded_products());
  learn::FitResult result = fit_rows(*data, options, session);
  // What a probe saw near its own start alone holds for this fit, and for no other.
  exchange::forget_lines_of_probe(data->start, result.weights);
  write_weights(out_, result.weights);
  if (result.posterior) write_posterior(keep_posterior_, *result.posterior);
  say("{}", report(result.summary));
  nlohmann::ordered_json json = learn::to_json(result.summary);
  part.lap();
  {
    const learn::TangentFit studied = learn::at_tangent(data->rows, data->start, result, options);
    result.weights.errors = study_.run(studied, {data->rows, data->start}, session, json);
    if (!result.weights.errors.empty()) write_weights(out_, result.weights);
    if (products_.wanted()) find_products(studied, *data, session, json);
  }
  if (study_.wants_source_worth() && !study_sources(session, work, data->start, options, json)) {
    say("Interrupted; the weights are written, what the sources are worth is not known.\n");
    return ExitCode::stopped;
  }
  const double study_seconds = part.lap(), seconds = whole.lap();
  if (study_.wants_times()) say("{}", times_text(result.summary.seconds, row_seconds, study_seconds));
  say("Written        {} after {}\n", out_, duration_text(seconds));
  if (result.posterior) say("Kept           what the games taught in {}\n", keep_posterior_);
  say("{}", worse_text(result.summary));
  if (data->sampling) json["sampling"] = learn::to_json(*data->sampling);
  json["seconds"] = seconds;
  json["times"] = times_json(result.summary.seconds, row_seconds, study_seconds);
  session.json.write(json);
  return ExitCode::done;
}

}  // namespace

std::unique_ptr<Command> tune_command() { return std::make_unique<TuneCommand>(); }

}  // namespace hone::cli
