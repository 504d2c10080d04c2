// SPDX-License-Identifier: MIT
//
// EPD lines, with and without labels. The first line of the input is the name of the game, each further line one
// position.
#include <cmath>

#include "data/error.hpp"
#include "tests/fuzz/fuzz.hpp"
#include "tuner/formats/epd.hpp"
#include "tuner/formats/formats.hpp"

using namespace hone;

namespace {

void check_operations(std::string_view line, const GameDriver& driver) {
  formats::Epd epd;
  if (!fuzz::accepts([&] { epd = formats::parse_epd(line, driver); })) return;
  if (!fuzz::accepts([&] { (void)driver.parse(epd.position); })) return;
  const std::string written = formats::to_epd(epd.position, epd.operations);
  formats::Epd again;
  fuzz::require(fuzz::accepts([&] { again = formats::parse_epd(written, driver); }), "EPD is read back: " + written);
  fuzz::require(again.position == epd.position, "a position is read back: " + written);
}

void check_label(std::string_view line, const GameDriver& driver, const formats::LabelParser& parser) {
  formats::LabelledPosition label;
  const auto read = [&] {
    parser.parse(line, label);
    (void)driver.parse(label.position);
  };
  if (!fuzz::accepts(read)) return;
  fuzz::require(label.target >= 0 && label.target <= 1, "a result is a share");
  fuzz::require(!label.score || std::isfinite(*label.score), "a score is a number");
  const auto encoder = formats::epd_encoder(driver, parser.has_weights);
  const std::string written = encoder.encode(label);
  formats::LabelledPosition again;
  parser.parse(std::string_view(written).substr(0, written.size() - 1), again);
  fuzz::require(again.target == label.target && again.score == label.score && again.game == label.game,
                "a label is read back: " + written);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view text = fuzz::text_of(data, size);
  const GameDriver& driver = fuzz::game_named_in(fuzz::take_line(text));
  const formats::LabelParser parser = formats::epd_parser(driver, {});
  while (!text.empty()) {
    const std::string_view line = fuzz::take_line(text);
    check_operations(line, driver);
    check_label(line, driver, parser);
  }
  return 0;
}
