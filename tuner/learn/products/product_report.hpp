// SPDX-License-Identifier: MIT
//
// What a search for products found, as text and as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "tuner/learn/products/product_search.hpp"

namespace hone::learn {

// "king.attackers x enemy space"
[[nodiscard]] std::string product_name(const ProductReport& report, const Product& product);
// Lines, each with its end.
[[nodiscard]] std::string product_text(const ProductReport& report);
[[nodiscard]] nlohmann::ordered_json to_json(const ProductReport& report);

}  // namespace hone::learn
