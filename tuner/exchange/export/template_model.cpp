// SPDX-License-Identifier: MIT
#include "tuner/exchange/export/template_model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "data/error.hpp"

namespace hone::exchange {

namespace {

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
    if (names.contains("option")) option_names_ = option_names(schema_, style);
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
    if (name == "option") return option_names_[weight];
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
    if (name == "meaning") return comment_text(group.meaning + role_note(schema_, group));
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
  std::vector<std::string> intro_, group_keys_, table_keys_, weight_keys_, option_names_;
  std::vector<std::size_t> in_order_;
  std::vector<PieceValue> pieces_;
};

}  // namespace

Lookup template_root(const PreparedWeights& prepared, const std::set<std::string>& names) {
  const auto model = std::make_shared<const TemplateModel>(prepared, names);
  return [model, root = model->root()](const std::string& name) { return root(name); };
}

}  // namespace hone::exchange
