// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <chrono>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "data/error.hpp"
#include "tuner/cli/commands.hpp"
#include "tuner/cli/output_file.hpp"
#include "tuner/cli/play_options.hpp"
#include "tuner/cli/progress.hpp"
#include "tuner/cli/report_text.hpp"
#include "tuner/cli/sampling_flags.hpp"
#include "tuner/cli/tune_data.hpp"
#include "tuner/fit.hpp"
#include "tuner/result_json.hpp"

namespace hone {
namespace {

class TuneCommand final : public Command {
 public:
  CommandText text() const override;
  void declare(Options& options) override;
  ExitCode run(Session& session) override;

 private:
  FitResult fit_rows(const RowSet& rows, const Weights& start, const Session& session) const;

  TuneData data_;
  std::string out_;
  int threads_ = WorkOptions::all_cores();
  std::uint64_t seed_ = 1;
  FitFlags fit_{1e-3};
};

CommandText TuneCommand::text() const {
  return {.name = "tune",
          .summary = "fit weights to recorded games, labelled positions or rows",
          .description =
              "Reads game files (.games) and labelled positions (CSV with a header line, EPD; either also gzipped), "
              "turns them into training rows and finds the weights whose scores predict the results best. Reads rows "
              "of any other engine as well (data/ROWS.md); then no game is needed. Whole "
              "games are held out: the loss on them says what the weights are worth on games not seen.",
          .examples =
              "hone tune --game chess --data first.games second.games --out tuned.weights\n"
              "hone tune --game chess --data positions.csv.gz --loss ce --groups 'psqt.*,material.*' --out t.weights\n"
              "hone tune --data engine.rowtext --names engine.names --out engine.weights"};
}

void TuneCommand::declare(Options& options) {
  options.group("What to learn from");
  data_.declare(options);
  options.text("out", "F", out_, "the weights file to write").short_form('o').required();
  options.integer("threads", "T", threads_, {1, 1024}, "changes no result").short_form('t');
  options.integer("seed", "S", seed_, {0}, "of the choice of positions and of the games held out").short_form('s');
  fit_.declare(options);
  data_.declare_sampling(options);
}

FitResult TuneCommand::fit_rows(const RowSet& rows, const Weights& start, const Session& session) const {
  FitOptions options = fit_.fit();
  options.threads = threads_;
  options.seed = seed_;
  Progress progress(session.console, "iterations", 0);
  return fit(rows, start, options, [&](const FitProgress& step) {
    progress.update(static_cast<std::uint64_t>(step.iteration), fmt::format("loss {:.6f}", step.loss));
  });
}

ExitCode TuneCommand::run(Session& session) {
  const auto begun = std::chrono::steady_clock::now();
  require_writable(out_);
  const std::optional<TuneRows> data =
      data_.load(session, {.threads = threads_, .seed = seed_, .folder = temporary_folder(out_)});
  if (!data) return ExitCode::interrupted;
  fmt::print("{}", data->report);
  FitResult result = fit_rows(data->rows, data->start, session);
  if (result.summary.status == FitStatus::no_data) throw Error(expected_found("positions to learn from", "none"));
  result.weights.provenance = {{"data", join(data_.files(), ", ")},
                               {"start", data->start_name},
                               {"seed", fmt::format("{}", seed_)},
                               {"positions", fmt::format("{}", data->rows.size())}};
  write_weights(out_, result.weights);
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begun;
  fmt::print("{}Written        {} after {}\n", report(result.summary), out_, duration_text(elapsed.count()));
  nlohmann::ordered_json json = to_json(result.summary);
  if (data->sampling) json["sampling"] = to_json(*data->sampling);
  json["seconds"] = elapsed.count();
  session.json.write(json);
  return ExitCode::done;
}

}  // namespace

std::unique_ptr<Command> tune_command() { return std::make_unique<TuneCommand>(); }

}  // namespace hone
