// SPDX-License-Identifier: MIT
#include "tuner/run/result_files.hpp"

#include <nlohmann/json.hpp>

#include "data/atomic_file.hpp"
#include "data/error.hpp"
#include "tuner/match/json.hpp"
#include "tuner/text/json_member.hpp"

namespace hone::run {

namespace {

using Json = nlohmann::ordered_json;

void write_json(const std::filesystem::path& file, const Json& json) {
  write_file_atomically(file, json.dump(2) + '\n');
}

}  // namespace

void write_fit_result(const std::filesystem::path& file, const FitDone& result, const learn::FitReport& study) {
  Json json = to_json(result);
  json["report"] = learn::summary_json(study);
  write_json(file, json);
}

void write_selection_result(const std::filesystem::path& file, const SelectionDone& result) {
  write_json(file, to_json(result));
}

void write_gate_result(const std::filesystem::path& file, const GateDone& result) { write_json(file, to_json(result)); }

void write_pool_result(const std::filesystem::path& file, const PoolDone& result) { write_json(file, to_json(result)); }

void write_final_result(const std::filesystem::path& file, const FinalMatchDone& result) {
  write_json(file, match::to_json(result.result));
}

std::optional<learn::FitRemarks> read_fit_remarks(const std::filesystem::path& file) {
  if (!std::filesystem::exists(file)) return std::nullopt;
  try {
    const Json json = text::parse_json(read_file(file));
    if (text::find_member(json, "report") == nullptr) return std::nullopt;
    return text::member<learn::FitRemarks>(json, "report");
  } catch (const Error& fault) {
    if (!fault.file().empty()) throw;
    throw Error(file.string(), 0, fault.message());
  }
}

}  // namespace hone::run
