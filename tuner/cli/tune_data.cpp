// SPDX-License-Identifier: MIT
#include "tuner/cli/tune_data.hpp"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "data/error.hpp"
#include "data/text_lines.hpp"
#include "engine/named_weights.hpp"
#include "tuner/cli/console.hpp"
#include "tuner/cli/interrupt.hpp"
#include "tuner/cli/options/option_sources.hpp"
#include "tuner/cli/output.hpp"
#include "tuner/cli/print/results_text.hpp"
#include "tuner/cli/reading_progress.hpp"
#include "tuner/formats/formats.hpp"
#include "tuner/formats/game_source.hpp"
#include "tuner/formats/row_sources.hpp"

namespace hone::cli {

namespace {

std::string rows_report(const formats::RowSource& source) {
  return fmt::format("Rows           {} of {}\n", source.rows.size(), source.schema.game()) +
         unnamed_warning(source.unnamed, "rows");
}

// What to say of rows whose terms are none of hone's today, but whose game is; empty for other games.
std::string of_other_terms(const Schema& schema) {
  const auto drivers = all_drivers();
  const auto found = std::ranges::find(drivers, schema.game(), &GameDriver::name);
  if (found == drivers.end()) return {};
  return fmt::format(
      "the rows have other terms of {} ({}) than this program ({}); if an earlier version of it made them, make them "
      "again from the games",
      schema.game(), schema.fingerprint(), (*found)->schema().fingerprint());
}

}  // namespace

TuneData TuneData::alone(const std::string& file) const {
  TuneData one = *this;
  one.files_ = {file};
  one.cache_.clear();
  return one;
}

void TuneData::declare(Options& options) {
  game_.declare(options);
  options
      .list("data", "F", files_,
            "game files and labelled positions, or rows (.rows, .rowtext); after a name may stand what is "
            "known of it, F,view=stm,limit=500000: see hone data --help")
      .required()
      .positional();
  options.text("names", "F", names_, "what the counts of .rowtext files are of; else X.names for X.rowtext");
  options.text("start", "F", start_, "weights to start from: a file, default, material or zero");
  options.text("cache", "F", cache_,
               "keep the rows made from games and positions in this file (.rows) for the next time");
}

std::optional<TuneRows> TuneData::load(const Session& session, const TuneWork& work) const {
  const auto rows = std::count_if(files_.begin(), files_.end(), formats::holds_rows);
  if (rows == 0) return load_positions(session, work);
  if (rows == std::ssize(files_)) return load_rows(session, work);
  throw UsageError("--data: rows cannot be mixed with games or positions");
}

// -- Rows

TuneRows TuneData::load_rows(const Session& session, const TuneWork& work) const {
  if (work.keep_sides) {
    throw UsageError(
        "--find-products: rows hold the difference of the players, and products need the counts of each: "
        "give games or positions");
  }
  for (const char* name :
       {"cache", "resolve", "quiescence", "per-game", "skip-plies", "max-score", "keep-check", "keep-repeated"}) {
    if (session.options.given(name)) throw UsageError(fmt::format("--{}: the data are rows already", name));
  }
  const auto holds_schema = [](const std::string& file) { return ending_of(file) == ".rows"; };
  if (!names_.empty() && std::ranges::all_of(files_, holds_schema)) {
    throw UsageError("--names: the rows hold their schema; --tie, --only, --fix and --bounds say more of it");
  }
  work.check(formats::schema_of_rows(files_.front(), names_));
  const ReadingProgress progress(session.console, files_);
  formats::RowSource source =
      learn::take_rows(files_, {.names = names_, .skip_bad = sampling_.skip_bad, .folder = work.folder},
                       session.options.given("game") ? &game_.driver() : nullptr);
  for (const std::string& warning : source.warnings) spdlog::warn("left out: {}", warning);
  learn::require_values(files_, source.rows, work.target);
  TuneRows result{
      .rows = {}, .start = {}, .start_name = start_name(source.schema, session.options), .report = rows_report(source)};
  result.start = learn::starting_weights(source.schema, result.start_name, strict_.warning());
  result.rows = std::move(source.rows);
  return result;
}

// Material is known only of hone's own games as they are now; others start from zero, and whoever has rows of earlier
// terms of one of these games hears of it.
std::string TuneData::start_name(const Schema& schema, const Options& options) const {
  if (start_ == "zero" || !is_weights_name(start_) || learn::find_game(schema) != nullptr) return start_;
  const std::string other = of_other_terms(schema);
  if (!options.given("start")) {
    if (!other.empty()) spdlog::warn("{}; the fit starts from zero", other);
    return "zero";
  }
  const std::string why = other.empty() ? "nothing is known of " + schema.game() : other;
  throw UsageError(fmt::format("--start {}: {}; start from zero or a file", start_, why));
}

// -- Games and positions

// The game of --game, or the one that a file of games or the starting weights say.
const GameDriver& TuneData::game(const Options& options) const {
  const auto games = std::find_if(files_.begin(), files_.end(), formats::holds_games);
  if (options.given("game") || games == files_.end()) return game_.driver({start_});
  return formats::open_games(*games)->driver();
}

learn::RowMaking TuneData::row_making(const TuneWork& work) const {
  learn::RowMaking making{.files = files_,
                          .sampling = sampling_,
                          .folder = work.folder,
                          .cache = cache_,
                          .keep_sides = work.keep_sides,
                          .describe = [](const learn::SamplingSummary& summary) { return report(summary); }};
  making.sampling.seed = work.seed;
  making.sampling.threads = work.threads;
  making.sampling.target = work.target;
  return making;
}

std::optional<TuneRows> TuneData::load_positions(const Session& session, const TuneWork& work) const {
  if (!names_.empty()) throw UsageError("--names: the data are no rows");
  const GameDriver& driver = game(session.options);
  work.check(driver.schema());
  if (work.keep_sides && !driver.initial()->evaluation_record().sided) {
    throw UsageError(fmt::format("--find-products: the features of {} do not tell the players apart", driver.name()));
  }
  Weights start = load_weights(driver, start_, strict_.warning());
  if (!cache_.empty()) require_writable(cache_);
  if (work.keep_sides && std::filesystem::exists(cache_)) {
    say("The rows in {} do not tell the players apart, which --find-products asks for: they are made again.\n", cache_);
  }
  std::optional<learn::MadeRows> made;
  {
    const Interrupt interrupt;
    Progress progress(session.console, "positions", 0);
    WorkShare share(files_);
    const auto show = [&](const learn::SamplingSummary& so_far) {
      progress.update_share(so_far.positions, [&] { return share.at(so_far.positions); });
    };
    made = learn::make_rows(driver, start, row_making(work), interrupt.token(), show);
  }
  if (!made) return std::nullopt;
  for (const std::string& warning : made->warnings) spdlog::warn("left out: {}", warning);
  if (!made->sampling) made->description += fmt::format("Taken from     {}\n", cache_);
  return TuneRows{.rows = std::move(made->rows),
                  .start = std::move(start),
                  .start_name = start_,
                  .report = std::move(made->description),
                  .sampling = made->sampling,
                  .score_k = made->score_k,
                  .sides = std::move(made->sides)};
}

}  // namespace hone::cli
