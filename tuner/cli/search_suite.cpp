// SPDX-License-Identifier: MIT
#include "tuner/cli/search_suite.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <vector>

#include "data/error.hpp"
#include "data/text_lines.hpp"
#include "tuner/formats/epd.hpp"

namespace hone::cli {

namespace {

bool contains(const std::vector<MoveCode>& moves, MoveCode move) {
  return std::find(moves.begin(), moves.end(), move) != moves.end();
}

std::vector<MoveCode> moves_of(const formats::Epd& epd, std::string_view opcode, const Board& board) {
  std::vector<MoveCode> moves;
  for (const std::string& text : epd.operands(opcode)) {
    const std::optional<MoveCode> move = board.parse_move(text);
    if (!move) throw Error(fmt::format("{}: {}", opcode, expected_found("a legal move", fmt::format("'{}'", text))));
    moves.push_back(*move);
  }
  return moves;
}

Problem parse_problem(std::string_view line, int number, const GameDriver& game) {
  const formats::Epd epd = formats::parse_epd(line, game);
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

namespace {

std::string words_of(play::Fate fate) {
  std::string words = play::to_string(fate);
  std::ranges::replace(words, '_', ' ');
  return words;
}

std::string fates_text(const play::SuiteTally& tally) {
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < play::fates; ++i) {
    if (tally.counts[i] > 0)
      parts.push_back(fmt::format("{} {}", tally.counts[i], words_of(static_cast<play::Fate>(i))));
  }
  return parts.empty() ? "" : fmt::format(": {}", fmt::join(parts, ", "));
}

const char* words_of(play::SuiteEnd end) {
  switch (end) {
    case play::SuiteEnd::full:
      return "as many as wanted";
    case play::SuiteEnd::used_up:
      return "all candidates tried";
    case play::SuiteEnd::exhausted:
      return "nothing new for too long (--patience)";
    case play::SuiteEnd::stopped:
      return "stopped";
  }
  return "";
}

double solving_rate(const SuiteResult& result) {
  return result.seconds > 0 ? static_cast<double>(result.suite.tally.kept()) / result.seconds : 0;
}

}  // namespace

std::string report(const SuiteResult& result) {
  const play::SuiteTally& tally = result.suite.tally;
  return fmt::format(
      "Suite          {} openings in {}\n"
      "Candidates     {}{}\n"
      "Mean |score|   {:.1f}\n"
      "Ended          {}\n"
      "Speed          {:.1f} s, {:.1f} openings/s\n",
      tally.kept(), result.file, tally.tried(), fates_text(tally), tally.mean_score(), words_of(result.suite.end),
      result.seconds, solving_rate(result));
}

nlohmann::ordered_json to_json(const SuiteResult& result, const play::SuiteOptions& options) {
  const play::SuiteTally& tally = result.suite.tally;
  nlohmann::ordered_json json{{"file", result.file},
                              {"about", result.about},
                              {"wanted", options.count},
                              {"openings", tally.kept()},
                              {"complete", result.suite.end != play::SuiteEnd::stopped},
                              {"tried", tally.tried()}};
  for (std::size_t i = 0; i < play::fates; ++i)
    json["fates"][play::to_string(static_cast<play::Fate>(i))] = tally.counts[i];
  json["mean_score"] = tally.mean_score();
  json["seconds"] = result.seconds;
  return json;
}

}  // namespace hone::cli
