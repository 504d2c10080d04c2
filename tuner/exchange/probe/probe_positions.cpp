// SPDX-License-Identifier: MIT
#include "tuner/exchange/probe/probe_positions.hpp"

#include <algorithm>

#include "data/error.hpp"
#include "tuner/formats/formats.hpp"
#include "tuner/play/uci/uci_words.hpp"

namespace hone::exchange {

namespace {

void take_rows(learn::Sampler& sampler, const RowSet& rows, const GameDriver& driver, ProbePositions& into) {
  for (std::size_t i = 0; i < rows.size(); ++i) into.labels.push_back(rows[i].label);
  for (const std::string& text : sampler.take_positions()) {
    play::UciPosition position(driver, text);
    into.has_chess960 = into.has_chess960 || position.is_chess960();
    into.positions.push_back({position.after({}), driver.parse(text)->side_to_move() == Side::second});
  }
}

}  // namespace

void ProbePositions::keep(const std::vector<std::size_t>& numbers) {
  positions = picked(positions, numbers);
  labels = picked(labels, numbers);
}

std::optional<ProbePositions> probe_positions(const GameDriver& driver, const Weights& judge,
                                              const std::vector<std::string>& files,
                                              const learn::SamplingOptions& sampling, const std::stop_token& stop) {
  learn::SamplingOptions with_positions = sampling;
  with_positions.keep_positions = true;
  learn::Sampler sampler(driver, judge, with_positions);
  ProbePositions result;
  for (const std::string& file : files) {
    if (formats::holds_rows(file)) throw Error(file, 0, expected_found("games or positions", "rows"));
    RowSet rows;
    const bool is_whole =
        formats::holds_games(file) ? sampler.add_games(file, rows, stop) : sampler.add_positions(file, rows, stop);
    if (!is_whole) return std::nullopt;
    take_rows(sampler, rows, driver, result);
  }
  result.summary = sampler.summary();
  result.warnings = sampler.warnings();
  if (result.positions.empty()) throw Error(expected_found("positions to evaluate", "none"));
  return result;
}

std::vector<std::size_t> some_of(std::size_t all, std::size_t wanted) {
  std::vector<std::size_t> numbers;
  for (std::size_t i = 0; i < std::min(all, wanted); ++i) numbers.push_back(all <= wanted ? i : i * all / wanted);
  return numbers;
}

}  // namespace hone::exchange
