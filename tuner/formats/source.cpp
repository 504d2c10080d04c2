// SPDX-License-Identifier: MIT
#include "tuner/formats/source.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <optional>
#include <set>
#include <string_view>
#include <system_error>

#include "data/error.hpp"
#include "data/printable.hpp"

namespace hone::formats {

namespace {

constexpr double longest_time = 1e6, shortest_time = 1e-3;

View view_called(std::string_view key, std::string_view value) {
  if (value == "white") return View::white;
  if (value == "first") return View::first;
  if (value == "stm" || value == "mover") return View::mover;
  throw Error(expected_found(fmt::format("{0}=white, {0}=first or {0}=stm", key), quotation(value)));
}

double win_called(std::string_view value) {
  if (value == "1" || value == "2") return value == "1" ? 1 : 2;
  throw Error(expected_found("win=1 or win=2", quotation(value)));
}

double loss_called(std::string_view value) {
  if (value == "0" || value == "-1") return value == "0" ? 0 : -1;
  throw Error(expected_found("loss=0 or loss=-1", quotation(value)));
}

std::uint64_t limit_called(std::string_view value) {
  std::uint64_t limit = 0;
  const auto [stop, fault] = std::from_chars(value.data(), value.data() + value.size(), limit);
  if (fault == std::errc{} && stop == value.data() + value.size() && limit > 0) return limit;
  throw Error(expected_found("limit=N with N of 1 or more", quotation(value)));
}

double weight_called(std::string_view value) {
  const double weight = need_weight(value);
  if (weight > 0) return weight;
  throw Error(expected_found("weight=X with X above 0", quotation(value)));
}

// An age in generations, days or whatever its half-life is in.
double time_called(std::string_view key, std::string_view value, double least) {
  const std::optional<double> time = parse_number(value);
  if (time && *time >= least && *time <= longest_time) return *time;
  throw Error(expected_found(fmt::format("{}=X with X from {} to {}", key, least, longest_time), quotation(value)));
}

bool check_called(std::string_view value) {
  if (value == "on" || value == "off") return value == "on";
  throw Error(expected_found("check=on or check=off", quotation(value)));
}

struct Setting {
  std::string_view key;
  void (*set)(Source& source, std::string_view value);
};

constexpr std::array settings{
    Setting{"view",
            [](Source& to, std::string_view value) { to.as.result = to.as.score = view_called("view", value); }},
    Setting{"result-view",
            [](Source& to, std::string_view value) { to.as.result = view_called("result-view", value); }},
    Setting{"score-view", [](Source& to, std::string_view value) { to.as.score = view_called("score-view", value); }},
    Setting{"win", [](Source& to, std::string_view value) { to.as.win = win_called(value); }},
    Setting{"loss", [](Source& to, std::string_view value) { to.as.loss = loss_called(value); }},
    Setting{"format", [](Source& to, std::string_view value) { to.format = value; }},
    Setting{"limit", [](Source& to, std::string_view value) { to.limit = limit_called(value); }},
    Setting{"weight", [](Source& to, std::string_view value) { to.weight = weight_called(value); }},
    Setting{"age", [](Source& to, std::string_view value) { to.age = time_called("age", value, 0); }},
    Setting{"half-life",
            [](Source& to, std::string_view value) { to.half_life = time_called("half-life", value, shortest_time); }},
    Setting{"check", [](Source& to, std::string_view value) { to.is_checked = check_called(value); }},
};

// KEY=VALUE with a key of letters and dashes, and no folder in the value, which would be part of a name.
bool is_setting(std::string_view word) {
  const std::size_t equals = word.find('=');
  return equals != std::string_view::npos && equals > 0 &&
         word.substr(0, equals).find_first_not_of("abcdefghijklmnopqrstuvwxyz-") == std::string_view::npos &&
         word.find('/') == std::string_view::npos;
}

void apply(Source& source, std::string_view word) {
  const std::size_t equals = word.find('=');
  for (const Setting& setting : settings) {
    if (setting.key == word.substr(0, equals)) return setting.set(source, word.substr(equals + 1));
  }
  std::string keys;
  for (const Setting& setting : settings) keys += fmt::format("{}{}", keys.empty() ? "" : ", ", setting.key);
  throw Error(expected_found("one of the settings " + keys, quotation(word.substr(0, equals))));
}

// Where what stands before a comma is a file, and what stands behind it no setting, it is a setting that is misspelt.
void require_settings(const std::string& text, std::size_t end) {
  const std::size_t comma = text.find(',');
  std::error_code unknown;
  if (comma >= end || !std::filesystem::exists(text.substr(0, comma), unknown)) return;
  const std::string rest = text.substr(comma + 1, end - comma - 1);
  throw Error(text, 0, expected_found("settings KEY=VALUE after the name of the file", quotation(rest)));
}

}  // namespace

Source source_of(const std::filesystem::path& name) {
  const std::string text = name.string();
  std::size_t end = text.size();
  for (std::size_t comma = text.rfind(','); comma != std::string::npos && comma > 0;
       comma = text.rfind(',', comma - 1)) {
    if (!is_setting(std::string_view(text).substr(comma + 1, end - comma - 1))) break;
    end = comma;
  }
  Source source;
  source.file = name;
  std::error_code unknown;
  if (std::filesystem::exists(name, unknown)) return source;
  require_settings(text, end);
  if (end == text.size()) return source;
  source.file = text.substr(0, end);
  try {
    std::string_view rest = std::string_view(text).substr(end);
    std::set<std::string_view> keys;
    while (!rest.empty()) {
      rest.remove_prefix(1);
      const std::string_view word = rest.substr(0, rest.find(','));
      if (!keys.insert(word.substr(0, word.find('='))).second) {
        throw Error(expected_found("each setting once", quotation(word)));
      }
      apply(source, word);
      rest.remove_prefix(word.size());
    }
    if (source.share() < smallest_weight) {
      throw Error(expected_found(fmt::format("data that count {} or more", smallest_weight),
                                 fmt::format("a weight, age and half-life that make them count {}", source.share())));
    }
  } catch (const Error& error) {
    throw Error(text, 0, error.message());
  }
  return source;
}

void require_no_pipe(const std::filesystem::path& name) {
  const std::filesystem::path file = source_of(name).file;
  std::error_code unknown;
  if (!std::filesystem::is_fifo(file, unknown)) return;
  throw Error(file.string(), 0, "is a pipe, and has to be read twice; write it to a file first");
}

std::string sources_help() {
  return "After the name of a file may stand what is to be known of it, FILE,view=stm,limit=2000000: "
         "view=white|first|stm (whose results and scores are; the first player is Black in checkers, othello and go; "
         "result-view and score-view for one of them), win=2 (where 2 is a win and 1 a "
         "draw), loss=-1 (where -1 is a loss and 0 a draw), limit=N (the first games or positions), weight=X (times "
         "their weights), age=A,half-life=H (they count "
         "half as much "
         "for every H of A, 1 unless given), format=NAME, check=off (take "
         "labels that contradict the material on the board).";
}

}  // namespace hone::formats
