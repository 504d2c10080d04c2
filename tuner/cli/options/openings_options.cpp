// SPDX-License-Identifier: MIT
#include "tuner/cli/options/openings_options.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <utility>

#include "data/error.hpp"
#include "tuner/cli/options/option_sources.hpp"
#include "tuner/cli/output.hpp"
#include "tuner/play/options.hpp"
#include "tuner/play/settings_text.hpp"

namespace hone::cli {

namespace {

constexpr int most_plies = 1'000;

struct Span {
  int least, most;
};

// "8" or "6-10".
Span parse_span(std::string_view text, const IntegerRange& range) {
  const std::size_t dash = text.find('-', 1);
  const auto number = [&](std::string_view part) { return static_cast<int>(parse_integer(part, range)); };
  if (dash == std::string_view::npos) return {number(text), number(text)};
  const Span span{number(text.substr(0, dash)), number(text.substr(dash + 1))};
  if (span.most < span.least) throw Error(expected_found("LOW-HIGH, the lower one first", fmt::format("'{}'", text)));
  return span;
}

std::string show_span(int least, int most) {
  return least == most ? fmt::format("{}", least) : fmt::format("{}-{}", least, most);
}

// A single bound is that of what is balanced.
play::ScoreBand parse_band(std::string_view text) {
  const Span span = parse_span(text, {0, max_eval});
  return text.find('-') == std::string_view::npos ? play::ScoreBand{0, span.most}
                                                  : play::ScoreBand{span.least, span.most};
}

std::string show_band(const play::ScoreBand& band) {
  return band.least == 0 ? fmt::format("{}", band.most) : fmt::format("{}-{}", band.least, band.most);
}

}  // namespace

void OpeningsSettings::declare(Options& options) {
  options.group("What to make");
  game_.declare(options);
  options.text("out", "F", out_, "the suite to write: EPD for chess, lines of text for other games")
      .short_form('o')
      .required();
  options.integer("count", "N", count_, {1}, "how many openings; otherwise 1000 at most, or all of a file");
  options.custom(
      "bound", "X", [this](std::string_view text) { band_ = parse_band(text); }, [this] { return show_band(band_); },
      "keep what is scored within +-X centi-units; or LOW-HIGH, as in 80-120, for openings that either side is so "
      "much ahead in");
  options.choice("use", {"judging", "training", "any"}, use_,
                 "which half of all positions: judging for matches, training for games to learn from, any for both");
  options.list(
      "exclude", "F", exclude_,
      "never use a position of these files: of suites, or of games in PGN or PDN, where every position counts");
  declare_source(options);
  declare_search(options);
}

void OpeningsSettings::declare_source(Options& options) {
  options.group("Where candidates come from");
  options.text("from", "random|explored|F", from_,
               "random moves; moves drawn among good ones; or a file to clean: games of others (*.pgn; checkers "
               "*.pdn; go *.sgf; othello *.wtb), or one EPD, FEN or position text a line");
  options.custom(
      "plies", "N",
      [this](std::string_view text) {
        const Span span = parse_span(text, {0, most_plies});
        plies_ = play::PlySpan{span.least, span.most};
      },
      [this] { return plies_ ? show_span(plies_->least, plies_->most) : std::string(); },
      "moves of both sides from the start of the game; or LOW-HIGH, as in 6-10; otherwise 8-9, fewer in short games. "
      "Of a PGN or PDN file: the first N of each game, otherwise all");
  options.integer("temperature", "X", exploration_.choice.temperature, {0, max_eval},
                  "explored: draw moves by exp(score / X), scores in centi-units; 0: only the best");
  options.integer("temperature-margin", "X", exploration_.choice.margin, {0, max_eval},
                  "explored: never a move that is worse than the best by more than X centi-units");
  options.integer("explore-nodes", "N", explore_nodes_, {1}, "explored: nodes that score the moves of a position");
  options.choice("order", {"sequential", "random"}, order_, "of a file's openings; random by --seed");
  options.integer("patience", "N", patience_, {1},
                  "random and explored: give up when N candidates in a row brought nothing new");
  play::declare_komi(options, komi_);
  options.integer("seed", "S", seed_, {0}, "of every random choice").short_form('s');
}

void OpeningsSettings::declare_search(Options& options) {
  options.group("How they are scored");
  options
      .text("weights", "F", weights_,
            "what positions are scored with: a weights file, default, material or zero; the better the weights, the "
            "truer the balance")
      .short_form('w');
  options
      .integer("nodes", "N", nodes_, {1},
               "of the search; otherwise 10000, and in games that are soon over not to their end")
      .short_form('n');
  options.integer("depth", "N", depth_, {1, max_ply}, "of the search, in plies").short_form('d');
  options.integer("threads", "T", threads_, {1, 1024}, "candidates at a time; changes no result").short_form('t');
  options.integer("hash", "MB", hash_megabytes_, play::hash_range, "size of each engine's transposition table");
  strict_.declare(options);
}

void OpeningsSettings::check(const Options& options) const {
  const auto refuse = [&](std::string_view option, std::string_view of) {
    if (options.given(option)) throw UsageError(fmt::format("--{} goes with {}", option, of));
  };
  if (from_ != "explored") {
    for (const char* option : {"temperature", "temperature-margin", "explore-nodes"}) refuse(option, "--from explored");
  }
  if (is_walk()) {
    refuse("order", "--from FILE");
  } else {
    refuse("komi", "--from random or explored: positions of a file have their own");
    refuse("patience", "--from random or explored: a file is read to its end");
  }
  if (!is_walk() && is_same_file(from_, out_)) throw UsageError("--from and --out name the same file");
  for (const char* ending : {".pgn", ".pdn", ".sgf", ".wtb", ".gz", ".zst"}) {
    if (out_.ends_with(ending)) throw UsageError(out_ + ": a suite is lines of positions, not " + ending);
  }
}

SuiteJob OpeningsSettings::job(const GameDriver& game) const {
  SuiteJob job{load_weights(game, weights_, strict_.warning()), source(game), excluded(game), suite_options(game), {}};
  if (!count_ && !is_walk()) job.options.count = job.source.size;
  job.about = about(game, job);
  return job;
}

bool OpeningsSettings::is_walk() const { return from_ == "random" || from_ == "explored"; }

play::PlySpan OpeningsSettings::plies(const GameDriver& game) const {
  if (plies_) return *plies_;
  const play::OpeningOptions usual = play::default_openings(game, play::OpeningUse::judging);
  return {usual.min_plies, usual.max_plies};
}

play::OpeningSource OpeningsSettings::source(const GameDriver& game) const {
  if (!is_walk()) return listed(game);
  const std::string start = play::start_with_komi(game, komi_);
  if (from_ == "random") return play::random_walks(game, plies(game), seed_, start);
  play::Exploration exploration = exploration_;
  exploration.limits = play::default_openings(game, play::OpeningUse::judging).limits;
  exploration.limits.nodes = explore_nodes_;
  return play::explored_walks(game, plies(game), seed_, exploration, start);
}

play::OpeningSource OpeningsSettings::listed(const GameDriver& game) const {
  if (plies_ && plies_->least != plies_->most) throw UsageError("--plies of a file is one number");
  const std::optional<int> first = plies_ ? std::optional(plies_->least) : std::nullopt;
  std::vector<Opening> openings = play::read_openings(game, from_, first, formats::FinishedGames::accept, seed_);
  if (order_ == "random") play::shuffle_openings(openings, seed_);
  return play::listed_openings(game, std::move(openings), std::filesystem::path(from_).filename().string());
}

play::PositionSet OpeningsSettings::excluded(const GameDriver& game) const {
  play::PositionSet positions;
  for (const std::string& file : exclude_) {
    play::add_positions(game, play::read_openings(game, file, {}, formats::FinishedGames::accept), positions);
  }
  return positions;
}

play::SuiteOptions OpeningsSettings::suite_options(const GameDriver& game) const {
  play::SuiteOptions options = play::default_suite(game);
  if (count_) options.count = *count_;
  options.band = band_;
  if (depth_ || nodes_) {
    options.limits.depth = depth_;
    options.limits.nodes = nodes_;
  }
  options.use = use_ == "any"        ? std::nullopt
                : use_ == "training" ? std::optional(play::OpeningUse::training)
                                     : std::optional(play::OpeningUse::judging);
  options.patience = patience_;
  options.threads = threads_;
  options.engine.hash_bytes = hash_megabytes_ << 20;
  return options;
}

std::string OpeningsSettings::about(const GameDriver& game, const SuiteJob& job) const {
  return fmt::format("hone openings: {}, {} positions, {}, |score| {}..{} at {}, hash {} MB, weights {} {}, seed {}",
                     game.name(), use_, job.source.description, band_.least, band_.most,
                     play::describe(job.options.limits), hash_megabytes_,
                     std::filesystem::path(weights_).filename().string(), play::play_fingerprint(job.weights), seed_) +
         (exclude_.empty() ? "" : fmt::format(", {} positions excluded", job.excluded.size()));
}

}  // namespace hone::cli
