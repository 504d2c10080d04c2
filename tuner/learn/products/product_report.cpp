// SPDX-License-Identifier: MIT
#include "tuner/learn/products/product_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace hone::learn {

namespace {

using Json = nlohmann::ordered_json;

std::string product_head(const ProductReport& report) {
  return fmt::format(
      "Products       {} of {} counts; of {} looked at, {} games chose {}, of which {} other games keep {} with {:g} % "
      "false ones\n"
      "Noise          {} products of counts from other games planted, {} kept; {} have p < 0.05, at most {:.0f} "
      "expected\n",
      report.products, report.used_factors, report.looked_at, report.choosing_games, report.found.size(),
      report.testing_games, report.kept(), 100 * report.false_share, report.noise, report.noise_kept,
      report.noise_by_chance, 0.05 * static_cast<double>(report.noise));
}

constexpr const char* product_legend =
    "  A x B is A1 B1 - A2 B2 of the two players' counts, A x enemy B is A1 B2 - A2 B1; a count is that of all terms\n"
    "  of a group, and 'place in' adds up their places in its list, from 0. Values are centi-units a count, beside "
    "the\n"
    "  linear terms and the lines above; q is the least share of false ones at which the line would be kept; gain is\n"
    "  that of the mean loss, in millionths; % is the share of positions where the product is not 0. = names other\n"
    "  products, and how much of them the line says already.\n";

std::string values_of(const ProductEstimate& estimate) {
  std::string text;
  for (std::size_t i = 0; i < estimate.values.size(); ++i) {
    text += std::isnan(estimate.values[i])
                ? fmt::format("{:>20}", "-")
                : fmt::format("{:>10.3f} +- {:<6.3f}", estimate.values[i], estimate.errors[i]);
  }
  return text;
}

std::string product_line(const ProductReport& report, const FoundProduct& found, std::size_t width) {
  std::string text = fmt::format("  {:<{}} {:>6.1f} {:>8.1e}{} {:>7.1f} {:>5.1f}\n",
                                 product_name(report, found.product), width, found.estimate.test.z(), found.false_share,
                                 values_of(found.estimate), 1e6 * found.estimate.gain, 100 * found.row_share);
  for (const AlikeProduct& alike : found.alike) {
    text += fmt::format("    = {} ({:.0f} %)\n", product_name(report, alike.product), 100 * alike.share);
  }
  return text;
}

Json product_json(const ProductReport& report, const Product& product) {
  const auto factor = [&](std::size_t number) {
    return Json{{"group", report.schema.groups()[report.factors[number].group].name},
                {"count", report.factors[number].by_place ? "place" : "number"}};
  };
  return {{"name", product_name(report, product)},
          {"kind", product.kind == ProductKind::own ? "own" : "enemy"},
          {"first", factor(product.first)},
          {"second", factor(product.second)}};
}

Json by_phase(const Schema& schema, const std::vector<double>& values) {
  Json json = Json::object();
  for (std::size_t i = 0; i < values.size(); ++i) {
    json[schema.phases()[i]] = std::isnan(values[i]) ? Json() : Json(values[i]);
  }
  return json;
}

Json found_json(const ProductReport& report, const FoundProduct& found) {
  Json json = product_json(report, found.product);
  const ProductEstimate& estimate = found.estimate;
  json.update({{"kept", found.kept},
               {"z", estimate.test.z()},
               {"chi_squared", estimate.test.statistic},
               {"freedom", estimate.test.freedom},
               {"p", estimate.test.p()},
               {"q", found.false_share},
               {"z_choosing", found.chosen.z()},
               {"values", by_phase(report.schema, estimate.values)},
               {"errors", by_phase(report.schema, estimate.errors)},
               {"gain", estimate.gain},
               {"games", found.games},
               {"row_share", found.row_share}});
  json["alike"] = Json::array();
  for (const AlikeProduct& alike : found.alike) {
    json["alike"].push_back({{"name", product_name(report, alike.product)}, {"share", alike.share}});
  }
  return json;
}

}  // namespace

std::string product_name(const ProductReport& report, const Product& product) {
  const auto name = [&](std::size_t factor) { return factor_name(report.schema, report.factors[factor]); };
  return fmt::format("{} x {}{}", name(product.first), product.kind == ProductKind::enemy ? "enemy " : "",
                     name(product.second));
}

std::string product_text(const ProductReport& report) {
  std::string text = product_head(report);
  if (report.kept() == 0) return text;
  std::size_t width = 0;
  for (const FoundProduct& found : report.found) {
    if (found.kept) width = std::max(width, product_name(report, found.product).size());
  }
  text += fmt::format("  {:<{}} {:>6} {:>8}", "product", width, "z", "q");
  for (const std::string& phase : report.schema.phases()) text += fmt::format("{:>20}", phase);
  text += fmt::format(" {:>7} {:>5}\n", "gain", "%");
  for (const FoundProduct& found : report.found) {
    if (found.kept) text += product_line(report, found, width);
  }
  return text + product_legend;
}

Json to_json(const ProductReport& report) {
  Json json{
      {"false_share", report.false_share},
      {"counts", report.used_factors},
      {"products", report.products},
      {"looked_at", report.looked_at},
      {"choosing_games", report.choosing_games},
      {"testing_games", report.testing_games},
      {"kept", report.kept()},
      {"noise", {{"planted", report.noise}, {"kept", report.noise_kept}, {"p_below_0.05", report.noise_by_chance}}}};
  json["found"] = Json::array();
  for (const FoundProduct& found : report.found) json["found"].push_back(found_json(report, found));
  return json;
}

}  // namespace hone::learn
