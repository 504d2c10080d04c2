// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "data/error.hpp"
#include "data/row_names.hpp"
#include "engine/named_weights.hpp"
#include "tuner/cli/command.hpp"
#include "tuner/cli/options/game_options.hpp"
#include "tuner/cli/options/option_sources.hpp"
#include "tuner/cli/output.hpp"
#include "tuner/cli/print/weights_text.hpp"
#include "tuner/cli/standard_streams.hpp"
#include "tuner/exchange/export/export_format.hpp"
#include "tuner/exchange/weights_difference.hpp"
#include "tuner/exchange/weights_mean.hpp"
#include "tuner/text/options.hpp"

namespace hone::cli {

namespace {

using Json = nlohmann::ordered_json;

// The squares that the terms of a game's own weights are about, which their file does not say.
Weights with_squares(Weights weights) {
  for (const GameDriver* const driver : all_drivers()) {
    if (driver->name() == weights.schema.game()) weights.schema.take_squares(driver->schema());
  }
  return weights;
}

Json number_or_null(double number) { return std::isnan(number) ? Json(nullptr) : Json(number); }

// With their values and errors, as hone export writes them.
Json groups_as_json(const Weights& weights, const std::vector<std::string>& patterns, exchange::RowOrder order) {
  exchange::ExportOptions options;
  options.groups = patterns;
  options.order = order;
  const exchange::ExportFormat& format = exchange::find_export_format("json");
  return Json::parse(exchange::write_format(format, exchange::prepare(weights, options, format.decimals)))["groups"];
}

class WeightsCommand final : public Command {
 public:
  CommandText text() const override;
  void declare(Options& options) override;
  ExitCode run(Session& session) override;

 private:
  [[nodiscard]] Weights load(const std::string& source, const Session& session) const;
  [[nodiscard]] std::vector<std::string> patterns() const;
  ExitCode show(const Session& session) const;
  ExitCode diff(const Session& session) const;
  ExitCode mean(const Session& session) const;
  void refuse_of_others(const Session& session) const;

  std::string action_;
  std::vector<std::string> sets_;
  GameOption game_;
  std::string names_, out_;
  std::vector<std::string> groups_;
  exchange::RowOrder order_ = exchange::RowOrder::last_first;
  StrictOption strict_;
};

CommandText WeightsCommand::text() const {
  return {
      .name = "weights",
      .summary = "show a weight set, compare two, or average several",
      .description =
          "The first word says what to do. show: print a weight set, each group as its table with the standard errors "
          "that the file knows, ties and bounds, and where it comes from. diff: print by group how much two sets "
          "differ: how many weights, the mean absolute and the largest change in centi-units and in standard errors, "
          "the correlation; the exit code is 1 where they differ and 0 where they are equal. mean: write the mean of "
          "several sets, such as fits to other games, whose errors by chance cancel in part; it is not rounded, as "
          "play rounds it, and its standard errors are not known. Sets of other scales should be brought to one scale "
          "first (hone export --format weights --scale). A set is a file, also one of an engine that hone does not "
          "know, or default, material or zero with --game.",
      .examples =
          "hone weights show best.weights --groups 'psqt.*'\n"
          "hone weights show default --game chess\n"
          "hone weights diff start.weights best.weights\n"
          "hone weights mean one.weights two.weights three.weights --out mean.weights"};
}

void WeightsCommand::declare(Options& options) {
  options.group("What to do, with what");
  options.choice("action", {"show", "diff", "mean"}, action_, "what to do").required().positional();
  options.list("sets", "F", sets_, "one weight set for show, two for diff, two or more for mean")
      .required()
      .positional();
  options.text("out", "F", out_, "mean: the weights file to write; it may replace other weights, but no file of a run")
      .short_form('o');
  game_.declare(options);
  options.text("names", "F", names_, "the schema of files that do not hold it, as a names file");
  options.list("groups", "PATTERN", groups_,
               "show: these groups only; * stands for any text, and commas separate as well");
  options.choice("order",
                 text::Choices<exchange::RowOrder>{{"a8", exchange::RowOrder::last_first},
                                                   {"a1", exchange::RowOrder::first_first}},
                 order_, "show: boards with their last row first, as the first player sees them, or with their first");
  strict_.declare(options);
}

Weights WeightsCommand::load(const std::string& source, const Session& session) const {
  if (session.options.given("game") || is_weights_name(source))
    return load_weights(game_.driver(sets_), source, strict_.warning());
  if (!names_.empty()) return read_weights(source, read_row_names(names_), strict_.warning());
  if (read_weights_schema(source)) return with_squares(read_weights(source));
  return load_weights(game_.driver({source}), source, strict_.warning());
}

std::vector<std::string> WeightsCommand::patterns() const {
  std::vector<std::string> patterns;
  for (const std::string& text : groups_) {
    for (const std::string_view pattern : text::split_at_commas(text)) patterns.emplace_back(text::trimmed(pattern));
  }
  return patterns;
}

ExitCode WeightsCommand::show(const Session& session) const {
  if (sets_.size() != 1) throw UsageError("show takes one weight set");
  const Weights weights = load(sets_.front(), session);
  say("{}", weights_text(weights, patterns(), order_));
  Json provenance = Json::object();
  for (const auto& [key, value] : weights.provenance) provenance[key] = value;
  session.json.write({{"game", weights.schema.game()},
                      {"fingerprint", weights.schema.fingerprint()},
                      {"stages", weights.schema.phases()},
                      {"k", weights.k},
                      {"provenance", provenance},
                      {"constraints", weights.schema.constraints()},
                      {"groups", groups_as_json(weights, patterns(), order_)}});
  return ExitCode::done;
}

ExitCode WeightsCommand::diff(const Session& session) const {
  if (sets_.size() != 2) throw UsageError("diff takes two weight sets");
  const exchange::WeightsDifference difference =
      exchange::difference_of(load(sets_[0], session), load(sets_[1], session));
  say("{}", difference_text(difference));
  Json groups = Json::array();
  for (const exchange::GroupDifference& group : difference.groups) {
    groups.push_back({{"group", group.group},
                      {"weights", group.weights},
                      {"changed", group.changed},
                      {"mean", group.mean},
                      {"largest", group.largest},
                      {"largest_weight", group.largest_name},
                      {"largest_in_errors", number_or_null(group.largest_in_errors)},
                      {"correlation", number_or_null(group.correlation)}});
  }
  session.json.write({{"equal", difference.equal()},
                      {"groups", groups},
                      {"only_in_first", difference.only_in_first},
                      {"only_in_second", difference.only_in_second},
                      {"k", {difference.first_k, difference.second_k}}});
  return difference.equal() ? ExitCode::done : ExitCode::no;
}

ExitCode WeightsCommand::mean(const Session& session) const {
  if (sets_.size() < 2) throw UsageError("mean takes two weight sets or more");
  if (out_.empty()) throw UsageError("--out F is missing");
  require_writable_weights(out_);
  std::vector<Weights> sets;
  for (const std::string& source : sets_) {
    if (!is_weights_name(source) && is_same_file(source, out_)) {
      throw UsageError(fmt::format("{} is a set of the mean: --out would replace it", source));
    }
    sets.push_back(load(source, session));
  }
  Weights mean = exchange::mean_of(sets);
  mean.provenance = {{"mean_of", text::join(sets_, ", ")}};
  write_weights(out_, mean);
  say("Written        {}, the mean of {} sets\n", out_, sets.size());
  session.json.write({{"out", out_}, {"sets", sets_}, {"k", mean.k}});
  return ExitCode::done;
}

void WeightsCommand::refuse_of_others(const Session& session) const {
  for (const char* const option : {"groups", "order"}) {
    if (action_ != "show" && session.options.given(option)) throw UsageError(fmt::format("--{} is of show", option));
  }
  if (action_ != "mean" && session.options.given("out")) throw UsageError("--out is of mean");
}

ExitCode WeightsCommand::run(Session& session) {
  refuse_of_others(session);
  if (action_ == "mean") return mean(session);
  return action_ == "show" ? show(session) : diff(session);
}

}  // namespace

std::unique_ptr<Command> weights_command() { return std::make_unique<WeightsCommand>(); }

}  // namespace hone::cli
