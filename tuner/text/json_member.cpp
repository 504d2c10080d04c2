// SPDX-License-Identifier: MIT
#include "tuner/text/json_member.hpp"

namespace hone::text {

nlohmann::ordered_json parse_json(std::string_view text) {
  using Json = nlohmann::ordered_json;
  const auto check_depth = [](int depth, Json::parse_event_t /*event*/, Json& /*parsed*/) {
    if (depth <= deepest_json) return true;
    throw Error(
        fmt::format("JSON: {}", expected_found(fmt::format("at most {} levels of brackets", deepest_json), "more")));
  };
  try {
    return Json::parse(text, check_depth);
  } catch (const Json::exception& fault) {
    throw Error(fmt::format("JSON: {}", fault.what()));
  }
}

}  // namespace hone::text
