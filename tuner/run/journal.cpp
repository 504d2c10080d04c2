// SPDX-License-Identifier: MIT
#include "tuner/run/journal.hpp"

#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>
#include <utility>

#include "data/atomic_file.hpp"
#include "data/error.hpp"
#include "tuner/text/json_member.hpp"
#include "tuner/text/seal.hpp"

namespace hone::run {

namespace {

constexpr std::uint64_t largest_journal = std::uint64_t{1} << 30;  // bytes; some kilobytes are a generation

void keep(JournalLines& lines, text::UnsealedLine line) {
  if (lines.objects.empty()) lines.first_sum = line.sum;
  lines.last_sum = std::move(line.sum);
  lines.objects.push_back(std::move(line.object));
}

File open_journal(const std::filesystem::path& file, JournalLines& lines) {
  if (!std::filesystem::exists(file)) write_file_atomically(file, "");
  File opened(file, File::Mode::append);
  opened.lock();
  lines = read_journal(file);
  if (lines.torn > 0) opened.truncate(lines.bytes);
  return opened;
}

// Its journal is kept as that of a run is.
void refuse_refinement(const std::string& object) {
  if (text::member<std::string>(text::parse_json(object), "event", "") != "refine") return;
  throw Error("what was begun there is no run but a refinement: see hone refine --help");
}

}  // namespace

JournalLines read_journal(const std::filesystem::path& file) {
  const std::string text = read_file(file, largest_journal);
  JournalLines lines;
  lines.file = file;
  for (std::size_t end; (end = text.find('\n', lines.bytes)) != std::string::npos; lines.bytes = end + 1) {
    auto line = text::unsealed(std::string_view(text).substr(lines.bytes, end - lines.bytes), lines.last_sum);
    if (!line) {
      const int number = static_cast<int>(lines.objects.size()) + 1;
      throw Error(file.string(), number, "the line is not as it was written: its checksum is wrong");
    }
    keep(lines, std::move(*line));
  }
  lines.torn = text.size() - lines.bytes;
  return lines;
}

std::vector<JournalEntry> entries_of(const JournalLines& lines) {
  if (lines.objects.empty()) throw Error(lines.file.string(), 0, expected_found("the events of a run", "none"));
  std::vector<JournalEntry> entries;
  for (const std::string& object : lines.objects) {
    try {
      JournalEntry& entry = entries.emplace_back();
      if (entries.size() == 1) refuse_refinement(object);
      from_json(text::parse_json(object), entry);
    } catch (const Error& fault) {
      throw Error(lines.file.string(), static_cast<int>(entries.size()), fault.message());
    }
  }
  return entries;
}

Journal::Journal(const std::filesystem::path& file) : file_(open_journal(file, lines_)) {}

void Journal::append(const nlohmann::ordered_json& object) {
  const std::string line = text::sealed(object, lines_.last_sum);
  try {
    file_.write(line + '\n');
    file_.sync();
  } catch (...) {
    file_.truncate(lines_.bytes);  // half a line would spoil all that come after it
    throw;
  }
  lines_.bytes += line.size() + 1;
  keep(lines_, *text::unsealed(line, lines_.last_sum));
}

}  // namespace hone::run
