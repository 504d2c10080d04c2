// SPDX-License-Identifier: MIT
//
// Sessions of the UCI protocol with hone as the engine. The first line of the input names the game, the others are what
// a GUI says. Commands that may take long by right are left out or made short.
#include <algorithm>
#include <chrono>
#include <sstream>

#include "engine/uci.hpp"
#include "engine/uci_text.hpp"
#include "tests/fuzz/fuzz.hpp"

using namespace hone;

namespace {

void require_bounds(const GoCommand& go) {
  using std::chrono::milliseconds;
  const Limits& limits = go.limits;
  fuzz::require(!limits.depth || (*limits.depth >= 1 && *limits.depth < max_ply), "depths are within bounds");
  fuzz::require(!limits.nodes || *limits.nodes >= 1, "nodes are within bounds");
  fuzz::require(!limits.move_time || *limits.move_time >= milliseconds(0), "times are not negative");
  fuzz::require(!limits.clock || (limits.clock->time >= milliseconds(0) && limits.clock->increment >= milliseconds(0)),
                "clocks are not negative");
  fuzz::require(!go.perft || *go.perft >= 0, "the depth of perft is not negative");
}

bool contains(std::string_view line, std::string_view word) { return line.find(word) != std::string_view::npos; }

// The line as it is said to the engine; empty for one that is left out.
std::string said(std::string_view line) {
  const auto words = split_words(line);
  if (words.empty()) return {};
  if (words.front() == "setoption" && !contains(line, "hess960")) return {};  // large tables, files
  if (words.front() != "go") return std::string(line);
  require_bounds(parse_go(line, Side::first));
  require_bounds(parse_go(line, Side::second));
  return "go nodes 30";
}

void require_answers(const std::string& said, const std::string& answer) {
  const auto starts = [](std::string_view text, std::string_view word) {
    std::istringstream lines{std::string(text)};
    std::ptrdiff_t count = 0;
    for (std::string line; std::getline(lines, line);) {
      const auto words = split_words(line);
      if (!words.empty() && words.front() == word) ++count;
    }
    return count;
  };
  fuzz::require(starts(answer, "bestmove") == starts(said, "go"), "each go is answered by a move");
  fuzz::require(starts(answer, "readyok") == starts(said, "isready"), "each isready is answered");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view text = fuzz::text_of(data, size);
  const GameDriver& driver = fuzz::game_named_in(fuzz::take_line(text));
  std::string lines;
  for (int count = 0; count < 20 && !text.empty(); ++count) {
    const std::string line = said(fuzz::take_line(text));
    if (line.starts_with("quit")) break;
    lines += line + '\n';
  }
  std::istringstream in(lines);
  std::ostringstream out;
  run_uci(driver, {.weights = "material", .hash_megabytes = 1}, {}, &in, out);
  require_answers(lines, out.str());
  return 0;
}
