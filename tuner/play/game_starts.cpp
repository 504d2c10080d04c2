// SPDX-License-Identifier: MIT
#include "tuner/play/game_starts.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <utility>

#include "data/checksum.hpp"
#include "data/error.hpp"
#include "data/hash.hpp"
#include "data/random.hpp"
#include "data/text_lines.hpp"
#include "tuner/play/chess960.hpp"
#include "tuner/play/old_positions.hpp"

namespace hone::play {

namespace {

// Seeds of one game and of all games, by what they are for. The first is the one that random openings had before there
// was any other start.
enum StartPurpose : std::uint64_t {
  random_plies = 0,
  which_start = 3,
  which_position,
  book_order,
  old_order,
  draw_old
};

// After an opening of a book that leaves no room for random plies none are played.
constexpr int attempts_after_book = 100;

std::string content_of(const std::string& file) { return fmt::format("{:016x}", checksum_of_file(file)); }

std::string describe_book(const StartOptions& options, std::size_t size) {
  std::string text = fmt::format("{} openings of a book {}", size, content_of(options.book));
  if (options.plies_after_book) text += " with random plies";
  if (options.book_seed != 0) text += fmt::format(", order {} from {}", options.book_seed, options.book_used);
  return text;
}

std::string describe_replay(const StartOptions& options, std::size_t size) {
  std::vector<std::string> contents;
  for (const std::string& file : options.replayed) contents.push_back(content_of(file));
  return fmt::format("{} play on from {} old positions{}{}", options.replay, size, contents.empty() ? "" : " of ",
                     fmt::join(contents, " "));
}

std::string describe_leverage(const StartOptions& options) {
  if (options.uncertainty.empty()) return "any start, as no uncertainty is known";
  return fmt::format("one of {} by leverage {}", options.candidates, content_of(options.uncertainty));
}

std::vector<Opening> in_order(std::vector<Opening> openings, std::uint64_t seed) {
  shuffle_openings(openings, seed);
  return openings;
}

std::vector<Opening> ordered_book(const GameDriver& driver, const Weights& weights, const StartOptions& options,
                                  std::uint64_t seed) {
  if (options.book.empty()) return {};
  const std::uint64_t order = options.book_seed != 0 ? options.book_seed : seed;
  return in_order(read_book(driver, weights, options.book, hash_seed(order, draw_old)), hash_seed(order, book_order));
}

std::vector<Opening> ordered_old(const GameDriver& driver, const Weights& weights, const StartOptions& options,
                                 std::uint64_t seed) {
  if (options.replay == 0) return {};
  const std::vector<std::filesystem::path> files(options.replayed.begin(), options.replayed.end());
  return in_order(old_positions(driver, weights, files, hash_seed(seed, draw_old)), hash_seed(seed, old_order));
}

}  // namespace

GameStarts::GameStarts(const GameDriver& driver, const Weights& weights, const StartOptions& options,
                       const OpeningOptions& openings, std::uint64_t seed)
    : driver_(driver), options_(options), openings_(openings) {
  options_.validate(driver);
  book_ = ordered_book(driver, weights, options_, seed);
  old_ = ordered_old(driver, weights, options_, seed);
  if (options_.choice == StartChoice::leverage && !options_.uncertainty.empty()) {
    leverage_.emplace(read_uncertainty(options_.uncertainty, driver.schema()), weights);
  }
  std::vector<std::string> parts;
  if (!book_.empty()) parts.push_back(describe_book(options_, book_.size()));
  if (options_.chess960 > 0) parts.push_back(fmt::format("{} of Chess960", options_.chess960));
  if (options_.replay > 0) parts.push_back(describe_replay(options_, old_.size()));
  if (options_.choice == StartChoice::leverage) parts.push_back(describe_leverage(options_));
  description_ = fmt::format("{}", fmt::join(parts, "; "));
}

GameStart GameStarts::start(std::uint64_t number, std::uint64_t game_seed, Engine& engine) const {
  const double draw = Random(hash_seed(game_seed, which_start)).uniform();
  if (draw < options_.chess960) return {chess960(game_seed, engine)};
  if (draw < options_.chess960 + options_.replay && !old_.empty()) return {old_[number % old_.size()]};
  if (leverage_) return most_telling(game_seed, engine);
  const std::uint64_t seed = hash_seed(game_seed, random_plies);
  if (book_.empty()) return {random_opening(driver_, engine, seed, openings_)};
  return {from_book(book_[(options_.book_used + number) % book_.size()], seed, engine)};
}

Opening GameStarts::chess960(std::uint64_t game_seed, Engine& engine) const {
  Random random(hash_seed(game_seed, which_position));
  const Opening start{driver_.parse(chess960_start(static_cast<int>(random.below(chess960_starts))))->text(), {}};
  const std::uint64_t seed = hash_seed(game_seed, random_plies);
  if (auto opening = extended_opening(driver_, engine, seed, openings_, start)) return std::move(*opening);
  throw Error(fmt::format("no opening within +-{} found after {}", openings_.bound, start.start));
}

Opening GameStarts::from_book(const Opening& opening, std::uint64_t seed, Engine& engine) const {
  if (!options_.plies_after_book) return opening;
  OpeningOptions plies = openings_;
  plies.attempts = attempts_after_book;
  return extended_opening(driver_, engine, seed, plies, opening).value_or(opening);
}

GameStart GameStarts::most_telling(std::uint64_t game_seed, Engine& engine) const {
  std::vector<Opening> openings;
  std::vector<double> leverages;
  for (int i = 0; i < options_.candidates; ++i) {
    const std::uint64_t seed = hash_seed(hash_seed(game_seed, random_plies), static_cast<std::uint64_t>(i));
    openings.push_back(candidate(seed, engine));
    leverages.push_back(leverage_->of(set_up(driver_, openings.back())->row()));
  }
  const LeverageDraw drawn = draw_by_leverage(leverages, Random(hash_seed(game_seed, which_position)).uniform());
  return {std::move(openings[drawn.chosen]), static_cast<float>(drawn.weight)};
}

// Any opening of the book, as each candidate must come by the same chance whatever the others are.
Opening GameStarts::candidate(std::uint64_t seed, Engine& engine) const {
  if (book_.empty()) return random_opening(driver_, engine, seed, openings_);
  return from_book(book_[Random(hash_seed(seed, which_position)).below(book_.size())], seed, engine);
}

std::vector<Opening> read_book(const GameDriver& driver, const Weights& weights, const std::string& file,
                               std::uint64_t seed) {
  if (ending_of(file) != ".games") return read_openings(driver, file);
  std::vector<Opening> openings = old_positions(driver, weights, {file}, seed);
  if (openings.empty()) throw Error(file, 0, expected_found("games with quiet positions", "none"));
  return openings;
}

}  // namespace hone::play
