// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <initializer_list>
#include <iostream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
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
#include "tuner/exchange/import/import_format.hpp"
#include "tuner/exchange/import/import_weights.hpp"
#include "tuner/exchange/weight_scale.hpp"
#include "tuner/play/uci/uci_engine.hpp"
#include "tuner/text/shell_word.hpp"

namespace hone::cli {

namespace {

constexpr std::string_view engine_prefix = "uci:";
constexpr const char* own_format = "weights";

std::string names_of_import_formats() {
  std::vector<std::string> names;
  for (const exchange::ImportFormat& format : exchange::import_formats()) names.emplace_back(format.name);
  names.emplace_back(own_format);
  return join(names, ", ");
}

std::string read_standard_input() { return {std::istreambuf_iterator<char>(std::cin), {}}; }

std::vector<play::UciOption> options_of_engine(const std::string& command) {
  play::UciSettings settings;
  settings.player = command;
  settings.command = text::split_command(command);
  if (settings.command.empty()) throw UsageError("uci: stands before the command of an engine");
  play::UciEngine engine(settings);
  if (const auto failure = engine.introduce()) throw Error(fmt::format("{}: {}", command, failure->detail));
  return engine.options();
}

class ImportCommand final : public Command {
 public:
  CommandText text() const override;
  void declare(Options& options) override;
  ExitCode run(Session& session) override;

 private:
  [[nodiscard]] bool is_engine() const { return file_.starts_with(engine_prefix); }
  [[nodiscard]] std::string text_of_file() const { return file_ == "-" ? read_standard_input() : read_file(file_); }
  void list(const Session& session) const;
  void check_options(const Session& session) const;
  void refuse_without_effect(const Session& session, bool has_schema) const;
  [[nodiscard]] std::optional<Weights> given_schema(const Session& session) const;
  [[nodiscard]] exchange::Imported import_own(const Session& session) const;
  [[nodiscard]] exchange::Imported import_other() const;
  void report(const exchange::Imported& imported, const Session& session) const;

  exchange::ImportOptions import_;
  GameOption game_;
  std::string file_;
  std::string format_;
  std::string out_;
  std::string names_;
  std::string like_;
  bool list_ = false;
};

CommandText ImportCommand::text() const {
  return {
      .name = "import",
      .summary = "take the weights of another program",
      .description =
          "Reads the numbers of an engine (tables in its source, an options file, its answer to uci) into a weights "
          "file to start from. --list names the formats. With --game, --names or --like the numbers go into the groups "
          "of that "
          "schema by their names, in which case, punctuation and the place of mg or eg do not matter; else a schema "
          "is made of what is found. What became of every name is printed. Where a name or an array could be read in "
          "two "
          "ways, the error says which option settles it. FILE may be - for standard input, and uci:COMMAND to ask "
          "an engine.",
      .examples =
          "hone import pst.c --format table --game chess --elements pawn,knight,bishop,rook,queen,king --skip --out "
          "start.weights\n"
          "hone import eval.rs --format table --pairs inner --stages mg,eg --out engine.weights\n"
          "hone import uci:./engine --format uci --include 'Eval*' --out engine.weights\n"
          "hone import tuned.ini --format ini --like engine.weights --out new.weights\n"
          "hone import old.weights --format weights --out new.weights"};
}

void ImportCommand::declare(Options& options) {
  options.group("What to read and write");
  options.text("file", "FILE", file_, "what to read").positional();
  options.text("format", "NAME", format_, "what FILE is; --list explains the formats; uci for uci:COMMAND")
      .short_form('f')
      .range = names_of_import_formats();
  options.text("out", "F", out_, "the weights file to write").short_form('o');
  options.flag("list", list_, "list the formats");
  game_.declare(options);
  options.text("names", "F", names_, "the schema to fill, as a names file");
  options.text("like", "F", like_,
               "the schema to fill, as a weights file that holds it; what FILE lacks keeps its values");
  import_.declare(options);
}

void ImportCommand::list(const Session& session) const {
  nlohmann::ordered_json json = nlohmann::ordered_json::array();
  const auto add = [&](std::string_view name, std::string_view description) {
    say("{:<13}{}\n", name, description);
    json.push_back({{"name", name}, {"description", description}});
  };
  for (const exchange::ImportFormat& format : exchange::import_formats()) add(format.name, format.description);
  add(own_format, "a weights file of hone of any version, to write it in the present one");
  session.json.write(json);
}

void ImportCommand::check_options(const Session& session) const {
  if (file_.empty()) throw UsageError("FILE is missing");
  if (format_.empty()) throw UsageError("--format NAME is missing; --list names the formats");
  if (out_.empty()) throw UsageError("--out F is missing");
  if (is_engine() && format_ != "uci") throw UsageError("an engine's answer is read with --format uci");
  const int schemas = (session.options.given("game") ? 1 : 0) + (names_.empty() ? 0 : 1) + (like_.empty() ? 0 : 1);
  if (schemas > 1) throw UsageError("--game, --names and --like each give a schema: say one of them");
  refuse_without_effect(session, schemas > 0);
  require_writable_weights(out_);
}

namespace {

void refuse_options(const Session& session, std::initializer_list<const char*> options, std::string_view reason) {
  for (const char* const option : options) {
    if (session.options.given(option)) throw UsageError(fmt::format("--{} {}", option, reason));
  }
}

}  // namespace

void ImportCommand::refuse_without_effect(const Session& session, bool has_schema) const {
  if (format_ == own_format) {
    return refuse_options(session,
                          {"include", "exclude", "skip", "prefix", "order", "pairs", "every-stage", "map", "elements",
                           "board", "name", "stages", "steps"},
                          "says how to read files of others; one of hone's own says it itself");
  }
  if (has_schema || format_ == "json")
    refuse_options(session, {"name", "stages", "steps", "board"}, "is of a new schema, and there is one already");
  if (!exchange::find_import_format(format_).has_arrays)
    refuse_options(session, {"elements", "pairs", "board"}, fmt::format("is about arrays, and {} has none", format_));
}

// The weights to fill.
std::optional<Weights> ImportCommand::given_schema(const Session& session) const {
  if (!names_.empty()) return zero_weights(read_row_names(names_));
  if (!like_.empty()) return read_weights(like_);
  if (session.options.given("game")) return zero_weights(game_.driver().schema());
  return std::nullopt;
}

// Of hone's own file the groups are known; only the schema may have to be given.
exchange::Imported ImportCommand::import_own(const Session& session) const {
  exchange::Imported imported;
  if (!like_.empty()) {
    imported.weights = read_weights(like_);
    imported.missing = read_weights_into(imported.weights, file_);
    if (!imported.missing.empty() && import_.scale != 1) {
      throw UsageError(fmt::format("--scale is for all groups, and '{}' is only in --like", imported.missing.front()));
    }
    auto& provenance = imported.weights.provenance;
    std::erase_if(provenance, [](const auto& entry) { return entry.first == "completed_from"; });
    if (!imported.missing.empty()) provenance.emplace_back("completed_from", like_);
  } else {
    std::optional<Weights> schema = given_schema(session);
    if (!schema && !read_weights_schema(file_)) schema = zero_weights(find_driver(read_weights_game(file_)).schema());
    const auto warn = [](const std::string& warning) { spdlog::warn("{}", warning); };
    imported.weights = schema ? read_weights(file_, schema->schema, warn) : read_weights(file_);
  }
  exchange::multiply_score(imported.weights, import_.scale);
  if (import_.k) imported.weights.k = *import_.k;
  return imported;
}

exchange::Imported ImportCommand::import_other() const {
  const exchange::ImportFormat& format = exchange::find_import_format(format_);
  const exchange::Found found =
      is_engine() ? exchange::found_options(options_of_engine(file_.substr(engine_prefix.size())), import_.rules)
                  : format.read(text_of_file(), import_.rules);
  exchange::Imported imported = exchange::import_weights(found, import_);
  std::erase_if(imported.weights.provenance, [](const auto& entry) {
    return entry.first == "imported_from" || entry.first == "imported_as";  // of --like
  });
  imported.weights.provenance.emplace_back("imported_from", file_);
  imported.weights.provenance.emplace_back("imported_as", format_);
  return imported;
}

void ImportCommand::report(const exchange::Imported& imported, const Session& session) const {
  nlohmann::ordered_json names = nlohmann::ordered_json::array();
  std::size_t width = 4;
  for (const exchange::ImportedName& one : imported.names)
    width = std::max(width, std::min<std::size_t>(one.name.size(), 40));
  if (!imported.names.empty()) say("{:<{}}  {:>6}  {:<8}  {}\n", "name", width, "line", "size", "group and stage");
  for (const exchange::ImportedName& one : imported.names) {
    const std::string place =
        one.target.empty() ? "left out: " + one.reason : fmt::format("{} {}", one.target, one.stage);
    say("{:<{}}  {:>6}  {:<8}  {}\n", one.name, width, one.line == 0 ? "" : std::to_string(one.line), one.shape, place);
    names.push_back({{"name", one.name},
                     {"line", one.line},
                     {"size", one.shape},
                     {"target", one.target},
                     {"stage", one.stage},
                     {"reason", one.reason}});
  }
  for (const std::string& group : imported.missing) {
    say("Group {} got no number: {}\n", group, like_.empty() ? "zero" : "as in --like");
  }
  for (const std::string& name : imported.repeated) {
    spdlog::warn("the file has '{}' more than once; the later ones are {}_2 and so on (--exclude leaves both out)",
                 name, name);
  }
  if (!imported.is_k_known && like_.empty()) say("Nothing says what K of the scores is: 1, unless --k X gives it\n");
  const Schema& schema = imported.weights.schema;
  say("{}: {} groups, {} weights\n", out_, schema.groups().size(), schema.weights());
  session.json.write({{"out", out_},
                      {"game", schema.game()},
                      {"fingerprint", schema.fingerprint()},
                      {"groups", schema.groups().size()},
                      {"weights", schema.weights()},
                      {"names", names},
                      {"missing", imported.missing}});
}

ExitCode ImportCommand::run(Session& session) {
  if (list_) {
    list(session);
    return ExitCode::done;
  }
  check_options(session);
  import_.rules.file = file_ == "-" ? "standard input" : file_;
  import_.format = format_;
  exchange::Imported imported;
  if (format_ == own_format) {
    imported = import_own(session);
  } else {
    import_.like = given_schema(session);
    imported = import_other();
  }
  write_weights(out_, imported.weights);
  report(imported, session);
  return ExitCode::done;
}

}  // namespace

std::unique_ptr<Command> import_command() { return std::make_unique<ImportCommand>(); }

}  // namespace hone::cli
