// SPDX-License-Identifier: MIT
#include "tuner/exchange/import/import_format.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <vector>

#include "data/error.hpp"

namespace hone::exchange {

namespace {

constexpr std::array readers{
    ImportFormat{"table", "tables in source text: C, C++, Rust, Go, Java, C#, Python, Zig, JavaScript", read_table},
    ImportFormat{"json", "what hone export writes as json", read_json},
    ImportFormat{"csv", "what hone export writes as csv: group,row,col,stage,value,error", read_csv},
    ImportFormat{"ini", "lines KEY = VALUE", read_ini, false},
    ImportFormat{"personality", "lines KEY VALUE", read_personality, false},
    ImportFormat{"setoption", "lines setoption name KEY value VALUE", read_setoption, false},
    ImportFormat{"uci", "an engine's answer to `uci`: spin options with their bounds", read_uci, false},
};

}  // namespace

std::span<const ImportFormat> import_formats() { return readers; }

const ImportFormat& find_import_format(std::string_view name) {
  const auto found = std::ranges::find(readers, name, &ImportFormat::name);
  if (found != readers.end()) return *found;
  std::vector<std::string_view> names;
  for (const ImportFormat& format : readers) names.push_back(format.name);
  throw Error(expected_found(fmt::format("one of the formats {}, weights", fmt::join(names, ", ")), name));
}

}  // namespace hone::exchange
