// SPDX-License-Identifier: MIT
//
// The texts of options: limits, clocks, adjudication, sequential tests, players, and plain option files. Each line of
// the input is an entry of an option file.
#include <optional>

#include "data/error.hpp"
#include "engine/adjudication.hpp"
#include "tests/fuzz/fuzz.hpp"
#include "tuner/cli/options/player_options.hpp"
#include "tuner/play/options.hpp"
#include "tuner/stats/sprt_option.hpp"
#include "tuner/text/options.hpp"

using namespace hone;

namespace {

struct Settings {
  Limits limits;
  AdjudicationOptions adjudication;
  std::optional<stats::SprtOptions> sprt;
  EngineOptions engine;
  std::uint64_t seed = 1;
  int threads = 1;
};

void declare(text::Options& options, Settings& settings) {
  play::declare_limits(options, settings.limits);
  play::declare_adjudication(options, settings.adjudication);
  play::declare_work(options, settings.threads, settings.seed, settings.engine);
  stats::declare(options, "sprt", settings.sprt, "a test");
}

// An option shows its value as a text that sets the same value.
void set(text::Option& option, const std::string& value) {
  if (!fuzz::accepts([&] { option.set(value); })) return;
  const std::string shown = option.get();
  if (shown.empty()) return;
  fuzz::require(fuzz::accepts([&] { option.set(shown); }), "an option takes what it shows: " + shown);
  fuzz::require(option.get() == shown, "an option shows what it was set to: " + shown);
}

void check_player(const std::string& value) {
  std::vector<play::PlayerSpec> players;
  if (!fuzz::accepts([&] { players.push_back(cli::parse_player(value)); })) return;
  fuzz::require(!players.front().name.empty(), "a player has a name");
  (void)fuzz::accepts([&] { cli::set_player_option(players, value); });
  (void)fuzz::accepts([&] { cli::set_player_limits(players, value); });
  (void)fuzz::accepts([&] { cli::set_player_directory(players, value); });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::vector<text::ConfigEntry> entries;
  if (!fuzz::accepts([&] { entries = text::parse_config(fuzz::text_of(data, size), "input"); })) return 0;
  Settings settings;
  text::Options options;
  declare(options, settings);
  for (const text::ConfigEntry& entry : entries) {
    fuzz::require(!entry.key.empty() && entry.line >= 1, "entries have keys and lines");
    if (entry.key == "player") check_player(entry.value);
    if (text::Option* option = options.find(entry.key)) set(*option, entry.value);
  }
  return 0;
}
