// SPDX-License-Identifier: MIT
#include "games/go/go.hpp"

#include <gmock/gmock.h>

#include "data/error.hpp"
#include "engine/board_of.hpp"
#include "engine/game_driver.hpp"
#include "tests/games/plain_go.hpp"
#include "tests/games/refused_texts.hpp"
#include "tests/random_play.hpp"

namespace hone {
namespace {

using testing::PlainGo;
using testing::Random;

Go5::Position on_5(const std::string& text) { return Go5::parse_position(text); }

template <class G>
std::vector<std::string> moves_of(const typename G::Position& pos) {
  MoveList<G> legal;
  G::legal_moves(pos, legal);
  std::vector<std::string> texts;
  for (const auto& move : legal) texts.push_back(G::to_text(pos, move));
  return texts;
}

std::string after(const std::string& position, const std::vector<std::string>& moves) {
  Go5::Position pos = on_5(position);
  for (const std::string& move : moves) Go5::play(pos, Go5::parse_move(pos, move).value());
  return Go5::to_text(pos);
}

std::unique_ptr<Board> played(std::string_view game, const std::string& position,
                              const std::vector<std::string>& moves) {
  auto board = find_driver(game).parse(position);
  for (const std::string& move : moves) board->play(board->parse_move(move).value());
  return board;
}

// -- Against a plain program

template <class G>
std::set<std::string> placements_of(const typename G::Position& pos) {
  std::set<std::string> texts;
  for (const std::string& text : moves_of<G>(pos)) {
    if (text != "pass") texts.insert(text);
  }
  return texts;
}

std::string vertex(PlainGo::Point point) {
  return std::string(1, "ABCDEFGHJ"[point.second]) + std::to_string(point.first + 1);
}

// Random games in which passes are rare, so that they are long and full of captures and kos.
template <class G>
void compare_games(int size, int games, std::uint64_t seed) {
  Random random(seed);
  int captures = 0, kos = 0;
  for (int game = 0; game < games; ++game) {
    PlainGo plain(size);
    auto pos = G::initial();
    for (int ply = 0; ply < 3 * size * size && plain.passes() < 2; ++ply) {
      const char side = ply % 2 == 0 ? 'X' : 'O';
      std::set<std::string> wanted;
      const std::vector<PlainGo::Point> points = plain.placements(side);
      for (const PlainGo::Point& point : points) wanted.insert(vertex(point));
      ASSERT_EQ(placements_of<G>(pos), wanted) << G::to_text(pos);
      const int stones = (pos.black | pos.white).count();
      if (points.empty() || random() % 40 == 0) {
        plain.pass();
        G::play(pos, go::pass);
      } else {
        const PlainGo::Point point = points[random() % points.size()];
        ASSERT_TRUE(plain.put(point, side));
        G::play(pos, *G::parse_move(pos, vertex(point)));
        captures += (pos.black | pos.white).count() <= stones;
      }
      kos += pos.ko != go::no_point;
      ASSERT_TRUE(G::to_text(pos).starts_with(plain.text() + " ")) << G::to_text(pos) << ", not " << plain.text();
      ASSERT_EQ(go::score_halves(pos), 2 * plain.lead() - pos.komi_halves) << G::to_text(pos);
    }
  }
  EXPECT_GT(captures, 100);
  EXPECT_GT(kos, 5);
}

TEST(Go, PlaysLikeAPlainProgram) {
  compare_games<Go<3>>(3, 200, 1);
  compare_games<Go5>(5, 40, 2);
  compare_games<Go<6>>(6, 15, 3);
  compare_games<Go7>(7, 12, 4);
  compare_games<Go9>(9, 6, 5);
}

// -- Rules

TEST(Go, TakesChainsWithoutLiberties) {
  EXPECT_EQ(after("...../...../..XX./.XOO./..XX. X 25 - 0", {"E2"}), "...../...../..XX./.X..X/..XX. O 25 - 0");
}

TEST(Go, ForbidsSuicide) {
  EXPECT_THAT(moves_of<Go5>(on_5("...../...../...../O..../.O... X 25 - 0")), ::testing::Not(::testing::Contains("A1")));
  EXPECT_THAT(moves_of<Go5>(on_5("...../...../...../O..../.O... O 25 - 0")), ::testing::Contains("A1"));
  // two stones that would fill their last liberty
  EXPECT_THAT(moves_of<Go5>(on_5("...../...../O..../XO.../.O... X 25 - 0")), ::testing::Not(::testing::Contains("A1")));
  // what takes something is no suicide
  EXPECT_THAT(moves_of<Go5>(on_5("...../...../X..../OX.../.OX.. X 25 - 0")), ::testing::Contains("A1"));
}

TEST(Go, ForbidsTakingBackInAKoAtOnce) {
  const std::string ko = "...../...../..XO./.XO.O/..XO. X 25 - 0";
  EXPECT_EQ(after(ko, {"D2"}), "...../...../..XO./.X.XO/..XO. O 25 C2 0");
  EXPECT_THAT(moves_of<Go5>(on_5(after(ko, {"D2"}))), ::testing::Not(::testing::Contains("C2")));
  EXPECT_THAT(moves_of<Go5>(on_5(after(ko, {"D2", "A5", "B5"}))), ::testing::Contains("C2"));
  EXPECT_EQ(after(ko, {"D2", "A5", "B5", "C2"}), "OX.../...../..XO./.XO.O/..XO. X 25 D2 0");
}

TEST(Go, TakingTwoStonesIsNoKo) {
  EXPECT_EQ(after("...../...../XX.../OO.X./XXX.. X 25 - 0", {"C2"}), "...../...../XX.../..XX./XXX.. O 25 - 0");
}

TEST(Go, EndsWithTwoPasses) {
  EXPECT_EQ(after("...../...../..X../...../..... O 25 - 0", {"pass"}), "...../...../..X../...../..... X 25 - 1");
  EXPECT_EQ(after("...../...../..X../...../..... O 25 - 0", {"pass", "A1"}), "...../...../..X../...../X.... O 25 - 0");
  const auto over = played("go_5", "...../...../..X../...../..... O 25 - 0", {"pass", "PASS"});
  EXPECT_EQ(over->outcome(), (Outcome{0, EndReason::two_passes}));
  EXPECT_THAT(over->legal_moves(), ::testing::IsEmpty());
  EXPECT_FALSE(over->parse_move("pass"));
  EXPECT_FALSE(over->parse_move("A1"));
}

TEST(Go, CountsArea) {
  struct Case {
    std::string board;
    int utility;  // for the komi in the text
  };
  for (const auto& [board, utility] : {
           Case{"...../...../...../...../..... X 25 - 2", -25},
           Case{"...../...../...../...../..... X 0 - 2", 0},
           Case{".X.O./.X.O./.X.O./.X.O./.X.O. X 0 - 2", 0},  // the middle is nobody's
           Case{".X.O./.X.O./.X.O./.X.OO/.X.O. X 0 - 2", 0},  // filling one's own changes nothing
           Case{".X.O./.X.O./.XXO./.X.O./.X.O. X 0 - 2", 1},
           Case{".X.O./.X.O./.XXO./.X.O./.X.O. X 0.5 - 2", 1},  // half a point wins
           Case{".X.O./.X.O./.XXO./.X.O./.X.O. X 1.5 - 2", -1},
           Case{".X.O./.X.O./.XXO./.X.O./.X.O. X 2.5 - 2", -2},
           Case{".X.O./.X.O./.XXO./.X.O./.X.O. X -2.5 - 2", 4},
           Case{"...../...../..X../...../..... X -25 - 2", 50},
       }) {
    const Go5::Position pos = on_5(board);
    EXPECT_EQ(Go5::outcome(pos, MoveList<Go5>()), (Outcome{utility, EndReason::two_passes})) << board;
  }
}

// -- Superko, which boards know

BoardOf<Go9> played_on_2(const std::vector<std::string>& moves) {
  BoardOf<Go9> board(go::parse_position("../.. X 0 - 0", 2));
  for (const std::string& move : moves) board.play(board.parse_move(move).value());
  return board;
}

// White's two stones in the lower row stood there alone after White's second move, which took two. White could take two
// again, and the lower row would be as it was.
TEST(GoSuperko, ForbidsABoardOfEarlier) {
  const BoardOf<Go9> board = played_on_2({"B2", "A1", "A2", "B1", "A2", "B2", "A2", "B1", "B2"});
  EXPECT_EQ(board.text(), "XX/.O O 0 - 0");
  EXPECT_THAT(moves_of<Go9>(board.position()), ::testing::ElementsAre("A1", "pass"));
  EXPECT_THAT(board.legal_moves(), ::testing::ElementsAre(Go9::encode(go::pass)));
  EXPECT_FALSE(board.parse_move("A1"));
  EXPECT_FALSE(board.is_legal(0));
  EXPECT_TRUE(board.parse_move("pass"));
  // The same board without its past allows it.
  EXPECT_TRUE(find_driver("go_9").parse(Go9::to_text(Go9::initial()))->parse_move("A1"));
  EXPECT_TRUE(BoardOf<Go9>(board.position()).parse_move("A1"));
}

TEST(GoSuperko, LetsBothSidesPass) {
  EXPECT_EQ(played_on_2({"A1", "pass", "pass"}).outcome(), (Outcome{4, EndReason::two_passes}));
}

TEST(GoSuperko, BindsTheSearch) {
  const BoardOf<Go9> board = played_on_2({"B2", "A1", "A2", "B1", "A2", "B2", "A2", "B1", "B2"});
  const GameDriver& driver = find_driver("go_9");
  for (const bool selective : {false, true}) {
    const auto engine = driver.engine(driver.material_weights(), {.hash_bytes = 1 << 16, .selective = selective});
    SearchControl control;
    control.limits.depth = 6;
    control.lines = 3;
    int most_lines = 0;
    control.observer = [&](const SearchResult& result) { most_lines = std::max(most_lines, result.line); };
    EXPECT_EQ(engine->search(board, control).move, Go9::encode(go::pass));
    EXPECT_LE(most_lines, 1);
    control.limits.nodes = 1;  // no time to look at a move
    EXPECT_EQ(engine->search(board, control).move, Go9::encode(go::pass));
  }
  EXPECT_EQ(driver.plain_search(board, 4, Algorithm::alpha_beta, driver.material_weights()).move,
            Go9::encode(go::pass));
}

TEST(GoSuperko, NoGameRepeatsABoard) {
  Random random(11);
  for (int game = 0; game < 40; ++game) {
    BoardOf<Go9> board(go::parse_position("../.. X 0 - 0", 2));
    std::vector<std::string> boards{board.text().substr(0, 5)};
    while (!board.outcome()) {
      const std::vector<MoveCode> legal = board.legal_moves();
      board.play(legal[testing::below(random, legal.size())]);
      const std::string now = board.text().substr(0, 5);
      if (now == boards.back()) continue;  // a pass
      ASSERT_EQ(std::ranges::count(boards, now), 0) << board.text();
      boards.push_back(now);
    }
  }
}

// -- The numbers of legal positions: J. Tromp and G. Farnebaeck, "Combinatorics of Go", 2007, table 1

std::uint64_t legal_positions(int size, go::Points black = {}, go::Points white = {}, int number = 0) {
  const go::Points board = go::board_points(size);
  if (number == size * size) return go::is_legal_board(black, white, board) ? 1 : 0;
  const go::Points point = go::bit(go::point_at(number / size, number % size));
  return legal_positions(size, black, white, number + 1) + legal_positions(size, black | point, white, number + 1) +
         legal_positions(size, black, white | point, number + 1);
}

TEST(Go, HasAsManyLegalPositionsAsTrompCounted) {
  EXPECT_EQ(legal_positions(1), 1U);
  EXPECT_EQ(legal_positions(2), 57U);
  EXPECT_EQ(legal_positions(3), 12'675U);
}

TEST(FullGo, HasAsManyLegalPositionsAsTrompCounted) { EXPECT_EQ(legal_positions(4), 24'318'165U); }

// -- Texts

TEST(GoText, WritesMovesAsVertices) {
  const Go9::Position pos = Go9::initial();
  EXPECT_EQ(Go9::to_text(pos, Go9::decode(0)), "A1");
  EXPECT_EQ(Go9::to_text(pos, Go9::decode(88)), "J9");
  EXPECT_EQ(Go9::to_text(pos, Go9::decode(91)), "pass");
  EXPECT_EQ(Go9::to_text(pos, *Go9::parse_move(pos, "h5")), "H5");
  EXPECT_EQ(Go9::to_text(pos, *Go9::parse_move(pos, "j5")), "J5");
  EXPECT_FALSE(Go9::parse_move(pos, "I5"));  // there is no such letter
  EXPECT_FALSE(Go9::parse_move(pos, "K5"));
  EXPECT_FALSE(Go9::parse_move(pos, "A0"));
  EXPECT_FALSE(Go9::parse_move(pos, "A10"));
  EXPECT_FALSE(Go7::parse_move(Go7::initial(), "H7"));
  EXPECT_FALSE(Go7::parse_move(Go7::initial(), "G8"));
}

TEST(GoText, RefusesWhatIsNoPosition) {
  const std::vector<std::pair<std::string, std::string>> cases{
      {"...../...../...../...../..... X 25 -", "rows, side to move, komi, ko point and passes"},
      {"...../...../...../...../.....  X 25 - 0", "rows, side to move, komi, ko point and passes"},
      {"...../...../...../...... X 25 - 0", "5 rows of 5 points"},
      {"....../..../...../...../..... X 25 - 0", "5 rows of 5 points"},
      {"...../...../..B../...../..... X 25 - 0", "X, O or . on points"},
      {"...../...../...../...../..... B 25 - 0", "X or O to move"},
      {"...../...../...../...../..... X 25.25 - 0", "a komi from -25 to 25"},
      {"...../...../...../...../..... X 25.5 - 0", "a komi from -25 to 25"},
      {"...../...../...../...../..... X 7.0 - 0", "a komi from -25 to 25"},
      {"...../...../...../...../..... X -0 - 0", "a komi from -25 to 25"},
      {"...../...../...../...../..... X +7 - 0", "a komi from -25 to 25"},
      {"...../...../...../...../..... X 07 - 0", "a komi from -25 to 25"},
      {"...../...../...../...../..... X 7 - 3", "0, 1 or 2 passes"},
      {"...../...../...../O..../XO... X 25 - 0", "chains that have a liberty"},
      {"XXXXX/XXXXX/XXXXX/XXXXX/XXXXX X 25 - 0", "chains that have a liberty"},
      {"...../...../..XO./.X.XO/..XO. O 25 c2 0", "a point where a single stone was just taken"},
      {"...../...../..XO./.X.XO/..XO. O 25 A5 0", "a point where a single stone was just taken"},
      {"...../...../..XO./.X.XO/..XO. X 25 C2 0", "a point where a single stone was just taken"},
      {"...../...../..XO./.X.XO/..XO. O 25 C2 1", "a point where a single stone was just taken"},
      {"...../...../..XO./.X.X./..XO. O 25 C2 0", "a point where a single stone was just taken"},
  };
  testing::expect_refusals([](const std::string& text) { return on_5(text); }, cases);
}

TEST(GoText, ReadsKomi) {
  EXPECT_EQ(go::parse_komi("6.5", 9), 13);
  EXPECT_EQ(go::parse_komi("7.0", 9), 14);
  EXPECT_EQ(go::parse_komi("-0.5", 9), -1);
  EXPECT_EQ(go::parse_komi("81", 9), 162);
  for (const char* text : {"", "x", "6.25", "6,5", "81.5", "82", "--7", "1e1", "7.", ".5", "007", " 7", "7 "}) {
    EXPECT_FALSE(go::parse_komi(text, 9)) << text;
  }
}

TEST(GoText, DrawsTheBoard) {
  const BoardPicture picture = Go5::picture(on_5("O..../...../..XO./.X.XO/..XO. O 24.5 C2 0"));
  EXPECT_TRUE(picture.crossings);
  EXPECT_EQ(picture.rows, 5);
  EXPECT_EQ(picture.at(0, 0).letter, 'O');
  EXPECT_EQ(picture.at(0, 0).owner, Side::second);
  EXPECT_EQ(picture.at(2, 2).owner, Side::first);
  EXPECT_EQ(picture.row_names.front(), "5");
  EXPECT_EQ(picture.column_names.back(), "E");
  EXPECT_THAT(picture.notes, ::testing::ElementsAre("komi 24.5", "ko at C2"));
}

// -- Komi

TEST(GoKomi, IsUsualOrAsAskedFor) {
  const GameDriver& go = find_driver("go_9");
  EXPECT_THAT(go.initial()->text(), ::testing::EndsWith(" X 7 - 0"));
  EXPECT_THAT(go.initial_with_komi("-3.5")->text(), ::testing::EndsWith(" X -3.5 - 0"));
  EXPECT_THROW((void)go.initial_with_komi("much"), Error);
  EXPECT_EQ(find_driver("chess").initial_with_komi("7"), nullptr);
}

}  // namespace
}  // namespace hone
