// SPDX-License-Identifier: MIT
//
// Games of go in SGF: read as games to learn from, written and read back.
#include "engine/go_games.hpp"
#include "tests/fuzz/notation_laws.hpp"
#include "tuner/formats/game_source.hpp"

using namespace hone;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const fuzz::InputFile file("input.sgf"), written("written.sgf");
  file.write(fuzz::text_of(data, size));
  const GameDriver* driver = nullptr;
  if (!fuzz::accepts([&] { driver = &formats::open_games(file.path())->driver(); })) return 0;
  fuzz::check_notation(*driver, file, written);
  return 0;
}
