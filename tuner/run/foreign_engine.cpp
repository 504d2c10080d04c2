// SPDX-License-Identifier: MIT
#include "tuner/run/foreign_engine.hpp"

#include <fmt/format.h>

#include <cmath>
#include <map>
#include <utility>
#include <vector>

#include "data/checksum.hpp"
#include "data/error.hpp"
#include "data/row_file.hpp"
#include "data/row_names.hpp"
#include "engine/named_weights.hpp"
#include "tuner/run/options.hpp"

namespace hone::run {

namespace {

namespace fs = std::filesystem;

// The values that the engine begins with. A probe may leave out options that act nowhere; a run keeps all.
Weights begin_with(const exchange::ProbeOptions& probe, const std::optional<Weights>& start) {
  const bool reads_file = probe.engine.files != nullptr;
  if (probe.engine.has_weights_inside) {
    throw Error("--weights-by source: a run gives the engine new weights, as options or in a file");
  }
  if (reads_file && !start) throw Error("--weights-by file needs --start F, which says what the weights are");
  if (reads_file) {
    Weights weights = *start;
    exchange::forget_lines_of_probe(weights);
    probe.question.is_of_rows() ? exchange::require_weights_of(weights.schema, probe.choice)
                                : (void)exchange::choose_weights(weights, probe.choice);
    const exchange::ProbeEngine engine(probe.engine, probe.question, weights);  // it starts
    return weights;
  }
  const exchange::ProbeEngine engine(probe.engine, probe.question);
  std::vector<exchange::ProbedOption> options = exchange::choose_options(engine.options(), probe.choice);
  if (start) (void)exchange::start_at(options, *start);
  Weights weights = zero_weights(exchange::probed_schema(exchange::probed_game(engine.name()), options));
  for (std::size_t i = 0; i < options.size(); ++i) weights.values[i] = static_cast<double>(options[i].start);
  return weights;
}

// Options by their names, which are the meanings of the groups, with the values that are played.
std::vector<std::pair<std::string, std::string>> options_of(const Weights& weights) {
  std::vector<std::pair<std::string, std::string>> options;
  const std::vector<int> values = weights.rounded();
  for (const Group& group : weights.schema.groups()) {
    options.emplace_back('!' + group.meaning, fmt::format("{}", values[static_cast<std::size_t>(group.first)]));
  }
  return options;
}

// The terms of a probe as those of the run, which knows more options.
std::vector<std::uint16_t> terms_of_run(const Schema& probed, const Schema& run) {
  std::vector<std::uint16_t> terms;
  for (const Group& group : probed.groups()) {
    const Group* const found = run.find(group.name);
    if (found == nullptr)
      throw Error(fmt::format("the engine has an option '{}' that the run was begun without", group.meaning));
    for (int i = 0; i < group.shape.size(); ++i) terms.push_back(static_cast<std::uint16_t>(found->first + i));
  }
  return terms;
}

void add_rows(const RowSet& from, const std::vector<std::uint16_t>& terms, RowSet& to) {
  std::vector<std::uint16_t> named;
  std::vector<float> numbers;
  for (std::size_t i = 0; i < from.size(); ++i) {
    const RowView row = from[i];
    named.clear();
    numbers.clear();
    for (const FeatureCount count : row.entries) {
      named.push_back(terms[count.term]);
      numbers.push_back(count.count);
    }
    to.add(RowView{row.phase, {named, numbers}, row.label});
  }
}

void remove_probe(const fs::path& rows) {
  fs::remove(rows);
  fs::remove(row_names_beside(rows));
  fs::remove(exchange::probed_weights(rows));
}

}  // namespace

ForeignEngine::ForeignEngine(const GameDriver& driver, const exchange::ProbeSettings& settings,
                             const std::optional<Weights>& start)
    : driver_(driver), probe_(settings.probe_options()), start_(begin_with(probe_, start)) {}

void ForeignEngine::require_possible(const RunOptions& options) const {
  const auto refuse = [](bool is_wrong, const char* what) {
    if (is_wrong) throw Error(fmt::format("{} is made inside of hone's own engine, and the run tunes another", what));
  };
  const play::Variety& variety = options.self_play.variety;
  refuse(variety.noise != 0 || variety.choice.temperature != 0 || variety.node_jitter != 0,
         "variety of self-play (noise, temperature, node jitter)");
  refuse(options.fit.targets.target.tree.has_value(), "the tree of a search (treestrap)");
  refuse(options.self_play.starts.choice == play::StartChoice::leverage, "the choice of starts by leverage");
}

Weights ForeignEngine::judges(const Weights& /*weights*/) const {
  return load_weights(driver_, std::string(default_weights), [](const std::string&) {});
}

play::Entrant ForeignEngine::entrant(std::string name, const Weights& weights, const EngineOptions& options) const {
  play::PlayerSpec spec;
  spec.name = std::move(name);
  spec.kind = play::PlayerSpec::Kind::uci;
  spec.uci = probe_.engine.uci;
  spec.uci.player = spec.name;
  if (probe_.engine.files != nullptr) return file_entrant(std::move(spec), weights, options);
  for (auto& option : options_of(weights)) spec.uci.options.push_back(std::move(option));
  return play::entrant_of(driver_, spec, weights, options);
}

// What it is called does not depend on where the file is, so that a match goes on with another file of the same
// content. The files last as long as the entrant.
play::Entrant ForeignEngine::file_entrant(play::PlayerSpec spec, const Weights& weights,
                                          const EngineOptions& options) const {
  const std::string description =
      fmt::format("{}, weights file {:016x}", play::describe(spec), checksum(probe_.engine.files->content(weights)));
  spec.uci = probe_.engine.files->give(spec.uci, weights).settings;
  play::Entrant entrant = play::entrant_of(driver_, spec, weights, options);
  entrant.description = description;
  entrant.make = [make = entrant.make, files = probe_.engine.files] { return make(); };
  return entrant;
}

play::SelfPlaySummary ForeignEngine::self_play(const Weights& weights, const play::SelfPlayOptions& options,
                                               const fs::path& file, const std::stop_token& stop,
                                               const play::PlayProgress& progress, play::GameSupply* /*supply*/) const {
  return play::self_play(driver_, entrant(options.player, weights, options.engine), judges(weights), options, file,
                         play::Existing::go_on, stop, progress);
}

// The probe keeps its own work beside its rows, and goes on with it.
std::optional<learn::SamplingSummary> ForeignEngine::rows(const RowsWanted& wanted, Weights& best, RowSet& rows,
                                                          const std::stop_token& stop,
                                                          const learn::SamplingProgress& progress) const {
  exchange::ProbeOptions probe = probe_;
  probe.start = best;
  probe.start->schema = schema();  // without what an earlier generation saw near its own values, which holds no longer
  probe.sampling = wanted.sampling;
  probe.threads = wanted.sampling.threads;
  for (const fs::path& games : wanted.games) probe.files.push_back(games.string());
  const fs::path file = wanted.work / "probe.rows";
  const exchange::ProbeSummary summary = exchange::probe(driver_, judges(best), probe, file, stop);
  if (!summary.is_complete) return std::nullopt;
  progress(summary.sampling);
  {
    const RowFile probed = read_row_file(file);
    add_rows(probed.rows, terms_of_run(probed.header.schema, schema()), rows);
    if (probe_.engine.files != nullptr) {  // all that is known, and which of it holds for this fit alone
      best.schema = probed.header.schema;
      best.provenance = read_weights(exchange::probed_weights(file)).provenance;
    } else {
      best.schema = schema();
      best.schema.constrain(probed.header.schema.constraints());
    }
  }
  remove_probe(file);
  return summary.sampling;
}

}  // namespace hone::run
