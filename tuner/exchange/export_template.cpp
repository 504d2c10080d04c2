// SPDX-License-Identifier: MIT
#include "tuner/exchange/export_template.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <kainjow/mustache.hpp>
#include <memory>
#include <set>
#include <sstream>
#include <utility>
#include <variant>
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

// Those of them that are lists, at least in some places.
constexpr std::array list_names{"comments", "groups", "material", "rows",   "stages",
                                "tables",   "terms",  "values",   "weights"};

// What a name stands for. Text that is empty counts as false, so that a section asks whether there is any.
struct ListValue;
using TemplateValue = std::variant<std::monostate, std::string, bool, ListValue>;
using Lookup = std::function<TemplateValue(const std::string& name)>;

// Items are made when a section comes to them: a large schema has more of them than fit into memory at once.
struct ListValue {
  std::size_t size = 0;
  std::function<Lookup(std::size_t)> item;
};

// Where mustache finds names: in the item of the innermost section, then in those around it.
class LookupContext final : public kainjow::mustache::basic_context<std::string> {
 public:
  explicit LookupContext(Lookup root) { frames_.emplace_back(std::move(root)); }

  // Sections push an item of a list that get() returned, or a text or flag, in which no names are found.
  void push(const data* item) override {
    for (std::size_t i = frames_.size(); i-- > 0;) {
      for (const auto& [name, found] : frames_[i].found) {
        if (!found->plain.is_non_empty_list()) continue;
        const auto& items = found->plain.list_value();
        if (std::less<>()(item, items.data()) || !std::less<>()(item, items.data() + items.size())) continue;
        const auto index = static_cast<std::size_t>(item - items.data());
        frames_.emplace_back(found->list.item(index), index, items.size());
        return;
      }
    }
    frames_.emplace_back([](const std::string&) { return TemplateValue(); });
  }
  void pop() override { frames_.pop_back(); }

  const data* get(const std::string& name) const override {
    for (std::size_t i = frames_.size(); i-- > 0;) {
      if (const data* const found = frames_[i].get(name)) return found;
    }
    return nullptr;
  }
  const data* get_partial(const std::string& /*name*/) const override { return nullptr; }

 private:
  struct Found {
    data plain;
    ListValue list;
  };

  // An item of a list, and what was asked of it so far: mustache holds pointers to it.
  struct Frame {
    Lookup lookup;
    std::size_t index = 0, count = 0;  // in its list; no list: 0
    mutable std::vector<std::pair<std::string, std::unique_ptr<Found>>> found = {};

    explicit Frame(Lookup names, std::size_t at = 0, std::size_t of = 0)
        : lookup(std::move(names)), index(at), count(of) {}

    const data* get(const std::string& name) const {
      for (const auto& [known, value] : found) {
        if (known == name) return &value->plain;
      }
      TemplateValue value = lookup(name);
      if (std::holds_alternative<std::monostate>(value)) value = place(name);
      if (std::holds_alternative<std::monostate>(value)) return nullptr;
      return &found.emplace_back(name, std::make_unique<Found>(as_found(std::move(value)))).second->plain;
    }

    [[nodiscard]] TemplateValue place(const std::string& name) const {
      if (count == 0) return {};
      if (name == "first") return index == 0;
      if (name == "last") return index + 1 == count;
      if (name == "index") return std::to_string(index);
      return {};
    }

    static Found as_found(TemplateValue value) {
      if (const auto* text = std::get_if<std::string>(&value)) return {text->empty() ? data(false) : data(*text), {}};
      if (const auto* flag = std::get_if<bool>(&value)) return {data(*flag), {}};
      Found list{data(data::type::list), std::get<ListValue>(std::move(value))};
      for (std::size_t i = 0; i < list.list.size; ++i) list.plain.push_back(data(true));
      return list;
    }
  };

  std::vector<Frame> frames_;
};

template <class Number>
std::string count_text(Number number) {
  return std::to_string(number);
}

std::string short_number(double number) { return std::isfinite(number) ? fmt::format("{:.4g}", number) : ""; }

// The name in one of the cases, without a prefix; nothing if `name` is no case.
TemplateValue spelling(const std::string& name, const std::string& words) {
  for (const auto& [letters_name, letters] : letter_cases()) {
    if (letters_name == name) return spelled({words}, {letters, ""});
  }
  return {};
}

// What TEMPLATES.md lists, level by level. The model outlives the lookups.
class TemplateModel {
 public:
  TemplateModel(const PreparedWeights& prepared, const std::set<std::string>& names)
      : prepared_(prepared), schema_(prepared.weights.schema), intro_(intro_lines(prepared)) {
    const KeyStyle& style = prepared.options.keys;
    group_keys_ = group_keys(schema_, style);
    table_keys_ = table_keys(schema_, style);
    if (names.contains("key") || names.contains("weights")) weight_keys_ = weight_keys(schema_, style);
    if (names.contains("weights")) in_order_ = weights_in_order(prepared);
    if (names.contains("material")) pieces_ = piece_values(prepared);
    if (!names.contains("name")) return;
    require_distinct(group_keys_);
    require_distinct(table_keys_);
  }

  [[nodiscard]] Lookup root() const {
    return [this](const std::string& name) -> TemplateValue {
      if (name == "game") return schema_.game();
      if (name == "schema") return schema_.fingerprint();
      if (name == "k") return fmt::format("{}", prepared_.weights.k);
      if (name == "steps") return count_text(schema_.phase_steps());
      if (name == "order") return std::string(to_string(prepared_.options.order));
      if (name == "is_whole") return prepared_.decimals.whole();
      if (name == "is_real") return !prepared_.decimals.whole();
      if (name == "several") return schema_.phase_count() > 1;
      if (name == "split") return prepared_.is_split();
      if (name == "pairs") return !prepared_.is_split();
      if (name == "stage_count") return count_text(prepared_.phases.size());
      if (name == "comments") return ListValue{intro_.size(), [this](std::size_t i) { return comment(i); }};
      if (name == "stages") return ListValue{prepared_.phases.size(), [this](std::size_t i) { return stage(i); }};
      if (name == "groups") return ListValue{schema_.groups().size(), [this](std::size_t i) { return group(i); }};
      if (name == "weights") return ListValue{in_order_.size(), [this](std::size_t i) { return weight(in_order_[i]); }};
      if (name == "material") {
        return ListValue{pieces_.empty() ? 0 : prepared_.phases.size(), [this](std::size_t i) { return material(i); }};
      }
      return spelling(name, schema_.game() + "_weights");
    };
  }

 private:
  // Of names in source code, which are made of keys.
  static void require_distinct(const std::vector<std::string>& keys) {
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
  [[nodiscard]] std::string number(double value) const {
    return number_text(value, prepared_.decimals, !prepared_.decimals.whole());
  }
  [[nodiscard]] const std::string& stage_name(int phase) const {
    return schema_.phases()[static_cast<std::size_t>(phase)];
  }

  [[nodiscard]] Lookup comment(std::size_t i) const {
    return [this, i](const std::string& name) -> TemplateValue {
      if (name == "line") return comment_text(intro_[i]);
      return {};
    };
  }

  [[nodiscard]] Lookup stage(std::size_t i) const {
    const std::string& stage = stage_name(prepared_.phases[i]);
    return [&stage](const std::string& name) -> TemplateValue {
      if (name == "stage") return stage;
      if (name == "name") return identifier(stage);
      return {};
    };
  }

  // Of the values of boards, which stand one below the other.
  [[nodiscard]] std::size_t widest_value(const Group& group) const {
    std::size_t width = 0;
    if (group.shape.kind != GroupKind::board) return width;
    for (int term = group.first; term < group.first + group.shape.size(); ++term) {
      for (const int phase : prepared_.phases) {
        width = std::max(width, number(prepared_.weights.values[weight_of(term, phase)]).size());
      }
    }
    return width;
  }

  // What a single value has, whatever list it stands in.
  [[nodiscard]] TemplateValue of_value(const std::string& name, std::size_t weight, std::size_t width) const {
    const double value = prepared_.weights.values[weight];
    if (name == "value") return number(value);
    if (name == "padded") return fmt::format("{:>{}}", number(value), width);
    if (name == "key") return weight_keys_[weight];
    if (name == "stage") return stage_name(static_cast<int>(weight % phase_total()));
    if (name == "error") {
      return prepared_.weights.errors.empty() ? "" : short_number(prepared_.weights.errors[weight]);
    }
    if (name != "min" && name != "max" && name != "step") return {};
    const SearchRange range = search_range(prepared_, weight);
    if (name == "step") return short_number(range.step);
    return number(name == "min" ? range.low : range.high);
  }

  static TemplateValue of_term(const std::string& name, const Group& group, int term) {
    const int place = term - group.first;
    if (name == "square") return group.shape.kind == GroupKind::board ? index_word(group.shape, place) : "";
    if (name == "row") return count_text(place / group.shape.cols + 1);
    if (name == "column") return count_text(place % group.shape.cols + 1);
    return {};
  }

  [[nodiscard]] Lookup weight(std::size_t weight) const {
    const int term = static_cast<int>(weight / phase_total());
    const Group& group = schema_.group_of(term);
    return [this, weight, term, &group](const std::string& name) -> TemplateValue {
      if (name == "group") return group.name;
      if (name == "name") return identifier(weight_keys_[weight]);
      TemplateValue value = of_value(name, weight, 0);
      return std::holds_alternative<std::monostate>(value) ? of_term(name, group, term) : value;
    };
  }

  // The values of a term over the stages.
  [[nodiscard]] ListValue stage_values(int term, std::size_t width) const {
    return {prepared_.phases.size(), [this, term, width](std::size_t i) -> Lookup {
              return [this, weight = weight_of(term, prepared_.phases[i]), width](const std::string& name) {
                return of_value(name, weight, width);
              };
            }};
  }

  // `cells` is the name of the list in each row, `cell` looks names up in the item of a term.
  using Cell = std::function<TemplateValue(const std::string& name, int term)>;
  [[nodiscard]] ListValue rows(const Group& group, const std::string& cells, const Cell& cell) const {
    const auto terms = std::make_shared<std::vector<int>>(terms_in_order(group, prepared_.options.order));
    const auto cols = static_cast<std::size_t>(group.shape.cols);
    return {terms->size() / cols, [&group, cells, cell, terms, cols](std::size_t row) -> Lookup {
              return [&group, cells, cell, terms, cols, row](const std::string& name) -> TemplateValue {
                const std::size_t start = row * cols;
                if (name == "row") return of_term(name, group, (*terms)[start]);
                if (name != cells) return {};
                return ListValue{cols, [&group, cell, terms, start](std::size_t i) -> Lookup {
                                   return [&group, cell, term = (*terms)[start + i],
                                           index = start + i](const std::string& asked) -> TemplateValue {
                                     if (asked == "index") return count_text(index);
                                     TemplateValue value = of_term(asked, group, term);
                                     return std::holds_alternative<std::monostate>(value) ? cell(asked, term) : value;
                                   };
                                 }};
              };
            }};
  }

  [[nodiscard]] Lookup table(std::size_t group_index, int phase, std::size_t width) const {
    const Group& group = schema_.groups()[group_index];
    const std::string& key = table_keys_[group_index * phase_total() + static_cast<std::size_t>(phase)];
    return [this, &group, &key, phase, width](const std::string& name) -> TemplateValue {
      if (name == "stage") return stage_name(phase);
      if (name == "key") return key;
      if (name == "name") return identifier(key);
      if (name == "rows") {
        return rows(group, "values", [this, phase, width](const std::string& asked, int term) {
          return of_value(asked, weight_of(term, phase), width);
        });
      }
      if (group.shape.kind != GroupKind::scalar) return {};
      return of_value(name, weight_of(group.first, phase), 0);
    };
  }

  [[nodiscard]] Lookup group(std::size_t i) const {
    const std::size_t width = widest_value(schema_.groups()[i]);
    return [this, i, width](const std::string& name) { return of_group(name, i, width); };
  }

  [[nodiscard]] TemplateValue of_group(const std::string& name, std::size_t i, std::size_t width) const {
    const Group& group = schema_.groups()[i];
    const GroupKind kind = group.shape.kind;
    if (name == "group") return group.name;
    if (name == "key") return group_keys_[i];
    if (name == "name") return identifier(group_keys_[i]);
    if (name == "meaning") return comment_text(group.meaning);
    if (name == "piece") return kind == GroupKind::board ? piece_of(group.name) : "";
    if (name == "is_material") return kind == GroupKind::scalar && !piece_of(group.name).empty();
    if (name == "is_scalar") return kind == GroupKind::scalar;
    if (name == "is_list") return kind == GroupKind::list;
    if (name == "is_board") return kind == GroupKind::board;
    if (name == "row_count") return count_text(group.shape.rows);
    if (name == "column_count") return count_text(group.shape.cols);
    if (name == "size") return count_text(group.shape.size());
    if (name == "values" && kind == GroupKind::scalar) return stage_values(group.first, 0);
    if (name == "rows") {
      return rows(group, "terms", [this, width](const std::string& asked, int term) -> TemplateValue {
        return asked == "values" ? TemplateValue(stage_values(term, width)) : TemplateValue();
      });
    }
    if (name == "tables") {
      return ListValue{prepared_.phases.size(),
                       [this, i, width](std::size_t stage) { return table(i, prepared_.phases[stage], width); }};
    }
    return spelling(name, group.name);
  }

  // Of a stage the values of the pieces.
  [[nodiscard]] Lookup material(std::size_t stage_index) const {
    return [this, stage_index](const std::string& name) -> TemplateValue {
      if (name == "count") return count_text(pieces_.size());
      if (name != "values") return stage(stage_index)(name);
      return ListValue{pieces_.size(), [this, stage_index](std::size_t i) -> Lookup {
                         return [this, stage_index, i](const std::string& asked) -> TemplateValue {
                           const PieceValue& piece = pieces_[i];
                           if (asked == "piece") return piece.name;
                           if (asked == "letter") return piece.letter;
                           if (asked == "value") return number(piece.values[stage_index]);
                           return {};
                         };
                       }};
    };
  }

  const PreparedWeights& prepared_;
  const Schema& schema_;
  std::vector<std::string> intro_, group_keys_, table_keys_, weight_keys_;
  std::vector<std::size_t> in_order_;
  std::vector<PieceValue> pieces_;
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

  // A list within itself would be written as often as it has items, and so on.
  void require_outside_itself(std::size_t at, const std::string& name) const {
    const bool is_list = std::find(list_names.begin(), list_names.end(), name) != list_names.end();
    const bool is_open = std::any_of(open_.begin(), open_.end(), [&](const auto& open) { return open.first == name; });
    if (is_list && is_open) fail(at, fmt::format("the list '{}' stands within itself", name));
  }

  void take(std::size_t at, char kind, const std::string& name) {
    if (kind == '!') return;
    if (kind == '>' || kind == '=')
      fail(at, fmt::format("'{{{{{}': partials and other delimiters are not known here", kind));
    if (std::find(template_names.begin(), template_names.end(), name) == template_names.end()) {
      fail(at, expected_found("a name of TEMPLATES.md", quotation(name)));
    }
    names_.insert(name);
    if (kind == '#') require_outside_itself(at, name);
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
  const TemplateModel model(weights, tags.names());
  LookupContext context(model.root());
  std::ostringstream filled;
  page.render(context, filled);
  std::string result = std::move(filled).str();
  std::replace(result.begin(), result.end(), hidden_line_end, '\n');
  return result;
}

}  // namespace hone::exchange
