// SPDX-License-Identifier: MIT
#include "tuner/learn/training_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "data/error.hpp"
#include "data/row_file.hpp"
#include "data/text_lines.hpp"
#include "engine/named_weights.hpp"
#include "tuner/formats/formats.hpp"
#include "tuner/learn/fit/scale.hpp"
#include "tuner/learn/game_scores.hpp"
#include "tuner/learn/samples.hpp"
#include "tuner/text/option_values.hpp"

namespace hone::learn {

namespace {

// The name of the description among the notes of a row file.
constexpr const char* description_note = "report";

// The scale of the searched scores among the notes, and the target that the rows were made for.
constexpr const char* scale_note = "score-k";
constexpr const char* target_note = "target";

// Positions leave the scale to the fit.
std::optional<ScoreTally> scores_in(const GameDriver& driver, const RowMaking& making, const std::stop_token& stop) {
  if (!std::ranges::all_of(making.files, formats::holds_games)) return ScoreTally();
  return tally_scores(driver, making.files, making.sampling.threads, stop);
}

// Nothing when there is no such file yet, or its rows are others.
std::optional<MadeRows> cached(const std::filesystem::path& cache, const std::string& key) {
  if (!std::filesystem::exists(cache) || read_row_file_header(cache).key != key) return std::nullopt;
  RowFile file = read_row_file(cache);
  MadeRows made;
  made.rows = std::move(file.rows);
  for (const auto& [name, text] : file.header.notes) {
    if (name == description_note) made.description += text;
    if (name == scale_note) made.score_k = text::parse_real(text, {min_scale, max_scale});
  }
  return made;
}

// The target whose values the rows of a file have; empty where the file does not say it.
std::string target_of_rows(const std::string& file) {
  if (ending_of(file) != ".rows") return {};
  for (const auto& [name, text] : read_row_file_header(file).notes) {
    if (name == target_note) return text;
  }
  return {};
}

// The number of rows that are positions of games with such a label.
template <class Predicate>
std::size_t count_positions(const RowSet& rows, const Predicate& counts) {
  std::size_t count = 0;
  for (std::size_t number = 0; number < rows.chunks(); ++number) {
    const RowChunk chunk = rows.chunk(number);
    for (std::size_t i = 0; i < chunk.size(); ++i) {
      const RowLabel label = chunk[i].label;
      if (!label.is_tree_row() && counts(label)) ++count;
    }
    rows.release(number);
  }
  return count;
}

// Rows go on to the file when there are this many: few enough to be still in the cache.
constexpr std::size_t rows_at_once = 4'096;

// False when stopped.
bool sample_files(Sampler& sampler, const std::vector<std::string>& files, RowFileWriter& writer,
                  const std::stop_token& stop, const SamplingProgress& progress) {
  RowSet rows;
  const SamplingProgress write_full = [&](const SamplingSummary& so_far) {
    if (progress) progress(so_far);
    if (rows.size() < rows_at_once) return;
    writer.add(rows);
    rows.clear();
  };
  for (const std::string& file : files) {
    const bool is_whole = formats::holds_games(file) ? sampler.add_games(file, rows, stop, write_full)
                                                     : sampler.add_positions(file, rows, stop, write_full);
    if (!is_whole) return false;
  }
  writer.add(rows);
  return true;
}

}  // namespace

const GameDriver* find_game(const Schema& schema) {
  const auto drivers = all_drivers();
  const auto found = std::ranges::find_if(
      drivers, [&](const GameDriver* driver) { return driver->schema().fingerprint() == schema.fingerprint(); });
  return found == drivers.end() ? nullptr : *found;
}

Weights starting_weights(const Schema& schema, const std::string& name, const WeightsWarning& warn) {
  const GameDriver* const driver = find_game(schema);
  if (driver == nullptr) return name == "zero" ? zero_weights(schema) : read_weights(name, schema, warn);
  Weights weights = load_weights(*driver, name, warn);
  weights.schema.constrain(schema.constraints());
  return weights;
}

formats::RowSource take_rows(const std::vector<std::string>& files, const formats::RowSourceOptions& options,
                             const GameDriver* wanted) {
  formats::RowSource source = formats::read_row_sources(files, options);
  if (wanted != nullptr && wanted->schema().fingerprint() != source.schema.fingerprint()) {
    throw Error(files.front(), 0,
                expected_found(fmt::format("rows of {} {}", wanted->name(), wanted->schema().fingerprint()),
                               fmt::format("{} {}", source.schema.game(), source.schema.fingerprint())));
  }
  return source;
}

Target settled_target(const Target& wanted, const Target& settled, const RowSet& rows) {
  const auto teaches = [&](const RowLabel& label) {
    return label.score != no_row_score || (settled.uses_later_scores() && label.value != no_row_value);
  };
  if (wanted.kind != Target::Kind::automatic || count_positions(rows, teaches) > 0) return settled;
  return {.kind = Target::Kind::outcome, .share = 0, .tree = settled.tree};
}

Target settled_target(const Target& target, const std::vector<std::string>& files) {
  if (target.kind != Target::Kind::automatic || files.empty()) return target;
  const std::string made_for = target_of_rows(files.front());
  const bool alike =
      std::ranges::all_of(files, [&](const std::string& file) { return target_of_rows(file) == made_for; });
  if (made_for.empty() || !alike) return target.settled(std::ranges::all_of(files, formats::holds_games));
  Target settled = parse_target(made_for);
  settled.tree = target.tree;
  return settled;
}

void require_values(const std::vector<std::string>& files, const RowSet& rows, const Target& target) {
  if (!target.uses_later_scores()) return;
  for (const std::string& file : files) {
    const std::string made_for = target_of_rows(file);
    if (made_for.empty() || made_for == to_string(target.of_positions())) continue;
    throw Error(file, 0, expected_found(fmt::format("rows made for {}", to_string(target.of_positions())), made_for));
  }
  const std::size_t without = count_positions(rows, [](const RowLabel& label) { return label.value == no_row_value; });
  if (without == 0) return;
  throw Error(files.front(), 0,
              fmt::format("{} of {} rows have no value (v=, data/ROWS.md), which the target {} needs: make rows from "
                          "games",
                          without, rows.size(), to_string(target)));
}

std::optional<MadeRows> make_rows(const GameDriver& driver, const Weights& weights, const RowMaking& making,
                                  const std::stop_token& stop, const SamplingProgress& progress) {
  RowFileHeader header{.schema = driver.schema(), .key = {}, .notes = {}};
  if (!making.cache.empty()) {
    header.key = row_key(making.files, making.sampling, weights);
    auto found = making.keep_sides ? std::nullopt : cached(making.cache, header.key);
    if (found) return found;
  }
  const std::optional<ScoreTally> scores = scores_in(driver, making, stop);
  if (!scores) return std::nullopt;
  SamplingOptions sampling = making.sampling;
  sampling.score_k = scores->scale().value_or(1);
  RowFileWriter writer = making.cache.empty() ? RowFileWriter::temporary(making.folder, std::move(header))
                                              : RowFileWriter(making.cache, std::move(header));
  const FactorCounter factors(driver.schema());
  if (making.keep_sides) sampling.side_factors = &factors;
  Sampler sampler(driver, weights, sampling);
  if (!sample_files(sampler, making.files, writer, stop, progress)) return std::nullopt;
  MadeRows made{.rows = {},
                .description = making.describe ? making.describe(sampler.summary()) : std::string(),
                .sampling = sampler.summary(),
                .warnings = sampler.warnings(),
                .score_k = scores->scale(),
                .sides = sampler.take_sides()};
  auto& notes = writer.header().notes;
  notes.emplace_back(description_note, made.description);
  if (made.score_k) notes.emplace_back(scale_note, text::show(*made.score_k));
  if (sampling.target.uses_later_scores()) notes.emplace_back(target_note, to_string(sampling.target.of_positions()));
  made.rows = std::move(writer).finish().rows;
  return made;
}

}  // namespace hone::learn
