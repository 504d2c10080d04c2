// SPDX-License-Identifier: MIT
//
// The texts that the page is made of, built into the program (tuner/report/EmbeddedTexts.cmake).
#pragma once

#include <string_view>

namespace hone::report {

extern const std::string_view page_template, compare_template, refine_template, page_style, page_script,
    replay_script;  // tuner/report/templates
extern const std::string_view dygraphs_script, dygraphs_style, dygraphs_licence;

}  // namespace hone::report
