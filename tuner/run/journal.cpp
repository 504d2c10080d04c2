// SPDX-License-Identifier: MIT
#include "tuner/run/journal.hpp"

#include <optional>
#include <string_view>
#include <utility>

#include "data/atomic_file.hpp"
#include "data/error.hpp"
#include "tuner/run/seal.hpp"

namespace hone::run {

namespace {

void keep(JournalLines& lines, nlohmann::ordered_json entry, std::string sum) {
  if (lines.entries.empty()) lines.first_sum = sum;
  lines.last_sum = std::move(sum);
  lines.entries.push_back(std::move(entry));
}

File open_journal(const std::filesystem::path& file, JournalLines& lines) {
  if (!std::filesystem::exists(file)) write_file_atomically(file, "");
  File opened(file, File::Mode::append);
  opened.lock();
  lines = read_journal(file);
  if (lines.torn > 0) opened.truncate(lines.bytes);
  return opened;
}

}  // namespace

JournalLines read_journal(const std::filesystem::path& file) {
  const std::string text = read_file(file);
  JournalLines lines;
  for (std::size_t end; (end = text.find('\n', lines.bytes)) != std::string::npos; lines.bytes = end + 1) {
    auto line = unsealed(std::string_view(text).substr(lines.bytes, end - lines.bytes), lines.last_sum);
    if (!line) {
      const int number = static_cast<int>(lines.entries.size()) + 1;
      throw Error(file.string(), number, "the line is not as it was written: its checksum is wrong");
    }
    keep(lines, std::move(line->object), std::move(line->sum));
  }
  lines.torn = text.size() - lines.bytes;
  return lines;
}

Journal::Journal(const std::filesystem::path& file) : file_(open_journal(file, lines_)) {}

void Journal::append(const nlohmann::ordered_json& entry) {
  const std::string line = sealed(entry, lines_.last_sum);
  try {
    file_.write(line + '\n');
    file_.sync();
  } catch (...) {
    file_.truncate(lines_.bytes);  // half a line would spoil all that come behind it
    throw;
  }
  lines_.bytes += line.size() + 1;
  keep(lines_, entry, unsealed(line, lines_.last_sum)->sum);
}

}  // namespace hone::run
