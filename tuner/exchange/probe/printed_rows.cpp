// SPDX-License-Identifier: MIT
#include "tuner/exchange/probe/printed_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <span>
#include <string>
#include <utility>

#include "data/error.hpp"
#include "data/printable.hpp"
#include "data/row_text_parser.hpp"
#include "tuner/exchange/probe/probe.hpp"
#include "tuner/exchange/probe/probe_plan.hpp"
#include "tuner/learn/fit/row_scores.hpp"
#include "tuner/parallel/jobs.hpp"

namespace hone::exchange {

namespace {

// Lines that leave the weights as they are which the choice does not name.
std::vector<std::string> lines_of_others(const Schema& schema, const OptionChoice& choice) {
  std::vector<std::string> lines;
  require_weights_of(schema, choice);
  for (int term = 0; term < schema.terms(); ++term) {
    if (!names_weight(choice, schema.term_name(term))) lines.push_back("fix " + schema.term_name(term));
  }
  return lines;
}

constexpr std::size_t job_positions = 256;

using Answers = std::vector<std::optional<std::string>>;

class RowTaker {
 public:
  RowTaker(const Weights& weights, const ProbePositions& positions, const PrintedOptions& options)
      : weights_(weights), positions_(positions), options_(options), parser_(weights.schema) {}

  void take(const Answers& answers) {
    for (const auto& answer : answers) {
      if (!answer || !take_row(*answer)) ++result_.unanswered;
      ++position_;
    }
  }

  [[nodiscard]] std::uint64_t taken() const { return position_; }

  PrintedRows finish() {
    if (result_.rows.size() == 0) {
      throw Error(
          fmt::format("the engine prints no row of {} positions (--rows-by print:PREFIX says what its lines "
                      "begin with)",
                      positions_.positions.size()));
    }
    require_sums();
    return std::move(result_);
  }

 private:
  // Returns whether the line is a row.
  bool take_row(const std::string& line) try {
    const std::optional<RowView> row = parser_.parse("0.5 " + line);
    if (!row) return false;
    if (row->label.bound != RowBound::none || std::isfinite(row->label.value)) {
      throw Error("b= and v= are of searches, and have no place in the row of a position");
    }
    RowLabel label = positions_.labels[position_];
    label.weight *= row->label.weight;
    label.offset = row->label.offset;
    label.lower_scale = row->label.lower_scale;
    label.upper_scale = row->label.upper_scale;
    compare(*row);
    result_.rows.add(RowView{row->phase, row->entries, label});
    return true;
  } catch (const Error& error) {
    throw Error(fmt::format("the engine's row of '{}' is none: {}: {}", command(position_), error.message(),
                            printable(line.substr(0, 200))));
  }

  void compare(const RowView& row) {
    const double said = row.label.score;
    if (!std::isfinite(said)) return;
    const double sum = learn::row_score(row, weights_);
    PrintedCheck& check = result_.check;
    ++check.compared;
    const double off = std::abs(sum - said);
    if (off <= options_.tolerance) return;
    ++check.off;
    if (off <= check.worst) return;
    check.worst = off;
    example_ = fmt::format("in '{}' it says {} and its counts come to {:.1f}", command(position_), said, sum);
  }

  void require_sums() const {
    const PrintedCheck& check = result_.check;
    if (static_cast<double>(check.off) <= options_.share * static_cast<double>(check.compared)) return;
    throw Error(fmt::format(
        "of {} rows that say the engine's evaluation, {} are more than {} cp off their sum of counts "
        "and weights: {}; are terms numbered in the order of the weights file, boards from the first player's left "
        "corner (a1), and counts the first player's less the second's?",
        check.compared, check.off, options_.tolerance, example_));
  }

  [[nodiscard]] const std::string& command(std::size_t position) const {
    return positions_.positions[position].command;
  }

  const Weights& weights_;
  const ProbePositions& positions_;
  const PrintedOptions& options_;
  RowTextParser parser_;
  std::size_t position_ = 0;
  PrintedRows result_;
  std::string example_;  // the row that is farthest off
};

// Started, and told to forget and prepared as the question says.
std::shared_ptr<ProbeEngine> prepared(const ProbeEngineSettings& settings, const Question& question,
                                      const Weights& weights, const std::stop_token& stop) {
  auto engine = std::make_shared<ProbeEngine>(settings, question, weights);
  engine->set({}, stop);
  return engine;
}

}  // namespace

Weights weights_to_print(ProbeOptions& options, std::string& name) {
  const ProbeEngine engine(options.engine, options.question, options.start);
  name = engine.name();
  Weights weights;
  if (options.engine.files != nullptr || options.engine.has_weights_inside) {
    weights = *options.start;
    weights.provenance.clear();
    add_lines_of_probe(weights, lines_of_others(weights.schema, options.choice));
  } else {
    std::vector<ProbedOption> chosen = choose_options(engine.options(), options.choice);
    OptionValues values = options.start ? start_at(chosen, *options.start) : OptionValues();
    weights = zero_weights(probed_schema(probed_game(name), chosen));
    for (std::size_t i = 0; i < chosen.size(); ++i) {
      weights.values[i] = static_cast<double>(chosen[i].start);
      values.emplace_back(chosen[i].name, chosen[i].start);
    }
    for (const auto& [option, value] : values) {
      options.engine.uci.options.emplace_back('!' + option, fmt::format("{}", value));
    }
  }
  weights.errors.clear();
  if (options.engine.has_weights_inside) return weights;
  const std::vector<int> played = weights.rounded();
  std::ranges::copy(played, weights.values.begin());
  return weights;
}

std::optional<PrintedRows> printed_rows(const ProbeEngineSettings& settings, const Question& question,
                                        const Weights& weights, const ProbePositions& positions,
                                        const PrintedOptions& options, const std::stop_token& stop,
                                        const std::function<void(std::uint64_t done)>& progress) {
  RowTaker taker(weights, positions, options);
  const std::size_t all = positions.positions.size();
  const auto make_worker = [&] {
    return [&, engine = prepared(settings, question, weights, stop)](
               std::uint64_t number, const std::stop_token& end) -> std::optional<Answers> {
      const auto rest = std::span(positions.positions).subspan(number * job_positions);
      Answers answers = engine->rows(rest.first(std::min(job_positions, rest.size())), end);
      if (end.stop_requested()) return std::nullopt;
      return answers;
    };
  };
  const auto use = [&](Answers&& answers) {
    taker.take(answers);
    progress(taker.taken());
    return true;
  };
  const parallel::NumberedJobs jobs{0, (all + job_positions - 1) / job_positions, options.threads};
  if (parallel::use_in_order(jobs, make_worker, use, stop) != parallel::JobsEnd::finished) return std::nullopt;
  return taker.finish();
}

}  // namespace hone::exchange
