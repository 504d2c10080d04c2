// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "data/atomic_file.hpp"
#include "data/error.hpp"
#include "tuner/cli/command.hpp"
#include "tuner/cli/output.hpp"
#include "tuner/cli/print/ratings_text.hpp"
#include "tuner/cli/reading_progress.hpp"
#include "tuner/cli/standard_streams.hpp"
#include "tuner/formats/pgn_results.hpp"
#include "tuner/stats/json.hpp"
#include "tuner/stats/ratings.hpp"

namespace hone::cli {

namespace {

class RateCommand final : public Command {
 public:
  CommandText text() const override;
  void declare(Options& options) override;
  ExitCode run(Session& session) override;

 private:
  void set_scale(std::string_view text);
  std::string show_scale() const;
  void set_anchor(std::string_view text);
  std::string show_anchor() const;
  void set_advantage(std::string_view text);
  stats::RatingOptions rating_options() const;

  std::vector<std::string> files_;
  std::string model_ = "logistic";
  stats::RatingOptions options_;
  bool los_ = false;
  std::string csv_;
};

CommandText RateCommand::text() const {
  return {
      .name = "rate",
      .summary = "ratings with errors, from the games of any number of players",
      .description =
          "Reads results from PGN (the tags White, Black and Result; moves are passed over and may be missing), from "
          "SGF (PB, PW and RE), from hone's game files and from CSV, all of them in one pool, and finds the ratings "
          "and the first mover's advantage "
          "that make the games most likely. Games with the result * are counted and left out.\n"
          "The logistic model takes a draw for half a point. Each player's expected points are then the points "
          "made, which is the condition that Ordo solves, so the ratings agree with those of "
          "ordo -W under --scale ordo, and with those of plain ordo, which knows no advantage of the first mover, if "
          "--advantage 0 is given as well. "
          "Davidson's model takes a draw for an outcome of its own. Ratings of players who won or lost all "
          "games are infinite: these players are named and left out, and so are games between groups one of which "
          "won them all. Errors are half-widths of 95 % intervals; LOS is the chance to be better than the next "
          "player. Two games of two players with colours reversed are a pair where they have the same Round (7, or "
          "7.1 and 7.2) or follow one another, and not a different FEN; pairs and not games are then the unit of "
          "the errors, because openings that favour a side do so for both.\n"
          "CSV begins with a header: first,second,result with 1-0, 1/2-1/2, 0-1 or * in each line, a column round "
          "where there is one, or first,second,wins,draws,losses as the first mover sees them. PGN and CSV may be "
          "packed (.gz, .zst).",
      .examples =
          "hone rate games.pgn\n"
          "hone rate a.pgn.gz b.games --anchor 'Stockfish 11=3000' --simulations 1000 --los\n"
          "hone rate results.csv --scale ordo --json ratings.json --csv ratings.csv"};
}

void RateCommand::set_scale(std::string_view text) {
  options_.scale = text == "ordo" ? stats::ordo_scale() : parse_real(text, {1, 1e6});
}

std::string RateCommand::show_scale() const {
  return options_.scale == stats::ordo_scale() ? std::string("ordo") : show(options_.scale);
}

// The name may contain an equals sign, so the last one is the separator.
void RateCommand::set_anchor(std::string_view text) {
  const std::size_t equals = text.rfind('=');
  if (equals == 0 || equals == std::string_view::npos) throw Error(expected_found("NAME=RATING", text));
  options_.anchor =
      stats::Anchor{std::string(text.substr(0, equals)), parse_real(text.substr(equals + 1), {-1e6, 1e6})};
}

std::string RateCommand::show_anchor() const {
  return options_.anchor ? fmt::format("{}={}", options_.anchor->player, show(options_.anchor->rating)) : std::string();
}

void RateCommand::set_advantage(std::string_view text) {
  options_.advantage.reset();
  if (text != "fit") options_.advantage = parse_real(text, {-1e4, 1e4});
}

void RateCommand::declare(Options& options) {
  options.group("What to rate");
  options.list("files", "F", files_, "PGN, SGF, game files of hone, or CSV with results").required().positional();
  options.group("How to rate");
  options.choice("model", {"logistic", "davidson"}, model_, "what a draw is: half a point, or an outcome of its own");
  options.custom(
      "advantage", "fit|X", [this](std::string_view text) { set_advantage(text); },
      [this] { return options_.advantage ? show(*options_.advantage) : std::string("fit"); },
      "of the first mover, in rating points");
  options.custom(
      "scale", "X|ordo", [this](std::string_view text) { set_scale(text); }, [this] { return show_scale(); },
      "rating points for odds of 10 to 1; ordo is 403.5: 202 points for 76 %");
  options.custom(
      "anchor", "NAME=RATING", [this](std::string_view text) { set_anchor(text); }, [this] { return show_anchor(); },
      "the rating of one player, from which the others follow; errors are then of the difference");
  options.real("average", "X", options_.average, {-1e6, 1e6}, "of the ratings of each group without the anchor");
  options.integer("simulations", "N", options_.simulation.simulations, {0, 1'000'000},
                  "draw the games N times from the fitted model and rate them, to check the errors");
  options.integer("seed", "S", options_.simulation.seed, {}, "of the simulations").short_form('s');
  options.group("What to write");
  options.flag("los", los_, "the likelihood of superiority of each over each");
  options.text("csv", "F", csv_, "write the table as CSV");
}

stats::RatingOptions RateCommand::rating_options() const {
  stats::RatingOptions options = options_;
  options.model = model_ == "davidson" ? stats::RatingModel::davidson : stats::RatingModel::logistic;
  return options;
}

ExitCode RateCommand::run(Session& session) {
  const stats::RatingOptions options = rating_options();
  options.validate();
  if (!csv_.empty()) require_writable(csv_);
  stats::RatedGames games;
  {
    const ReadingProgress progress(session.console, files_);
    for (const std::string& file : files_) formats::read_results(file, games);
  }
  const stats::RatingSummary summary = stats::rate(games, options);
  say("{}", report(summary, options, games));
  if (los_) say("{}", superiority_table(summary));
  if (!csv_.empty()) write_file_atomically(csv_, ratings_csv(summary));
  session.json.write(stats::to_json(summary, options, games));
  return ExitCode::done;
}

}  // namespace

std::unique_ptr<Command> rate_command() { return std::make_unique<RateCommand>(); }

}  // namespace hone::cli
