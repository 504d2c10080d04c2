// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "data/atomic_file.hpp"
#include "data/error.hpp"
#include "data/row_names.hpp"
#include "engine/named_weights.hpp"
#include "tuner/cli/command.hpp"
#include "tuner/cli/options/game_options.hpp"
#include "tuner/cli/options/option_sources.hpp"
#include "tuner/cli/output.hpp"
#include "tuner/cli/standard_streams.hpp"
#include "tuner/exchange/export/export_format.hpp"
#include "tuner/exchange/export/export_template.hpp"
#include "tuner/learn/fit/posterior.hpp"

namespace hone::cli {

namespace {

std::string names_of_export_formats() {
  std::vector<std::string> names;
  for (const exchange::ExportFormat& format : exchange::export_formats()) names.emplace_back(format.name);
  return join(names, ", ");
}

class ExportCommand final : public Command {
 public:
  CommandText text() const override;
  void declare(Options& options) override;
  ExitCode run(Session& session) override;

 private:
  void list(const Session& session) const;
  void show_template(const Session& session) const;
  void write_out(const std::string& text) const;
  void check_out() const;
  void check_given(const Session& session) const;
  [[nodiscard]] Weights load(const Options& options) const;
  [[nodiscard]] exchange::PreparedWeights prepared(const Weights& weights) const;
  [[nodiscard]] std::string content(const exchange::PreparedWeights& prepared) const;

  GameOption game_;
  std::string weights_;
  std::string names_;
  std::string format_ = "cpp";
  std::string template_;
  std::string show_template_;
  std::string posterior_;
  std::string out_ = "-";
  bool list_ = false;
  bool overwrite_ = false;
  exchange::ExportOptions export_;
  StrictOption strict_;
};

CommandText ExportCommand::text() const {
  return {
      .name = "export",
      .summary = "write weights for another program",
      .description =
          "Writes a weight set in a form that another engine compiles or reads. --list names the formats; where none "
          "fits, --template F fills a text of your own (--show-template prints one to start from).\n"
          "Boards begin with a8, as the first player sees them, and every file with comments says so in its first "
          "line. Single weights are called GROUP_INDEX_STAGE, such as psqt_knight_f3_mg.\n"
          "Values are rounded to whole numbers, each by itself; with --posterior F, which hone tune --keep-posterior F "
          "writes, all together, so that the games of the fit lose as little likelihood as possible. That matters "
          "where the unit is coarse.",
      .examples =
          "hone export --weights best.weights --format c --stages split --out weights.h\n"
          "hone export --weights best.weights --format pesto --groups 'material.*,psqt.*'\n"
          "hone export --weights best.weights --format setoption --prefix Eval_ --case pascal\n"
          "hone export --weights best.weights --format rust --unit 74 --posterior fit.posterior --out weights.rs\n"
          "hone export --weights best.weights --template my.mustache --out eval.txt\n"
          "hone export --list"};
}

void ExportCommand::declare(Options& options) {
  options.group("What to write");
  game_.declare(options);
  options
      .text("weights", "F", weights_,
            "a weights file, of any engine if it holds its schema; default, material or zero, with --game")
      .short_form('w');
  options.file("names", names_, "the names file of a weights file that holds no schema, of a game that hone lacks");
  options.text("format", "NAME", format_, "what to write; --list explains the formats").short_form('f').range =
      names_of_export_formats();
  options.file("template", template_,
               "a mustache template to fill instead of a format: tuner/exchange/export/TEMPLATES.md");
  options.file("posterior", posterior_, "what a fit has learnt, to round all values together");
  options
      .text("out", "F", out_,
            "the file to write, which replaces no weights (but --format weights) and no file of a run; - for standard "
            "output")
      .short_form('o');
  options.flag("list", list_, "list the formats");
  options.text("show-template", "NAME", show_template_, "print the template of a format, to change it");
  options.flag("overwrite", overwrite_, "replace a table that hone export did not write");
  export_.declare(options);
  strict_.declare(options);
}

void ExportCommand::list(const Session& session) const {
  nlohmann::ordered_json json = nlohmann::ordered_json::array();
  for (const exchange::ExportFormat& format : exchange::export_formats()) {
    const bool is_template = format.template_text != nullptr;
    say("{:<17}{}{}\n", format.name, format.description, is_template ? " (template)" : "");
    json.push_back({{"name", format.name}, {"description", format.description}, {"template", is_template}});
  }
  session.json.write(json);
}

void ExportCommand::show_template(const Session& session) const {
  const exchange::ExportFormat& format = exchange::find_export_format(show_template_);
  if (format.template_text == nullptr) {
    throw Error(fmt::format("the format {} is no template: see --list", format.name));
  }
  check_out();
  write_out(std::string(*format.template_text));
  session.json.write({{"format", format.name}, {"out", out_}, {"bytes", format.template_text->size()}});
}

// A table that somebody wrote is not replaced by one of hone's.
void ExportCommand::write_out(const std::string& text) const {
  if (out_ == "-") return print_content(text);
  const auto is_own = [](std::string_view table) { return table.find(exchange::written_by) != std::string_view::npos; };
  const bool is_there = std::filesystem::is_regular_file(out_) && std::filesystem::file_size(out_) > 0;
  if (!overwrite_ && is_there && is_own(text) && !is_own(read_file(out_))) {
    throw Error(out_, 0, "is there already, and hone export did not write it; --overwrite replaces it");
  }
  write_file_atomically(out_, text);
}

// What other formats write is no weight set of hone's, and cannot take the place of one.
void ExportCommand::check_out() const {
  if (out_ == "-") return;
  const bool writes_weights = format_ == "weights" && template_.empty() && show_template_.empty();
  if (writes_weights) return require_writable_weights(out_);
  require_writable(out_);
  if (std::filesystem::is_regular_file(out_) && is_weights_file(out_)) {
    throw Error(out_, 0, "holds weights, which only --format weights replaces: name another file");
  }
}

void ExportCommand::check_given(const Session& session) const {
  if (weights_.empty()) throw UsageError("--weights F is missing");
  if (!template_.empty() && session.options.given("format")) {
    throw UsageError("--template F takes the place of --format: say one of them");
  }
  if (!names_.empty() && session.options.given("game")) {
    throw UsageError("--names F says what the weights are, and so does --game: say one of them");
  }
  if (!names_.empty() && is_weights_name(weights_)) {
    throw UsageError(fmt::format("--names F belongs to a weights file, and '{}' is none", weights_));
  }
  if (out_ == "-" && session.json.is_standard_output()) {
    throw UsageError("--json -: standard output takes the weights already; say --out F, or --json F");
  }
}

const GameDriver* driver_of(const std::string& game) {
  const auto drivers = all_drivers();
  const auto found =
      std::find_if(drivers.begin(), drivers.end(), [&](const GameDriver* driver) { return driver->name() == game; });
  return found == drivers.end() ? nullptr : *found;
}

// Whether weights of the schema can be weights of the game, which may have grown since.
bool belongs_to(const Schema& schema, const Schema& game) {
  return schema.phases() == game.phases() && schema.phase_steps() == game.phase_steps() &&
         std::all_of(schema.groups().begin(), schema.groups().end(), [&game](const Group& group) {
           const Group* const same = game.find(group.name);
           return same != nullptr && same->shape.rows == group.shape.rows && same->shape.cols == group.shape.cols;
         });
}

// A file that holds its schema needs neither a game nor a names file, also where another engine's weights are for a
// game of hone's.
Weights ExportCommand::load(const Options& options) const {
  if (!names_.empty()) return read_weights(weights_, read_row_names(names_), strict_.warning());
  if (options.given("game") || is_weights_name(weights_)) {
    return load_weights(game_.driver({weights_}), weights_, strict_.warning());
  }
  const std::string game = read_weights_game(weights_);
  const GameDriver* const driver = driver_of(game);
  const std::optional<Schema> schema = read_weights_schema(weights_);
  if (driver != nullptr && (!schema || belongs_to(*schema, driver->schema()))) {
    return load_weights(*driver, weights_, strict_.warning());
  }
  if (schema) return read_weights(weights_, *schema, strict_.warning());
  throw Error(weights_, 0,
              fmt::format("holds no schema, and '{}' is no game of hone: --names F gives the schema", game));
}

exchange::PreparedWeights ExportCommand::prepared(const Weights& weights) const {
  const exchange::Decimals usual =
      template_.empty() ? exchange::find_export_format(format_).decimals : exchange::Decimals{};
  const exchange::Decimals decimals = export_.decimals.value_or(usual);
  if (posterior_.empty()) return exchange::prepare(weights, export_, decimals);
  const learn::Posterior posterior = learn::read_posterior(posterior_);
  return exchange::prepare(weights, export_, decimals, &posterior);
}

std::string ExportCommand::content(const exchange::PreparedWeights& prepared) const {
  if (template_.empty()) return exchange::write_format(exchange::find_export_format(format_), prepared);
  return exchange::fill_template(read_file(template_, exchange::largest_template), template_, prepared);
}

nlohmann::ordered_json rounding_json(const exchange::RoundingSummary& rounding) {
  if (!rounding.is_judged) return nullptr;
  return {{"loss_each", rounding.loss_each},
          {"loss", rounding.loss},
          {"moved", rounding.moved},
          {"unknown", rounding.unknown}};
}

void tell_changes(const exchange::PreparedWeights& prepared) {
  if (prepared.clipped > 0) spdlog::warn("{} values were beyond --clip and moved to it", prepared.clipped);
  const exchange::RoundingSummary& rounding = prepared.rounding;
  if (!rounding.is_judged) return;
  spdlog::info(
      "rounding: log likelihood of the fit's games falls by {:.4g}; by {:.4g} if each value were rounded for itself. "
      "{} of {} values are not the nearest ones{}",
      rounding.loss, rounding.loss_each, rounding.moved, prepared.weights.values.size(),
      rounding.unknown == 0 ? "" : fmt::format("; {} are not in the posterior", rounding.unknown));
}

ExitCode ExportCommand::run(Session& session) {
  if (list_) {
    list(session);
    return ExitCode::done;
  }
  if (!show_template_.empty()) {
    show_template(session);
    return ExitCode::done;
  }
  check_given(session);
  if (template_.empty()) (void)exchange::find_export_format(format_);
  check_out();
  const exchange::PreparedWeights out = prepared(load(session.options));
  const std::string text = content(out);
  tell_changes(out);
  write_out(text);
  session.json.write({{"game", out.weights.schema.game()},
                      {"format", template_.empty() ? format_ : template_},
                      {"out", out_},
                      {"bytes", text.size()},
                      {"weights", out.weights.values.size()},
                      {"k", out.weights.k},
                      {"changes", out.changes},
                      {"clipped", out.clipped},
                      {"rounding", rounding_json(out.rounding)}});
  return ExitCode::done;
}

}  // namespace

std::unique_ptr<Command> export_command() { return std::make_unique<ExportCommand>(); }

}  // namespace hone::cli
