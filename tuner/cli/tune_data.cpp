// SPDX-License-Identifier: MIT
#include "tuner/cli/tune_data.hpp"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <utility>

#include "data/error.hpp"
#include "engine/named_weights.hpp"
#include "tuner/cli/console.hpp"
#include "tuner/cli/interrupt.hpp"
#include "tuner/cli/options/option_sources.hpp"
#include "tuner/cli/output.hpp"
#include "tuner/cli/print/results_text.hpp"
#include "tuner/formats/game_source.hpp"
#include "tuner/formats/row_sources.hpp"
#include "tuner/learn/samples.hpp"

namespace hone::cli {

namespace {

constexpr const char* report_note = "report";

// hone's own game of this schema, if there is one.
const GameDriver* driver_of(const Schema& schema) {
  const auto drivers = all_drivers();
  const auto found = std::find_if(drivers.begin(), drivers.end(), [&](const GameDriver* driver) {
    return driver->schema().fingerprint() == schema.fingerprint();
  });
  return found == drivers.end() ? nullptr : *found;
}

Weights start_of(const Schema& schema, const std::string& name, const WeightsWarning& warn) {
  if (const GameDriver* driver = driver_of(schema)) return load_weights(*driver, name, warn);
  return name == "zero" ? zero_weights(schema) : read_weights(name, schema, warn);
}

// Rows go on to the file a chunk at a time.
void write_full(RowSet& rows, RowFileWriter& writer) {
  if (rows.size() < RowSet::chunk_rows) return;
  writer.add(rows);
  rows.clear();
}

std::string rows_report(const formats::RowSource& source) {
  return fmt::format("Rows           {} of {}\n", source.rows.size(), source.schema.game()) +
         unnamed_warning(source.unnamed, "rows");
}

}  // namespace

void TuneData::declare(Options& options) {
  game_.declare(options);
  options.list("data", "F", files_, "game files and labelled positions, or rows (.rows, .rowtext, .rowtext.gz)")
      .required()
      .positional();
  options.text("names", "F", names_, "what the counts of .rowtext files are of; else X.names for X.rowtext");
  options.text("start", "F", start_, "weights to start from: a file, default, material or zero");
  options.text("cache", "F", cache_,
               "keep the rows made from games and positions in this file (.rows) for the next time");
}

std::optional<TuneRows> TuneData::load(const Session& session, const TuneWork& work) const {
  const auto rows = std::count_if(files_.begin(), files_.end(), formats::is_row_source);
  if (rows == 0) return load_positions(session, work);
  if (rows == std::ssize(files_)) return load_rows(session, work);
  throw UsageError("--data: rows cannot be mixed with games or positions");
}

// -- Rows

TuneRows TuneData::load_rows(const Session& session, const TuneWork& work) const {
  for (const char* name :
       {"cache", "quiescence", "per-game", "skip-plies", "max-score", "keep-check", "keep-repeated"}) {
    if (session.options.given(name)) throw UsageError(fmt::format("--{}: the data are rows already", name));
  }
  formats::RowSource source = formats::read_row_sources(
      files_, {.names = names_, .skip_bad = sampling_.sampling().skip_bad, .folder = work.folder});
  for (const std::string& warning : source.warnings) spdlog::warn("left out: {}", warning);
  if (session.options.given("game") && game_.driver().schema().fingerprint() != source.schema.fingerprint()) {
    throw Error(
        files_.front(), 0,
        expected_found(fmt::format("rows of {} {}", game_.driver().name(), game_.driver().schema().fingerprint()),
                       fmt::format("{} {}", source.schema.game(), source.schema.fingerprint())));
  }
  TuneRows result{
      .rows = {}, .start = {}, .start_name = start_name(source.schema, session.options), .report = rows_report(source)};
  result.start = start_of(source.schema, result.start_name, strict_.warning());
  result.rows = std::move(source.rows);
  return result;
}

// Material is known of hone's own games alone; others start at zero.
std::string TuneData::start_name(const Schema& schema, const Options& options) const {
  if (start_ == "zero" || !is_weights_name(start_) || driver_of(schema) != nullptr) return start_;
  if (!options.given("start")) return "zero";
  throw UsageError(fmt::format("--start {}: nothing is known of {}; start from zero or a file", start_, schema.game()));
}

// -- Games and positions

// --game, or what a game file or the starting weights say.
const GameDriver& TuneData::game(const Options& options) const {
  const auto games = std::find_if(files_.begin(), files_.end(), formats::holds_games);
  if (options.given("game") || games == files_.end()) return game_.driver({start_});
  return formats::open_games(*games)->driver();
}

std::optional<TuneRows> TuneData::load_positions(const Session& session, const TuneWork& work) const {
  if (!names_.empty()) throw UsageError("--names: the data are no rows");
  const GameDriver& driver = game(session.options);
  Weights start = load_weights(driver, start_, strict_.warning());
  learn::SamplingOptions options = sampling_.sampling();
  options.seed = work.seed;
  options.threads = work.threads;
  RowFileHeader header{.schema = driver.schema(), .key = {}, .notes = {}};
  if (!cache_.empty()) {
    require_writable(cache_);
    header.key = learn::row_key(files_, options, start);
    if (auto found = cached(header.key, start)) return found;
  }
  RowFileWriter writer = cache_.empty() ? RowFileWriter::temporary(work.folder, std::move(header))
                                        : RowFileWriter(cache_, std::move(header));
  learn::Sampler sampler(driver, start, options);
  if (!sample(sampler, writer, session)) return std::nullopt;
  TuneRows result{.rows = {},
                  .start = std::move(start),
                  .start_name = start_,
                  .report = report(sampler.summary()),
                  .sampling = sampler.summary()};
  writer.header().notes.emplace_back(report_note, result.report);
  result.rows = std::move(writer).finish().rows;
  return result;
}

// Nothing when there is no such file yet, or one with rows of something else. What is no row file is not replaced.
std::optional<TuneRows> TuneData::cached(const std::string& key, const Weights& start) const {
  if (!std::filesystem::exists(cache_) || read_row_file_header(cache_).key != key) return std::nullopt;
  RowFile file = read_row_file(cache_);
  TuneRows result{.rows = std::move(file.rows), .start = start, .start_name = start_, .report = {}};
  for (const auto& [name, text] : file.header.notes) {
    if (name == report_note) result.report += text;
  }
  result.report += fmt::format("Taken from     {}\n", cache_);
  return result;
}

// False when interrupted.
bool TuneData::sample(learn::Sampler& sampler, RowFileWriter& writer, const Session& session) const {
  const Interrupt interrupt;
  Progress progress(session.console, "positions", 0);
  RowSet rows;
  const learn::SamplingProgress show = [&](const learn::SamplingSummary& so_far) {
    progress.update(so_far.positions);
    write_full(rows, writer);
  };
  for (const std::string& file : files_) {
    const bool whole = formats::holds_games(file) ? sampler.add_games(file, rows, interrupt.token(), show)
                                                  : sampler.add_positions(file, rows, interrupt.token(), show);
    if (!whole) return false;
  }
  for (const std::string& warning : sampler.warnings()) spdlog::warn("left out: {}", warning);
  writer.add(rows);
  return true;
}

}  // namespace hone::cli
