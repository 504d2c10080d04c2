// SPDX-License-Identifier: MIT
#include "tuner/exchange/export_template.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <kainjow/mustache.hpp>
#include <set>
#include <vector>

#include "data/error.hpp"
#include "data/printable.hpp"
#include "tuner/exchange/export_model.hpp"

namespace hone::exchange {

namespace {

using kainjow::mustache::data;

constexpr std::size_t most_open_sections = 64;
constexpr char hidden_line_end = '\x1e';

// Everything that a template may name (TEMPLATES.md).
constexpr std::array template_names{
    "camel",  "column",  "column_count", "comments", "count",       "error",    "first",     "game",        "group",
    "groups", "index",   "is_board",     "is_list",  "is_material", "is_real",  "is_scalar", "is_whole",    "k",
    "kebab",  "key",     "last",         "letter",   "line",        "material", "max",       "meaning",     "min",
    "name",   "order",   "padded",       "pairs",    "pascal",      "piece",    "row",       "row_count",   "rows",
    "schema", "several", "size",         "snake",    "split",       "square",   "stage",     "stage_count", "stages",
    "step",   "steps",   "tables",       "terms",    "upper",       "value",    "values",    "weights"};

// Text is false where it is empty, so that a section asks whether there is one.
data text_data(const std::string& text) { return text.empty() ? data(false) : data(text); }
data number_data(std::size_t number) { return data(std::to_string(number)); }
data flag_data(bool flag) { return data(flag); }

// Two flags that tell where an item stands in its list.
void set_place(data& item, std::size_t index, std::size_t count) {
  item.set("first", flag_data(index == 0));
  item.set("last", flag_data(index + 1 == count));
}

template <class Items, class Make>
data list_data(const Items& items, Make&& make) {
  data list(data::type::list);
  for (std::size_t i = 0; i < items.size(); ++i) {
    data item = make(items[i], i);
    set_place(item, i, items.size());
    list.push_back(std::move(item));
  }
  return list;
}

void set_spellings(data& item, const std::vector<std::string>& words) {
  for (const auto& [name, letters] : letter_cases()) item.set(name, text_data(spelled(words, {letters, ""})));
}

std::string short_number(double number) { return std::isfinite(number) ? fmt::format("{:.4g}", number) : ""; }

class TemplateModel {
 public:
  TemplateModel(const PreparedWeights& prepared, const std::set<std::string>& names)
      : prepared_(prepared), schema_(prepared.weights.schema), names_(names) {
    const KeyStyle& style = prepared.options.keys;
    group_keys_ = group_keys(schema_, style);
    table_keys_ = table_keys(schema_, style);
    weight_keys_ = weight_keys(schema_, style);
    require_distinct(group_keys_);
    require_distinct(table_keys_);
  }

  [[nodiscard]] data make() const {
    data root;
    root.set("game", schema_.game());
    root.set("schema", schema_.fingerprint());
    root.set("k", fmt::format("{}", prepared_.weights.k));
    root.set("steps", number_data(static_cast<std::size_t>(schema_.phase_steps())));
    root.set("order", std::string(to_string(prepared_.options.order)));
    root.set("is_whole", flag_data(prepared_.decimals.whole()));
    root.set("is_real", flag_data(!prepared_.decimals.whole()));
    root.set("several", flag_data(schema_.phase_count() > 1));
    root.set("split", flag_data(prepared_.is_split()));
    root.set("pairs", flag_data(!prepared_.is_split()));
    root.set("stage_count", number_data(prepared_.phases.size()));
    set_spellings(root, {schema_.game(), "weights"});
    root.set("comments", list_data(intro_lines(prepared_), [](const std::string& line, std::size_t) {
               data item;
               item.set("line", text_data(comment_text(line)));
               return item;
             }));
    root.set("stages", list_data(prepared_.phases, [this](int phase, std::size_t i) { return stage_data(phase, i); }));
    root.set("groups",
             list_data(schema_.groups(), [this](const Group& group, std::size_t i) { return group_data(group, i); }));
    if (wants("material")) root.set("material", material_data());
    if (wants("weights")) {
      root.set("weights", list_data(weights_in_order(prepared_),
                                    [this](std::size_t weight, std::size_t i) { return weight_data(weight, i); }));
    }
    return root;
  }

 private:
  [[nodiscard]] bool wants(const std::string& name) const { return names_.contains(name); }

  // Of names in source code, which are made of keys.
  void require_distinct(const std::vector<std::string>& keys) const {
    if (!wants("name")) return;
    std::set<std::string> seen;
    for (const std::string& key : keys) {
      if (seen.insert(identifier(key)).second) continue;
      throw Error(fmt::format("two names would be '{}': another --case or --prefix tells them apart", identifier(key)));
    }
  }

  [[nodiscard]] std::size_t phase_total() const { return static_cast<std::size_t>(schema_.phase_count()); }
  [[nodiscard]] std::size_t weight_of(int term, int phase) const {
    return static_cast<std::size_t>(term) * phase_total() + static_cast<std::size_t>(phase);
  }
  [[nodiscard]] std::string value_text(std::size_t weight) const {
    return number_text(prepared_.weights.values[weight], prepared_.decimals, !prepared_.decimals.whole());
  }
  [[nodiscard]] const std::string& stage_name(int phase) const {
    return schema_.phases()[static_cast<std::size_t>(phase)];
  }

  [[nodiscard]] data stage_data(int phase, std::size_t i) const {
    data item;
    item.set("stage", stage_name(phase));
    item.set("name", identifier(stage_name(phase)));
    item.set("index", number_data(i));
    return item;
  }

  void set_value(data& item, std::size_t weight, std::size_t width = 0) const {
    const std::string value = value_text(weight);
    item.set("value", value);
    item.set("padded", fmt::format("{:>{}}", value, width));
    item.set("key", weight_keys_[weight]);
    item.set("stage", stage_name(static_cast<int>(weight % phase_total())));
    const std::vector<double>& errors = prepared_.weights.errors;
    item.set("error", text_data(errors.empty() ? "" : short_number(errors[weight])));
    if (!wants("min") && !wants("max") && !wants("step")) return;
    const SearchRange range = search_range(prepared_, weight);
    item.set("min", number_text(range.low, prepared_.decimals, !prepared_.decimals.whole()));
    item.set("max", number_text(range.high, prepared_.decimals, !prepared_.decimals.whole()));
    item.set("step", short_number(range.step));
  }

  void set_term(data& item, const Group& group, int term) const {
    const int place = term - group.first;
    const bool is_board = group.shape.kind == GroupKind::board;
    item.set("square", text_data(is_board ? index_word(group.shape, place) : ""));
    item.set("row", number_data(static_cast<std::size_t>(place / group.shape.cols) + 1));
    item.set("column", number_data(static_cast<std::size_t>(place % group.shape.cols) + 1));
  }

  [[nodiscard]] std::size_t widest_value(const Group& group) const {
    std::size_t width = 0;
    if (group.shape.kind != GroupKind::board) return width;
    for (int term = group.first; term < group.first + group.shape.size(); ++term) {
      for (const int phase : prepared_.phases) width = std::max(width, value_text(weight_of(term, phase)).size());
    }
    return width;
  }

  // The values of a term, or of a scalar group, over the stages.
  [[nodiscard]] data stage_values(int term, std::size_t width) const {
    return list_data(prepared_.phases, [&](int phase, std::size_t i) {
      data item;
      set_value(item, weight_of(term, phase), width);
      item.set("index", number_data(i));
      return item;
    });
  }

  // `cells` is the name of the list in each row, `cell` makes its items from a term.
  template <class Cell>
  [[nodiscard]] data rows_data(const Group& group, const char* cells, Cell&& cell) const {
    const std::vector<int> terms = terms_in_order(group, prepared_.options.order);
    const auto cols = static_cast<std::size_t>(group.shape.cols);
    std::vector<std::size_t> starts;
    for (std::size_t i = 0; i < terms.size(); i += cols) starts.push_back(i);
    return list_data(starts, [&](std::size_t start, std::size_t row_index) {
      const std::vector<int> row(terms.begin() + static_cast<std::ptrdiff_t>(start),
                                 terms.begin() + static_cast<std::ptrdiff_t>(start + cols));
      data item;
      item.set("index", number_data(row_index));
      item.set("row", number_data(static_cast<std::size_t>(row.front() - group.first) / cols + 1));
      item.set(cells, list_data(row, [&](int term, std::size_t i) {
                 data inner = cell(term);
                 set_term(inner, group, term);
                 inner.set("index", number_data(start + i));
                 return inner;
               }));
      return item;
    });
  }

  [[nodiscard]] data table_data(const Group& group, std::size_t group_index, int phase, std::size_t width) const {
    const std::string& key = table_keys_[group_index * phase_total() + static_cast<std::size_t>(phase)];
    data item;
    item.set("stage", stage_name(phase));
    item.set("key", key);
    item.set("name", identifier(key));
    if (group.shape.kind == GroupKind::scalar) set_value(item, weight_of(group.first, phase));
    item.set("rows", rows_data(group, "values", [&](int term) {
               data value;
               set_value(value, weight_of(term, phase), width);
               return value;
             }));
    return item;
  }

  [[nodiscard]] data group_data(const Group& group, std::size_t i) const {
    const std::size_t width = widest_value(group);
    data item;
    item.set("group", group.name);
    item.set("key", group_keys_[i]);
    item.set("name", identifier(group_keys_[i]));
    set_spellings(item, {group.name});
    const bool is_board = group.shape.kind == GroupKind::board;
    item.set("piece", text_data(is_board && group.name.starts_with("psqt.") ? group.name.substr(5) : ""));
    item.set("is_material", flag_data(group.shape.kind == GroupKind::scalar && group.name.starts_with("material.")));
    item.set("meaning", text_data(comment_text(group.meaning)));
    item.set("is_scalar", flag_data(group.shape.kind == GroupKind::scalar));
    item.set("is_list", flag_data(group.shape.kind == GroupKind::list));
    item.set("is_board", flag_data(is_board));
    item.set("row_count", number_data(static_cast<std::size_t>(group.shape.rows)));
    item.set("column_count", number_data(static_cast<std::size_t>(group.shape.cols)));
    item.set("size", number_data(static_cast<std::size_t>(group.shape.size())));
    item.set("index", number_data(i));
    if (wants("values") && group.shape.kind == GroupKind::scalar) item.set("values", stage_values(group.first, 0));
    if (wants("terms")) {
      item.set("rows", rows_data(group, "terms", [&](int term) {
                 data inner;
                 inner.set("values", stage_values(term, width));
                 return inner;
               }));
    }
    if (wants("tables")) {
      item.set("tables", list_data(prepared_.phases, [&](int phase, std::size_t stage) {
                 data table = table_data(group, i, phase, width);
                 table.set("index", number_data(stage));
                 return table;
               }));
    }
    return item;
  }

  [[nodiscard]] data weight_data(std::size_t weight, std::size_t i) const {
    const int term = static_cast<int>(weight / phase_total());
    const Group& group = schema_.group_of(term);
    data item;
    set_value(item, weight);
    set_term(item, group, term);
    item.set("group", group.name);
    item.set("name", identifier(weight_keys_[weight]));
    item.set("index", number_data(i));
    return item;
  }

  // Of each stage the values of the pieces.
  [[nodiscard]] data material_data() const {
    const std::vector<PieceValue> pieces = piece_values(prepared_);
    if (pieces.empty()) return data(false);
    return list_data(prepared_.phases, [&](int phase, std::size_t stage) {
      data item = stage_data(phase, stage);
      item.set("count", number_data(pieces.size()));
      item.set("values", list_data(pieces, [&](const PieceValue& piece, std::size_t) {
                 data value;
                 value.set("piece", piece.name);
                 value.set("letter", piece.letter);
                 value.set("value", number_text(piece.values[stage], prepared_.decimals, !prepared_.decimals.whole()));
                 return value;
               }));
      return item;
    });
  }

  const PreparedWeights& prepared_;
  const Schema& schema_;
  const std::set<std::string>& names_;
  std::vector<std::string> group_keys_, table_keys_, weight_keys_;
};

// Reads the tags of a template before mustache does, which takes unknown names for empty ones. It also takes out the
// line of a section tag or a comment that stands alone on it, as the specification of mustache wants and the library
// does for some only; then the line ends are hidden from the library.
class TagReader {
 public:
  TagReader(std::string_view text, const std::string& file) : text_(text), file_(file) {}

  void read() {
    if (const std::size_t at = text_.find(hidden_line_end); at != std::string_view::npos) {
      fail(at, expected_found("a text", "a control character, code 0x1e"));
    }
    std::size_t copied = 0;
    for (std::size_t at = 0; (at = text_.find("{{", at)) != std::string_view::npos;) {
      const std::size_t end = read_tag(at);
      const auto [from, to] = is_silent_ ? line_around(at, end) : std::pair(at, end);
      plain_.append(text_.substr(copied, from - copied)).append(text_.substr(at, end - at));
      copied = to;
      at = end;
    }
    plain_.append(text_.substr(copied));
    std::replace(plain_.begin(), plain_.end(), '\n', hidden_line_end);
    if (!open_.empty()) fail(open_.back().second, fmt::format("'{{{{#{}}}}}' is never closed", open_.back().first));
  }

  [[nodiscard]] const std::set<std::string>& names() const { return names_; }  // of all tags
  [[nodiscard]] const std::string& plain() const { return plain_; }            // without lines of tags alone

 private:
  [[noreturn]] void fail(std::size_t at, const std::string& message) const {
    const auto line = 1 + std::count(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(at), '\n');
    throw Error(file_, static_cast<int>(line), message);
  }

  std::size_t read_tag(std::size_t at) {
    const bool is_triple = text_.substr(at).starts_with("{{{");
    const std::string_view end = is_triple ? "}}}" : "}}";
    const std::size_t from = at + end.size();
    const std::size_t to = text_.find(end, from);
    if (to == std::string_view::npos) fail(at, fmt::format("'{}' without '{}'", is_triple ? "{{{" : "{{", end));
    std::string_view inner = text_.substr(from, to - from);
    char kind = 0;
    if (!is_triple && !inner.empty() && std::string_view("#^/!>&=").find(inner.front()) != std::string_view::npos) {
      kind = inner.front();
      inner.remove_prefix(1);
    }
    is_silent_ = kind == '#' || kind == '^' || kind == '/' || kind == '!';
    take(at, kind, trimmed_tag(inner));
    return to + end.size();
  }

  // The line of a tag from `at` to `end`, its line end included, where nothing else stands on it.
  [[nodiscard]] std::pair<std::size_t, std::size_t> line_around(std::size_t at, std::size_t end) const {
    constexpr std::string_view blanks = " \t";
    const std::size_t before = at == 0 ? std::string_view::npos : text_.find_last_not_of(blanks, at - 1);
    const std::size_t from = before == std::string_view::npos ? 0 : before + 1;
    if (from > 0 && text_[from - 1] != '\n') return {at, end};
    std::size_t to = std::min(text_.find_first_not_of(blanks, end), text_.size());
    if (text_.substr(to).starts_with("\r\n")) ++to;
    if (to == text_.size()) return {from, to};
    return text_[to] == '\n' ? std::pair(from, to + 1) : std::pair(at, end);
  }

  static std::string trimmed_tag(std::string_view inner) {
    constexpr std::string_view blanks = " \t\r\n";
    const std::size_t from = std::min(inner.find_first_not_of(blanks), inner.size());
    inner.remove_prefix(from);
    return std::string(inner.substr(0, inner.find_last_not_of(blanks) + 1));
  }

  void take(std::size_t at, char kind, const std::string& name) {
    if (kind == '!') return;
    if (kind == '>' || kind == '=')
      fail(at, fmt::format("'{{{{{}': partials and other delimiters are not known here", kind));
    if (std::find(template_names.begin(), template_names.end(), name) == template_names.end()) {
      fail(at, fmt::format("{}, as no weights have", expected_found("a name of TEMPLATES.md", quotation(name))));
    }
    names_.insert(name);
    if (kind == '#' || kind == '^') open_.emplace_back(name, at);
    if (open_.size() > most_open_sections)
      fail(at, fmt::format("more than {} sections in each other", most_open_sections));
    if (kind != '/') return;
    if (open_.empty() || open_.back().first != name) {
      fail(at, fmt::format("'{{{{/{}}}}}' closes no section that is open here", name));
    }
    open_.pop_back();
  }

  std::string_view text_;
  const std::string& file_;
  bool is_silent_ = false;  // whether the last tag writes nothing itself
  std::string plain_;
  std::set<std::string> names_;
  std::vector<std::pair<std::string, std::size_t>> open_;
};

}  // namespace

std::string fill_template(std::string_view text, const std::string& file, const PreparedWeights& weights) {
  TagReader tags(text, file);
  tags.read();
  kainjow::mustache::mustache page{tags.plain()};
  if (!page.is_valid()) throw Error(file, 0, page.error_message());
  page.set_custom_escape([](const std::string& plain) { return plain; });
  std::string filled = page.render(TemplateModel(weights, tags.names()).make());
  std::replace(filled.begin(), filled.end(), hidden_line_end, '\n');
  return filled;
}

}  // namespace hone::exchange
