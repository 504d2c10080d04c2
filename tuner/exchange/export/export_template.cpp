// SPDX-License-Identifier: MIT
#include "tuner/exchange/export/export_template.hpp"

#include <algorithm>
#include <functional>
#include <kainjow/mustache.hpp>
#include <memory>
#include <sstream>
#include <utility>
#include <vector>

#include "data/error.hpp"
#include "tuner/exchange/export/template_model.hpp"
#include "tuner/exchange/export/template_tags.hpp"

namespace hone::exchange {

namespace {

using kainjow::mustache::data;

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

}  // namespace

std::string fill_template(std::string_view text, const std::string& file, const PreparedWeights& weights) {
  const TemplateText read = read_template(text, file);
  kainjow::mustache::mustache page{read.text};
  if (!page.is_valid()) throw Error(file, 0, page.error_message());
  page.set_custom_escape([](const std::string& plain) { return plain; });
  LookupContext context(template_root(weights, read.names));
  std::ostringstream filled;
  page.render(context, filled);
  std::string result = std::move(filled).str();
  std::replace(result.begin(), result.end(), hidden_line_end, '\n');
  return result;
}

}  // namespace hone::exchange
