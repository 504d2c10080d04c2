// SPDX-License-Identifier: MIT
#include "tuner/formats/game_source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "data/error.hpp"
#include "data/rows.hpp"
#include "tuner/formats/formats.hpp"
#include "tuner/formats/source.hpp"

namespace hone::formats {

namespace {

std::string name_of(std::size_t player, const std::vector<std::string>& players) {
  if (players.empty()) return {};
  if (player < players.size()) return players[player];
  throw Error(
      expected_found(fmt::format("the number of a player below {}", players.size()), fmt::format("{}", player)));
}

float times(float own, double of_source) {
  const auto weight = static_cast<float>(own * of_source);
  if (weight > 0 && weight <= largest_row_weight) return weight;
  throw Error(expected_found("a weight above 0, 1e9 at most", fmt::format("{:g} after that of its source", weight)));
}

std::uint8_t number_of(const std::string& name, const std::vector<std::string>& players) {
  const auto found = std::ranges::find(players, name);
  const auto place = found == players.end() ? std::ssize(players) - 1 : found - players.begin();
  return static_cast<std::uint8_t>(place);
}

}  // namespace

NamedGame with_names(GameRecord record, const std::vector<std::string>& players) {
  const std::size_t first = record.first, second = second_player(record, players.size());
  return {std::move(record), name_of(first, players), name_of(second, players)};
}

GameRecord with_numbers(const NamedGame& game, const std::vector<std::string>& players) {
  GameRecord record = game.record;
  record.first = number_of(game.first, players);
  record.second.reset();
  const std::uint8_t second = number_of(game.second, players);
  if (second_player(record, players.size()) != second) record.second = second;
  return record;
}

Outcome outcome_after(const Board& last, int winner, EndReason reason, std::string_view found) {
  const std::optional<Outcome> outcome = last.outcome();
  if (!outcome) return {winner, winner == 0 && reason == EndReason::resign ? EndReason::draw_adjudication : reason};
  const int on_board = (outcome->utility > 0) - (outcome->utility < 0);
  if (on_board == winner) return *outcome;
  if (on_board == 0) return {winner, EndReason::resign};
  if (found.empty()) found = winner == 0 ? "a draw" : winner > 0 ? "a win of the first player" : "a win of the second";
  throw Error(expected_found("the result of what is on the board", found));
}

std::vector<std::string> GameSource::players(std::size_t) const { return header().players; }

namespace {

// The first games of another source, with weights of its user's.
class PartOfGames : public GameSource {
 public:
  PartOfGames(std::unique_ptr<GameSource> games, const Source& source)
      : games_(std::move(games)), left_(source.limit), weight_(source.share()) {}

  [[nodiscard]] const GameDriver& driver() const override { return games_->driver(); }
  [[nodiscard]] const GameFileHeader& header() const override { return games_->header(); }
  [[nodiscard]] std::vector<std::string> players(std::size_t most) const override { return games_->players(most); }
  [[nodiscard]] std::optional<UnreadGame> next() override {
    if (left_ == 0) return std::nullopt;
    --left_;
    std::optional<UnreadGame> game = games_->next();
    if (!game) return std::nullopt;
    return UnreadGame{[understand = std::move(game->understand), weight = weight_] {
                        std::optional<NamedGame> understood = understand();
                        if (understood) understood->record.weight = times(understood->record.weight, weight);
                        return understood;
                      },
                      game->bytes};
  }

 private:
  std::unique_ptr<GameSource> games_;
  std::uint64_t left_;
  double weight_;
};

}  // namespace

std::unique_ptr<GameSource> open_games(const std::filesystem::path& name, const GameDriver* wanted) {
  const Source source = source_of(name);
  const auto* const format = std::get_if<GameFormat>(&format_of(name).functions);
  if (format == nullptr) {
    throw Error(source.file.string(), 0, fmt::format("expected a file of games, {}", endings_text(Content::games)));
  }
  std::unique_ptr<GameSource> games = format->open(source.file);
  if (wanted != nullptr && &games->driver() != wanted) {
    throw Error(source.file.string(), 0,
                expected_found(fmt::format("games of {}", wanted->name()), games->driver().name()));
  }
  if (source.as != ReadAs())
    throw Error(name.string(), 0, "views and wins are of positions; games say them themselves");
  return source.takes_all() ? std::move(games) : std::make_unique<PartOfGames>(std::move(games), source);
}

std::vector<UnreadGame> next_games(GameSource& source) {
  constexpr std::size_t most_games = 512, most_bytes = std::size_t{1} << 26;
  std::vector<UnreadGame> games;
  std::size_t bytes = 0;
  while (games.size() < most_games && bytes < most_bytes) {
    std::optional<UnreadGame> game = source.next();
    if (!game) break;
    bytes += game->bytes;
    games.push_back(std::move(*game));
  }
  return games;
}

}  // namespace hone::formats
