// SPDX-License-Identifier: MIT
//
// The shipped PeSTO weights against the published tables, and against values that a program of its own computed from
// them. Source: https://www.chessprogramming.org/PeSTO%27s_Evaluation_Function
#include <gtest/gtest.h>

#include <array>
#include <string_view>
#include <vector>

#include "data/weights.hpp"
#include "engine/evaluation.hpp"
#include "games/chess/chess.hpp"

namespace hone {
namespace {

class PestoWeights : public ::testing::Test {
 protected:
  [[nodiscard]] const Group& group(std::string_view name) const { return *schema_.find(name); }
  [[nodiscard]] double value(std::string_view name, int phase) const { return weights_.at(group(name).first, phase); }
  [[nodiscard]] double value(std::string_view name, std::string_view square, int phase) const {
    return weights_.at(group(name).first + (square[1] - '1') * 8 + (square[0] - 'a'), phase);
  }
  [[nodiscard]] double sum(const Group& group, int phase) const {
    double total = 0;
    for (int i = 0; i < static_cast<int>(group.shape.size()); ++i) {
      total += weights_.at(group.first + i, phase);
    }
    return total;
  }
  [[nodiscard]] int evaluate_text(std::string_view fen) const {
    return evaluate<Chess>(Chess::parse_position(fen), WeightTable(weights_));
  }

  const Schema& schema_ = Chess::schema();
  Weights weights_ = read_weights(HONE_DATA_DIR "/weights/chess.pesto.weights", schema_);
};

TEST_F(PestoWeights, HaveThePublishedPieceValues) {
  struct Published {
    std::string_view group;
    double mg;
    double eg;
  };
  for (const Published& piece : {Published{"material.pawn", 82, 94},
                                 {"material.knight", 337, 281},
                                 {"material.bishop", 365, 297},
                                 {"material.rook", 477, 512},
                                 {"material.queen", 1025, 936}}) {
    EXPECT_EQ(value(piece.group, 0), piece.mg) << piece.group;
    EXPECT_EQ(value(piece.group, 1), piece.eg) << piece.group;
  }
}

// The four corners of each table, and the sum over its squares.
TEST_F(PestoWeights, PutTheCornersWhereThePageDoes) {
  struct Published {
    std::string_view group;
    int phase;
    std::array<double, 4> corners;  // a8, h8, a1, h1
    double sum;
  };
  const std::vector<Published> tables{{"psqt.pawn", 0, {0, 0, 0, 0}, 759},
                                      {"psqt.pawn", 1, {0, 0, 0, 0}, 2043},
                                      {"psqt.knight", 0, {-167, -107, -105, -23}, -59},
                                      {"psqt.knight", 1, {-58, -99, -29, -64}, -1018},
                                      {"psqt.bishop", 0, {-29, -8, -33, -21}, 341},
                                      {"psqt.bishop", 1, {-14, -24, -23, -17}, -268},
                                      {"psqt.rook", 0, {32, 43, -19, -26}, 505},
                                      {"psqt.rook", 1, {13, 5, -9, -20}, 52},
                                      {"psqt.queen", 0, {-28, 45, -1, -50}, 146},
                                      {"psqt.queen", 1, {-9, 20, -33, -41}, 565},
                                      {"psqt.king", 0, {-65, 13, -15, 14}, -999},
                                      {"psqt.king", 1, {-74, -17, -53, -43}, 176}};
  for (const Published& table : tables) {
    const std::array<double, 4> corners{value(table.group, "a8", table.phase), value(table.group, "h8", table.phase),
                                        value(table.group, "a1", table.phase), value(table.group, "h1", table.phase)};
    EXPECT_EQ(corners, table.corners) << table.group << table.phase;
    EXPECT_EQ(sum(group(table.group), table.phase), table.sum) << table.group << table.phase;
  }
}

// A pawn on a7 and one on h2, a knight on d7, the king on g1 and on e4: squares that a mirrored table would miss.
TEST_F(PestoWeights, AreSeenFromWhitesSide) {
  EXPECT_EQ(value("psqt.pawn", "a7", 0), 98);
  EXPECT_EQ(value("psqt.pawn", "h2", 0), -22);
  EXPECT_EQ(value("psqt.knight", "d7", 0), 36);
  EXPECT_EQ(value("psqt.king", "g1", 0), 24);
  EXPECT_EQ(value("psqt.king", "e4", 1), 27);
}

TEST_F(PestoWeights, KnowNothingElse) {
  for (const Group& group : schema_.groups()) {
    if (!group.name.starts_with("material.") && !group.name.starts_with("psqt.")) {
      for (int phase = 0; phase < 2; ++phase) {
        for (int i = 0; i < static_cast<int>(group.shape.size()); ++i) {
          EXPECT_EQ(weights_.at(group.first + i, phase), 0) << group.name;
        }
      }
    }
  }
}

// From the published tables by a program of its own: sums for middlegame and endgame, mixed by a game phase of 0 to 24
// (more than 24 counts as 24), seen by the side to move. The initial position and the symmetric one are equal.
TEST_F(PestoWeights, EvaluatePositionsAsThePublishedCodeDoes) {
  struct Position {
    std::string_view fen;
    int score;
  };
  for (const Position& pos : {Position{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 0},
                              {"r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 b - - 0 10", 0},
                              {"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", -32},
                              {"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 56},
                              {"rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 34},
                              {"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 37},
                              {"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 b - - 0 1", -37},
                              {"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", 107}}) {
    EXPECT_EQ(evaluate_text(pos.fen), pos.score) << pos.fen;
  }
}

}  // namespace
}  // namespace hone
