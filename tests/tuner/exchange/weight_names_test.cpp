// SPDX-License-Identifier: MIT
#include "tuner/exchange/weight_names.hpp"

#include <gmock/gmock.h>

#include <set>

#include "data/error.hpp"
#include "engine/game_driver.hpp"

namespace hone::exchange {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const Schema& named_schema() {
  static const Schema schema("toy", {"mg", "eg"}, 24,
                             std::vector<GroupSpec>{{"tempo", scalar(), ""},
                                                    {"mobility.queen", list(4), ""},
                                                    {"psqt.knight", board(8, 8), ""},
                                                    {"wide", board(2, 30), ""}});
  return schema;
}

std::size_t weight_at(const std::string& group, int index, int phase) {
  return static_cast<std::size_t>((named_schema().find(group)->first + index) * 2 + phase);
}

TEST(WeightNames, SpellGroupIndexAndStageInEveryCase) {
  const auto f3 = weight_at("psqt.knight", 2 * 8 + 5, 0);
  std::vector<std::string> keys;
  for (const auto& [name, letters] : letter_cases()) keys.push_back(weight_keys(named_schema(), {letters})[f3]);
  EXPECT_THAT(keys, ElementsAre("psqt_knight_f3_mg", "psqtKnightF3Mg", "PsqtKnightF3Mg", "PSQT_KNIGHT_F3_MG",
                                "psqt-knight-f3-mg"));
  EXPECT_EQ(weight_keys(named_schema(), {Case::upper, "S_"})[weight_at("mobility.queen", 3, 1)],
            "S_MOBILITY_QUEEN_3_EG");
  EXPECT_EQ(weight_keys(named_schema(), {Case::camel})[weight_at("wide", 1 * 30 + 12, 1)], "wide1_12Eg");
  EXPECT_EQ(term_key(named_schema(), 0, {Case::pascal}), "Tempo");
  EXPECT_EQ(table_key(named_schema(), named_schema().groups()[2], 1, {}), "psqt_knight_eg");
}

TEST(WeightNames, NameNoStageWhereThereIsOne) {
  const Schema one("toy", {"all"}, 1, std::vector<GroupSpec>{{"tempo", scalar(), ""}});
  EXPECT_EQ(weight_keys(one, {}).front(), "tempo");
}

TEST(WeightNames, AreDifferentForAllTermsOfEveryGame) {
  for (const GameDriver* game : all_drivers()) {
    for (const auto& [name, letters] : letter_cases()) {
      std::set<std::string> keys;
      for (int term = 0; term < game->schema().terms(); ++term) keys.insert(term_key(game->schema(), term, {letters}));
      EXPECT_EQ(keys.size(), static_cast<std::size_t>(game->schema().terms())) << game->name() << ' ' << name;
    }
  }
}

TEST(WeightNames, SayWhichTwoWouldBeTheSame) {
  const Schema schema("toy", {"all"}, 1,
                      std::vector<GroupSpec>{{"king.safety", list(2), ""}, {"king_safety", list(2), ""}});
  try {
    (void)weight_keys(schema, {});
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("king.safety[0]"));
    EXPECT_THAT(error.what(), HasSubstr("king_safety[0]"));
  }
}

TEST(WeightNames, MakeWordsOfOtherProgramsNames) {
  EXPECT_EQ(schema_word("Mobility (Middle Game)"), "mobility_middle_game");
  EXPECT_EQ(schema_word("  pawn__value  "), "pawn_value");
  EXPECT_EQ(schema_word("7th rank"), "option_7th_rank");
  EXPECT_EQ(schema_word("k"), "option_k") << "a word of the header of weights files";
  EXPECT_EQ(schema_word(""), "option");
  EXPECT_EQ(schema_word("2.0", "engine"), "engine_2_0");
}

// What a probe or an import called by the letters of an option goes back to the engine as it came.
TEST(WeightNames, CallOptionsAsTheirEngineDoes) {
  const Schema schema("engine", {"all"}, 1,
                      std::vector<GroupSpec>{{"mobility_endgame", scalar(), "Mobility (Endgame)"},
                                             {"bishop_mobility1", scalar(), "BishopMobility1"},
                                             {"space_2", scalar(), "space!"},
                                             {"tempo", scalar(), "side to move"},
                                             {"list", list(2), "list"},
                                             {"pawn", scalar(), "Pawn"},
                                             {"pawn_2", scalar(), "Pawn"},
                                             {"king_safety", scalar(), "King \"safety\""}});
  const std::vector<std::string> wanted{
      "Mobility (Endgame)", "BishopMobility1", "space!", "tempo", "list_0", "list_1", "pawn", "pawn_2", "king_safety"};
  EXPECT_EQ(option_names(schema, KeyStyle()), wanted);
}

}  // namespace
}  // namespace hone::exchange
