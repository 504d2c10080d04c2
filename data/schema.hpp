// SPDX-License-Identifier: MIT
//
// The schema says what the weights of a game are: named groups of terms, each with a shape, and the phases between
// which every weight is interpolated. Weights files, reports, fits and exports are driven by it and need to know
// nothing else about the game.
//
// Most groups are linear. A group may have another role in the score (data/second_order.hpp): its terms are then
// counted for each player alone, and enter a square, a factor or the phase.
//
//   term    one feature of the position: it has an index 0 .. terms()-1 and a count in each position
//   weight  one term at one phase: weight index = term * phases + phase
//   score   sum over terms of count x weight, interpolated between the two phases around the position
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "data/term_parts.hpp"
#include "data/term_square.hpp"

namespace hone {

// The shape of a group decides how it is written in weights files; a board is printed with its last row on top, as the
// first player sees it.
enum class GroupKind : std::uint8_t { scalar, list, board };

// Which terms of a group mean nearly the same as the ones next to them, so that their weights are expected to be close:
// a list by number of squares reached is ordered, a list by kind of piece is not. It does not enter the fingerprint,
// because it changes no score.
enum class Neighbours : std::uint8_t {
  none = 0,
  in_rows = 1,     // side by side in a row, or in a list
  in_columns = 2,  // one above the other
  all = 3,
};

struct GroupShape {
  GroupKind kind = GroupKind::scalar;
  int rows = 1;
  int cols = 1;
  Neighbours neighbours = Neighbours::none;

  [[nodiscard]] constexpr int size() const { return rows * cols; }
  friend constexpr bool operator==(const GroupShape&, const GroupShape&) = default;
};

// What the neighbours of a group of this kind are unless its line says otherwise: all on a board, none in a list.
[[nodiscard]] constexpr Neighbours usual_neighbours(GroupKind kind) {
  return kind == GroupKind::board ? Neighbours::all : Neighbours::none;
}

// The pairs of neighbours, as numbers of terms within the group, the smaller number first.
[[nodiscard]] std::vector<std::pair<int, int>> neighbour_pairs(const GroupShape& shape);

// "scalar", "list", "board": as the fingerprint and the JSON export name them.
[[nodiscard]] std::string_view to_string(GroupKind kind);

[[nodiscard]] constexpr GroupShape scalar() { return {GroupKind::scalar, 1, 1, Neighbours::none}; }
[[nodiscard]] constexpr GroupShape list(int size) { return {GroupKind::list, 1, size, Neighbours::none}; }
[[nodiscard]] constexpr GroupShape board(int rows, int cols) {
  return {GroupKind::board, rows, cols, usual_neighbours(GroupKind::board)};
}
[[nodiscard]] constexpr GroupShape ordered(GroupShape shape) {
  shape.neighbours = shape.kind == GroupKind::board ? Neighbours::all : Neighbours::in_rows;
  return shape;
}
[[nodiscard]] constexpr GroupShape unordered(GroupShape shape) {
  shape.neighbours = Neighbours::none;
  return shape;
}
// A board of which only the terms of one row, or of one column, are alike.
[[nodiscard]] constexpr GroupShape ordered_rows(GroupShape shape) {
  shape.neighbours = Neighbours::in_rows;
  return shape;
}
[[nodiscard]] constexpr GroupShape ordered_columns(GroupShape shape) {
  shape.neighbours = Neighbours::in_columns;
  return shape;
}

// What a group does in the score; data/second_order.hpp has the formula. Do not renumber.
enum class Role : std::uint8_t {
  linear = 0,   // count x weight is added
  squared = 1,  // count x weight goes into the sum of a unit, which is squared
  scale = 2,    // count x weight is added to the percent that a stage counts with
  phase = 3,    // count x weight, in hundredths of a step, moves the position between its stages
  lesser = 4,   // count x weight goes into one of the two sums of a unit, of which the lesser counts
};

// A role as a constant of a game's list. Weights of all roles but the linear one have a single value: that of the
// stage, or, of phase terms, which have no stage, the same at all stages.
struct GroupRole {
  Role kind = Role::linear;
  std::string_view unit = {};   // of squared and lesser: the unit that the group belongs to
  std::string_view stage = {};  // of all but linear and phase: the stage whose sum it changes
  std::string_view arm = {};    // of lesser: which of the two sums

  friend constexpr bool operator==(const GroupRole&, const GroupRole&) = default;
};
[[nodiscard]] constexpr GroupRole squared(std::string_view unit, std::string_view stage) {
  return {Role::squared, unit, stage};
}
[[nodiscard]] constexpr GroupRole lesser(std::string_view unit, std::string_view arm, std::string_view stage) {
  return {Role::lesser, unit, stage, arm};
}
// Whether groups of this role belong to units, which are counted for each player alone.
[[nodiscard]] constexpr bool has_unit(Role role) { return role == Role::squared || role == Role::lesser; }
[[nodiscard]] constexpr GroupRole scaling(std::string_view stage) { return {Role::scale, {}, stage}; }
[[nodiscard]] constexpr GroupRole phase_shift() { return {Role::phase, {}, {}}; }

// "role:squared:UNIT:STAGE", "role:lesser:UNIT:ARM:STAGE", "role:scale:STAGE", "role:phase", "role:linear": as in names
// files and fingerprints.
[[nodiscard]] std::string to_string(const GroupRole& role);
// Reads it back, with views into the text; nothing when the text is none.
[[nodiscard]] std::optional<GroupRole> parse_role(std::string_view text);

// One line of a game's list of features. `meaning` is a short phrase that says what is counted and what the index of a
// list runs over. `parts` tells what the terms are made of; it takes a moment and is called by fits alone. `square`
// tells which squares the terms are about. None of these enters the fingerprint; `role` does unless it is linear.
using PartsFunction = TermParts (*)();
struct GroupSpec {
  std::string_view name;  // lower case, words by '_', parts by '.': "psqt.knight"
  GroupShape shape;
  std::string_view meaning;
  PartsFunction parts = nullptr;    // null: the terms are not made of anything
  SquareFunction square = nullptr;  // null: the terms are not about squares
  GroupRole role = {};
};

// The place of a position between two neighbouring phases: weight = (w[lower] * (steps - step) + w[lower + 1] * step) /
// steps, with steps from the schema. With a single phase both are 0.
struct PhasePoint {
  std::uint8_t lower = 0;
  std::uint8_t step = 0;

  friend constexpr bool operator==(const PhasePoint&, const PhasePoint&) = default;
  friend constexpr auto operator<=>(const PhasePoint&, const PhasePoint&) = default;
};

// The list of groups as a compile-time constant. A game asks it for the first term of a group by name, and a misspelt
// name does not compile.
template <std::size_t N>
class Layout {
 public:
  consteval explicit Layout(const GroupSpec (&groups)[N]) {
    for (std::size_t i = 0; i < N; ++i) groups_[i] = groups[i];
  }

  [[nodiscard]] consteval int offset(std::string_view name) const {
    int first = 0;
    for (const GroupSpec& group : groups_) {
      if (group.name == name) return first;
      first += group.shape.size();
    }
    throw "no such group";  // reached only at compile time
  }
  // The group's place in the list, and in Schema::groups().
  [[nodiscard]] consteval int index(std::string_view name) const {
    for (std::size_t i = 0; i < N; ++i) {
      if (groups_[i].name == name) return static_cast<int>(i);
    }
    throw "no such group";  // reached only at compile time
  }
  // The number of a unit, and of Schema::units().
  [[nodiscard]] consteval int unit(std::string_view name) const {
    int number = 0;
    for (std::size_t i = 0; i < N; ++i) {
      if (!has_unit(groups_[i].role.kind)) continue;
      bool is_first = true;
      for (std::size_t j = 0; j < i; ++j) is_first = is_first && groups_[j].role.unit != groups_[i].role.unit;
      if (groups_[i].role.unit == name) return number;
      if (is_first) ++number;
    }
    throw "no such unit";  // reached only at compile time
  }
  // The number of an arm of a unit of which the lesser counts: 0 for the one that the list names first, else 1.
  [[nodiscard]] consteval int arm(std::string_view unit, std::string_view name) const {
    std::string_view first;
    for (const GroupSpec& group : groups_) {
      if (group.role.kind != Role::lesser || group.role.unit != unit) continue;
      if (first.empty()) first = group.role.arm;
      if (group.role.arm == name) return name == first ? 0 : 1;
    }
    throw "no such arm";  // reached only at compile time
  }
  [[nodiscard]] constexpr int terms() const {
    int sum = 0;
    for (const GroupSpec& group : groups_) sum += group.shape.size();
    return sum;
  }
  [[nodiscard]] constexpr const std::array<GroupSpec, N>& groups() const { return groups_; }

 private:
  std::array<GroupSpec, N> groups_;
};

// Returns whether the word is an entry of a weights file's header ("game", "k", ...). No group's name may begin with
// such a word.
[[nodiscard]] bool is_weights_header_word(std::string_view word);

struct Group {
  std::string name;
  GroupShape shape;
  std::string meaning;
  int first = 0;                    // index of the first term
  PartsFunction parts = nullptr;    // see GroupSpec
  SquareFunction square = nullptr;  // likewise
  Role role = Role::linear;
  int unit = -1;   // of squared and lesser: the number of its unit, see Schema::units()
  int stage = -1;  // of all but linear and phase
  int arm = 0;     // of lesser: the number of its sum in the unit

  // Whatever the parts and squares: files that hold a schema do not hold them.
  friend bool operator==(const Group& a, const Group& b) {
    return a.name == b.name && a.shape == b.shape && a.meaning == b.meaning && a.first == b.first && a.role == b.role &&
           a.unit == b.unit && a.stage == b.stage && a.arm == b.arm;
  }
};

// Sums of count x weight of each player, of which the square, or the lesser of two, is added to a stage.
struct SumUnit {
  std::string name;
  int stage = 0;
  Role role = Role::squared;           // of its groups
  std::vector<std::string> arms = {};  // of lesser: the names of both sums, in the order of the groups

  friend bool operator==(const SumUnit&, const SumUnit&) = default;
};
inline constexpr std::size_t most_units = 4;

class Schema {
 public:
  Schema() = default;  // belongs to no game and has no groups

  // `phase_steps` is the denominator of PhasePoint::step; it is 1 with a single phase. Throws Error when a name is used
  // twice, is not of the form described at GroupSpec, or is the beginning of another ("king", "king.shelter": they
  // would share a table of a weights file); when a shape or a role is impossible; and when there are more than 65536
  // terms (32768 beside groups that are not linear), 255 phases or 255 steps.
  template <std::size_t N>
  Schema(std::string_view game, std::vector<std::string> phases, int phase_steps, const Layout<N>& layout)
      : Schema(game, std::move(phases), phase_steps,
               std::vector<GroupSpec>(layout.groups().begin(), layout.groups().end())) {
    require_whole_units();
  }
  // The same of a list that may be only begun: units may lack a sum (fault_of_units).
  Schema(std::string_view game, std::vector<std::string> phases, int phase_steps, const std::vector<GroupSpec>& groups);

  [[nodiscard]] const std::string& game() const { return game_; }
  [[nodiscard]] const std::vector<std::string>& phases() const { return phases_; }
  [[nodiscard]] int phase_count() const { return static_cast<int>(phases_.size()); }
  [[nodiscard]] int phase_steps() const { return phase_steps_; }
  [[nodiscard]] const std::vector<Group>& groups() const { return groups_; }
  [[nodiscard]] int terms() const { return terms_; }
  [[nodiscard]] int weights() const { return terms_ * phase_count(); }

  // Whether the score is linear in all weights.
  [[nodiscard]] bool is_linear() const { return is_linear_; }
  // Rows of a schema that is not linear count the terms of units for each player: the first player's
  // count stands in the column of the term, the second player's in column terms() + term.
  [[nodiscard]] int columns() const { return is_linear_ ? terms_ : 2 * terms_; }
  [[nodiscard]] const std::vector<SumUnit>& units() const { return units_; }
  // The first group whose unit has one sum where the lesser of two counts, and what is wrong; nothing when there is
  // none.
  struct UnitFault {
    std::size_t group = 0;
    std::string what;
  };
  [[nodiscard]] std::optional<UnitFault> fault_of_units() const;
  [[nodiscard]] int scale_stage() const { return scale_stage_; }  // that scale groups change; -1: there are none
  [[nodiscard]] GroupRole role_of(const Group& group) const;
  // The same groups, all of them linear: of rows at a tangent (data/second_order.hpp). Weights that have a single value
  // in this schema are held to that by constraints.
  [[nodiscard]] Schema linearised() const;

  [[nodiscard]] const Group* find(std::string_view name) const;  // nullptr when there is none
  [[nodiscard]] const Group& group_of(int term) const;
  [[nodiscard]] std::string term_name(int term) const;  // "tempo", "mobility.knight[3]", "psqt.knight[2,5]"

  // The square that a term is about, or nothing.
  [[nodiscard]] std::optional<TermSquare> square_of(int term) const;
  // The name with the square beside the index, "psqt.knight[2,5] f3", and with the square instead, "psqt.knight f3".
  // Where the term is about no square, both are the name.
  [[nodiscard]] std::string name_beside_square(int term) const;
  [[nodiscard]] std::string name_by_square(int term) const;
  // Takes over which squares the groups of the same name and shape are about, for a schema that was read from a file.
  void take_squares(const Schema& known);

  // Returns 16 hexadecimal digits: XXH3-64 of game, phases, steps, and the names, shapes and roles of the groups
  // in order.
  [[nodiscard]] std::string fingerprint() const;

  // Lines that say what is known of the weights before a fit (data/constraints.hpp). They change no score: they are in
  // neither the fingerprint nor the comparison.
  [[nodiscard]] const std::vector<std::string>& constraints() const { return constraints_; }
  // Adds lines that are not there yet. Throws Error for a line that does not fit the schema.
  void constrain(const std::vector<std::string>& lines);
  // Keeps the lines that the other schema has as well.
  void keep_shared_constraints(const Schema& other);

  friend bool operator==(const Schema& a, const Schema& b) {
    return a.game_ == b.game_ && a.phases_ == b.phases_ && a.phase_steps_ == b.phase_steps_ && a.groups_ == b.groups_;
  }

 private:
  void take_role(const GroupSpec& spec);
  void take_unit(const GroupSpec& spec, Group& group);
  void require_whole_units() const;  // throws Error

  std::string game_;
  std::vector<std::string> phases_;
  int phase_steps_ = 1;
  std::vector<Group> groups_;
  int terms_ = 0;
  bool is_linear_ = true;
  std::vector<SumUnit> units_;
  int scale_stage_ = -1;
  std::vector<std::string> constraints_;
};

}  // namespace hone
