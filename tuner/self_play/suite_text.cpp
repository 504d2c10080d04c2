// SPDX-License-Identifier: MIT
#include "tuner/self_play/suite_text.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "tuner/formats/epd.hpp"

namespace hone {
namespace {

std::string line_of(const SuiteOpening& opening) {
  return fmt::format("{} ce {}; acd {}; acn {};", to_epd(opening.position, {}), opening.score, opening.depth,
                     opening.nodes);
}

std::string quotable(std::string_view text) {
  std::string result(text);
  std::ranges::replace_if(
      result, [](char c) { return static_cast<unsigned char>(c) < ' ' || c == '"'; }, '_');
  return result;
}

}  // namespace

std::string suite_text(const GameDriver& driver, const Suite& suite, std::string_view about) {
  std::string text;
  if (!is_fen(driver)) text += fmt::format("# {}\n", quotable(about));
  for (const SuiteOpening& opening : suite.openings) {
    text += line_of(opening);
    if (is_fen(driver) && &opening == suite.openings.data()) text += fmt::format(" c0 \"{}\";", quotable(about));
    text += '\n';
  }
  return text;
}

}  // namespace hone
