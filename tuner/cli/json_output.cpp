// SPDX-License-Identifier: MIT
#include "tuner/cli/json_output.hpp"

#include <cstdio>
#include <nlohmann/json.hpp>
#include <utility>

#include "data/atomic_file.hpp"
#include "tuner/cli/output_file.hpp"

namespace hone {
namespace {

// Named as a file, standard output may be one that is shared with others and must not be replaced.
bool is_standard_output(const std::string& file) { return file == "-" || file == "/dev/stdout"; }

}  // namespace

JsonOutput::JsonOutput(std::string file) : file_(std::move(file)) {
  if (wanted() && !is_standard_output(file_)) require_writable(file_);
}

void JsonOutput::write(const nlohmann::ordered_json& result) const {
  if (!wanted()) return;
  const std::string text = result.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
  if (is_standard_output(file_)) {
    std::fwrite(text.data(), 1, text.size(), stdout);
  } else {
    write_file_atomically(file_, text);
  }
}

}  // namespace hone
