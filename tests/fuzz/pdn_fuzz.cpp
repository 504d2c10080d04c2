// SPDX-License-Identifier: MIT
//
// Games of checkers in PDN: read as games to learn from and as openings, written and read back.
#include "engine/opening.hpp"
#include "tests/fuzz/notation_laws.hpp"
#include "tuner/formats/pdn.hpp"

using namespace hone;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const fuzz::InputFile file("input.pdn"), written("written.pdn");
  const GameDriver& driver = find_driver("checkers");
  const std::string_view text = fuzz::text_of(data, size);
  file.write(text);
  fuzz::check_notation(driver, file, written);
  std::vector<formats::PdnGame> games;
  if (!fuzz::accepts([&] { games = formats::parse_pdn(text, "input"); })) return 0;
  for (const formats::PdnGame& game : games) fuzz::require_text_reads_back(driver, *set_up(driver, game.play));
  return 0;
}
