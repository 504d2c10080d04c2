// SPDX-License-Identifier: MIT
//
// The only file that includes kainjow's header, which takes its time to compile.
#include "tuner/report/html_template.hpp"

#include <kainjow/mustache.hpp>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace hone::report {

namespace {

using Json = nlohmann::ordered_json;
using kainjow::mustache::data;

data as_data(const Json& json) {
  if (json.is_string() && json.get_ref<const std::string&>().empty()) return data(false);
  if (json.is_string()) return data(json.get<std::string>());
  if (json.is_boolean()) return data(json.get<bool>());
  if (json.is_null()) return data(false);
  if (json.is_array()) {
    data list(data::type::list);
    for (const Json& item : json) list.push_back(as_data(item));
    return list;
  }
  if (json.is_object()) {
    data object;
    for (const auto& [key, value] : json.items()) object.set(key, as_data(value));
    return object;
  }
  return data(json.dump());
}

std::string replaced(std::string_view text, std::string_view what, std::string_view by) {
  std::string result;
  std::size_t from = 0;
  for (std::size_t at; (at = text.find(what, from)) != std::string_view::npos; from = at + what.size()) {
    result.append(text.substr(from, at - from)).append(by);
  }
  return result.append(text.substr(from));
}

}  // namespace

std::string render_template(std::string_view text, const Json& data) {
  kainjow::mustache::mustache page{std::string(text)};
  if (!page.is_valid()) throw std::logic_error("template: " + page.error_message());
  return page.render(as_data(data));
}

std::string json_for_script(const Json& data) {
  return replaced(data.dump(-1, ' ', false, Json::error_handler_t::replace), "<", "\\u003c");
}

std::string script_text(std::string_view script) { return replaced(script, "</script", "<\\/script"); }

}  // namespace hone::report
