// SPDX-License-Identifier: MIT
//
// Draws a searched tree as text, in the DOT language of Graphviz, or as a self-contained SVG picture. Squares are MAX
// nodes and circles are MIN nodes. A node that was not visited is dashed and has no value. Cut-offs are named where
// they happen.
#pragma once

#include <string>

#include "engine/plain/tree_record.hpp"

namespace hone {

[[nodiscard]] std::string draw_as_text(const TreeRecord& record);
[[nodiscard]] std::string draw_as_dot(const TreeRecord& record);
[[nodiscard]] std::string draw_as_svg(const TreeRecord& record);

}  // namespace hone
