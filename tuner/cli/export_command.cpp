// SPDX-License-Identifier: MIT
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "data/atomic_file.hpp"
#include "data/error.hpp"
#include "engine/named_weights.hpp"
#include "tuner/cli/command.hpp"
#include "tuner/cli/options/game_options.hpp"
#include "tuner/cli/options/option_sources.hpp"
#include "tuner/cli/output.hpp"
#include "tuner/cli/standard_streams.hpp"
#include "tuner/exchange/export_format.hpp"

namespace hone::cli {

namespace {

class ExportCommand final : public Command {
 public:
  CommandText text() const override;
  void declare(Options& options) override;
  ExitCode run(Session& session) override;

 private:
  void list(const Session& session) const;
  void check_out() const;

  GameOption game_;
  std::string weights_;
  std::string format_ = "cpp";
  std::string out_ = "-";
  bool list_ = false;
  StrictOption strict_;
};

CommandText ExportCommand::text() const {
  return {
      .name = "export",
      .summary = "write weights for another program",
      .description = "Writes a weight set in a form that another engine compiles or reads. --list names the formats.",
      .examples =
          "hone export --weights best.weights --format cpp --out weights.hpp\n"
          "hone export --list"};
}

void ExportCommand::declare(Options& options) {
  options.group("What to write");
  game_.declare(options);
  options.text("weights", "F", weights_, "a weights file; default, material or zero, with --game").short_form('w');
  options.text("format", "NAME", format_, "one of --list").short_form('f');
  options
      .text("out", "F", out_,
            "the file to write, which replaces no weights and no file of a run; - for standard output")
      .short_form('o');
  options.flag("list", list_, "list the formats");
  strict_.declare(options);
}

void ExportCommand::list(const Session& session) const {
  nlohmann::ordered_json json = nlohmann::ordered_json::array();
  for (const exchange::ExportFormat& format : exchange::export_formats()) {
    say("{:<8}{}\n", format.name, format.description);
    json.push_back({{"name", format.name}, {"description", format.description}});
  }
  session.json.write(json);
}

// What is written is no weight set of hone's, and cannot be read back.
void ExportCommand::check_out() const {
  if (out_ == "-") return;
  require_writable(out_);
  if (std::filesystem::is_regular_file(out_) && is_weights_file(out_)) {
    throw Error(out_, 0, "holds weights, and what is exported is not read back: name another file");
  }
}

ExitCode ExportCommand::run(Session& session) {
  if (list_) {
    list(session);
    return ExitCode::done;
  }
  if (weights_.empty()) throw UsageError("--weights F is missing");
  if (out_ == "-" && session.json.is_standard_output()) {
    throw UsageError("--json -: standard output takes the weights already; say --out F, or --json F");
  }
  check_out();
  const exchange::ExportFormat& format = exchange::find_export_format(format_);
  const GameDriver& game = game_.driver({weights_});
  const std::string text = format.write(load_weights(game, weights_, strict_.warning()));
  if (out_ == "-") {
    print_content(text);
  } else {
    write_file_atomically(out_, text);
  }
  session.json.write({{"game", game.name()}, {"format", format.name}, {"out", out_}, {"bytes", text.size()}});
  return ExitCode::done;
}

}  // namespace

std::unique_ptr<Command> export_command() { return std::make_unique<ExportCommand>(); }

}  // namespace hone::cli
