// SPDX-License-Identifier: MIT
#include "tuner/formats/labelled_positions.hpp"

#include <fmt/format.h>

#include <utility>

#include "data/error.hpp"
#include "tuner/formats/formats.hpp"

namespace hone::formats {

namespace {

constexpr std::size_t batch_lines = 1'024;
constexpr std::size_t batch_bytes = std::size_t{1} << 20;  // so that lines of any length take little memory

const PositionFormat& position_format(const std::filesystem::path& file) {
  const auto* const format = std::get_if<PositionFormat>(&format_of(file).functions);
  if (format != nullptr) return *format;
  throw Error(file.string(), 0, fmt::format("expected a file of positions, {}", endings_text(Content::positions)));
}

LabelParser parser_by_header(const GameDriver& driver, const PositionFormat& format, TextLines& lines) {
  const auto header = lines.next();
  if (!header) throw Error(lines.name(), 0, "expected a header line, found an empty file");
  try {
    return format.parser(driver, *header);
  } catch (const Error& error) {
    throw Error(lines.name(), lines.number(), error.message());
  }
}

// A label that cannot be read contradicts the others only if it is the label of a position. A line that begins with
// none is a bad line and no more, such as the header in the middle of files that were put together.
LabelParser with_positions_checked(const GameDriver& driver, LabelParser parser) {
  parser.parse = [&driver, parse = std::move(parser.parse)](std::string_view line, LabelledPosition& into) {
    try {
      parse(line, into);
    } catch (const Contradiction&) {
      (void)driver.parse(into.position);
      throw;
    }
  };
  return parser;
}

LabelParser parser_of(const GameDriver& driver, const std::filesystem::path& file, TextLines& lines) {
  const PositionFormat& format = position_format(file);
  LabelParser parser = format.has_header ? parser_by_header(driver, format, lines) : format.parser(driver, {});
  return with_positions_checked(driver, std::move(parser));
}

}  // namespace

LabelledLines::LabelledLines(const GameDriver& driver, const std::filesystem::path& file)
    : lines_(file), parser_(parser_of(driver, file, lines_)) {}

LineBatch LabelledLines::next(std::size_t most) {
  LineBatch batch;
  while (batch.size() < most && batch.bytes() < batch_bytes) {
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

Faults read_labelled_positions(const GameDriver& driver, const std::filesystem::path& file,
                               const std::function<bool(LabelledPosition&)>& visit, const std::stop_token& stop) {
  LabelledLines lines(driver, file);
  const LabelParser parser = lines.parser();
  Faults faults(lines.name(), "lines");
  LabelledPosition position;
  for (LineBatch batch = lines.next(batch_lines); batch.size() > 0; batch = lines.next(batch_lines)) {
    for (std::size_t i = 0; i < batch.size(); ++i) {
      if (stop.stop_requested()) return faults;
      try {
        parser.parse(batch[i], position);
        if (!visit(position)) return faults;
      } catch (const Error& error) {
        if (error.kind() == Error::Kind::system) throw;
        if (!faults.add(bad_entry(error, batch.number(i)))) return faults;
      }
    }
  }
  return faults;
}

}  // namespace hone::formats
