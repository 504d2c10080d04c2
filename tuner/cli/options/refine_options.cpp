// SPDX-License-Identifier: MIT
#include "tuner/cli/options/refine_options.hpp"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <utility>

#include "data/atomic_file.hpp"
#include "data/checksum.hpp"
#include "data/error.hpp"
#include "engine/named_weights.hpp"
#include "tuner/cli/options/option_sources.hpp"
#include "tuner/cli/options/player_options.hpp"
#include "tuner/play/openings.hpp"
#include "tuner/play/uci/option_file.hpp"
#include "tuner/refine/spsa_list.hpp"
#include "tuner/run/directory.hpp"
#include "tuner/text/seal.hpp"

namespace hone::cli {

RefineSettings::RefineSettings() { refine_.games.threads = all_cores(); }

void RefineSettings::declare(Options& options) {
  options.group("The engine");
  game_.declare(options);
  options.text("weights", "F", weights_, "its evaluation: a weights file, default, material or zero").short_form('w');
  options.file(
      "posterior", posterior_,
      "what a fit has learnt of the weights (hone tune --keep-posterior F): weights move along directions that "
      "it finds equally costly; without it each weight is a direction of its own");
  options.text(
      "engine", "uci:COMMAND", engine_,
      "refine another engine, with its arguments; scores end its games only where --resign or --draw is given");
  options.list("options", "PATTERN", engine_options_,
               "options of --engine, with whole numbers as values; '*' stands for any text");
  options
      .file("spsa", spsa_list_,
            "the options to refine with their starts and bounds, as a tune of OpenBench lists them: lines NAME, int, "
            "VALUE, MIN, MAX, C_END, R_END; the last two are not used, as hone finds its own steps")
      .changes_no_result();  // what stands in it does, and is part of RefineSources::start
  options.list("set", "OPTION=VALUE", set_, "set an option of --engine, also the start of one that is refined");
  options.text("dir", "PATH", directory_, "the directory that --engine runs in");
  options
      .text("log-engines", "DIR", log_folder_, "log what --engine is told and says, in a file for each process in DIR")
      .free_on_resume();
  refine_.declare(options);
  options.group("Where games begin");
  options.text("openings", "F", openings_, "one a pair, as hone match takes them; without it random ones");
  options.choice("order", {"sequential", "random"}, order_, "order of the openings of the file; random by --seed");
}

void RefineSettings::settle(const Options& given) {
  if (is_foreign()) adjudicate_only_as_asked(refine_.games.adjudication, given);
}

void RefineSettings::resume(const std::filesystem::path& folder, const Options& given) {
  refuse_fixed_options(given, "a refinement");
  const std::filesystem::path config = run::RunPaths(folder).config();
  if (!std::filesystem::exists(config)) throw Error(folder.string(), 0, "no refinement was begun there");
  run::RunDirectory::require_run(folder);
  if (!refine::may_hold_refinement(folder)) throw Error(folder.string(), 0, "what was begun there is no refinement");
  RefineSettings kept;
  Options options;
  kept.declare(options);
  take_config_file(options, config.string());
  take_changes(given, options);
  *this = std::move(kept);
  folder_ = folder;
}

std::string RefineSettings::weights_file() const {
  return folder_.empty() ? weights_ : run::RunPaths(folder_).start_weights().string();
}

std::string RefineSettings::openings_file() const {
  if (openings_.empty() || folder_.empty()) return openings_;
  return run::RunPaths(folder_).start_openings(openings_).string();
}

std::string RefineSettings::spsa_list_file() const {
  return folder_.empty() ? spsa_list_ : refine::start_spsa_list(folder_).string();
}

// The numbers of the search that are refined begin where they began, though those of this program may be others by now.
EngineOptions RefineSettings::engine() const {
  EngineOptions engine = refine_.games.engine;
  if (folder_.empty()) return engine;
  const std::filesystem::path kept = refine::options_file(refine::start_base(folder_));
  if (!std::filesystem::exists(kept)) return engine;  // weights alone are refined
  for (const auto& [name, value] : play::read_option_file(kept)) {
    try {
      engine.parameters.set(fmt::format("{}={}", name, value));
    } catch (const Error& error) {
      throw Error(kept.string(), 0, error.what());
    }
  }
  return engine;
}

const GameDriver& RefineSettings::game() const {
  return is_foreign() && !game_.is_given() ? find_driver("chess") : game_.driver({weights_file()});
}

std::unique_ptr<refine::Subject> RefineSettings::subject(const GameDriver& game, const WeightsWarning& warn) const {
  if (!is_foreign()) {
    if (!engine_options_.empty() || !spsa_list_.empty() || !set_.empty() || !directory_.empty() ||
        !log_folder_.empty()) {
      throw UsageError("--options, --spsa, --set, --dir and --log-engines go with --engine uci:COMMAND");
    }
    if (refine_.patterns.empty()) throw UsageError("--parameters: name what is to be refined, as 'search.*'");
    return std::make_unique<refine::OwnSubject>(game, load_weights(game, weights_file(), warn), engine(),
                                                refine_.patterns);
  }
  if (!posterior_.empty()) throw UsageError("--posterior goes with weights, not with --engine");
  std::vector<std::string> patterns = engine_options_;
  patterns.insert(patterns.end(), refine_.patterns.begin(), refine_.patterns.end());
  if (patterns.empty() == spsa_list_.empty()) {
    throw UsageError("name the options that are to be refined by --options, or list them by --spsa");
  }
  if (!engine_.starts_with("uci:")) {
    throw UsageError(fmt::format("--engine: {}", expected_found("uci:COMMAND", fmt::format("'{}'", engine_))));
  }
  std::vector<play::PlayerSpec> players{parse_player("engine=" + engine_)};
  for (const std::string& text : set_) set_player_option(players, "engine." + text);
  players.front().uci.directory = directory_;
  players.front().uci.log_folder = log_folder_;
  players.front().uci.notice = [](const std::string& text) { spdlog::warn("{}", text); };
  const refine::SpsaList list = spsa_list_.empty() ? refine::SpsaList() : refine::read_spsa_list(spsa_list_file());
  return std::make_unique<refine::UciSubject>(game, players.front(), patterns, list);
}

refine::RefineSources RefineSettings::sources(const refine::Subject& subject) const {
  refine::RefineSources sources;
  std::string start;
  const std::vector<int> values = refine::start_values(subject.parameters());
  if (const auto* own = dynamic_cast<const refine::OwnSubject*>(&subject)) {
    start = folder_.empty() ? format_weights(own->weights(values)) : read_file(weights_file());
  }
  for (std::size_t i = 0; i < values.size(); ++i) {
    start += fmt::format("{}={}\n", subject.parameters()[i].name, values[i]);
  }
  if (!posterior_.empty()) {
    sources.posterior =
        learn::read_posterior(folder_.empty() ? std::filesystem::path(posterior_) : refine::start_posterior(folder_));
    start += learn::format_posterior(*sources.posterior);
  }
  if (!spsa_list_.empty()) start += read_file(spsa_list_file());
  if (!openings_.empty()) start += read_file(openings_file());
  sources.start = text::sum_text(checksum(start));
  return sources;
}

refine::RefineOptions RefineSettings::options(const GameDriver& game) const {
  refine::RefineOptions options = refine_;
  if (options.games.games % 2 != 0) throw UsageError("--games: two a pair, so an even number");
  options.settle(game);
  if (!openings_.empty()) {
    options.games.suite = play::read_openings(game, openings_file(), refine_.openings.plies,
                                              formats::FinishedGames::refuse, options.games.seed);
    if (order_ == "random") play::shuffle_openings(options.games.suite, options.games.seed);
  }
  RefineSettings copy = *this;
  Options declared;
  copy.declare(declared);
  options.record = declared.record();
  options.config = declared.as_config();
  return options;
}

void RefineSettings::keep_files(const std::filesystem::path& folder) const {
  if (!spsa_list_.empty()) write_file_atomically(refine::start_spsa_list(folder), read_file(spsa_list_));
  if (!openings_.empty()) write_file_atomically(run::RunPaths(folder).start_openings(openings_), read_file(openings_));
}

StandingRefinement standing_refinement(const std::filesystem::path& folder, const WeightsWarning& warn) {
  RefineSettings settings;
  settings.resume(folder, Options());
  const GameDriver& game = settings.game();
  const auto subject = settings.subject(game, warn);
  StandingRefinement standing{std::string(game.name()), {}, {}};
  standing.status =
      refine::status_of(game, *subject, settings.sources(*subject), settings.options(game), folder, standing.path);
  return standing;
}

}  // namespace hone::cli
