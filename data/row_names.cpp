// SPDX-License-Identifier: MIT
#include "data/row_names.hpp"

#include <fmt/format.h>

#include <limits>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "data/atomic_file.hpp"
#include "data/constraints.hpp"
#include "data/error.hpp"
#include "data/text_lines.hpp"
#include "data/words.hpp"

namespace hone {
namespace {

// A group with its own copies of the texts that GroupSpec points to.
struct NamedGroup {
  std::string name;
  GroupShape shape;
  std::string meaning;
  std::string role;  // as in the file; empty: linear
  int line = 0;
};

int read_size(Words& words, std::string_view of) {
  const std::string_view word = words.next();
  const std::optional<int> size = whole_number<int>(word);
  if (!size || *size < 1) throw Error(expected_found(fmt::format("{}, from 1", of), fmt::format("'{}'", word)));
  return *size;
}

GroupShape read_shape(Words& words) {
  const std::string_view kind = words.next();
  if (kind == "scalar") return scalar();
  if (kind == "list") return list(read_size(words, "the length of the list"));
  if (kind == "board") {
    const int rows = read_size(words, "the number of rows");
    return board(rows, read_size(words, "the number of columns"));
  }
  throw Error(expected_found("a shape: scalar, list N or board ROWS COLUMNS", fmt::format("'{}'", kind)));
}

GroupShape read_order(GroupShape shape, Words& words) {
  const Words before = words;
  const std::string_view word = words.next();
  if (word == "ordered") return ordered(shape);
  if (word == "unordered") return unordered(shape);
  if (shape.kind == GroupKind::board && word == "ordered_rows") return ordered_rows(shape);
  if (shape.kind == GroupKind::board && word == "ordered_columns") return ordered_columns(shape);
  words = before;  // the meaning begins here
  return shape;
}

// The word of a role, where one comes next.
std::string read_role(Words& words) {
  const Words before = words;
  const std::string_view word = words.next();
  if (word.starts_with("role:")) {
    if (parse_role(word)) return std::string(word);
    throw Error(
        expected_found("role:squared:UNIT:STAGE, role:lesser:UNIT:ARM:STAGE, role:scale:STAGE, role:phase or "
                       "role:linear",
                       fmt::format("'{}'", word)));
  }
  words = before;
  return {};
}

std::string_view only_word(Words& words, std::string_view wanted) {
  const std::string_view word = words.next();
  if (!word.empty() && words.rest().empty()) return word;
  const std::string_view found = word.empty() ? "nothing" : "several words";
  throw Error(expected_found(wanted, found));
}

class Names {
 public:
  void read(std::string_view line, int number) {
    Words words(without_comment(line));
    const std::string_view word = words.next();
    if (word.empty()) return;
    if (is_constraint(without_comment(line))) {
      constraints_.push_back({std::string(Words(without_comment(line)).rest()), number});
      return;
    }
    if (word == "game") return set(game_, word, std::string(only_word(words, "a name of the game")));
    if (word == "stages") return set(phases_, word, read_phases(words));
    if (word == "steps") return set(steps_, word, read_steps(words));
    const GroupShape plain = read_shape(words),
                     shape = plain.kind == GroupKind::scalar ? plain : read_order(plain, words);
    std::string role = read_role(words);
    groups_.push_back({std::string(word), shape, std::string(words.rest()), std::move(role), number});
    if (groups_.size() == 1) (void)schema(1);  // reports a fault of the header now, at its own line
  }

  // Called when the groups do not make a schema. Throws Error with the line of the first group that is at fault.
  [[noreturn]] void blame(std::string_view file) const {
    // with `good` groups there is a schema, with `bad` groups there is none
    std::size_t good = 0, bad = groups_.size();
    while (bad - good > 1) {
      const std::size_t groups = (good + bad) / 2;
      (fault_of(groups).empty() ? good : bad) = groups;
    }
    throw Error(file, groups_[bad - 1].line, fault_of(bad));
  }

  [[nodiscard]] int line_of(std::size_t group) const { return groups_[group].line; }

  // Makes the schema of the first `count` groups. Throws Error without a place.
  [[nodiscard]] Schema schema(std::size_t groups) const {
    if (!game_) throw Error(expected_found("game NAME before the groups", "none"));
    if (phases_ && phases_->size() > 1 && !steps_) {
      throw Error(expected_found("steps N before the groups, as there are several stages", "none"));
    }
    std::vector<GroupSpec> specs;
    for (const NamedGroup& group : std::span(groups_).first(groups)) {
      specs.push_back({.name = group.name, .shape = group.shape, .meaning = group.meaning});
      if (!group.role.empty()) specs.back().role = *parse_role(group.role);
    }
    return {*game_, phases_.value_or(std::vector<std::string>{"all"}), steps_.value_or(1), specs};
  }

  // Adds the constraints, which may stand before the groups that they name. Throws Error with the line of the first
  // that does not fit the schema together with those before it.
  void constrain(Schema& schema, std::string_view file) const {
    std::size_t good = 0, bad = constraints_.size() + 1;
    while (bad - good > 1) {
      const std::size_t lines = bad == constraints_.size() + 1 ? constraints_.size() : (good + bad) / 2;
      (constraint_fault(schema, lines).empty() ? good : bad) = lines;
    }
    if (bad <= constraints_.size()) throw Error(file, constraints_[bad - 1].number, constraint_fault(schema, bad));
    schema.constrain(lines_of(constraints_));
  }
  [[nodiscard]] Schema schema() const { return schema(groups_.size()); }
  [[nodiscard]] bool has_groups() const { return !groups_.empty(); }

 private:
  struct Line {
    std::string text;
    int number = 0;
  };

  static std::vector<std::string> lines_of(std::span<const Line> lines) {
    std::vector<std::string> texts;
    for (const Line& line : lines) texts.push_back(line.text);
    return texts;
  }

  [[nodiscard]] std::string constraint_fault(Schema schema, std::size_t lines) const {
    try {
      schema.constrain(lines_of(std::span(constraints_).first(lines)));
      return {};
    } catch (const Error& error) {
      return error.message();
    }
  }

  [[nodiscard]] std::string fault_of(std::size_t groups) const {
    try {
      (void)schema(groups);
      return {};
    } catch (const Error& error) {
      return error.message();
    }
  }

  template <class T>
  void set(std::optional<T>& entry, std::string_view word, T value) {
    if (entry) throw Error(fmt::format("{} is given twice", word));
    if (has_groups()) throw Error(fmt::format("{} comes before the groups", word));
    entry = std::move(value);
  }

  static std::vector<std::string> read_phases(Words& words) {
    std::vector<std::string> phases;
    for (std::string_view word = words.next(); !word.empty(); word = words.next()) phases.emplace_back(word);
    if (phases.empty()) throw Error(expected_found("names of stages", "none"));
    return phases;
  }

  static int read_steps(Words& words) {
    const std::string_view word = only_word(words, "a number of steps");
    if (const auto steps = whole_number<std::uint8_t>(word); steps && *steps > 0) return *steps;
    throw Error(expected_found("a number of steps, 1 to 255", fmt::format("'{}'", word)));
  }

  std::optional<std::string> game_;
  std::optional<std::vector<std::string>> phases_;
  std::optional<int> steps_;
  std::vector<NamedGroup> groups_;
  std::vector<Line> constraints_;
};

std::string shape_text(GroupShape shape) {
  switch (shape.kind) {
    case GroupKind::scalar:
      return "scalar";
    case GroupKind::list:
      return fmt::format("list {}", shape.cols);
    case GroupKind::board:
      return fmt::format("board {} {}", shape.rows, shape.cols);
  }
  return "";
}

std::string_view order_text(GroupShape shape) {
  if (shape.neighbours == usual_neighbours(shape.kind)) return "";
  switch (shape.neighbours) {
    case Neighbours::none:
      return " unordered";
    case Neighbours::in_rows:
      return shape.kind == GroupKind::board ? " ordered_rows" : " ordered";
    case Neighbours::in_columns:
      return " ordered_columns";
    case Neighbours::all:
      return " ordered";
  }
  return "";
}

// A meaning that begins with a word that says how terms are ordered is written after such a word.
std::string_view guard_text(const Group& group) {
  const std::string_view first = Words(group.meaning).next();
  if (group.shape.kind == GroupKind::scalar || !order_text(group.shape).empty()) return "";
  if (first != "ordered" && first != "unordered" && first != "ordered_rows" && first != "ordered_columns") return "";
  return group.shape.kind == GroupKind::board ? " ordered" : " unordered";
}

}  // namespace

Schema parse_row_names(std::string_view text, const std::string& name) {
  Names names;
  int number = 0;
  text = without_byte_order_mark(text);
  while (!text.empty()) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    ++number;
    try {
      names.read(line, number);
    } catch (const Error& error) {
      throw Error(name, number, error.message());
    }
  }
  if (!names.has_groups()) throw Error(name, 0, expected_found("groups", "none"));
  Schema schema;
  try {
    schema = names.schema();
  } catch (const Error&) {
    names.blame(name);
  }
  if (const auto fault = schema.fault_of_units()) throw Error(name, names.line_of(fault->group), fault->what);
  names.constrain(schema, name);
  return schema;
}

Schema read_row_names(const std::filesystem::path& file) { return parse_row_names(read_file(file), file.string()); }

std::string format_row_names(const Schema& schema) {
  std::string text = fmt::format("game {}\nstages {}\n", schema.game(), fmt::join(schema.phases(), " "));
  if (schema.phase_count() > 1) text += fmt::format("steps {}\n", schema.phase_steps());
  for (const Group& group : schema.groups()) {
    text += fmt::format("{} {}{}{}", group.name, shape_text(group.shape), order_text(group.shape), guard_text(group));
    const bool is_role_told = group.role != Role::linear || group.meaning.starts_with("role:");
    if (is_role_told) text += ' ' + to_string(schema.role_of(group));
    text += group.meaning.empty() ? "\n" : fmt::format("  {}\n", group.meaning);
  }
  for (const std::string& line : schema.constraints()) text += line + '\n';
  return text;
}

std::filesystem::path row_names_beside(const std::filesystem::path& row_text) {
  return without_packing(row_text).replace_extension(".names");
}

}  // namespace hone
