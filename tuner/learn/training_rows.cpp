// SPDX-License-Identifier: MIT
#include "tuner/learn/training_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "data/error.hpp"
#include "data/row_file.hpp"
#include "engine/named_weights.hpp"
#include "tuner/formats/formats.hpp"
#include "tuner/learn/samples.hpp"

namespace hone::learn {

namespace {

// The name of the description among the notes of a row file.
constexpr const char* description_note = "report";

// Nothing when there is no such file yet, or its rows are others.
std::optional<MadeRows> cached(const std::filesystem::path& cache, const std::string& key) {
  if (!std::filesystem::exists(cache) || read_row_file_header(cache).key != key) return std::nullopt;
  RowFile file = read_row_file(cache);
  MadeRows made;
  made.rows = std::move(file.rows);
  for (const auto& [name, text] : file.header.notes) {
    if (name == description_note) made.description += text;
  }
  return made;
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
  if (const GameDriver* driver = find_game(schema)) return load_weights(*driver, name, warn);
  return name == "zero" ? zero_weights(schema) : read_weights(name, schema, warn);
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

std::optional<MadeRows> make_rows(const GameDriver& driver, const Weights& weights, const RowMaking& making,
                                  const std::stop_token& stop, const SamplingProgress& progress) {
  RowFileHeader header{.schema = driver.schema(), .key = {}, .notes = {}};
  if (!making.cache.empty()) {
    header.key = row_key(making.files, making.sampling, weights);
    if (auto found = cached(making.cache, header.key)) return found;
  }
  RowFileWriter writer = making.cache.empty() ? RowFileWriter::temporary(making.folder, std::move(header))
                                              : RowFileWriter(making.cache, std::move(header));
  Sampler sampler(driver, weights, making.sampling);
  if (!sample_files(sampler, making.files, writer, stop, progress)) return std::nullopt;
  MadeRows made{.rows = {},
                .description = making.describe ? making.describe(sampler.summary()) : std::string(),
                .sampling = sampler.summary(),
                .warnings = sampler.warnings()};
  writer.header().notes.emplace_back(description_note, made.description);
  made.rows = std::move(writer).finish().rows;
  return made;
}

}  // namespace hone::learn
