// SPDX-License-Identifier: MIT
#include "data/schema.hpp"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <limits>
#include <set>

#include "data/constraints.hpp"
#include "data/error.hpp"

namespace hone {
namespace {

constexpr int max_terms = std::numeric_limits<std::uint16_t>::max() + 1;  // RowEntry::term
constexpr int max_phases = std::numeric_limits<std::uint8_t>::max();      // PhasePoint::lower
constexpr int max_steps = std::numeric_limits<std::uint8_t>::max();       // PhasePoint::step

void require(bool holds, const std::string& what) {
  if (!holds) throw Error("schema: " + what);
}

bool is_word(std::string_view text) {
  const auto lower = [](char c) { return 'a' <= c && c <= 'z'; };
  const auto inner = [&](char c) { return lower(c) || ('0' <= c && c <= '9') || c == '_'; };
  return !text.empty() && lower(text.front()) && std::all_of(text.begin(), text.end(), inner);
}

void check_word(std::string_view text, std::string_view what) {
  require(is_word(text),
          fmt::format("{} '{}' is not a word of a-z, 0-9 and '_' that begins with a letter", what, text));
}

void check_group_name(std::string_view name) {
  for (std::size_t begin = 0; begin <= name.size();) {
    const std::size_t end = std::min(name.find('.', begin), name.size());
    require(is_word(name.substr(begin, end - begin)),
            fmt::format("group name '{}' is not words of a-z, 0-9 and '_' joined by '.'", name));
    begin = end + 1;
  }
  require(!is_weights_header_word(name.substr(0, name.find('.'))),
          fmt::format("group name '{}' begins with a word of the weights file's header", name));
}

void check_shape(const GroupSpec& group) {
  const auto [kind, rows, cols, neighbours] = group.shape;
  const bool fits = rows >= 1 && cols >= 1 && rows <= max_terms && cols <= max_terms / rows &&
                    (kind == GroupKind::board || (rows == 1 && neighbours <= Neighbours::in_rows)) &&
                    (kind != GroupKind::scalar || (cols == 1 && neighbours == Neighbours::none));
  require(fits, fmt::format("group '{}' has an impossible shape", group.name));
}

void check_meaning(const GroupSpec& group) {
  const auto control = [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; };
  require(std::none_of(group.meaning.begin(), group.meaning.end(), control),
          fmt::format("the meaning of group '{}' is not one line", group.name));
}

// Returns the name that clashes with a new one, or an empty text: names become nested tables in a weights file, where
// "king" and "king.shelter" would share a table.
std::string_view clash(const std::set<std::string_view>& names, std::string_view name) {
  for (std::size_t end = name.find('.'); end != std::string_view::npos; end = name.find('.', end + 1)) {
    if (const auto outer = names.find(name.substr(0, end)); outer != names.end()) return *outer;
  }
  if (names.contains(name)) return name;
  const std::string inner = std::string(name) + '.';
  const auto after = names.lower_bound(inner);
  return after != names.end() && after->starts_with(inner) ? *after : std::string_view();
}

void check_phases(const std::vector<std::string>& phases, int steps) {
  require(!phases.empty() && phases.size() <= max_phases, "the number of stages is not in 1..255");
  require(1 <= steps && steps <= max_steps, "the number of stage steps is not in 1..255");
  require(phases.size() > 1 || steps == 1, "a single stage has one step");
  for (std::size_t i = 0; i < phases.size(); ++i) {
    check_word(phases[i], "stage");
    require(std::find(phases.begin(), phases.begin() + static_cast<std::ptrdiff_t>(i), phases[i]) ==
                phases.begin() + static_cast<std::ptrdiff_t>(i),
            fmt::format("stage '{}' is named twice", phases[i]));
  }
}

}  // namespace

std::string_view to_string(GroupKind kind) {
  switch (kind) {
    case GroupKind::scalar:
      return "scalar";
    case GroupKind::list:
      return "list";
    case GroupKind::board:
      return "board";
  }
  return "";
}

std::string to_string(const GroupRole& role) {
  switch (role.kind) {
    case Role::linear:
      break;
    case Role::squared:
      return fmt::format("role:squared:{}:{}", role.unit, role.stage);
    case Role::lesser:
      return fmt::format("role:lesser:{}:{}:{}", role.unit, role.arm, role.stage);
    case Role::scale:
      return fmt::format("role:scale:{}", role.stage);
    case Role::phase:
      return "role:phase";
  }
  return "role:linear";
}

std::optional<GroupRole> parse_role(std::string_view text) {
  constexpr std::string_view squared_mark = "role:squared:", lesser_mark = "role:lesser:", scale_mark = "role:scale:";
  if (text == "role:linear") return GroupRole{};
  if (text == "role:phase") return phase_shift();
  if (text.starts_with(scale_mark)) return scaling(text.substr(scale_mark.size()));
  const bool is_squared = text.starts_with(squared_mark);
  if (!is_squared && !text.starts_with(lesser_mark)) return std::nullopt;
  const std::string_view names = text.substr(is_squared ? squared_mark.size() : lesser_mark.size());
  const std::size_t first = names.find(':');
  if (first == std::string_view::npos) return std::nullopt;
  const std::string_view unit = names.substr(0, first), rest = names.substr(first + 1);
  if (is_squared) return squared(unit, rest);
  const std::size_t second = rest.find(':');
  if (second == std::string_view::npos) return std::nullopt;
  return lesser(unit, rest.substr(0, second), rest.substr(second + 1));
}

std::vector<std::pair<int, int>> neighbour_pairs(const GroupShape& shape) {
  const auto has = [&](Neighbours way) {
    return (static_cast<unsigned>(shape.neighbours) & static_cast<unsigned>(way)) != 0;
  };
  std::vector<std::pair<int, int>> pairs;
  for (int term = 0; term < shape.size(); ++term) {
    if (has(Neighbours::in_rows) && term % shape.cols + 1 < shape.cols) pairs.emplace_back(term, term + 1);
    if (has(Neighbours::in_columns) && term + shape.cols < shape.size()) pairs.emplace_back(term, term + shape.cols);
  }
  return pairs;
}

bool is_weights_header_word(std::string_view word) {
  constexpr std::array<std::string_view, 8> words{"format", "game",    "schema",     "k",
                                                  "names",  "missing", "provenance", "errors"};
  return std::find(words.begin(), words.end(), word) != words.end();
}

Schema::Schema(std::string_view game, std::vector<std::string> phases, int phase_steps,
               const std::vector<GroupSpec>& groups)
    : game_(game), phases_(std::move(phases)), phase_steps_(phase_steps) {
  check_word(game_, "game");
  check_phases(phases_, phase_steps_);
  std::set<std::string_view> names;
  for (const GroupSpec& spec : groups) {
    check_group_name(spec.name);
    check_shape(spec);
    check_meaning(spec);
    const std::string_view other = clash(names, spec.name);
    if (!other.empty()) throw Error(fmt::format("schema: groups '{}' and '{}' clash", other, spec.name));
    names.insert(spec.name);
    groups_.push_back({std::string(spec.name), spec.shape, std::string(spec.meaning), terms_, spec.parts, spec.square});
    take_role(spec);
    terms_ += spec.shape.size();
    require(terms_ <= max_terms, "more than 65536 terms");
  }
  require(columns() <= max_terms, "more than 32768 terms beside groups that are not linear");
}

void Schema::take_role(const GroupSpec& spec) {
  Group& group = groups_.back();
  group.role = spec.role.kind;
  if (group.role == Role::linear) return;
  is_linear_ = false;
  if (group.role == Role::phase) {
    require(phase_count() > 1 && phase_steps_ > 1,
            fmt::format("group '{}' moves the phase, which takes two stages and two steps or more", group.name));
    return;
  }
  const auto stage = std::find(phases_.begin(), phases_.end(), spec.role.stage);
  require(stage != phases_.end(),
          fmt::format("group '{}' has a role at an unknown stage '{}'", group.name, spec.role.stage));
  group.stage = static_cast<int>(stage - phases_.begin());
  if (group.role == Role::scale) {
    require(scale_stage_ < 0 || scale_stage_ == group.stage, "scale groups are of different stages");
    scale_stage_ = group.stage;
    return;
  }
  take_unit(spec, group);
}

void Schema::take_unit(const GroupSpec& spec, Group& group) {
  check_word(spec.role.unit, "unit");
  const auto found =
      std::find_if(units_.begin(), units_.end(), [&](const SumUnit& known) { return known.name == spec.role.unit; });
  group.unit = static_cast<int>(found - units_.begin());
  if (found == units_.end()) units_.push_back({std::string(spec.role.unit), group.stage, group.role});
  require(units_.size() <= most_units, "more than 4 units of groups that are not linear");
  SumUnit& unit = units_[static_cast<std::size_t>(group.unit)];
  require(unit.stage == group.stage, fmt::format("the groups of unit '{}' are of different stages", unit.name));
  require(unit.role == group.role, fmt::format("the groups of unit '{}' are of different roles", unit.name));
  if (group.role != Role::lesser) return;
  check_word(spec.role.arm, "sum of a unit");
  const auto arm = std::find(unit.arms.begin(), unit.arms.end(), spec.role.arm);
  group.arm = static_cast<int>(arm - unit.arms.begin());
  if (arm == unit.arms.end()) unit.arms.emplace_back(spec.role.arm);
  require(unit.arms.size() <= 2, fmt::format("unit '{}' has more than two sums", unit.name));
}

std::optional<Schema::UnitFault> Schema::fault_of_units() const {
  for (std::size_t i = 0; i < groups_.size(); ++i) {
    if (groups_[i].role != Role::lesser) continue;
    const SumUnit& unit = units_[static_cast<std::size_t>(groups_[i].unit)];
    if (unit.arms.size() == 2) continue;
    return UnitFault{i, fmt::format("unit '{}' has one sum, and the lesser is that of two", unit.name)};
  }
  return std::nullopt;
}

void Schema::require_whole_units() const {
  const auto fault = fault_of_units();
  require(!fault, fault ? fault->what : std::string());
}

GroupRole Schema::role_of(const Group& group) const {
  GroupRole role{group.role, {}, {}, {}};
  if (group.unit >= 0) {
    const SumUnit& unit = units_[static_cast<std::size_t>(group.unit)];
    role.unit = unit.name;
    if (group.role == Role::lesser) role.arm = unit.arms[static_cast<std::size_t>(group.arm)];
  }
  if (group.stage >= 0) role.stage = phases_[static_cast<std::size_t>(group.stage)];
  return role;
}

Schema Schema::linearised() const {
  Schema result = *this;
  result.is_linear_ = true;
  result.units_.clear();
  result.scale_stage_ = -1;
  std::vector<std::string> lines;
  for (Group& group : result.groups_) {
    if (group.stage >= 0) {
      lines.push_back(fmt::format("stage {} {}", phases_[static_cast<std::size_t>(group.stage)], group.name));
    } else if (group.role == Role::phase) {
      for (int phase = 1; phase < phase_count(); ++phase) {
        lines.push_back(fmt::format("tie {0}.{1} = {0}.{2}", group.name, phases_.front(),
                                    phases_[static_cast<std::size_t>(phase)]));
      }
    }
    group.role = Role::linear;
    group.unit = group.stage = -1;
    group.arm = 0;
  }
  result.constrain(lines);
  return result;
}

void Schema::constrain(const std::vector<std::string>& lines) {
  Schema constrained = *this;
  std::set<std::string_view> known(constraints_.begin(), constraints_.end());
  for (const std::string& line : lines) {
    if (known.insert(line).second) constrained.constraints_.push_back(line);
  }
  (void)constraints_of(constrained);
  *this = std::move(constrained);
}

void Schema::keep_shared_constraints(const Schema& other) {
  std::erase_if(constraints_,
                [&](const std::string& line) { return std::ranges::count(other.constraints_, line) == 0; });
}

const Group* Schema::find(std::string_view name) const {
  const auto group = std::find_if(groups_.begin(), groups_.end(), [&](const Group& g) { return g.name == name; });
  return group == groups_.end() ? nullptr : &*group;
}

const Group& Schema::group_of(int term) const {
  assert(0 <= term && term < terms_);
  const auto behind = std::upper_bound(groups_.begin(), groups_.end(), term,
                                       [](int wanted, const Group& group) { return wanted < group.first; });
  return *std::prev(behind);
}

std::string Schema::term_name(int term) const {
  const Group& group = group_of(term);
  const int index = term - group.first;
  switch (group.shape.kind) {
    case GroupKind::scalar:
      return group.name;
    case GroupKind::list:
      return fmt::format("{}[{}]", group.name, index);
    case GroupKind::board:
      return fmt::format("{}[{},{}]", group.name, index / group.shape.cols, index % group.shape.cols);
  }
  return group.name;
}

std::optional<TermSquare> Schema::square_of(int term) const {
  const Group& group = group_of(term);
  if (group.square == nullptr) return std::nullopt;
  const int index = term - group.first;
  return group.square(index / group.shape.cols, index % group.shape.cols);
}

std::string Schema::name_beside_square(int term) const {
  const std::optional<TermSquare> square = square_of(term);
  return square ? term_name(term) + ' ' + square->name : term_name(term);
}

std::string Schema::name_by_square(int term) const {
  const std::optional<TermSquare> square = square_of(term);
  return square ? group_of(term).name + ' ' + square->name : term_name(term);
}

void Schema::take_squares(const Schema& known) {
  for (Group& group : groups_) {
    const Group* const same = known.find(group.name);
    if (same == nullptr || same->shape.kind != group.shape.kind) continue;
    if (same->shape.rows == group.shape.rows && same->shape.cols == group.shape.cols) group.square = same->square;
  }
}

std::string Schema::fingerprint() const {
  std::string text = fmt::format("game {}\nstages {}\nsteps {}\n", game_, fmt::join(phases_, " "), phase_steps_);
  for (const Group& group : groups_) {
    text += fmt::format("{} {} {}x{}", group.name, to_string(group.shape.kind), group.shape.rows, group.shape.cols);
    if (group.role != Role::linear) text += ' ' + to_string(role_of(group));
    text += '\n';
  }
  return fmt::format("{:016x}", XXH3_64bits(text.data(), text.size()));
}

}  // namespace hone
