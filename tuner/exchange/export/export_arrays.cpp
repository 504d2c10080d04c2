// SPDX-License-Identifier: MIT
//
// Formats for programs that calculate: CSV and NumPy's arrays. Both list the weights in the same order.
#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <cstdint>

#include "tuner/exchange/export/export_format.hpp"
#include "tuner/exchange/export/export_model.hpp"

namespace hone::exchange {

namespace {

// Rows and columns count from 0, from the first player's side, whatever the order; a scalar has neither, a list no row.
std::string csv_place(const GroupShape& shape, int place) {
  switch (shape.kind) {
    case GroupKind::scalar:
      return ",";
    case GroupKind::list:
      return fmt::format(",{}", place);
    case GroupKind::board:
      break;
  }
  return fmt::format("{},{}", place / shape.cols, place % shape.cols);
}

std::string csv_error(const std::vector<double>& errors, std::size_t weight) {
  return errors.empty() || !std::isfinite(errors[weight]) ? "" : fmt::format("{:.4g}", errors[weight]);
}

void put_little_endian(std::string& bytes, std::uint64_t number, int count) {
  for (int i = 0; i < count; ++i) bytes += static_cast<char>(number >> (8 * i) & 0xff);
}

}  // namespace

std::string export_csv(const PreparedWeights& prepared) {
  const Schema& schema = prepared.weights.schema;
  const auto phases = static_cast<std::size_t>(schema.phase_count());
  std::string text = "group,row,col,stage,value,error\n";
  for (const std::size_t weight : weights_in_order(prepared)) {
    const int term = static_cast<int>(weight / phases);
    const Group& group = schema.group_of(term);
    text += fmt::format("{},{},{},{},{}\n", group.name, csv_place(group.shape, term - group.first),
                        schema.phases()[weight % phases],
                        number_text(prepared.weights.values[weight], prepared.decimals, false),
                        csv_error(prepared.weights.errors, weight));
  }
  return text;
}

// Version 1.0 of the format: https://numpy.org/doc/1.26/reference/generated/numpy.lib.format.html
std::string export_npy(const PreparedWeights& prepared) {
  constexpr std::size_t alignment = 64, prologue = 10;
  const std::vector<std::size_t> weights = weights_in_order(prepared);
  std::string header = fmt::format("{{'descr': '<f8', 'fortran_order': False, 'shape': ({},), }}", weights.size());
  while ((prologue + header.size() + 1) % alignment != 0) header += ' ';
  header += '\n';
  std::string bytes = "\x93NUMPY";
  put_little_endian(bytes, 0x0001, 2);
  put_little_endian(bytes, header.size(), 2);
  bytes += header;
  for (const std::size_t weight : weights) {
    put_little_endian(bytes, std::bit_cast<std::uint64_t>(prepared.weights.values[weight]), 8);
  }
  return bytes;
}

}  // namespace hone::exchange
