// SPDX-License-Identifier: MIT
#include "tuner/formats/labelled_positions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "data/error.hpp"
#include "data/text_lines.hpp"
#include "tuner/formats/formats.hpp"
#include "tuner/formats/label_check.hpp"

namespace hone::formats {

namespace {

constexpr std::size_t batch_lines = 1'024;
constexpr std::size_t batch_bytes = std::size_t{1} << 20;  // so that lines of any length take little memory

constexpr std::size_t lines_to_check = 20'000;

const PositionFormat& position_format(const std::filesystem::path& source) {
  const auto* const format = std::get_if<PositionFormat>(&format_of(source).functions);
  if (format != nullptr) return *format;
  throw Error(source.string(), 0, fmt::format("expected a file of positions, {}", endings_text(Content::positions)));
}

LabelParser parser_by_header(const GameDriver& driver, const PositionFormat& format, const ReadAs& as,
                             TextLines& lines) {
  const auto header = lines.next();
  if (!header) throw Error(lines.name(), 0, "expected a header line, found an empty file");
  try {
    return format.parser(driver, *header, as);
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

// Of a file whose first lines say whose their labels are, and others do not, nothing tells about the others.
LabelParser refusing_guesses(const GameDriver& driver, LabelParser parser) {
  parser.parse = [&driver, parse = std::move(parser.parse)](std::string_view line, LabelledPosition& into) {
    parse(line, into);
    if (!into.is_result_guessed && !into.is_score_guessed) return;
    throw Contradiction(
        "does not say whose its result and score are, other than the lines before; say it after the name: " +
        views_to_say(driver));
  };
  return parser;
}

LabelParser weighted(LabelParser parser, double weight) {
  if (weight == 1) return parser;
  return {.parse =
              [parse = std::move(parser.parse), weight](std::string_view line, LabelledPosition& into) {
                parse(line, into);
                into.weight *= weight;
                if (!is_weight(into.weight)) {
                  throw Error(
                      expected_found(fmt::format("a weight of 0, or from {} to {}", smallest_weight, largest_weight),
                                     fmt::format("{} after that of its source", into.weight)));
                }
              },
          .has_weights = true};
}

// `lines` are those of a text.
LabelParser parser_of(const GameDriver& driver, const PositionFormat& format, const Source& source,
                      std::optional<TextLines>& lines) {
  LabelParser parser =
      format.has_header ? parser_by_header(driver, format, source.as, *lines) : format.parser(driver, {}, source.as);
  return weighted(with_positions_checked(driver, std::move(parser)), source.share());
}

bool is_blank(std::string_view line) { return line.find_first_not_of(" \t") == std::string_view::npos; }

}  // namespace

LabelledLines::LabelledLines(const GameDriver& driver, const std::filesystem::path& source)
    : driver_(driver), source_(source_of(source)), format_(&position_format(source)), name_(source_.file.string()) {
  if (format_->record_bytes == 0) {
    lines_.emplace(source_.file);
    name_ = lines_->name();
  } else {
    records_.open(source_.file, std::ios::binary);
    if (!records_) throw Error(name_, 0, "cannot be opened", Error::Kind::system);
    require_unpacked(source_.file, "files of records");
  }
  parser_ = parser_of(driver, *format_, source_, lines_);
}

bool LabelledLines::read_record() {
  block_.resize(format_->record_bytes);
  records_.read(block_.data(), static_cast<std::streamsize>(block_.size()));
  const auto got = static_cast<std::size_t>(records_.gcount());
  if (records_.bad()) throw Error(name_, number_, "cannot be read", Error::Kind::system);
  ++number_;
  if (got == block_.size() || got == 0) return got > 0;
  throw Error(name_, 0, fmt::format("ends within record {}, after {} of {} bytes", number_, got, block_.size()));
}

bool LabelledLines::read_line() {
  if (format_->record_bytes > 0) return read_record();
  block_.clear();
  while (const auto line = lines_->next()) {
    if (block_.empty()) {
      if (is_blank(*line)) continue;
      number_ = lines_->number();
    }
    const std::string_view word = line->substr(0, line->find_last_not_of(" \t") + 1);
    if (format_->last_line.empty() || word == format_->last_line) {
      if (block_.empty()) block_ = *line;
      return true;
    }
    block_ += *line;
    block_ += '\n';
    if (block_.size() > batch_bytes) {
      throw Error(name(), number_, fmt::format("expected a line '{}' soon after, found none", format_->last_line));
    }
  }
  return !block_.empty();
}

void LabelledLines::check() {
  if (!source_.is_checked || ahead_.size() > 0) return;
  const std::uint64_t most = std::min<std::uint64_t>(source_.limit, lines_to_check);
  LabelCheck check(driver_);
  LabelParser parser = parser_;
  LabelledPosition position;
  while (ahead_.size() < most && ahead_.bytes() < 4 * batch_bytes && read_line()) {
    ahead_.add(block_, number_);
    try {
      parser.parse(block_, position);
      check.add(position);
    } catch (const Contradiction& error) {
      throw Contradiction(name(), number_, error.message());
    } catch (const Error&) {  // Whoever reads the line says what is wrong with it.
    }
  }
  const std::string fault = check.fault(source_.as);
  if (!fault.empty()) throw Contradiction(name(), 0, fault);
  if (!check.is_guessed()) parser_ = refusing_guesses(driver_, std::move(parser_));
}

LineBatch LabelledLines::next(std::size_t most) {
  LineBatch batch;
  while (batch.size() < most && batch.bytes() < batch_bytes && handed_out_ < source_.limit) {
    if (taken_ < ahead_.size()) {
      batch.add(ahead_[taken_], ahead_.number(taken_));
      ++taken_;
    } else if (read_line()) {
      batch.add(block_, number_);
    } else {
      break;
    }
    ++handed_out_;
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
  lines.check();
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
