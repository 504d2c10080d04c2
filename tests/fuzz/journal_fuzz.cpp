// SPDX-License-Identifier: MIT
//
// Journals of runs (data/RUNS.md). Each line of the input is a JSON object without its sum; the target seals the lines.
#include <nlohmann/json.hpp>

#include "data/error.hpp"
#include "tests/fuzz/fuzz.hpp"
#include "tests/fuzz/sealed_lines.hpp"
#include "tuner/run/history.hpp"
#include "tuner/run/journal.hpp"
#include "tuner/run/record.hpp"

using namespace hone;

namespace {

void require_reads_back(const run::JournalEntry& entry) {
  const std::string text = to_json(entry).dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
  run::JournalEntry again;
  from_json(nlohmann::ordered_json::parse(text), again);
  const std::string second = to_json(again).dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
  fuzz::require(second == text, "an event is read back: " + text);
}

void check_history(const std::vector<run::JournalEntry>& entries) {
  const run::RunHistory history(entries);
  fuzz::require(history.promotions() <= history.generations(), "what was promoted was finished");
  fuzz::require(history.failures() <= history.generations(), "what was not promoted was finished");
  fuzz::require(history.best() >= 0, "the best weights are of a generation");
  (void)history.hours_of_last_generation();
  (void)history.games();
  (void)history.sealed_files();
  (void)fuzz::accepts([&] { (void)run::options_of(nlohmann::ordered_json::parse(history.options(), nullptr, false)); });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const fuzz::InputFile file("journal");
  file.write(fuzz::sealed_lines(fuzz::text_of(data, size)));
  std::vector<run::JournalEntry> entries;
  if (!fuzz::accepts([&] { entries = run::entries_of(run::read_journal(file.path())); })) return 0;
  for (const run::JournalEntry& entry : entries) require_reads_back(entry);
  check_history(entries);
  return 0;
}
