// SPDX-License-Identifier: MIT
//
// Where the values of a command's options come from (tuner/text/options.hpp says what options are). In this order: the
// command line, the environment (HONE_MAX_PLIES for --max-plies), the file given by --config, the default.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tuner/text/options.hpp"

namespace hone::cli {

using text::IntegerRange;
using text::join;
using text::Option;
using text::Options;
using text::parse_integer;
using text::parse_real;
using text::show;

// Asked for variables by name.
using Environment = std::function<std::optional<std::string>(const std::string& name)>;

// The names of the options of each command. An option file in TOML may have a section for each command.
using ConfigSections = std::map<std::string, std::vector<std::string>, std::less<>>;

// What an option file is read for. Without a command it may have no sections.
struct ConfigScope {
  std::string command = {};                       // the running one, whose section applies
  std::function<ConfigSections()> sections = {};  // asked for only when the file is TOML
};

// Sets the targets; throws UsageError, and Error for what is wrong in the --config file.
void parse(Options& options, const std::vector<std::string>& words, const Environment& environment,
           const ConfigScope& scope = {});

// Takes from an option file every option that is not given yet. What stands in the section of the command goes before
// what stands at the top. Options of other commands are passed over, in their sections and at the top, but a name that
// no command has, or not the command of its section, is refused. Throws Error with file and line.
void take_config_file(Options& options, const std::string& file, const ConfigScope& scope = {});

[[nodiscard]] std::vector<std::string> names_of(const Options& options);

// The environment of this process.
[[nodiscard]] std::optional<std::string> environment_variable(const std::string& name);

[[nodiscard]] int all_cores();

// Resuming: `kept` are the options that the work was begun with, `given` those of the command that resumes it.

// The options that may change, as a sentence lists them: "--threads and --recover".
[[nodiscard]] std::string names_of_changeable(const Options& options);
// Throws UsageError for a given option that may not change. `work` is what errors call it: "a run".
void refuse_fixed_options(const Options& given, std::string_view work);
// Takes over what is given and may change.
void take_changes(const Options& given, Options& kept);

}  // namespace hone::cli
