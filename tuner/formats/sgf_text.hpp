// SPDX-License-Identifier: MIT
//
// The text of SGF (Smart Game Format, FF[4]; Arno Hollosi, 1997): collections of game trees, not yet understood. A tree
// is a sequence of nodes with variations after it, a node properties, a property a name with values in brackets:
//
//     (;FF[4]GM[1]SZ[9]KM[7]AB[gc][cg];W[ee]C[in the centre](;B[eg])(;B[ge]))
//
// Of each tree the main line is read: the first variation of all. The small letters in the names of older formats are
// left out (Black[dd] is B[dd]).
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "data/text_lines.hpp"

namespace hone::formats {

// Bounds far beyond real games, so that no file takes more memory than a few megabytes a game.
struct SgfBounds {
  static constexpr std::size_t value = std::size_t{1} << 16;  // bytes of a value
  static constexpr std::size_t game = std::size_t{1} << 22;   // bytes of all that is kept of a game
  static constexpr std::size_t nodes = 65'535;                // of the main line
  static constexpr int variations = 10'000;                   // within one another
};

struct SgfProperty {
  std::string name;
  std::vector<std::string> values;  // without escapes; line ends are LF
};

struct SgfNode {
  int line = 0;
  std::vector<SgfProperty> properties;

  [[nodiscard]] const SgfProperty* find(std::string_view name) const;   // nullptr when there is none
  [[nodiscard]] const std::string* value(std::string_view name) const;  // the first one
};

struct SgfGame {
  int line = 0;                // where it begins, from 1
  std::vector<SgfNode> nodes;  // of the main line; the first is the root
  std::string fault;           // what is wrong with its text, or nothing
  int fault_line = 0;
  std::size_t bytes = 0;  // of memory that the nodes take, roughly

  // Of the root.
  [[nodiscard]] const std::string* value(std::string_view name) const {
    return nodes.empty() ? nullptr : nodes.front().value(name);
  }
};

// Whether a line begins a game tree by its root: "(;FF[4]" or another of the properties that stand in a root alone.
[[nodiscard]] bool begins_sgf(std::string_view line);

// Reads one game tree at a time; text between trees is passed over. A fault of the text ends its tree; reading goes on
// with the next line that begins a tree by its root. Such a line within a tree is a fault of that tree, because the
// next one would be lost.
class SgfGames {
 public:
  explicit SgfGames(const std::filesystem::path& file) : lines_(file) {}
  SgfGames(const SgfGames&) = delete;  // rest_ is a part of lines_
  SgfGames& operator=(const SgfGames&) = delete;

  [[nodiscard]] const std::string& name() const { return lines_.name(); }
  [[nodiscard]] std::optional<SgfGame> next();

 private:
  enum class Part { outside, nodes, value };

  bool next_line();
  void read_line();
  void find_tree();
  void read_sign();
  void take_name();
  void begin_variation();
  void end_variation();
  void begin_node();
  void read_value();
  void end_value();
  void count(std::size_t bytes);
  void fail(int line, std::string message);

  TextLines lines_;
  std::string_view rest_;  // of the present line
  bool has_line_ = false;  // which is not read to its end
  bool skips_ = false;     // up to the next line that begins a tree by its root
  Part part_ = Part::outside;
  SgfGame game_;
  int depth_ = 0;           // parentheses that are open
  bool has_ended_ = false;  // the main line has, and other variations follow
  bool is_over_ = false;    // the tree is read, or at fault
  std::string property_;    // the last name in the node; empty: a name has to come before a value
  std::string value_;       // as far as it is read
  int value_line_ = 0;
  bool is_escaped_ = false;  // the character before was a backslash
};

}  // namespace hone::formats
