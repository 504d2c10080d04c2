// SPDX-License-Identifier: MIT
#include "tuner/cli/match_outputs.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "data/atomic_file.hpp"
#include "data/error.hpp"
#include "data/game_file.hpp"
#include "tuner/cli/print/match_text.hpp"

namespace hone::cli {

namespace {

namespace fs = std::filesystem;

bool holds_something(const fs::path& file) {
  std::error_code ignored;
  return fs::is_regular_file(file, ignored) && fs::file_size(file, ignored) > 0;
}

// Pipes and devices may be written to twice.
void require_different_files(const MatchSettings& settings, const JsonOutput& json) {
  std::map<fs::path, std::string> seen;
  const auto add = [&](const fs::path& file, const std::string& what) {
    if (file.empty() || is_written_directly(file)) return;
    std::error_code ignored;
    const auto [known, is_new] = seen.try_emplace(fs::weakly_canonical(fs::absolute(file), ignored), what);
    if (!is_new) throw Error(file.string(), 0, fmt::format("is named as both {} and {}", known->second, what));
  };
  if (const auto record = settings.record()) {
    add(*record, "the record");
    add(MatchSettings::config_of(*record), "the file of the record's options");
  }
  add(settings.pgn(), "--pgn");
  add(settings.epd(), "--epd");
  if (!json.is_standard_output()) add(json.file(), "--json");
}

void require_own_name(const std::string& file, const std::string& written_before, Replace replace) {
  if (file.empty()) return;
  require_writable(file);
  if (replace == Replace::any_file || !holds_something(file) || file == written_before) return;
  throw Error(file, 0, "there is such a file already: name another, or replace it with --overwrite");
}

// The first game of the record, which need not stand at its beginning. Nothing where the record is another match's,
// which is refused elsewhere.
std::optional<GameRecord> first_game(const fs::path& record, const GameFileHeader& header) {
  GameFileReader reader(record);
  if (difference_of(reader.header(), header)) return std::nullopt;
  while (std::optional<GameRecord> game = reader.next()) {
    if (game->number == 0) return game;
  }
  return std::nullopt;
}

}  // namespace

void require_outputs(const MatchSettings& settings, const JsonOutput& json, Replace replace) {
  require_different_files(settings, json);
  std::optional<MatchSettings> kept;
  if (const auto record = settings.record(); record && fs::exists(*record)) {
    if (is_written_directly(*record))
      throw Error(record->string(), 0, expected_found("a file to record games in", "something else"));
    kept = MatchSettings::kept(*record);
  }
  require_own_name(settings.pgn(), kept ? kept->pgn() : "", replace);
  require_own_name(settings.epd(), kept ? kept->epd() : "", replace);
}

void require_own_texts(const MatchSettings& settings, const GameDriver& game, const std::vector<play::Entrant>& players,
                       const match::TournamentOptions& options) {
  if (!holds_something(settings.pgn()) && !holds_something(settings.epd())) return;
  const auto record = settings.record();
  if (!record || !fs::exists(*record)) return;
  const auto first = first_game(*record, match::tournament_header(game, players, options));
  if (!first) return;
  GameTexts texts(game, players, settings.pgn(), settings.epd());
  texts.add(*first, settings.pgn_tags().heading(*first, options, players));
  texts.require_beginnings();
}

}  // namespace hone::cli
