// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "data/error.hpp"
#include "engine/named_weights.hpp"
#include "tuner/cli/command.hpp"
#include "tuner/cli/console.hpp"
#include "tuner/cli/interrupt.hpp"
#include "tuner/cli/options/game_options.hpp"
#include "tuner/cli/options/option_sources.hpp"
#include "tuner/cli/output.hpp"
#include "tuner/cli/print/lines.hpp"
#include "tuner/cli/reading_progress.hpp"
#include "tuner/cli/standard_streams.hpp"
#include "tuner/formats/game_source.hpp"
#include "tuner/formats/source.hpp"
#include "tuner/learn/distil/distil.hpp"
#include "tuner/learn/distil/neighbourhoods.hpp"
#include "tuner/parallel/stopwatch.hpp"
#include "tuner/text/option_values.hpp"

namespace hone::cli {

namespace {

using Json = nlohmann::ordered_json;

Json shares_json(const learn::Explained& explained) { return {{"within", explained.within}, {"all", explained.all}}; }

Json distilled_json(const learn::DistilResult& result, const learn::NeighbourhoodCounts& counts) {
  const auto shares = [&](const learn::Explained& explained) {
    return result.heldout_rows > 0 ? shares_json(explained) : Json(nullptr);
  };
  return {{"games", counts.games},
          {"unfinished", counts.unfinished},
          {"repeated", counts.repeated},
          {"positions", counts.positions},
          {"rows", counts.rows},
          {"fitted_weights", result.fitted_weights},
          {"trained", {{"games", result.games}, {"positions", result.neighbourhoods}, {"rows", result.rows}}},
          {"heldout",
           {{"games", result.heldout_games},
            {"positions", result.heldout_neighbourhoods},
            {"rows", result.heldout_rows},
            {"explained_by_start", shares(result.start)},
            {"explained", shares(result.fitted)}}},
          {"sigma", result.sigma},
          {"tau", result.tau},
          {"offset_ratio", result.offset_ratio},
          {"scale", result.scale},
          {"k", result.weights.k}};
}

std::string distilled_text(const learn::DistilResult& result, const learn::NeighbourhoodCounts& counts) {
  std::string text =
      fmt::format("Judged         {} positions around {} of {} games\n", counts.rows, counts.positions, counts.games);
  if (counts.unfinished + counts.repeated > 0) {
    text += fmt::format("Left out       {} games without a result, {} that repeat an earlier one\n", counts.unfinished,
                        counts.repeated);
  }
  text += fmt::format("Trained on     {} positions of {} games; held out {} of {}\n", result.rows, result.games,
                      result.heldout_rows, result.heldout_games);
  text += fmt::format(
      "Left           {:.1f} within neighbourhoods, {:.1f} between them (centi-units of the teacher near 0); ratio "
      "{:.3g}\n",
      result.sigma, result.tau, result.offset_ratio);
  if (result.heldout_rows > 0) {
    const auto percent = [](double share) { return 100 * share; };
    text += fmt::format(
        "Explained      within neighbourhoods {:.1f} % -> {:.1f} %, all {:.1f} % -> {:.1f} % (of the games held out)\n",
        percent(result.start.within), percent(result.fitted.within), percent(result.start.all),
        percent(result.fitted.all));
  }
  return text + fmt::format("Weights        {} fitted, all times {:.3f}; K = {:.4f}\n", result.fitted_weights,
                            result.scale, result.weights.k);
}

class DistilCommand final : public Command {
 public:
  CommandText text() const override;
  void declare(Options& options) override;
  ExitCode run(Session& session) override;

 private:
  // False when interrupted.
  bool judge(learn::NeighbourhoodSampler& sampler, const Session& session) const;

  GameOption game_;
  StrictOption strict_;
  std::vector<std::string> files_;
  std::string teacher_, start_ = "material", out_;
  int threads_ = all_cores();
  std::uint64_t seed_ = 1;
  learn::NeighbourhoodOptions neighbourhoods_;
  learn::DistilOptions distil_;
};

CommandText DistilCommand::text() const {
  return {.name = "distil",
          .summary = "teach a small evaluation what a teacher's searches say",
          .description =
              "For evaluations that cannot know much, such as piece values and boards alone. Around positions of "
              "recorded games, after the move that was played and after one or two random moves, the teacher (weights "
              "of any kind) searches each position. The weights are fitted so that they compare such neighbours as the "
              "teacher does, which is what a search asks of an evaluation: what all of them share and the evaluation "
              "cannot know is an offset of each neighbourhood (tuner/learn/README.md has the formulas).\n"
              "Whole games are held out. Of these it is said which share of the teacher's differences within "
              "neighbourhoods, and of its scores, the weights explain before and after.\n"
              "The same weights come out for any number of threads.",
          .examples =
              "hone distil --game chess --data own.games --teacher default --groups 'material.*,psqt.*' --out "
              "small.weights\n"
              "hone distil --data games.pgn --teacher best.weights --nodes 2000 --positions 12 --out w.weights"};
}

void DistilCommand::declare(Options& options) {
  options.group("What to learn from");
  game_.declare(options);
  options.list("data", "F", files_, "files of games (hone data --help); a game that breaks the rules is an error")
      .required()
      .positional();
  options.text("teacher", "F", teacher_, "weights that search each position: a file, default, material or zero")
      .required();
  options.text("start", "F", start_,
               "weights to start from, which also follow quiescence lines: a file, default, material or zero");
  options.text("out", "F", out_, "the weights file to write; it may replace other weights, but no file of a run")
      .short_form('o')
      .required();
  options.integer("threads", "T", threads_, {1, 1024}, "changes no result").short_form('t');
  options.integer("seed", "S", seed_, {0}, "of the choice of positions and of the games held out").short_form('s');
  options.group("Which positions");
  neighbourhoods_.declare(options);
  options.group("How to fit");
  distil_.declare(options);
  strict_.declare(options);
}

bool DistilCommand::judge(learn::NeighbourhoodSampler& sampler, const Session& session) const {
  const Interrupt interrupt;
  Progress progress(session.console, "games", 0);
  WorkShare share(files_);
  const auto show = [&](const learn::NeighbourhoodCounts& so_far) {
    const std::uint64_t games = so_far.games + so_far.unfinished + so_far.repeated;
    progress.update_share(games, [&] { return share.at(games); });
  };
  return std::ranges::all_of(files_,
                             [&](const std::string& file) { return sampler.add_games(file, interrupt.token(), show); });
}

ExitCode DistilCommand::run(Session& session) {
  parallel::Stopwatch watch;
  require_writable_weights(out_);
  if (!is_weights_name(teacher_) && is_same_file(teacher_, out_)) {
    throw UsageError("--teacher and --out name the same file");
  }
  for (const std::string& file : files_) formats::require_no_pipe(file);  // they are opened here, and read later
  const GameDriver& game =
      game_.is_given() ? game_.driver({start_, teacher_}) : formats::open_games(files_.front())->driver();
  const Weights teacher = load_weights(game, teacher_, strict_.warning());
  const Weights start = load_weights(game, start_, strict_.warning());
  learn::require_distillable(start, distil_);
  for (const std::string& file : files_) (void)formats::open_games(file, &game);  // what is wrong is said at once
  learn::NeighbourhoodOptions neighbourhoods = neighbourhoods_;
  neighbourhoods.seed = seed_;
  neighbourhoods.threads = threads_;
  learn::NeighbourhoodSampler sampler(game, teacher, start, neighbourhoods);
  if (!judge(sampler, session)) {
    say("Interrupted; nothing was written.\n");
    return ExitCode::stopped;
  }
  const learn::Neighbourhoods& judged = sampler.found();
  learn::DistilOptions options = distil_;
  options.seed = seed_;
  options.threads = threads_;
  learn::DistilResult result = learn::distil(judged, start, teacher.k, options);
  result.weights.provenance = {{"data", text::join(files_, ", ")},
                               {"teacher", fmt::format("{}, {} nodes", teacher_, neighbourhoods_.nodes)},
                               {"start", start_},
                               {"seed", fmt::format("{}", seed_)},
                               {"positions", fmt::format("{}", judged.rows.size())}};
  write_weights(out_, result.weights);
  const double seconds = watch.lap();
  say("{}Written        {} after {}\n", distilled_text(result, judged.counts), out_, duration_text(seconds));
  Json json = distilled_json(result, judged.counts);
  json["seconds"] = seconds;
  session.json.write(json);
  return ExitCode::done;
}

}  // namespace

std::unique_ptr<Command> distil_command() { return std::make_unique<DistilCommand>(); }

}  // namespace hone::cli
