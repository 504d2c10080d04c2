// SPDX-License-Identifier: MIT
//
// Labelled positions in CSV. The first line of the input is the name of the game, the second the header of the file.
#include <cmath>

#include "data/error.hpp"
#include "tests/fuzz/fuzz.hpp"
#include "tuner/formats/dataset.hpp"
#include "tuner/formats/formats.hpp"
#include "tuner/text/csv.hpp"

using namespace hone;

namespace {

void check_cells(std::string_view line) {
  text::CsvCells cells;
  if (!fuzz::accepts([&] { cells = text::split_csv(line); })) return;
  std::string written;
  for (const std::string& cell : cells) written += (&cell == &cells.front() ? "" : ",") + text::csv_cell(cell);
  fuzz::require(text::split_csv(written) == cells, "cells are read back: " + written);
}

void check_label(const formats::LabelledPosition& label, const GameDriver& driver) {
  fuzz::require(label.target >= 0 && label.target <= 1, "a result is a share");
  fuzz::require(!label.score || std::isfinite(*label.score), "a score is a number");
  fuzz::require(std::isfinite(label.weight) && label.weight >= 0, "a weight is a number");
  const auto encoder = formats::csv_encoder(driver, true);
  const std::string line = encoder.encode(label);
  formats::LabelledPosition again;
  formats::csv_parser(driver, encoder.head.substr(0, encoder.head.size() - 1))
      .parse(std::string_view(line).substr(0, line.size() - 1), again);
  fuzz::require(again == label, "a label is read back: " + line);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const fuzz::InputFile file("input.csv");
  std::string_view text = fuzz::text_of(data, size);
  const GameDriver& driver = fuzz::game_named_in(fuzz::take_line(text));
  file.write(text);
  (void)fuzz::accepts([&] {
    formats::read_positions(driver, file.path(), {.skip_bad = true}, [&](formats::DatasetPosition& position) {
      check_label(position.label, driver);
      return true;
    });
  });
  while (!text.empty()) check_cells(fuzz::take_line(text));
  return 0;
}
