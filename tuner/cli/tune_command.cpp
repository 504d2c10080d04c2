// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "data/error.hpp"
#include "tuner/cli/commands.hpp"
#include "tuner/cli/game_options.hpp"
#include "tuner/cli/interrupt.hpp"
#include "tuner/cli/output_file.hpp"
#include "tuner/cli/play_options.hpp"
#include "tuner/cli/progress.hpp"
#include "tuner/cli/report_text.hpp"
#include "tuner/cli/sampling_flags.hpp"
#include "tuner/fit.hpp"
#include "tuner/game_source.hpp"
#include "tuner/result_json.hpp"
#include "tuner/sampling.hpp"

namespace hone {
namespace {

class TuneCommand final : public Command {
 public:
  CommandText text() const override;
  void declare(Options& options) override;
  ExitCode run(Session& session) override;

 private:
  const GameDriver& game(const Options& options) const;
  // Nothing when interrupted.
  std::optional<SamplingSummary> sample(const GameDriver& game, const Weights& start, RowSet& rows,
                                        const Session& session) const;
  FitResult fit_rows(const RowSet& rows, const Weights& start, const Session& session) const;

  GameOption game_;
  std::vector<std::string> data_;
  std::string start_ = "material";
  std::string out_;
  int threads_ = WorkOptions::all_cores();
  std::uint64_t seed_ = 1;
  SamplingFlags sampling_;
  FitFlags fit_{1e-3};
};

CommandText TuneCommand::text() const {
  return {.name = "tune",
          .summary = "fit weights to recorded games or labelled positions",
          .description =
              "Reads games (hone's .games, .pgn of chess, .pdn of checkers, .txt as hone data writes it) and positions "
              "with results (.csv with a header line, otherwise EPD or FEN lines); all but .games also gzipped. It "
              "turns them into training rows and finds the weights whose scores predict the results best. Whole "
              "games are held out: the loss on them says what the weights are worth on games not seen.",
          .examples =
              "hone tune --game chess --data first.games second.games --out tuned.weights\n"
              "hone tune --game chess --data positions.csv.gz --loss ce --groups 'psqt.*,material.*' --out t.weights"};
}

void TuneCommand::declare(Options& options) {
  options.group("What to learn from");
  game_.declare(options);
  options.list("data", "F", data_, "game files and labelled positions").required().positional();
  options.text("start", "F", start_, "weights to start from: a file, material or zero");
  options.text("out", "F", out_, "the weights file to write").short_form('o').required();
  options.integer("threads", "T", threads_, {1, 1024}, "changes no result").short_form('t');
  options.integer("seed", "S", seed_, {0}, "of the choice of positions and of the games held out").short_form('s');
  fit_.declare(options);
  sampling_.declare(options);
}

// --game, or what a game file or the starting weights say.
const GameDriver& TuneCommand::game(const Options& options) const {
  const auto games = std::find_if(data_.begin(), data_.end(), holds_games);
  if (options.given("game") || games == data_.end()) return game_.driver({start_});
  return open_games(*games)->driver();
}

std::optional<SamplingSummary> TuneCommand::sample(const GameDriver& game, const Weights& start, RowSet& rows,
                                                   const Session& session) const {
  const Interrupt interrupt;
  SamplingOptions options = sampling_.sampling();
  options.seed = seed_;
  options.threads = threads_;
  Sampler sampler(game, start, options);
  Progress progress(session.console, "positions", 0);
  const SamplingProgress show = [&](const SamplingSummary& so_far) { progress.update(so_far.positions); };
  for (const std::string& file : data_) {
    const bool whole = holds_games(file) ? sampler.add_games(file, rows, interrupt.token(), show)
                                         : sampler.add_positions(file, rows, interrupt.token(), show);
    if (!whole) return std::nullopt;
  }
  for (const std::string& warning : sampler.warnings()) spdlog::warn("left out: {}", warning);
  return sampler.summary();
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
  const GameDriver& driver = game(session.options);
  const Weights start = load_weights(driver, start_);
  require_writable(out_);
  RowSet rows;
  const std::optional<SamplingSummary> sampling = sample(driver, start, rows, session);
  if (!sampling) return ExitCode::interrupted;
  fmt::print("{}", report(*sampling));
  FitResult result = fit_rows(rows, start, session);
  if (result.summary.status == FitStatus::no_data) throw Error(expected_found("positions to learn from", "none"));
  result.weights.provenance = {{"data", join(data_, ", ")},
                               {"start", start_},
                               {"seed", fmt::format("{}", seed_)},
                               {"positions", fmt::format("{}", rows.size())}};
  write_weights(out_, result.weights);
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begun;
  fmt::print("{}Written        {} after {}\n", report(result.summary), out_, duration_text(elapsed.count()));
  nlohmann::ordered_json json = to_json(result.summary);
  json["sampling"] = to_json(*sampling);
  json["seconds"] = elapsed.count();
  session.json.write(json);
  return ExitCode::done;
}

}  // namespace

std::unique_ptr<Command> tune_command() { return std::make_unique<TuneCommand>(); }

}  // namespace hone
