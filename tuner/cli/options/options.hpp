// SPDX-License-Identifier: MIT
//
// Where the values of a command's options come from (tuner/text/options.hpp says what options are). In this order: the
// command line, the environment (HONE_MAX_PLIES for --max-plies), the file given by --config, the default.
#pragma once

#include <functional>
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

// Sets the targets; throws UsageError, and Error for what is wrong in the --config file.
void parse(Options& options, const std::vector<std::string>& words, const Environment& environment);

// Takes from an option file every option that is not given yet. Throws Error with file and line.
void take_config_file(Options& options, const std::string& file);

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
