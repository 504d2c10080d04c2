// SPDX-License-Identifier: MIT
#include "tuner/journal.hpp"

#include <string>
#include <string_view>

#include "data/atomic_file.hpp"
#include "data/error.hpp"

namespace hone {
namespace {

using Entries = std::vector<nlohmann::ordered_json>;

nlohmann::ordered_json parse_entry(const std::filesystem::path& file, int line, std::string_view text) {
  auto entry = nlohmann::ordered_json::parse(text, nullptr, false);
  if (!entry.is_object()) throw Error(file.string(), line, expected_found("a JSON object", text));
  return entry;
}

// The whole lines, and their length.
std::size_t read_entries(const std::filesystem::path& file, Entries& entries) {
  const std::string text = read_file(file);
  std::size_t first = 0;
  int line = 0;
  for (std::size_t end; (end = text.find('\n', first)) != std::string::npos; first = end + 1) {
    entries.push_back(parse_entry(file, ++line, std::string_view(text).substr(first, end - first)));
  }
  return first;
}

File open_journal(const std::filesystem::path& file, Entries& entries) {
  if (!std::filesystem::exists(file)) write_file_atomically(file, "");
  const std::size_t whole = read_entries(file, entries);
  File opened(file, File::Mode::append);
  if (opened.size() > whole) opened.truncate(whole);
  return opened;
}

}  // namespace

Journal::Journal(const std::filesystem::path& file) : file_(open_journal(file, entries_)) {}

void Journal::append(const nlohmann::ordered_json& entry) {
  file_.write(entry.dump() + '\n');
  file_.sync();
  entries_.push_back(entry);
}

}  // namespace hone
