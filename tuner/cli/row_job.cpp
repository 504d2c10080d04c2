// SPDX-License-Identifier: MIT
#include "tuner/cli/row_job.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "data/row_file.hpp"
#include "data/row_text.hpp"
#include "tuner/cli/output.hpp"
#include "tuner/formats/dataset_info.hpp"
#include "tuner/formats/row_sources.hpp"

namespace hone::cli {

namespace {

void info(const formats::RowSource& source, DataSummary& summary) {
  formats::RowsInfo info(source.schema);
  for (std::size_t number = 0; number < source.rows.chunks(); ++number) {
    const RowChunk chunk = source.rows.chunk(number);
    for (std::size_t i = 0; i < chunk.size(); ++i) info.add(chunk[i]);
    source.rows.release(number);
  }
  info.unnamed = source.unnamed;
  summary.report = formats::report(info, source.schema);
  summary.json = formats::to_json(info, source.schema);
}

void head(const formats::RowSource& source, std::uint64_t count, DataSummary& summary) {
  const std::uint64_t printed = std::min<std::uint64_t>(count, source.rows.size());
  for (std::uint64_t i = 0; i < printed; ++i) summary.report += format_row(source.rows[i], source.schema) + '\n';
  summary.json["printed"] = printed;
}

void convert(const formats::RowSource& source, const std::string& out, DataSummary& summary) {
  if (formats::kind_of(out) == formats::FileKind::row_text) {
    write_row_text(out, source.schema, source.rows);
  } else {
    RowFileWriter writer(out, {.schema = source.schema, .key = {}, .notes = {}});
    writer.add(source.rows);
    (void)std::move(writer).finish();
  }
  summary.report = fmt::format("Written        {} rows to {}\n", source.rows.size(), out);
  summary.json["written"] = source.rows.size();
}

}  // namespace

DataSummary run_row_job(const DataJob& job, const std::stop_token& stop) {
  const std::filesystem::path folder =
      job.only_reads() ? std::filesystem::temp_directory_path() : temporary_folder(job.out);
  const formats::RowSource source =
      formats::read_row_sources(job.files, {.names = job.names, .skip_bad = job.skip_bad, .folder = folder});
  DataSummary summary;
  for (const std::string& warning : source.warnings) summary.warnings.push_back("left out: " + warning);
  summary.is_whole = !stop.stop_requested();
  if (!summary.is_whole) return summary;
  if (job.action == "info") {
    info(source, summary);
  } else if (job.action == "head") {
    head(source, job.count, summary);
  } else {
    convert(source, job.out, summary);
  }
  return summary;
}

}  // namespace hone::cli
