// SPDX-License-Identifier: MIT
#include "tuner/play/start_options.hpp"

#include <fmt/format.h>

#include <string_view>

#include "data/error.hpp"
#include "tuner/text/options.hpp"

namespace hone::play {

namespace {

constexpr std::string_view every_group = "*";
constexpr int most_candidates = 1'000;

void set_groups(std::vector<std::string>& groups, std::string_view words) {
  std::vector<std::string> patterns;
  for (const std::string_view part : text::split_at_commas(words)) {
    if (!part.empty()) patterns.emplace_back(part);
  }
  if (patterns.empty()) throw Error(expected_found("patterns of groups", "none"));
  groups = words == every_group ? std::vector<std::string>() : std::move(patterns);
}

void require_share(std::string_view name, double share) {
  if (share >= 0 && share <= 1) return;
  throw Error(expected_found(fmt::format("{} in 0 .. 1", name), text::show(share)));
}

}  // namespace

bool StartOptions::any() const { return !book.empty() || chess960 > 0 || replay > 0 || choice != StartChoice::any; }

void StartOptions::declare(text::Options& options) {
  options.file("openings", book,
               "what games of self-play begin with, in random order: games of others (*.pgn; checkers *.pdn; go *.sgf; "
               "othello *.wtb), a game file (*.games: a quiet position of each game), or one EPD, FEN or position text "
               "a line. Random plies follow "
               "where --opening-plies is given");
  options.real("chess960", "X", chess960, {0, 1},
               "share of the games of self-play that begin from a random Chess960 position; chess only");
  options.real("replay", "X", replay, {0, 1},
               "share of the games of self-play that play a quiet position of an earlier game out again");
  options.choice<StartChoice>(
      "starts", {{"any", StartChoice::any}, {"leverage", StartChoice::leverage}}, choice,
      "begin with any opening, or with one of --leverage-candidates, drawn by what it would teach: p (1 - p) x' V x, "
      "where V is what the last fit left unsure; the game then weighs the less the more often such openings are drawn");
  options.custom(
      "leverage-groups", "PATTERNS", [this](std::string_view words) { set_groups(leverage_groups, words); },
      [this] { return leverage_groups.empty() ? std::string(every_group) : text::join(leverage_groups, ","); },
      "groups of weights that --starts leverage is to teach, '*' for any text, commas between");
  options.integer("leverage-candidates", "N", candidates, {2, most_candidates},
                  "openings of which --starts leverage draws one");
}

void StartOptions::declare_files(text::Options& options) {
  options.list("replay-from", "F", replayed, "files of games from which --replay takes positions");
  options.file("uncertainty", uncertainty,
               "what a fit left unsure, as a run with --starts leverage keeps it: gen-001/uncertainty.bin");
}

void StartOptions::validate(const GameDriver& driver) const {
  require_share("share of Chess960", chess960);
  require_share("share of games played out again", replay);
  require_share("share of Chess960 and of games played out again together", chess960 + replay);
  if (candidates < 2 || candidates > most_candidates) {
    throw Error(expected_found(fmt::format("candidates in 2..{}", most_candidates), fmt::format("{}", candidates)));
  }
  if (chess960 > 0 && driver.name() != "chess") {
    throw Error(fmt::format("Chess960 (--chess960) is of chess, not of {}", driver.name()));
  }
}

}  // namespace hone::play
