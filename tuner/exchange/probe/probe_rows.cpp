// SPDX-License-Identifier: MIT
#include "tuner/exchange/probe/probe_rows.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>
#include <variant>

#include "data/atomic_file.hpp"
#include "data/error.hpp"
#include "data/row_names.hpp"
#include "tuner/formats/formats.hpp"

namespace hone::exchange {

namespace {

constexpr std::string_view lines_key = "for_this_fit";  // in the provenance
constexpr std::string_view between_lines = "; ";

std::vector<std::string> lines_of_probe(const Weights& weights) {
  std::vector<std::string> lines;
  for (const auto& [key, value] : weights.provenance) {
    if (key != lines_key) continue;
    for (std::size_t first = 0; first < value.size();) {
      const std::size_t end = std::min(value.find(between_lines, first), value.size());
      lines.push_back(value.substr(first, end - first));
      first = end + between_lines.size();
    }
  }
  return lines;
}

Schema without_lines(const Schema& schema, const std::vector<std::string>& lines) {
  std::vector<GroupSpec> specs;
  for (const Group& group : schema.groups()) specs.push_back({group.name, group.shape, group.meaning, group.parts});
  Schema clean(schema.game(), schema.phases(), schema.phase_steps(), specs);
  std::vector<std::string> kept;
  for (const std::string& line : schema.constraints()) {
    if (std::ranges::find(lines, line) == lines.end()) kept.push_back(line);
  }
  clean.constrain(kept);
  return clean;
}

// Where the evaluation is linear on a small step alone, the counts hold there alone.
ProbedOption bounded(ProbedOption option, const OptionSlopes& slopes) {
  if (slopes.linearity == Linearity::near || slopes.linearity == Linearity::bent) {
    option.low = std::max(option.low, slopes.step.low);
    option.high = std::min(option.high, slopes.step.high);
  }
  return option;
}

}  // namespace

KeptOptions kept_options(const std::vector<ProbedOption>& options, const std::vector<OptionSlopes>& slopes,
                         bool keep_nonlinear) {
  KeptOptions kept;
  for (std::size_t i = 0; i < slopes.size(); ++i) {
    if (slopes[i].linearity == Linearity::bent && !keep_nonlinear) {
      kept.left_out.push_back(options[i].name);
    } else if (!slopes[i].slopes.empty()) {
      kept.options.push_back(bounded(options[i], slopes[i]));
      kept.slopes.push_back(&slopes[i]);
    }
  }
  if (kept.options.empty()) {
    throw Error(fmt::format("none of {} options acts linearly on any position", options.size()));
  }
  return kept;
}

ProbedWeights weights_of_options(const std::string& game, const KeptOptions& kept) {
  ProbedWeights probed{zero_weights(probed_schema(game, kept.options)), {}};
  for (std::size_t i = 0; i < kept.options.size(); ++i) {
    probed.weights.values[i] = static_cast<double>(kept.options[i].start);
    probed.terms.push_back(static_cast<std::uint16_t>(i));
  }
  return probed;
}

ProbedWeights weights_of_file(const Weights& start, const KeptOptions& kept) {
  ProbedWeights probed{start, {}};
  Weights& weights = probed.weights;
  weights.errors.clear();
  weights.provenance.clear();
  const std::vector<int> played = start.rounded();
  std::ranges::copy(played, weights.values.begin());

  std::map<std::string, int> term_of;
  for (int term = 0; term < weights.schema.terms(); ++term) term_of[weights.schema.term_name(term)] = term;
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < kept.options.size(); ++i) {
    const ProbedOption& option = kept.options[i];
    probed.terms.push_back(static_cast<std::uint16_t>(term_of.at(option.name)));
    if (kept.slopes[i]->linearity == Linearity::linear) continue;
    lines.push_back(fmt::format("bound {} {} {}", option.low, option.high, option.name));
  }
  for (const std::string& name : kept.left_out) lines.push_back("fix " + name);
  add_lines_of_probe(weights, lines);
  return probed;
}

void add_lines_of_probe(Weights& weights, const std::vector<std::string>& lines) {
  if (lines.empty()) return;
  weights.schema.constrain(lines);
  weights.provenance.emplace_back(lines_key, fmt::format("{}", fmt::join(lines, between_lines)));
}

void forget_lines_of_probe(const Weights& start, Weights& fitted) {
  const std::vector<std::string> lines = lines_of_probe(start);
  if (!lines.empty()) fitted.schema = without_lines(fitted.schema, lines);
}

void forget_lines_of_probe(Weights& weights) {
  forget_lines_of_probe(weights, weights);
  std::erase_if(weights.provenance, [](const auto& entry) { return entry.first == lines_key; });
}

RowSet rows_of(const KeptOptions& kept, const std::vector<std::uint16_t>& terms, const std::vector<RowLabel>& labels,
               const Scores& start) {
  std::vector<std::vector<FeatureCount>> counts(labels.size());
  std::vector<double> tuned(labels.size());
  for (std::size_t i = 0; i < terms.size(); ++i) {
    for (const Slope& slope : kept.slopes[i]->slopes) {
      counts[slope.position].push_back({terms[i], slope.count});
      tuned[slope.position] += static_cast<double>(slope.count) * static_cast<double>(kept.options[i].start);
    }
  }
  RowSet rows;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    std::ranges::sort(counts[i], {}, &FeatureCount::term);
    std::vector<std::uint16_t> named;
    std::vector<float> numbers;
    for (const auto& [term, count] : counts[i]) {
      named.push_back(term);
      numbers.push_back(count);
    }
    RowLabel label = labels[i];
    label.offset = static_cast<float>(start[i] - tuned[i]);
    rows.add(RowView{{}, {named, numbers}, label});
  }
  return rows;
}

std::vector<ProbedTerm> terms_of(const std::vector<ProbedOption>& options, std::vector<OptionSlopes> slopes,
                                 const KeptOptions& kept, const ProbedWeights& probed) {
  std::vector<ProbedTerm> terms;
  for (std::size_t i = 0; i < slopes.size(); ++i) {
    ProbedTerm term{.option = options[i], .slopes = {}, .group = {}};
    for (std::size_t k = 0; k < kept.options.size(); ++k) {
      if (kept.options[k].name != term.option.name) continue;
      term.option = kept.options[k];
      term.group = probed.weights.schema.term_name(probed.terms[k]);
    }
    term.slopes = std::move(slopes[i]);
    term.slopes.slopes.clear();
    terms.push_back(std::move(term));
  }
  return terms;
}

std::filesystem::path probed_weights(const std::filesystem::path& out) {
  return row_names_beside(out).replace_extension(".weights");
}

void write_probe(const std::filesystem::path& out, const Weights& weights, const RowSet& rows) {
  write_file_atomically(row_names_beside(out), format_row_names(weights.schema));
  write_weights(probed_weights(out), weights);
  std::get<formats::RowFormat>(formats::output_format(out).functions).write(out, weights.schema, rows);
}

}  // namespace hone::exchange
