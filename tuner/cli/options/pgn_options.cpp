// SPDX-License-Identifier: MIT
#include "tuner/cli/options/pgn_options.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <ctime>
#include <filesystem>

#include "data/error.hpp"
#include "data/printable.hpp"
#include "tuner/cli/options/option_sources.hpp"

namespace hone::cli {

namespace {

constexpr std::string_view date_form = "????.??.??";

// PGN specification, 8.1.1.3: what is not known is a question mark.
void require_date(std::string_view text) {
  const auto fits = [](char wanted, char c) { return wanted == '.' ? c == '.' : c == '?' || ('0' <= c && c <= '9'); };
  if (text.size() == date_form.size() && std::ranges::equal(date_form, text, fits)) return;
  throw Error(expected_found("YYYY.MM.DD, with question marks for what is not known", fmt::format("'{}'", text)));
}

void declare_tag(Options& options, std::string_view name, std::string_view placeholder, std::string& target,
                 void (*check)(std::string_view), std::string_view help) {
  Option& option = options.text(name, placeholder, target, help).changes_no_result();
  option.set = [&target, check](std::string_view text) {
    check(text);
    target = text;
  };
}

}  // namespace

std::string date_of_today() { return fmt::format("{:%Y.%m.%d}", fmt::localtime(std::time(nullptr))); }

void PgnOptions::declare(Options& options) {
  const auto is_text = [](std::string_view text) { require_printable(text, "text"); };
  declare_tag(options, "event", "TEXT", event_, is_text, "the tag Event of the PGN (EV of SGF)");
  declare_tag(options, "site", "TEXT", site_, is_text, "the tag Site of the PGN (PC of SGF)");
  declare_tag(options, "date", "YYYY.MM.DD", date_, require_date,
              "the tag Date of the PGN (DT of SGF); otherwise the day on which the match began");
}

void PgnOptions::settle_date(const std::string& option_file) {
  if (!date_.empty()) return;
  date_ = date_of_today();
  if (!std::filesystem::exists(option_file)) return;
  for (const text::ConfigEntry& entry : read_config_file(option_file)) {
    if (entry.key == "date") date_ = entry.value;
  }
}

formats::PgnHeading PgnOptions::heading(const GameRecord& game, const match::TournamentOptions& match,
                                        const std::vector<play::Entrant>& players) const {
  const auto control = [&](std::size_t player) {
    return formats::time_control_text(players[player].limits.value_or(match.limits));
  };
  formats::PgnHeading heading;
  heading.event = event_;
  heading.site = site_;
  heading.date = date_;
  heading.is_paired = match.reverse;
  heading.time_controls = {control(game.first), control(second_player(game, players.size()))};
  return heading;
}

}  // namespace hone::cli
