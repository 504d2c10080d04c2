// SPDX-License-Identifier: MIT
#include "tuner/exchange/export/template_tags.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "data/error.hpp"
#include "data/printable.hpp"

namespace hone::exchange {

namespace {

constexpr std::size_t most_open_sections = 64;

// Everything that a template may name (TEMPLATES.md).
constexpr std::array template_names{
    "camel",  "column", "column_count", "comments", "count",       "error",    "first",     "game",     "group",
    "groups", "index",  "is_board",     "is_list",  "is_material", "is_real",  "is_scalar", "is_whole", "k",
    "kebab",  "key",    "last",         "letter",   "line",        "material", "max",       "meaning",  "min",
    "name",   "option", "order",        "padded",   "pairs",       "pascal",   "piece",     "row",      "row_count",
    "rows",   "schema", "several",      "size",     "snake",       "split",    "square",    "stage",    "stage_count",
    "stages", "step",   "steps",        "tables",   "terms",       "upper",    "value",     "values",   "weights"};

// Those of them that are lists, at least in some places.
constexpr std::array list_names{"comments", "groups", "material", "rows",   "stages",
                                "tables",   "terms",  "values",   "weights"};

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

  [[nodiscard]] TemplateText take_result() { return {std::move(plain_), std::move(names_)}; }

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

TemplateText read_template(std::string_view text, const std::string& file) {
  TagReader tags(text, file);
  tags.read();
  return tags.take_result();
}

}  // namespace hone::exchange
