// SPDX-License-Identifier: MIT
#include "tuner/exchange/probe/probe_options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <set>
#include <utility>

#include "data/atomic_file.hpp"
#include "data/constraints.hpp"
#include "data/error.hpp"
#include "data/printable.hpp"
#include "data/words.hpp"
#include "tuner/exchange/weight_names.hpp"

namespace hone::exchange {

namespace {

// Takes the pattern from star to star, each text at the first place where it fits.
bool pattern_fits(std::string_view pattern, std::string_view text) {
  const std::size_t star = pattern.find('*');
  if (star == std::string_view::npos) return pattern == text;
  if (!text.starts_with(pattern.substr(0, star))) return false;
  text.remove_prefix(star);
  pattern.remove_prefix(star + 1);
  while (true) {
    const std::size_t next = pattern.find('*');
    if (next == std::string_view::npos) return text.ends_with(pattern);
    const std::size_t found = text.find(pattern.substr(0, next));
    if (found == std::string_view::npos) return false;
    text.remove_prefix(found + next);
    pattern.remove_prefix(next + 1);
  }
}

bool any_names(const std::vector<std::string>& patterns, std::string_view option) {
  return std::ranges::any_of(patterns, [&](const std::string& pattern) { return names_option(pattern, option); });
}

bool spells_out(const std::vector<std::string>& patterns, std::string_view option) {
  return std::ranges::any_of(patterns, [&](const std::string& pattern) {
    return pattern.find('*') == std::string::npos && names_option(pattern, option);
  });
}

// Options that say how an engine works, not what it thinks of a position.
bool is_technical(std::string_view option) {
  constexpr std::array<std::string_view, 3> technical{"hash", "threads", "multipv"};
  return std::ranges::find(technical, small_letters(option)) != technical.end();
}

// The last word of the text, which is cut off.
std::string_view take_last_word(std::string_view& text) {
  const std::size_t end = text.find_last_not_of(" \t");
  text = text.substr(0, end == std::string_view::npos ? 0 : end + 1);
  const std::size_t blank = text.find_last_of(" \t");
  const std::string_view word = text.substr(blank == std::string_view::npos ? 0 : blank + 1);
  text.remove_suffix(word.size());
  return word;
}

std::int64_t take_last_number(std::string_view& text) {
  const std::string_view word = take_last_word(text);
  if (const auto value = whole_number<std::int64_t>(word)) return *value;
  throw Error(expected_found("NAME DEFAULT MIN MAX with three whole numbers", fmt::format("'{}'", printable(word))));
}

// No weight of a file is beyond +-1e6, and therefore no bound needs to be.
void check_option(ProbedOption& option) {
  if (option.name.empty()) throw Error(expected_found("the name of an option", "none"));
  require_printable(option.name, "the name of an option");
  if (without_comment(option.name).size() != option.name.size()) {
    throw Error(fmt::format("option {}: a '#' at the beginning of a word begins a comment in a names file",
                            printable(option.name)));
  }
  if (option.start < option.low || option.start > option.high) {
    throw Error(fmt::format("option {}: {}", printable(option.name),
                            expected_found(fmt::format("a start from {} to {}", option.low, option.high),
                                           fmt::format("{}", option.start))));
  }
  constexpr auto most = static_cast<std::int64_t>(max_weight);
  if (option.start < -most || option.start > most) {
    throw Error(fmt::format("option {}: {}", printable(option.name),
                            expected_found("a start within +-1e6", fmt::format("{}", option.start))));
  }
  option.low = std::max(option.low, -most);
  option.high = std::min(option.high, most);
}

ProbedOption read_option(std::string_view line) {
  ProbedOption option;
  option.high = take_last_number(line);
  option.low = take_last_number(line);
  option.start = take_last_number(line);
  option.is_listed = false;
  Words words(line);
  for (std::string_view word = words.next(); !word.empty(); word = words.next()) {
    option.name += option.name.empty() ? "" : " ";
    option.name += word;
  }
  check_option(option);
  return option;
}

std::optional<std::int64_t> whole_bound(const std::optional<double>& bound) {
  constexpr double most = 9e18;  // that fits
  if (!bound || *bound != std::trunc(*bound)) return std::nullopt;
  return static_cast<std::int64_t>(std::clamp(*bound, -most, most));
}

// Nothing where it has no whole numbers.
std::optional<ProbedOption> probed(const play::UciOption& spin) {
  const auto start = whole_number<std::int64_t>(spin.fallback), low = whole_bound(spin.low),
             high = whole_bound(spin.high);
  if (!start || !low || !high) return std::nullopt;
  ProbedOption option{spin.name, *start, *low, *high};
  check_option(option);
  return option;
}

std::string spins_text(const std::vector<play::UciOption>& offered) {
  std::vector<std::string> names;
  for (const play::UciOption& option : offered) {
    if (option.type == play::UciOption::Type::spin) names.push_back(printable(option.name));
  }
  return names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", "));
}

void require_hits(const std::vector<play::UciOption>& offered, const std::vector<std::string>& patterns) {
  for (const std::string& pattern : patterns) {
    const bool hits = std::ranges::any_of(offered, [&](const play::UciOption& option) {
      return option.type == play::UciOption::Type::spin && names_option(pattern, option.name);
    });
    if (hits) continue;
    throw Error(fmt::format("no option with whole numbers fits '{}'; the engine has {}", pattern, spins_text(offered)));
  }
}

// A word of a names file. Group names begin with a letter and with no word of a weights file's header.
std::string probed_group_name(std::string_view option, std::set<std::string>& taken) {
  std::string name = schema_word(option);
  const std::string first = name;
  for (int number = 2; !taken.insert(name).second; ++number) name = fmt::format("{}_{}", first, number);
  return name;
}

// The number of the option that the group is of; the number of options when it is of none.
std::size_t number_of_option(const Group& group, std::span<const ProbedOption> options, const Schema& names) {
  for (std::size_t i = 0; i < options.size(); ++i) {
    if (options[i].name == group.meaning) return i;
  }
  for (std::size_t i = 0; i < options.size(); ++i) {
    if (group.meaning.empty() && names.groups()[i].name == group.name) return i;
  }
  return options.size();
}

std::int64_t whole_value(const Weights& weights, const Group& group) {
  return static_cast<std::int64_t>(std::llround(weights.at(group.first, 0)));
}

}  // namespace

bool names_option(std::string_view pattern, std::string_view option) {
  return pattern_fits(small_letters(pattern), small_letters(option));
}

std::vector<ProbedOption> parse_option_file(std::string_view text, const std::string& name) {
  std::vector<ProbedOption> options;
  for (int number = 1; !text.empty(); ++number) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    line = without_comment(line);
    if (Words(line).rest().empty()) continue;
    try {
      options.push_back(read_option(line));
    } catch (const Error& error) {
      throw Error(name, number, error.message());
    }
  }
  if (options.empty()) throw Error(name, 0, expected_found("options", "none"));
  return options;
}

std::vector<ProbedOption> read_option_file(const std::filesystem::path& file) {
  return parse_option_file(read_file(file), file.string());
}

std::vector<ProbedOption> choose_options(const std::vector<play::UciOption>& offered, const OptionChoice& choice) {
  const bool may_leave_out = choice.left_out != nullptr;
  require_hits(offered, choice.wanted);
  std::vector<ProbedOption> options;
  std::set<std::string> names;  // in lower case
  for (const play::UciOption& option : offered) {
    if (option.type != play::UciOption::Type::spin || !any_names(choice.wanted, option.name)) continue;
    if (any_names(choice.excluded, option.name)) continue;
    if (is_technical(option.name) && !spells_out(choice.wanted, option.name)) continue;
    if (!names.insert(small_letters(option.name)).second) continue;
    if (std::optional<ProbedOption> one = probed(option)) {
      options.push_back(std::move(*one));
    } else if (may_leave_out && !spells_out(choice.wanted, option.name)) {
      choice.left_out(printable(option.name));
    } else {
      throw Error(fmt::format("option {} has no default, min and max in whole numbers{}", printable(option.name),
                              may_leave_out ? "" : ": exclude it, or give them in a file of options (--option-file)"));
    }
  }
  if (!choice.file.empty()) {
    for (ProbedOption& option : read_option_file(choice.file)) {
      if (any_names(choice.excluded, option.name)) continue;
      if (!names.insert(small_letters(option.name)).second) {
        throw Error(choice.file, 0, fmt::format("option {} is there twice, or the engine lists it too", option.name));
      }
      options.push_back(std::move(option));
    }
  }
  if (options.empty()) {
    throw Error(expected_found(may_leave_out ? "options with whole numbers (--options PATTERN)"
                                             : "options to probe (--options PATTERN, --option-file F)",
                               fmt::format("none; the engine has {}", spins_text(offered))));
  }
  return options;
}

bool names_weight(const OptionChoice& choice, std::string_view term) {
  return any_names(choice.wanted, term) && !any_names(choice.excluded, term);
}

void require_weights_of(const Schema& schema, const OptionChoice& choice) {
  if (!choice.file.empty()) throw Error("--option-file goes with weights that are options (--weights-by setoption)");
  for (const std::string& pattern : choice.wanted) {
    bool hits = false;
    for (int term = 0; term < schema.terms() && !hits; ++term) hits = names_option(pattern, schema.term_name(term));
    if (!hits) throw Error(fmt::format("no weight fits '{}'", pattern));
  }
}

std::vector<ProbedOption> choose_weights(const Weights& weights, const OptionChoice& choice) {
  const Schema& schema = weights.schema;
  if (schema.phase_count() != 1) {
    throw Error(
        fmt::format("the weights have several stages ({}), and a probe takes weights of one: the engine can "
                    "print rows (--rows-by print), or hone import --stages all makes a weight of each number",
                    fmt::join(schema.phases(), ", ")));
  }
  require_weights_of(schema, choice);
  const Constraints known = constraints_of(schema);
  const std::vector<int> values = weights.rounded();
  std::vector<ProbedOption> options;
  for (int term = 0; term < schema.terms(); ++term) {
    const auto i = static_cast<std::size_t>(term);
    if (values[known.tied_to[i]] != values[i]) {
      throw Error(fmt::format("{} and {} are tied and begin with {} and {}: give them one value to begin with",
                              schema.term_name(static_cast<int>(known.tied_to[i])), schema.term_name(term),
                              values[known.tied_to[i]], values[i]));
    }
    if (!names_weight(choice, schema.term_name(term)) || known.fixed[i]) continue;
    ProbedOption option{.name = schema.term_name(term)};
    option.low = static_cast<std::int64_t>(std::ceil(std::max(known.lower[i], -max_weight)));
    option.high = static_cast<std::int64_t>(std::floor(std::min(known.upper[i], max_weight)));
    if (option.low > option.high) continue;  // no whole number lies between
    option.start = std::clamp<std::int64_t>(values[i], option.low, option.high);
    options.push_back(std::move(option));
  }
  if (options.empty()) throw Error("all weights that were chosen are fixed");
  return options;
}

std::vector<std::pair<std::string, std::int64_t>> start_at(std::vector<ProbedOption>& options, const Weights& weights) {
  const Schema names = probed_schema("names", options);
  std::vector<std::pair<std::string, std::int64_t>> others;
  std::size_t found = 0;
  for (const Group& group : weights.schema.groups()) {
    if (group.shape.kind != GroupKind::scalar || weights.schema.phase_count() != 1) {
      throw Error(expected_found("weights of options, one number each", fmt::format("the group {}", group.name)));
    }
    const std::size_t number = number_of_option(group, options, names);
    if (number < options.size()) {
      ++found;
      options[number].start = whole_value(weights, group);
      check_option(options[number]);
    } else if (!group.meaning.empty()) {
      others.emplace_back(group.meaning, whole_value(weights, group));
    }
  }
  if (found == 0) throw Error("the weights are of none of the options");
  return others;
}

std::string probed_game(std::string_view engine) { return schema_word(engine, "engine"); }

Schema probed_schema(std::string_view game, std::span<const ProbedOption> options) {
  std::set<std::string> taken;
  std::vector<std::string> names;
  for (const ProbedOption& option : options) names.push_back(probed_group_name(option.name, taken));
  std::vector<GroupSpec> groups;
  for (std::size_t i = 0; i < options.size(); ++i) groups.push_back({names[i], scalar(), options[i].name});
  Schema schema(game, {"all"}, 1, groups);
  std::vector<std::string> bounds;
  for (std::size_t i = 0; i < options.size(); ++i) {
    bounds.push_back(fmt::format("bound {} {} {}", options[i].low, options[i].high, names[i]));
  }
  schema.constrain(bounds);
  return schema;
}

}  // namespace hone::exchange
