// SPDX-License-Identifier: MIT
#include "tuner/formats/labelled_positions.hpp"

#include "data/error.hpp"

namespace hone::formats {

namespace {

constexpr std::size_t batch_lines = 1'024;

bool is_csv(std::filesystem::path name) {
  if (name.extension() == ".gz") name.replace_extension();
  return name.extension() == ".csv";
}

CsvLabels read_header(TextLines& lines) {
  const auto header = lines.next();
  if (!header) throw Error(lines.name(), 0, "expected a header line, found an empty file");
  try {
    return CsvLabels(*header);
  } catch (const Error& error) {
    throw Error(lines.name(), lines.number(), error.message());
  }
}

LabelParser parser_of(const GameDriver& driver, const std::filesystem::path& file, TextLines& lines) {
  if (is_csv(file.filename())) return LabelParser(read_header(lines));
  return LabelParser(EpdLabels(driver));
}

}  // namespace

LabelledLines::LabelledLines(const GameDriver& driver, const std::filesystem::path& file)
    : lines_(file), parser_(parser_of(driver, file, lines_)) {}

LineBatch LabelledLines::next(std::size_t most) {
  LineBatch batch;
  while (batch.size() < most) {
    const auto line = lines_.next();
    if (!line) break;
    if (line->find_first_not_of(" \t") != std::string_view::npos) batch.add(*line, lines_.number());
  }
  return batch;
}

std::uint32_t GameNumbers::number(const std::optional<std::uint32_t>& in_file) {
  const std::uint32_t next = first_ + games_;
  if (in_file) {
    const auto [place, is_new] = numbers_.try_emplace(*in_file, next);
    if (!is_new) return place->second;
  } else {
    ++unnamed_;
  }
  ++games_;
  return next;
}

Faults read_labelled_positions(const GameDriver& driver, const std::filesystem::path& file, GameNumbers& games,
                               const std::function<void(const LabelledPosition&)>& sink) {
  LabelledLines lines(driver, file);
  LabelParser parser = lines.parser();
  Faults faults(lines.name(), "lines");
  LabelledPosition position;
  for (LineBatch batch = lines.next(batch_lines); batch.size() > 0; batch = lines.next(batch_lines)) {
    for (std::size_t i = 0; i < batch.size(); ++i) {
      try {
        parser.parse(batch[i], position);
        position.game = games.number(position.game);
        sink(position);
      } catch (const Error& error) {
        if (error.kind() != Error::Kind::input) throw;
        faults.add(batch.number(i), error.message());
      }
    }
  }
  return faults;
}

}  // namespace hone::formats
