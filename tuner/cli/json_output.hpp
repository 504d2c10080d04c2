// SPDX-License-Identifier: MIT
//
// The result for programs: the file of --json, complete or not there; "-" is standard output.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace hone {

class JsonOutput {
 public:
  // An empty name: nothing is wanted. Throws Error when the file could not be written, before any work is done.
  explicit JsonOutput(std::string file);

  [[nodiscard]] bool wanted() const { return !file_.empty(); }
  // Indented, in the order of the keys; does nothing unless wanted.
  void write(const nlohmann::ordered_json& result) const;

 private:
  std::string file_;
};

}  // namespace hone
