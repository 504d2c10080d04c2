// SPDX-License-Identifier: MIT
#include "engine/game_registry.hpp"

#include <gmock/gmock.h>

#include <array>
#include <string>

#include "data/error.hpp"

namespace hone {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::ThrowsMessage;

// Tic-tac-toe under another name: what a registry asks of a driver.
class RenamedDriver final : public GameDriver {
 public:
  explicit RenamedDriver(std::string name) : RenamedDriver(name, name) {}
  RenamedDriver(std::string name, const std::string& name_in_schema)
      : name_(std::move(name)), schema_(name_in_schema, {"all"}, 1, Layout<1>{{{"tempo", scalar(), "side to move"}}}) {}

  [[nodiscard]] std::string_view name() const override { return name_; }
  [[nodiscard]] const Schema& schema() const override { return schema_; }
  [[nodiscard]] Weights material_weights() const override { return zero_weights(schema_); }
  [[nodiscard]] int max_plies() const override { return real_.max_plies(); }
  [[nodiscard]] int max_utility() const override { return real_.max_utility(); }
  [[nodiscard]] const SearchParameters& search_parameters() const override { return real_.search_parameters(); }
  [[nodiscard]] std::unique_ptr<Board> initial() const override { return real_.initial(); }
  [[nodiscard]] std::unique_ptr<Board> parse(std::string_view position) const override { return real_.parse(position); }
  [[nodiscard]] std::unique_ptr<Board> initial_with_komi(std::string_view komi) const override {
    return real_.initial_with_komi(komi);
  }
  [[nodiscard]] std::unique_ptr<Engine> engine(const Weights& weights, const EngineOptions& options) const override {
    return real_.engine(weights, options);
  }
  [[nodiscard]] std::uint64_t perft(const Board& board, Depth depth) const override {
    return real_.perft(board, depth);
  }
  [[nodiscard]] std::vector<Successor> successors(const Board& board) const override { return real_.successors(board); }
  [[nodiscard]] SearchResult plain_search(const Board& board, const PlainOptions& options,
                                          const Weights& weights) const override {
    return real_.plain_search(board, options, weights);
  }
  [[nodiscard]] std::vector<std::string> bench_positions() const override { return real_.bench_positions(); }
  [[nodiscard]] Depth bench_depth() const override { return real_.bench_depth(); }

 private:
  std::string name_;
  Schema schema_;
  const GameDriver& real_ = find_driver("tic_tac_toe");
};

TEST(GameRegistry, HasOwnGamesInFrontInTheirOrder) {
  const RenamedDriver first("first"), second("second");
  GameRegistry games(all_drivers());
  games.add({first});
  games.add({second});
  EXPECT_THAT(games.own(), ElementsAre(&first, &second));
  EXPECT_EQ(games.all().size(), all_drivers().size() + 2);
  EXPECT_EQ(games.all()[0], &first);
  EXPECT_EQ(games.all()[2], all_drivers()[0]);
  EXPECT_EQ(&games.find("second"), &second);
  EXPECT_EQ(&games.find("chess"), &find_driver("chess"));
}

TEST(GameRegistry, KnowsTheWeightsOfOwnGamesOnly) {
  const RenamedDriver first("first"), second("second");
  GameRegistry games(all_drivers());
  games.add({first});
  games.add({second, "a text"});
  EXPECT_EQ(games.own_weights("first"), "");
  EXPECT_EQ(games.own_weights("second"), "a text");
  EXPECT_EQ(games.own_weights("chess"), "");
  EXPECT_EQ(games.own_weights("third"), "");
}

TEST(GameRegistry, RefusesANameThatAnotherGameHas) {
  const RenamedDriver chess("chess"), mine("mine"), mine_again("mine");
  GameRegistry games(all_drivers());
  games.add({mine});
  for (const RenamedDriver* game : {&chess, &mine_again}) {
    EXPECT_THAT([&] { games.add({*game}); },
                ThrowsMessage<Error>(AllOf(HasSubstr(std::string(game->name())), HasSubstr("already"))));
  }
  EXPECT_THAT(games.own(), ElementsAre(&mine));
}

TEST(GameRegistry, RefusesWhatCannotNameAGame) {
  for (const char* name : {"", "My_Game", "my game", "my-game", "a/b", "\x1b[2J"}) {
    const RenamedDriver game(name, "mine");
    GameRegistry games(all_drivers());
    EXPECT_THAT([&] { games.add({game}); }, ThrowsMessage<Error>(HasSubstr("small letters"))) << name;
    EXPECT_THAT(games.own(), IsEmpty());
  }
}

// A copied game whose schema still has the old name would write weights files of the other game.
TEST(GameRegistry, RefusesASchemaOfAnotherGame) {
  const RenamedDriver game("mine", "tic_tac_toe");
  GameRegistry games(all_drivers());
  EXPECT_THAT([&] { games.add({game}); },
              ThrowsMessage<Error>(AllOf(HasSubstr("mine"), HasSubstr("\"tic_tac_toe\""), HasSubstr("Schema"))));
}

TEST(GameRegistry, OfTheProgramTakesNoGameOnceItWasAsked) {
  const RenamedDriver game("mine");
  const std::size_t known = all_drivers().size();
  EXPECT_THAT([&] { add_own_game({game}); }, ThrowsMessage<Error>(HasSubstr("start of main")));
  EXPECT_EQ(all_drivers().size(), known);
  EXPECT_EQ(only_own_driver(), nullptr);
}

}  // namespace
}  // namespace hone
