// SPDX-License-Identifier: MIT
//
// The formats that are templates (tuner/exchange/export/templates), built into the program
// (tuner/exchange/export/ExportTemplates.cmake).
#pragma once

#include <string_view>

namespace hone::exchange {

extern const std::string_view c_template, cpp_template, csharp_template, go_template, ini_template, java_template,
    javascript_template, openbench_template, personality_template, pesto_template, python_template, rust_template,
    setoption_template, weather_factory_template, zig_template;

}  // namespace hone::exchange
