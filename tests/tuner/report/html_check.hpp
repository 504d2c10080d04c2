// SPDX-License-Identifier: MIT
//
// What is wrong with the tags of a page of HTML: enough to see that nothing broke out of its place.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace hone::report {

inline std::string_view tag_name(std::string_view tag) { return tag.substr(0, tag.find_first_of(" \n/>")); }

// Tags that are opened but not closed in order, or the other way round; empty when all are. Elements without content
// end in "/>". The texts of scripts and style sheets are skipped.
inline std::string unbalanced_tag(std::string_view html) {
  std::vector<std::string> open;
  for (std::size_t at = html.find('<'); at != std::string_view::npos; at = html.find('<', at + 1)) {
    std::string_view tag = html.substr(at + 1, html.find('>', at) - at - 1);
    if (tag.starts_with('!')) continue;
    if (tag.starts_with('/')) {
      if (open.empty() || open.back() != tag.substr(1)) return std::string(tag);
      open.pop_back();
    } else if (!tag.ends_with('/')) {
      open.emplace_back(tag_name(tag));
      if (open.back() == "script" || open.back() == "style") at = html.find("</" + open.back(), at) - 1;
    }
  }
  return open.empty() ? "" : open.back();
}

// Places from which the page would load something.
inline std::vector<std::string> outside_references(std::string_view html) {
  std::vector<std::string> found;
  for (const std::string_view attribute : {" src=", " href=", "url(", "@import", "sourceMappingURL="}) {
    for (std::size_t at = html.find(attribute); at != std::string_view::npos; at = html.find(attribute, at + 1)) {
      const std::string_view value = html.substr(at + attribute.size(), 40);
      if (!value.starts_with("\"#")) found.emplace_back(std::string(attribute) + std::string(value));
    }
  }
  return found;
}

}  // namespace hone::report
