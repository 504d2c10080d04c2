// SPDX-License-Identifier: MIT
//
// Mustache templates (mustache(5)). What {{name}} inserts is escaped for HTML; {{{name}}} inserts as it is.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace hone::report {

// Arrays are lists, objects contexts; null, false and "" leave a section out; numbers are shown as JSON does. A name
// that an object lacks is looked for in those around it.
[[nodiscard]] std::string render_template(std::string_view text, const nlohmann::ordered_json& data);

// Makes the text of a <script> element, in which nothing ends the element.
[[nodiscard]] std::string json_for_script(const nlohmann::ordered_json& data);
[[nodiscard]] std::string script_text(std::string_view script);

}  // namespace hone::report
