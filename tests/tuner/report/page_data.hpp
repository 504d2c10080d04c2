// SPDX-License-Identifier: MIT
//
// What the scripts of a page are told, read out of it again.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace hone::report {

// The JSON of the script element with this id.
inline nlohmann::ordered_json script_data(const std::string& page, const std::string& id) {
  const std::string before = "id=\"" + id + "\">";
  const std::size_t at = page.find(before);
  if (at == std::string::npos) return nullptr;
  const std::size_t begin = at + before.size();
  return nlohmann::ordered_json::parse(page.substr(begin, page.find("</script>", begin) - begin));
}

}  // namespace hone::report
