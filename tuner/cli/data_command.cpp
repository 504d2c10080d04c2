// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "data/error.hpp"
#include "data/row_names.hpp"
#include "tuner/cli/command.hpp"
#include "tuner/cli/console.hpp"
#include "tuner/cli/interrupt.hpp"
#include "tuner/cli/options/game_options.hpp"
#include "tuner/cli/options/option_sources.hpp"
#include "tuner/cli/output.hpp"
#include "tuner/cli/print/data_text.hpp"
#include "tuner/cli/print/results_text.hpp"
#include "tuner/cli/reading_progress.hpp"
#include "tuner/cli/standard_streams.hpp"
#include "tuner/formats/data_job.hpp"
#include "tuner/formats/source.hpp"
#include "tuner/play/json.hpp"
#include "tuner/play/merge_games.hpp"

namespace hone::cli {

namespace {

constexpr const char* filter_options[] = {"only-quiet", "quiet-margin", "weights", "strict", "no-check",
                                          "max-score",  "min-ply",      "max-ply", "phase",  "result"};

std::string description() {
  return "The first word says what to do. info: count what is in the files. head: print the first few. convert: write "
         "in the format that the name of --out or --to asks for. filter: keep the positions that pass all conditions. "
         "dedupe: "
         "keep the first of equal positions, or of games with equal moves. split: whole games to --out or --rest, by a "
         "hash of the game, so that a game stays on its side whatever else is in the file. shuffle: in random order. "
         "merge: one file after the other, games renumbered.\n" +
         formats::formats_help() + "\n" + formats::sources_help() +
         "\nGames become positions where --out asks for them, not the other way round. EPD and .fen keep no weights, "
         ".fen no scores and games; PGN, PDN and SGF keep no seeds, nor what adjudication would have given. "
         "Output is there when it is complete, and a file that is there already is only replaced with --overwrite. "
         "A label in another spelling, such as the result 2, puts all "
         "labels of its file in doubt: then the file is refused, --skip-bad or not. Memory does not grow with "
         "the files, but for 11 to 22 bytes an item of dedupe and info; shuffle uses temporary files beside --out.";
}

class DataCommand final : public Command {
 public:
  CommandText text() const override;
  void declare(Options& options) override;
  ExitCode run(Session& session) override;

 private:
  void declare_filter(Options& options);
  void set_phase(std::string_view text);
  void check_options(const Options& options) const;
  [[nodiscard]] std::vector<std::string> targets() const;
  void check_job() const;
  ExitCode merge_in_order(Session& session);
  [[nodiscard]] const char* items() const;

  formats::DataJob job_;
  std::string action_;
  GameOption game_;
  std::string result_;
  std::string description_ = description();
  StrictOption strict_;
  bool overwrite_ = false;
  bool in_order_ = false;
};

CommandText DataCommand::text() const {
  return {.name = "data",
          .summary = "inspect, convert, filter, split and merge games and positions",
          .description = description_,
          .examples =
              "hone data info first.games\n"
              "hone data convert first.games --out first.pgn\n"
              "hone data filter first.games --only-quiet --no-check --max-score 600 --out quiet.csv\n"
              "hone data split quiet.csv --share 0.1 --out test.csv --rest train.csv\n"
              "hone data merge a.games b.games --out both.games\n"
              "hone data merge u*.games --in-order --out all.games"};
}

void DataCommand::declare(Options& options) {
  const auto names = formats::data_action_names();
  const std::vector<std::string> actions(names.begin(), names.end());
  options.group("What to do, with what");
  options.choice("action", actions, action_, "what to do").required().positional();
  options.list("files", "F", job_.files, "files of games, or of positions, or of rows; all of one game")
      .required()
      .positional();
  game_.declare(options);
  options.text("out", "F", job_.out, "the file to write").short_form('o');
  options.choice("to", formats::written_format_names(), job_.to, "the format to write, whatever the name of the file");
  options.flag("overwrite", overwrite_, "replace files that are there already");
  options.flag("skip-bad", job_.skip_bad, "leave out lines and games that cannot be read, with a warning");
  options.text("names", "F", job_.names, "what the counts of .rowtext files are of; else X.names for X.rowtext");
  options.flag("in-order", in_order_,
               "merge: parts of one self-play (hone selfplay --first), into the file that one process would have "
               "written; what is missing, damaged or of another self-play is an error");
  options.integer("count", "N", job_.count, {1}, "head: how many").short_form('n');
  options.real("share", "X", job_.share, {0, 1}, "split: of the games that go to --out");
  options.text("rest", "F", job_.rest, "split: the file for the others");
  options.integer("seed", "S", job_.seed, {0}, "of split and shuffle").short_form('s');
  declare_filter(options);
  strict_.declare(options);
}

void DataCommand::declare_filter(Options& options) {
  options.group("What filter keeps");
  options.flag("only-quiet", job_.filter.only_quiet,
               "static and quiescence score hardly differ, and the move played, if known, is not noisy");
  options.integer("quiet-margin", "X", job_.filter.quiet_margin, {0, max_eval}, "they differ by X centi-units at most");
  options.text("weights", "F", job_.weights, "that judge what is quiet: a file, default, material or zero");
  options.flag("no-check", job_.filter.no_check, "no positions in check");
  options.real("max-score", "X", job_.filter.max_score, {0}, "none beyond +-X centi-units; those without a score stay");
  options.integer("min-ply", "N", job_.filter.min_ply, {0, 100'000}, "at least N plies from the start of the game");
  options.integer("max-ply", "N", job_.filter.max_ply, {0, 100'000}, "at most N plies from the start of the game");
  options.custom(
      "phase", "A:B", [this](std::string_view text) { set_phase(text); },
      [this] {
        return job_.filter.min_phase ? fmt::format("{}:{}", *job_.filter.min_phase, *job_.filter.max_phase)
                                     : std::string();
      },
      "phases A to B as info counts them (chess: 0 middlegame to 24 endgame)");
  options.choice("result", {"1-0", "1/2-1/2", "0-1"}, result_, "only positions of games that ended so");
}

void DataCommand::set_phase(std::string_view text) {
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos) throw Error(expected_found("A:B", text));
  const auto first = parse_integer(text.substr(0, colon), {0, 65'535});
  job_.filter.min_phase = static_cast<int>(first);
  job_.filter.max_phase = static_cast<int>(parse_integer(text.substr(colon + 1), {first, 65'535}));
}

void DataCommand::check_options(const Options& options) const {
  if (job_.action == formats::DataAction::filter) return;
  for (const char* const option : filter_options) {
    if (options.given(option)) throw UsageError(fmt::format("--{} is of filter", option));
  }
}

// The files that will be written. A text of rows has a names file beside it.
std::vector<std::string> DataCommand::targets() const {
  std::vector<std::string> targets;
  for (const std::string& target : {job_.out, job_.rest}) {
    if (target.empty()) continue;
    targets.push_back(target);
    if (formats::output_format(target, job_.to).ending == ".rowtext")
      targets.push_back(row_names_beside(target).string());
  }
  return targets;
}

void DataCommand::check_job() const {
  try {
    job_.validate();
  } catch (const Error& error) {
    throw UsageError(error.what());
  }
  if (!job_.rest.empty() && is_same_file(job_.out, job_.rest)) throw UsageError("--out and --rest are the same file");
  for (const std::string& target : targets()) {
    // A shell that redirects standard output has made an empty file.
    if (!overwrite_ && std::filesystem::is_regular_file(target) && std::filesystem::file_size(target) > 0) {
      throw UsageError(target + " is there already; --overwrite replaces it");
    }
    require_writable(target);
  }
}

const char* DataCommand::items() const {
  switch (job_.reads()) {
    case formats::Content::games:
      return "games";
    case formats::Content::rows:
      return "rows";
    default:
      return "positions";
  }
}

ExitCode DataCommand::merge_in_order(Session& session) {
  if (job_.action != formats::DataAction::merge) throw UsageError("--in-order is of merge");
  if (job_.out.empty()) throw UsageError("merge --in-order: --out F is missing");
  check_options(session.options);
  for (const std::string& part : job_.files) {
    if (is_same_file(part, job_.out)) throw UsageError(job_.out + " is read and written");
  }
  if (!overwrite_ && std::filesystem::exists(job_.out)) {
    throw UsageError(job_.out + " is there already; --overwrite replaces it");
  }
  require_writable(job_.out);
  const play::SelfPlaySummary summary = play::merge_games(job_.files, job_.out);
  say("{}", report(summary));
  session.json.write(play::to_json(summary));
  return ExitCode::done;
}

ExitCode DataCommand::run(Session& session) {
  job_.action = formats::parse_data_action(action_);
  if (in_order_) return merge_in_order(session);
  if (!result_.empty()) job_.filter.results = {formats::parse_result(result_).value()};
  job_.warn = strict_.warning();
  check_options(session.options);
  check_job();
  if (job_.reads() != formats::Content::rows) {
    job_.driver = session.options.given("game") ? &game_.driver() : &formats::game_of(job_.files.front());
  }
  job_.folder = job_.only_reads() ? std::filesystem::temp_directory_path() : temporary_folder(job_.out);
  const Interrupt interrupt;
  formats::DataSummary summary;
  {
    Progress progress(session.console, items(), 0);
    std::optional<ReadingProgress> reading;  // rows are read at once
    if (job_.reads() == formats::Content::rows) reading.emplace(session.console, job_.files);
    WorkShare share(job_.files);
    summary = formats::run_data_job(job_, interrupt.token(), [&](std::uint64_t read) {
      progress.update_share(read, [&] { return share.at(read); });
    });
  }
  for (const std::string& warning : summary.warnings) spdlog::warn("{}", warning);
  if (!summary.is_whole) {
    say("Interrupted; nothing was written.\n");
    return ExitCode::stopped;
  }
  say("{}", report(summary));
  session.json.write(formats::to_json(summary));
  return ExitCode::done;
}

}  // namespace

std::unique_ptr<Command> data_command() { return std::make_unique<DataCommand>(); }

}  // namespace hone::cli
