// SPDX-License-Identifier: MIT
#include "engine/plain/tree_drawing.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>
#include <vector>

namespace hone {
namespace {

// -- Text: a line a node, indented by depth.

void append_text(const TreeRecord& record, std::size_t index, const std::string& indent, std::string& text) {
  const RecordedNode& node = record.nodes()[index];
  text += indent;
  if (!node.move.empty()) text += node.move + "  ";
  if (!node.children.empty()) text += node.max ? "MAX " : "MIN ";
  if (!node.unseen.empty()) text += node.unseen + "  ";
  text += node.is_skipped ? "not looked at" : value_text(node);
  if (node.is_cut) text += "  " + cut_text(node);
  const std::vector<std::string> notes = visit_notes(node);
  if (!notes.empty()) text += fmt::format("  ({})", fmt::join(notes, ", "));
  text += '\n';
  for (const std::size_t child : node.children) append_text(record, child, indent + "  ", text);
}

std::string escape_dot(std::string_view text) {
  std::string safe;
  for (const char c : text) {
    if (c == '"' || c == '\\') safe += '\\';
    safe += c;
  }
  return safe;
}

// -- SVG: leaves side by side, every other node above the middle of its successors.

constexpr double least_column = 58, row = 84, margin = 40, radius = 19, letter = 6.5;

constexpr double label_place = 0.7;  // place of a move's label, as a share of the way from the node to its successor

// Wide enough for the longest move.
double column_of(const TreeRecord& record) {
  std::size_t longest = 0;
  for (const RecordedNode& node : record.nodes()) longest = std::max(longest, node.move.size());
  return std::max(least_column, letter * static_cast<double>(longest + 1) / label_place);
}

struct Spot {
  double x = 0;
  double y = 0;
};

double place(const TreeRecord& record, std::size_t index, int depth, double column, double& next_x,
             std::vector<Spot>& spots) {
  const RecordedNode& node = record.nodes()[index];
  double x = next_x;
  if (node.children.empty()) {
    next_x += column;
  } else {
    double first = 0, last = 0;
    for (const std::size_t child : node.children) {
      last = place(record, child, depth + 1, column, next_x, spots);
      if (child == node.children.front()) first = last;
    }
    x = (first + last) / 2;
  }
  spots[index] = {x, margin + depth * row};
  return x;
}

std::string escape_svg(std::string_view text) {
  std::string safe;
  for (const char c : text) {
    if (c == '<') {
      safe += "&lt;";
    } else if (c == '>') {
      safe += "&gt;";
    } else if (c == '&') {
      safe += "&amp;";
    } else {
      safe += c;
    }
  }
  return safe;
}

// "&#8805;5" instead of ">= 5".
std::string svg_bound(const std::string& text) {
  if (text.starts_with(">= ")) return "&#8805;" + text.substr(3);
  if (text.starts_with("<= ")) return "&#8804;" + text.substr(3);
  return text;
}

std::string svg_text(double x, double y, int size, std::string_view style, const std::string& text) {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" font-size=\"{}\" {}>{}</text>\n", x, y, size, style, text);
}

// The distance in "+3 in 2" is written below the value.
std::string svg_value(const std::string& text, Spot at) {
  const std::size_t in = text.find(" in ");
  const std::string value = svg_bound(text.substr(0, in));
  const int size = text.substr(0, in).size() > 5 ? 11 : 14;
  if (in == std::string::npos) return svg_text(at.x, at.y + 5, size, "", value);
  return svg_text(at.x, at.y + 1, size, "", value) + svg_text(at.x, at.y + 13, 10, "", text.substr(in + 1));
}

// Below a node without successors, otherwise beside it, under the name of a cut-off.
std::string svg_visit_notes(const RecordedNode& node, Spot at) {
  const bool below = node.children.empty();
  double y = below ? at.y + radius + 12 : at.y + 15;
  std::string svg;
  for (const std::string& note : visit_notes(node)) {
    svg += svg_text(below ? at.x : at.x + radius + 4, y, 10, below ? "class=\"visit\"" : "class=\"visit beside\"",
                    escape_svg(note));
    y += 11;
  }
  return svg;
}

std::string svg_node(const RecordedNode& node, Spot at) {
  const std::string dash = node.is_skipped ? " class=\"skipped\"" : node.is_cut ? " class=\"cut\"" : "";
  std::string svg;
  if (node.max) {
    svg = fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{}\" height=\"{}\"{}/>\n", at.x - radius, at.y - radius,
                      2 * radius, 2 * radius, dash);
  } else {
    svg = fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{}\"{}/>\n", at.x, at.y, radius, dash);
  }
  if (!node.is_skipped) svg += svg_value(value_text(node), at);
  if (!node.unseen.empty()) svg += svg_text(at.x, at.y + 5, 12, "fill=\"#888\"", node.unseen);
  if (node.is_cut) {
    svg += svg_text(at.x + radius + 4, at.y - 8, 11, "class=\"note\"", node.max ? "beta" : "alpha");
    svg += svg_text(at.x + radius + 4, at.y + 4, 11, "class=\"note\"", "cut-off");
  }
  return svg + svg_visit_notes(node, at);
}

std::string svg_edge(const RecordedNode& child, Spot from, Spot to) {
  std::string svg = fmt::format("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\"{}/>\n", from.x,
                                from.y + radius, to.x, to.y - radius, child.is_skipped ? " class=\"skipped\"" : "");
  const double x = from.x + label_place * (to.x - from.x),
               y = from.y + radius + label_place * (to.y - from.y - 2 * radius);
  return child.move.empty() ? svg : svg + svg_text(x, y, 11, "class=\"move\"", escape_svg(child.move));
}

}  // namespace

std::string draw_as_text(const TreeRecord& record) {
  std::string text;
  for (const std::size_t root : record.roots()) append_text(record, root, "", text);
  return text;
}

std::string draw_as_dot(const TreeRecord& record) {
  std::string dot = "digraph search {\n  node [fontname=\"Helvetica\"];\n";
  const auto& nodes = record.nodes();
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const RecordedNode& node = nodes[i];
    std::string notes = node.is_cut ? "\\n" + cut_text(node) : "";
    for (const std::string& note : visit_notes(node)) notes += "\\n" + note;
    dot += fmt::format("  n{} [shape={}, label=\"{}{}\"{}];\n", i, node.max ? "box" : "ellipse",
                       escape_dot(node.is_skipped ? node.unseen : value_text(node)), notes,
                       node.is_skipped ? ", style=dashed" : "");
    for (const std::size_t child : node.children) {
      dot += fmt::format("  n{} -> n{} [label=\"{}\"{}];\n", i, child, escape_dot(nodes[child].move),
                         nodes[child].is_skipped ? ", style=dashed" : "");
    }
  }
  return dot + "}\n";
}

std::string draw_as_svg(const TreeRecord& record) {
  const auto& nodes = record.nodes();
  std::vector<Spot> spots(nodes.size());
  double next_x = margin + column_of(record) / 2 - least_column / 2;
  for (const std::size_t root : record.roots()) place(record, root, 0, column_of(record), next_x, spots);
  double bottom = 0;
  for (const Spot& spot : spots) bottom = std::max(bottom, spot.y);
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" viewBox=\"0 0 {0:.0f} {1:.0f}\" "
      "font-family=\"sans-serif\" text-anchor=\"middle\">\n"
      "<style>rect,circle{{fill:#fff;stroke:#222;stroke-width:1.5}}line{{stroke:#222}}"
      ".skipped{{stroke:#999;stroke-dasharray:4 3}}.cut{{stroke:#b00020;stroke-width:2.5}}"
      ".note{{fill:#b00020;text-anchor:start}}.visit{{fill:#1a4f9c}}.beside{{text-anchor:start}}.move{{fill:#555;"
      "stroke:#fff;stroke-width:4;paint-order:stroke}}</"
      "style>\n"
      "<rect width=\"100%\" height=\"100%\" style=\"stroke:none\"/>\n",
      next_x + margin, bottom + margin);
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    for (const std::size_t child : nodes[i].children) svg += svg_edge(nodes[child], spots[i], spots[child]);
  }
  for (std::size_t i = 0; i < nodes.size(); ++i) svg += svg_node(nodes[i], spots[i]);
  return svg + "</svg>\n";
}

}  // namespace hone
