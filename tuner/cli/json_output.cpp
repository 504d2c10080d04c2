// SPDX-License-Identifier: MIT
#include "tuner/cli/json_output.hpp"

#include <nlohmann/json.hpp>
#include <utility>

#include "data/atomic_file.hpp"
#include "tuner/cli/output_file.hpp"

namespace hone {

JsonOutput::JsonOutput(std::string file) : file_(std::move(file)) {
  if (wanted()) require_writable(file_);
}

void JsonOutput::write(const nlohmann::ordered_json& result) const {
  if (wanted()) write_file_atomically(file_, result.dump(2) + "\n");
}

}  // namespace hone
