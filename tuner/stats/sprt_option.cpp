// SPDX-License-Identifier: MIT
#include "tuner/stats/sprt_option.hpp"

#include <fmt/format.h>

#include <string>

#include "tuner/text/options.hpp"

namespace hone::stats {

namespace {

constexpr std::string_view off = "off";
constexpr text::RealRange elo_range{-max_elo_bound, max_elo_bound}, chance_range{0, 1};

SprtOptions parse_named(std::string_view words) {
  text::NamedValues values(words, "elo0=X,elo1=X,alpha=X,beta=X,model=normalized|logistic");
  SprtOptions test;
  if (const auto elo0 = values.take("elo0")) test.elo0 = text::parse_real(*elo0, elo_range);
  if (const auto elo1 = values.take("elo1")) test.elo1 = text::parse_real(*elo1, elo_range);
  if (const auto alpha = values.take("alpha")) test.alpha = text::parse_real(*alpha, chance_range);
  if (const auto beta = values.take("beta")) test.beta = text::parse_real(*beta, chance_range);
  if (const auto model = values.take("model")) {
    const bool logistic = text::parse_choice(*model, {"normalized", "logistic"}) == "logistic";
    test.model = logistic ? EloModel::logistic : EloModel::normalized;
  }
  values.expect_no_more();
  return test;
}

SprtOptions parse_bounds(std::string_view words) {
  const auto parts = text::split_at_commas(words, 2, "ELO0,ELO1 or off");
  SprtOptions test;
  test.elo0 = text::parse_real(parts[0], elo_range);
  test.elo1 = text::parse_real(parts[1], elo_range);
  return test;
}

std::optional<SprtOptions> parse(std::string_view words) {
  if (words == off) return std::nullopt;
  const SprtOptions test = text::NamedValues::fit(words) ? parse_named(words) : parse_bounds(words);
  test.validate();
  return test;
}

std::string show(const std::optional<SprtOptions>& test) {
  if (!test) return std::string(off);
  const char* model = test->model == EloModel::logistic ? "logistic" : "normalized";
  return fmt::format("elo0={},elo1={},alpha={},beta={},model={}", test->elo0, test->elo1, test->alpha, test->beta,
                     model);
}

}  // namespace

const char* unit_of(EloModel model) { return model == EloModel::logistic ? "Elo" : "nElo"; }

std::string bounds_text(const SprtOptions& test) {
  return fmt::format("[{:g}, {:g}] {}", test.elo0, test.elo1, unit_of(test.model));
}

text::Option& declare(text::Options& options, std::string_view name, std::optional<SprtOptions>& test,
                      std::string_view help) {
  return options.custom(
      name, "ELO0,ELO1", [&test](std::string_view words) { test = parse(words); }, [&test] { return show(test); },
      std::string(help) + ". In normalised Elo (nElo); also elo0=X,elo1=X,alpha=X,beta=X,model=logistic for Elo");
}

}  // namespace hone::stats
