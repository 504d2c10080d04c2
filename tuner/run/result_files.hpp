// SPDX-License-Identifier: MIT
//
// The results of steps that a run keeps in files of their own, for programs: fit.json, selection.json, gate.json,
// final.json.
#pragma once

#include <filesystem>
#include <optional>

#include "tuner/learn/study/fit_report_json.hpp"
#include "tuner/run/model.hpp"

namespace hone::run {

// All files are written atomically.
void write_fit_result(const std::filesystem::path& file, const FitDone& result, const learn::FitReport& study);
void write_selection_result(const std::filesystem::path& file, const SelectionDone& result);
void write_gate_result(const std::filesystem::path& file, const GateDone& result);
void write_pool_result(const std::filesystem::path& file, const PoolDone& result);
void write_final_result(const std::filesystem::path& file, const FinalMatchDone& result);

// Reads the remarks out of the result of a fit. Gives nothing where there is no file, or a run of an early version kept
// none in it. Throws an Error that names the file and the key whose value is missing or wrong.
[[nodiscard]] std::optional<learn::FitRemarks> read_fit_remarks(const std::filesystem::path& file);

}  // namespace hone::run
