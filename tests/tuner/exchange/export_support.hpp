// SPDX-License-Identifier: MIT
//
// What the tests of exports share.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "data/weights.hpp"
#include "tuner/exchange/export/export_format.hpp"

namespace hone::exchange {

// A group of each shape and more, with names that languages keep for themselves. Every value is different and none is
// whole, so that a wrong place or a missing rounding shows.
inline Weights shaped_weights(std::vector<std::string> phases) {
  const int steps = phases.size() == 1 ? 1 : 24;
  Weights weights = zero_weights(Schema("toy", std::move(phases), steps,
                                        std::vector<GroupSpec>{{"tempo", scalar(), "ends in a \\"},
                                                               {"match", list(3), "*/ \"quoted\" \\u000a"},
                                                               {"material.pawn", scalar(), ""},
                                                               {"material.knight", scalar(), ""},
                                                               {"mobility.queen_rook", list(5), "squares"},
                                                               {"psqt.pawn", board(3, 4), "pawn on the square"},
                                                               {"psqt.king", board(8, 8), "king"}}));
  for (std::size_t i = 0; i < weights.values.size(); ++i) {
    weights.values[i] = static_cast<double>(i * 37 % 997) - 500 + 0.3;
  }
  return weights;
}

inline std::string exported(const std::string& format, const Weights& weights, const ExportOptions& options = {}) {
  const ExportFormat& chosen = find_export_format(format);
  return write_format(chosen, prepare(weights, options, options.decimals.value_or(chosen.decimals)));
}

// Where a term of a board lies in a file that begins with the last row; a list and a scalar lie as they are.
inline int place_in_file(const Group& group, int term) {
  const int place = term - group.first, cols = group.shape.cols;
  return (group.shape.rows - 1 - place / cols) * cols + place % cols;
}

}  // namespace hone::exchange
