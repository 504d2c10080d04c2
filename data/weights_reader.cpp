// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "data/atomic_file.hpp"
#include "data/error.hpp"
#include "data/row_names.hpp"
#include "data/toml_value.hpp"
#include "data/weights.hpp"

namespace hone {
namespace {

struct Document {
  std::string name;
  TomlValue::Table root;

  [[noreturn]] void fail(int line, std::string_view message) const { throw Error(name, line, message); }
  [[noreturn]] void fail(const TomlValue& found, std::string_view wanted) const {
    fail(found.line, expected_found(wanted, describe(found)));
  }
};

Document parse(std::string_view text, std::string_view name) { return {std::string(name), parse_toml(text, name)}; }

// -- Header

const TomlValue& header_entry(const Document& doc, std::string_view key, std::string_view wanted) {
  const TomlValue* value = find(doc.root, key);
  if (value == nullptr) doc.fail(0, expected_found(fmt::format("{} = {}", key, wanted), "no such entry"));
  return *value;
}

std::string header_string(const Document& doc, std::string_view key, std::string_view wanted) {
  const TomlValue& value = header_entry(doc, key, wanted);
  const auto* text = value.as<std::string>();
  if (text == nullptr) doc.fail(value, fmt::format("{} = {}", key, wanted));
  return *text;
}

void check_entry(const Document& doc, std::string_view key, std::string_view wanted) {
  const std::string quoted = fmt::format("\"{}\"", wanted);
  if (header_string(doc, key, quoted) == wanted) return;
  doc.fail(*find(doc.root, key), fmt::format("{} = {}", key, quoted));
}

double read_k(const Document& doc) {
  const TomlValue& value = header_entry(doc, "k", "a positive number");
  const double k = number_of(value).value_or(0.0);
  if (!std::isfinite(k) || k <= 0) doc.fail(value, "k = a positive number");
  return k;
}

// The fingerprint of the schema that the file was written for, if the file tells it. It need not be that of the schema
// it is read for: the same groups in another order have another fingerprint.
std::optional<std::string> read_fingerprint(const Document& doc) {
  if (find(doc.root, "schema") == nullptr) return std::nullopt;
  return header_string(doc, "schema", "a fingerprint");
}

bool missing_is_zero(const Document& doc) {
  if (find(doc.root, "missing") == nullptr) return false;
  check_entry(doc, "missing", "zero");
  return true;
}

std::vector<std::pair<std::string, std::string>> read_provenance(const Document& doc) {
  const TomlValue* value = find(doc.root, "provenance");
  if (value == nullptr) return {};
  const auto* table = value->as<TomlValue::Table>();
  if (table == nullptr) doc.fail(*value, "a table [provenance]");
  std::vector<std::pair<std::string, std::string>> provenance;
  for (const TomlEntry& entry : *table) {
    const auto* text = entry.value.as<std::string>();
    if (text == nullptr) doc.fail(entry.value, "a string");
    provenance.emplace_back(entry.key, *text);
  }
  return provenance;
}

// -- Groups

std::string shape_text(GroupShape shape) {
  switch (shape.kind) {
    case GroupKind::scalar:
      return "a number";
    case GroupKind::list:
      return fmt::format("an array of {} numbers", shape.cols);
    case GroupKind::board:
      return fmt::format("an array of {} arrays of {} numbers", shape.rows, shape.cols);
  }
  return "";
}

// What is read: the values of weights or their standard errors, of a schema.
struct Numbers {
  const Schema& schema;
  std::vector<double>& values;
  std::vector<bool>& passed_over;  // of the groups, those that are taken for missing though the file holds them
  bool are_errors = false;
};

// Reads the numbers of one group at one phase.
class PhaseReader {
 public:
  PhaseReader(const Document& doc, Numbers& numbers, const Group& group, int phase)
      : doc_(doc), numbers_(numbers), group_(group), phase_(phase) {}

  void read(const TomlValue& value) {
    switch (group_.shape.kind) {
      case GroupKind::scalar:
        return set(group_.first, value);
      case GroupKind::list:
        return read_list(group_.first, value);
      case GroupKind::board:
        return read_board(value);
    }
  }

 private:
  // The last row of a board comes first.
  void read_board(const TomlValue& value) {
    int row = group_.shape.rows;
    for (const TomlValue& line : array_of(value, group_.shape.rows)) {
      --row;
      read_list(group_.first + row * group_.shape.cols, line);
    }
  }

  void read_list(int term, const TomlValue& value) {
    for (const TomlValue& element : array_of(value, group_.shape.cols)) set(term++, element);
  }

  const TomlValue::Array& array_of(const TomlValue& value, int size) const {
    const auto* array = value.as<TomlValue::Array>();
    if (array == nullptr || array->size() != static_cast<std::size_t>(size)) misshapen(value);
    return *array;
  }

  void set(int term, const TomlValue& value) {
    const std::optional<double> number = number_of(value);
    if (!number) misshapen(value);
    check(value, *number);
    numbers_.values[static_cast<std::size_t>(term * numbers_.schema.phase_count() + phase_)] = *number;
  }

  // An error may be unknown, and then it is no number.
  void check(const TomlValue& value, double number) const {
    if (numbers_.are_errors) {
      if (number < 0 || std::isinf(number)) doc_.fail(value, "an error: a number from 0, or nan");
    } else if (!(std::abs(number) <= max_weight)) {
      doc_.fail(value, "a number within +-1e6");
    }
  }

  [[noreturn]] void misshapen(const TomlValue& value) const {
    const std::string& phase = numbers_.schema.phases()[static_cast<std::size_t>(phase_)];
    doc_.fail(value, fmt::format("{}.{} = {}", group_.name, phase, shape_text(group_.shape)));
  }

  const Document& doc_;
  Numbers& numbers_;
  const Group& group_;
  int phase_;
};

void read_group(const Document& doc, const Group& group, const TomlEntry& entry, Numbers& numbers) {
  const auto* table = entry.value.as<TomlValue::Table>();
  if (table == nullptr) doc.fail(entry.value, fmt::format("a table [{}]", group.name));
  const std::vector<std::string>& phases = numbers.schema.phases();
  for (const TomlEntry& phase : *table) {
    if (std::find(phases.begin(), phases.end(), phase.key) != phases.end()) continue;
    const std::string wanted = fmt::format("a stage ({})", fmt::join(phases, ", "));
    doc.fail(phase.line, fmt::format("group '{}': {}", group.name, expected_found(wanted, phase.key)));
  }
  for (std::size_t i = 0; i < phases.size(); ++i) {
    const TomlValue* values = find(*table, phases[i]);
    if (values == nullptr) doc.fail(entry.line, fmt::format("group '{}' lacks the stage '{}'", group.name, phases[i]));
    PhaseReader(doc, numbers, group, static_cast<int>(i)).read(*values);
  }
}

// Whether a value has the shape of a group at one phase, whatever its elements are.
bool has_shape(const TomlValue& value, GroupShape shape) {
  if (shape.kind == GroupKind::scalar) return number_of(value).has_value();
  const auto* array = value.as<TomlValue::Array>();
  if (array == nullptr) return false;
  const bool is_board = shape.kind == GroupKind::board;
  if (array->size() != static_cast<std::size_t>(is_board ? shape.rows : shape.cols)) return false;
  const GroupShape element{is_board ? GroupKind::list : GroupKind::scalar, 1, is_board ? shape.cols : 1};
  return std::ranges::all_of(*array, [&](const TomlValue& each) { return has_shape(each, element); });
}

// Whether a value holds nothing but zeros.
bool is_empty(const TomlValue& value) {
  if (const auto* table = value.as<TomlValue::Table>()) {
    return std::ranges::all_of(*table, [](const TomlEntry& entry) { return is_empty(entry.value); });
  }
  if (const auto* array = value.as<TomlValue::Array>()) return std::ranges::all_of(*array, is_empty);
  const std::optional<double> number = number_of(value);
  return number && *number == 0;
}

// A group that a file for another schema holds in another shape may be taken for missing where it holds nothing.
bool counts_as_missing(const Document& doc, const Group& group, const TomlValue& value, const Schema& schema) {
  const auto* phases = value.as<TomlValue::Table>();
  if (phases == nullptr || !is_empty(value)) return false;
  const std::optional<std::string> written_for = read_fingerprint(doc);
  if (!written_for || *written_for == schema.fingerprint()) return false;
  return std::ranges::any_of(*phases, [&](const TomlEntry& phase) { return !has_shape(phase.value, group.shape); });
}

bool leads_to_group(const Schema& schema, const std::string& path) {
  return std::any_of(schema.groups().begin(), schema.groups().end(),
                     [&](const Group& group) { return group.name.starts_with(path + "."); });
}

// Walks the nested tables that dotted names make, and marks the groups that it finds.
void read_groups(const Document& doc, const TomlValue::Table& table, const std::string& prefix, Numbers& numbers,
                 std::vector<bool>& found) {
  for (const TomlEntry& entry : table) {
    if (prefix.empty() && !numbers.are_errors && is_weights_header_word(entry.key)) continue;
    const std::string path = prefix + entry.key;
    const auto* inner = entry.value.as<TomlValue::Table>();
    if (const Group* group = numbers.schema.find(path)) {
      const auto index = static_cast<std::size_t>(group - numbers.schema.groups().data());
      if (!numbers.are_errors && counts_as_missing(doc, *group, entry.value, numbers.schema)) {
        numbers.passed_over[index] = true;
      }
      if (numbers.passed_over[index]) continue;
      read_group(doc, *group, entry, numbers);
      found[index] = true;
    } else if (inner != nullptr && leads_to_group(numbers.schema, path)) {
      read_groups(doc, *inner, path + ".", numbers, found);
    } else {
      doc.fail(entry.line, fmt::format("unknown group '{}'", path));
    }
  }
}

// -- Missing groups

std::vector<std::string> missing_groups(const Schema& schema, const std::vector<bool>& found) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (!found[i]) names.push_back(schema.groups()[i].name);
  }
  return names;
}

std::string schema_hint(const Document& doc, const Schema& schema) {
  const std::optional<std::string> written_for = read_fingerprint(doc);
  if (!written_for) return "";
  if (*written_for == schema.fingerprint()) return "; the file names the present schema, so it may be damaged";
  return fmt::format("; the file is for schema {}, the program has {}", *written_for, schema.fingerprint());
}

std::string missing_warning(const Document& doc, const Schema& schema, const std::vector<std::string>& missing) {
  return fmt::format("{}: {} '{}' {} missing, taken as zero{}", doc.name, missing.size() == 1 ? "group" : "groups",
                     fmt::join(missing, "', '"), missing.size() == 1 ? "is" : "are", schema_hint(doc, schema));
}

[[noreturn]] void fail_for_missing(const Document& doc, const std::string& group) {
  doc.fail(0, fmt::format("group '{}' is missing", group));
}

// -- The whole file

void check_format(const Document& doc) {
  const std::string quoted = fmt::format("\"{}\"", weights_format);
  const std::string format = header_string(doc, "format", quoted);
  if (format == weights_format || format == first_weights_format) return;
  doc.fail(*find(doc.root, "format"), fmt::format("format = {}", quoted));
}

// The schema that the file holds. Its lines are counted from that of the entry.
std::optional<Schema> read_names(const Document& doc) {
  const TomlValue* const value = find(doc.root, "names");
  if (value == nullptr) return std::nullopt;
  const std::string names = header_string(doc, "names", "the schema as in a names file");
  Schema schema;
  try {
    schema = parse_row_names(names, "names");
  } catch (const Error& error) {
    doc.fail(value->line + error.line(), fmt::format("names: {}", error.message()));
  }
  check_entry(doc, "game", schema.game());
  const std::optional<std::string> fingerprint = read_fingerprint(doc);
  if (!fingerprint || *fingerprint == schema.fingerprint()) return schema;
  doc.fail(*find(doc.root, "schema"),
           fmt::format("schema = \"{}\", which is that of the names in the file", schema.fingerprint()));
}

std::vector<double> read_errors(const Document& doc, const Schema& schema, std::vector<bool>& passed_over) {
  const TomlValue* const value = find(doc.root, "errors");
  if (value == nullptr) return {};
  const auto* const table = value->as<TomlValue::Table>();
  if (table == nullptr) doc.fail(*value, "a table [errors.GROUP] for each group");
  std::vector<double> errors(static_cast<std::size_t>(schema.weights()), std::numeric_limits<double>::quiet_NaN());
  std::vector<bool> found(schema.groups().size());
  Numbers numbers{schema, errors, passed_over, true};
  read_groups(doc, *table, "", numbers, found);
  return errors;
}

// Whether a constraint is about weights of the group.
bool names_group(std::string_view line, std::string_view group) {
  const auto continues = [](char c) {
    return ('a' <= c && c <= 'z') || ('0' <= c && c <= '9') || c == '_' || c == '.';
  };
  for (std::size_t at = line.find(group); at != std::string_view::npos; at = line.find(group, at + 1)) {
    const std::string_view after = line.substr(at + group.size());  // of a whole name a stage may follow
    const bool is_begun = at == 0 || !continues(line[at - 1]);
    if (is_begun && (after.empty() || after.front() == '.' || !continues(after.front()))) return true;
  }
  return false;
}

// A schema of the program takes over what the file says of its weights, but for those of groups that were passed over.
void take_constraints(const Document& doc, const std::vector<bool>& passed_over, Schema& schema) {
  const std::optional<Schema> named = read_names(doc);
  if (!named || named->constraints().empty()) return;
  std::vector<std::string> lines = named->constraints();
  for (std::size_t i = 0; i < passed_over.size(); ++i) {
    if (!passed_over[i]) continue;
    std::erase_if(lines, [&](const std::string& line) { return names_group(line, schema.groups()[i].name); });
  }
  try {
    schema.constrain(lines);
  } catch (const Error& error) {
    doc.fail(find(doc.root, "names")->line, fmt::format("names: {}", error.message()));
  }
}

// Returns the names of the groups that the file lacks. A schema that has only grown had some group before, so a file
// that holds none at all is an error, unless it says that it may lack any.
std::vector<std::string> read_into(const Document& doc, Weights& weights) {
  check_format(doc);
  check_entry(doc, "game", weights.schema.game());
  (void)read_fingerprint(doc);

  weights.k = read_k(doc);
  weights.provenance = read_provenance(doc);
  const bool may_lack_groups = missing_is_zero(doc);
  const std::size_t groups = weights.schema.groups().size();
  std::vector<bool> found(groups), passed_over(groups);
  Numbers numbers{weights.schema, weights.values, passed_over};
  read_groups(doc, doc.root, "", numbers, found);
  const std::vector<std::string> missing = missing_groups(weights.schema, found);
  if (missing.size() == groups && groups > 0 && !may_lack_groups) fail_for_missing(doc, missing.front());
  weights.errors = read_errors(doc, weights.schema, passed_over);
  take_constraints(doc, passed_over, weights.schema);
  return missing;
}

Weights read_document(const Document& doc, const Schema& schema, const WeightsWarning& warn) {
  Weights weights = zero_weights(schema);
  const std::vector<std::string> missing = read_into(doc, weights);
  if (missing.empty() || missing_is_zero(doc)) return weights;
  if (!warn) fail_for_missing(doc, missing.front());
  warn(missing_warning(doc, schema, missing));
  return weights;
}

}  // namespace

Weights parse_weights(std::string_view text, std::string_view name, const Schema& schema, const WeightsWarning& warn) {
  return read_document(parse(text, name), schema, warn);
}

Weights parse_weights(std::string_view text, std::string_view name) {
  const Document doc = parse(text, name);
  check_format(doc);
  const std::optional<Schema> schema = read_names(doc);
  if (schema) return read_document(doc, *schema, {});
  doc.fail(0, expected_found("the schema of the weights: names = '''...'''", "no such entry"));
}

Weights read_weights(const std::filesystem::path& file, const Schema& schema, const WeightsWarning& warn) {
  return parse_weights(read_file(file), file.string(), schema, warn);
}

Weights read_weights(const std::filesystem::path& file) { return parse_weights(read_file(file), file.string()); }

std::vector<std::string> read_weights_into(Weights& weights, const std::filesystem::path& file) {
  return read_into(parse(read_file(file), file.string()), weights);
}

std::optional<Schema> read_weights_schema(const std::filesystem::path& file) {
  const Document doc = parse(read_file(file), file.string());
  check_format(doc);
  return read_names(doc);
}

std::string read_weights_game(const std::filesystem::path& file) {
  const Document doc = parse(read_file(file), file.string());
  check_format(doc);
  return header_string(doc, "game", "a name");
}

}  // namespace hone
