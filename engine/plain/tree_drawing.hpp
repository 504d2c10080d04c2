// SPDX-License-Identifier: MIT
//
// A searched tree as text, in the DOT language of Graphviz, and as a self-contained SVG picture. Squares are MAX
// nodes, circles MIN nodes; what was never looked at is dashed and has no value; cut-offs are named where they happen.
#pragma once

#include <string>

#include "engine/plain/tree_record.hpp"

namespace hone {

[[nodiscard]] std::string draw_as_text(const TreeRecord& record);
[[nodiscard]] std::string draw_as_dot(const TreeRecord& record);
[[nodiscard]] std::string draw_as_svg(const TreeRecord& record);

}  // namespace hone
