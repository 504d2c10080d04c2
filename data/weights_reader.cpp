// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "data/atomic_file.hpp"
#include "data/error.hpp"
#include "data/weights.hpp"

namespace hone {
namespace {

constexpr std::string_view format_name = "hone weights 1";
constexpr double max_weight = 1e6;

// -- The parsed file, and errors at its lines

struct Document {
  std::string name;
  toml::table root;
};

[[noreturn]] void fail(const Document& doc, const toml::source_region& place, std::string_view message) {
  throw Error(doc.name, static_cast<int>(place.begin.line), message);
}

Document parse(std::string_view text, std::string_view name) {
  try {
    return {std::string(name), toml::parse(text)};
  } catch (const toml::parse_error& error) {
    throw Error(name, static_cast<int>(error.source().begin.line), error.description());
  }
}

std::string size_text(const toml::array& array) { return fmt::format("an array of {}", array.size()); }

// A value in few words.
std::string describe(const toml::node& node) {
  if (const auto* text = node.as_string()) return fmt::format("\"{}\"", text->get());
  if (const auto* integer = node.as_integer()) return fmt::format("{}", integer->get());
  if (const auto* real = node.as_floating_point()) return fmt::format("{}", real->get());
  if (const auto* boolean = node.as_boolean()) return boolean->get() ? "true" : "false";
  if (const auto* array = node.as_array()) return size_text(*array);
  return node.is_table() ? "a table" : "a date or time";
}

// -- Header

const toml::node& header_entry(const Document& doc, std::string_view key, std::string_view wanted) {
  const toml::node* node = doc.root.get(key);
  if (node == nullptr) throw Error(doc.name, 0, expected_found(fmt::format("{} = {}", key, wanted), "no such entry"));
  return *node;
}

std::string header_string(const Document& doc, std::string_view key, std::string_view wanted) {
  const toml::node& node = header_entry(doc, key, wanted);
  const auto* text = node.as_string();
  if (text == nullptr) fail(doc, node.source(), expected_found(fmt::format("{} = {}", key, wanted), describe(node)));
  return text->get();
}

void check_entry(const Document& doc, std::string_view key, std::string_view wanted) {
  const std::string quoted = fmt::format("\"{}\"", wanted);
  if (header_string(doc, key, quoted) == wanted) return;
  const toml::node& node = *doc.root.get(key);
  fail(doc, node.source(), expected_found(fmt::format("{} = {}", key, quoted), describe(node)));
}

double read_k(const Document& doc) {
  constexpr std::string_view wanted = "a positive number";
  const toml::node& node = header_entry(doc, "k", wanted);
  const double k = node.value<double>().value_or(0.0);
  if (!node.is_number() || !std::isfinite(k) || k <= 0) {
    fail(doc, node.source(), expected_found(fmt::format("k = {}", wanted), describe(node)));
  }
  return k;
}

// Tells people which schema the file was written for. A schema with the same groups may have another one.
void check_fingerprint(const Document& doc) {
  const toml::node* node = doc.root.get("schema");
  if (node != nullptr && !node->is_string()) {
    fail(doc, node->source(), expected_found("schema = a fingerprint", describe(*node)));
  }
}

bool missing_is_zero(const Document& doc) {
  if (doc.root.get("missing") == nullptr) return false;
  check_entry(doc, "missing", "zero");
  return true;
}

std::vector<std::pair<std::string, std::string>> read_provenance(const Document& doc) {
  const toml::node* node = doc.root.get("provenance");
  if (node == nullptr) return {};
  if (!node->is_table()) fail(doc, node->source(), expected_found("a table [provenance]", describe(*node)));
  struct Entry {
    toml::source_position place;
    std::pair<std::string, std::string> strings;
  };
  std::vector<Entry> entries;
  for (const auto& [key, value] : *node->as_table()) {
    const auto* text = value.as_string();
    if (text == nullptr) fail(doc, value.source(), expected_found("a string", describe(value)));
    entries.push_back({key.source().begin, {std::string(key.str()), text->get()}});
  }
  // The parser's tables are in order of keys.
  std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) { return a.place < b.place; });
  std::vector<std::pair<std::string, std::string>> provenance;
  for (Entry& entry : entries) provenance.push_back(std::move(entry.strings));
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

class GroupReader {
 public:
  GroupReader(const Document& doc, Weights& weights) : doc_(doc), weights_(weights) {}

  void read(const Group& group, const toml::node& node, const toml::source_region& place) {
    if (!node.is_table()) fail(doc_, place, expected_found(fmt::format("a table [{}]", group.name), describe(node)));
    const toml::table& table = *node.as_table();
    for (const auto& [key, value] : table) check_stage(group, key);
    for (int stage = 0; stage < weights_.schema.stage_count(); ++stage) {
      const std::string& name = weights_.schema.stages()[static_cast<std::size_t>(stage)];
      const toml::node* values = table.get(name);
      if (values == nullptr) fail(doc_, place, fmt::format("group '{}' lacks the stage '{}'", group.name, name));
      what_ = fmt::format("{}.{} = {}", group.name, name, shape_text(group.shape));
      read_stage(group, stage, *values);
    }
  }

 private:
  void check_stage(const Group& group, const toml::key& key) const {
    const std::vector<std::string>& stages = weights_.schema.stages();
    if (std::find(stages.begin(), stages.end(), key.str()) != stages.end()) return;
    fail(doc_, key.source(),
         fmt::format("group '{}': {}", group.name,
                     expected_found(fmt::format("a stage ({})", fmt::join(stages, ", ")), key.str())));
  }

  void read_stage(const Group& group, int stage, const toml::node& node) {
    switch (group.shape.kind) {
      case GroupKind::scalar:
        set(group.first, stage, node);
        break;
      case GroupKind::list:
        read_list(group.first, stage, node, group.shape.cols);
        break;
      case GroupKind::board:
        read_board(group, stage, node);
        break;
    }
  }

  // The last row of a board comes first.
  void read_board(const Group& group, int stage, const toml::node& node) {
    const toml::array& lines = array_of(node, group.shape.rows);
    int row = group.shape.rows;
    for (const toml::node& line : lines) {
      --row;
      read_list(group.first + row * group.shape.cols, stage, line, group.shape.cols);
    }
  }

  void read_list(int term, int stage, const toml::node& node, int size) {
    for (const toml::node& element : array_of(node, size)) set(term++, stage, element);
  }

  const toml::array& array_of(const toml::node& node, int size) const {
    const toml::array* array = node.as_array();
    if (array == nullptr || array->size() != static_cast<std::size_t>(size)) {
      fail(doc_, node.source(), expected_found(what_, describe(node)));
    }
    return *array;
  }

  void set(int term, int stage, const toml::node& node) {
    const std::optional<double> value = node.value<double>();
    if (!node.is_number() || !value) fail(doc_, node.source(), expected_found(what_, describe(node)));
    if (!(std::abs(*value) <= max_weight)) {
      fail(doc_, node.source(), expected_found("a number within +-1e6", describe(node)));
    }
    weights_.values[static_cast<std::size_t>(term * weights_.schema.stage_count() + stage)] = *value;
  }

  const Document& doc_;
  Weights& weights_;
  std::string what_;  // is expected at the stage being read
};

bool is_header_word(std::string_view key) {
  return key == "format" || key == "game" || key == "schema" || key == "k" || key == "missing" || key == "provenance";
}

bool leads_to_group(const Schema& schema, const std::string& path) {
  return std::any_of(schema.groups().begin(), schema.groups().end(),
                     [&](const Group& group) { return group.name.starts_with(path + "."); });
}

// Walks the nested tables that dotted names make; reports which groups were found.
void read_groups(const Document& doc, const toml::table& table, const std::string& prefix, Weights& weights,
                 std::vector<bool>& found) {
  for (const auto& [key, node] : table) {
    if (prefix.empty() && is_header_word(key.str())) continue;
    const std::string path = prefix + std::string(key.str());
    if (const Group* group = weights.schema.find(path)) {
      GroupReader(doc, weights).read(*group, node, key.source());
      found[static_cast<std::size_t>(group - weights.schema.groups().data())] = true;
    } else if (node.is_table() && leads_to_group(weights.schema, path)) {
      read_groups(doc, *node.as_table(), path + ".", weights, found);
    } else {
      fail(doc, key.source(), fmt::format("unknown group '{}'", path));
    }
  }
}

void check_all_found(const Document& doc, const Schema& schema, const std::vector<bool>& found) {
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (!found[i]) throw Error(doc.name, 0, fmt::format("group '{}' is missing", schema.groups()[i].name));
  }
}

}  // namespace

Weights parse_weights(std::string_view text, std::string_view name, const Schema& schema, MissingGroup missing) {
  const Document doc = parse(text, name);
  check_entry(doc, "format", format_name);
  check_entry(doc, "game", schema.game());
  check_fingerprint(doc);

  Weights weights = zero_weights(schema);
  weights.k = read_k(doc);
  weights.provenance = read_provenance(doc);
  std::vector<bool> found(schema.groups().size());
  read_groups(doc, doc.root, "", weights, found);
  if (missing == MissingGroup::error && !missing_is_zero(doc)) check_all_found(doc, schema, found);
  return weights;
}

Weights read_weights(const std::filesystem::path& file, const Schema& schema, MissingGroup missing) {
  return parse_weights(read_file(file), file.string(), schema, missing);
}

std::string read_weights_game(const std::filesystem::path& file) {
  const Document doc = parse(read_file(file), file.string());
  check_entry(doc, "format", format_name);
  return header_string(doc, "game", "a name");
}

}  // namespace hone
