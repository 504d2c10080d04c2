// SPDX-License-Identifier: MIT
//
// Games of chess in PGN: read as games to learn from and as openings, written and read back.
#include <memory>

#include "data/error.hpp"
#include "engine/opening.hpp"
#include "tests/fuzz/notation_laws.hpp"
#include "tuner/formats/pgn_records.hpp"

using namespace hone;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const fuzz::InputFile file("input.pgn"), written("written.pgn");
  const GameDriver& driver = find_driver("chess");
  file.write(fuzz::text_of(data, size));
  fuzz::check_notation(driver, file, written);
  std::vector<Opening> openings;
  const auto read = [&] {
    openings = formats::read_pgn_openings(driver, file.path(), 8, formats::FinishedGames::accept);
  };
  if (!fuzz::accepts(read)) return 0;
  for (const Opening& opening : openings) fuzz::require_text_reads_back(driver, *set_up(driver, opening));
  return 0;
}
