// SPDX-License-Identifier: MIT
#include "tuner/exchange/probe/weight_files.hpp"

#include <fmt/format.h>
#include <stdlib.h>  // NOLINT(modernize-deprecated-headers): mkdtemp is not of the C++ library

#include <algorithm>
#include <cerrno>
#include <system_error>

#include "data/atomic_file.hpp"
#include "data/error.hpp"
#include "tuner/exchange/export/export_format.hpp"
#include "tuner/exchange/export/export_template.hpp"

namespace hone::exchange {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view place = "{weights}";

fs::path new_folder() {
  std::error_code none;
  const fs::path temporary = fs::temp_directory_path(none);
  if (none) throw Error(fmt::format("there is no folder for temporary files (TMPDIR): {}", none.message()));
  std::string name = (fs::absolute(temporary) / "hone-weights-XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) {
    throw Error(name, 0, fmt::format("cannot make the folder: {}", std::system_category().message(errno)),
                Error::Kind::system);
  }
  return name;
}

void put(std::string& text, const std::string& path) {
  for (std::size_t at = text.find(place); at != std::string::npos; at = text.find(place, at + path.size())) {
    text.replace(at, place.size(), path);
  }
}

bool says_place(std::string_view text) { return text.find(place) != std::string_view::npos; }

}  // namespace

bool names_weight_file(const play::UciSettings& engine) {
  return std::ranges::any_of(engine.command, says_place) ||
         std::ranges::any_of(engine.options, [](const auto& option) { return says_place(option.second); });
}

WeightFiles::WeightFiles(const std::string& layout) : layout_(layout) {
  if (fs::is_regular_file(layout)) {
    text_ = read_file(layout, largest_template);
    ending_ = fs::path(layout).stem().extension().string();
    write_ = [this](const Weights& weights) { return fill_template(text_, layout_, prepare(weights, {}, Decimals{})); };
  } else {
    const auto formats = export_formats();
    const auto found = std::ranges::find(formats, layout, &ExportFormat::name);
    if (found == formats.end()) {
      throw Error(expected_found("a template file, or a format of hone export --list", fmt::format("'{}'", layout)));
    }
    write_ = [format = &*found](const Weights& weights) {
      return write_format(*format, prepare(weights, {}, format->decimals));
    };
  }
  folder_ = new_folder();
}

WeightFiles::~WeightFiles() {
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
}

std::string WeightFiles::content(const Weights& weights) const {
  Weights played = weights;
  std::ranges::copy(weights.rounded(), played.values.begin());
  return write_(played);
}

WeightFiles::Given WeightFiles::give(const play::UciSettings& engine, const Weights& weights) const {
  if (!names_weight_file(engine)) {
    throw Error(
        fmt::format("the engine is not told of its weights: say {} in --engine or in --set OPTION={}", place, place));
  }
  Given given{engine, folder_ / fmt::format("{}{}", ++given_, ending_)};
  write_file_atomically(given.file, content(weights));
  for (std::string& word : given.settings.command) put(word, given.file.string());
  for (auto& [name, value] : given.settings.options) put(value, given.file.string());
  return given;
}

}  // namespace hone::exchange
