// SPDX-License-Identifier: MIT
#include "tuner/cli/epd_suite.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "data/error.hpp"
#include "data/text_lines.hpp"
#include "tuner/formats/epd.hpp"

namespace hone {
namespace {

bool contains(const std::vector<MoveCode>& moves, MoveCode move) {
  return std::find(moves.begin(), moves.end(), move) != moves.end();
}

std::vector<MoveCode> moves_of(const Epd& epd, std::string_view opcode, const Board& board) {
  std::vector<MoveCode> moves;
  for (const std::string& text : epd.operands(opcode)) {
    const std::optional<MoveCode> move = board.parse_move(text);
    if (!move) throw Error(fmt::format("{}: {}", opcode, expected_found("a legal move", fmt::format("'{}'", text))));
    moves.push_back(*move);
  }
  return moves;
}

Problem parse_problem(std::string_view line, int number, const GameDriver& game) {
  const Epd epd = parse_epd(line, game);
  Problem problem;
  problem.board = game.parse(epd.position);
  problem.best = moves_of(epd, "bm", *problem.board);
  problem.avoid = moves_of(epd, "am", *problem.board);
  if (problem.best.empty() && problem.avoid.empty()) throw Error("expected the operation bm or am, found neither");
  const std::vector<std::string> id = epd.operands("id");
  problem.id = id.empty() ? fmt::format("line {}", number) : id.front();
  return problem;
}

}  // namespace

bool Problem::solved_by(MoveCode move) const {
  return (best.empty() || contains(best, move)) && !contains(avoid, move);
}

std::vector<Problem> read_epd_suite(const std::filesystem::path& file, const GameDriver& game) {
  std::vector<Problem> problems;
  TextLines lines(file);
  while (const auto line = lines.next()) {
    if (line->empty() || line->starts_with('#')) continue;
    try {
      problems.push_back(parse_problem(*line, lines.number(), game));
    } catch (const Error& error) {
      throw Error(lines.name(), lines.number(), error.message());
    }
  }
  if (problems.empty()) throw Error(file.string(), 0, "no positions");
  return problems;
}

}  // namespace hone
