// SPDX-License-Identifier: MIT
#include "engine/uci_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>

#include "data/error.hpp"
#include "data/words.hpp"

namespace hone {
namespace {

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blanks = " \t\r";
  const std::size_t start = text.find_first_not_of(blanks);
  if (start == std::string_view::npos) return {};
  return text.substr(start, text.find_last_not_of(blanks) + 1 - start);
}

struct NameAndValue {
  std::string_view name, value;
};

// Names may have blanks in them, and so may values.
NameAndValue split_line(std::string_view line) {
  const std::size_t name_at = line.find(" name ");
  if (name_at == std::string_view::npos) return {};
  const std::string_view rest = line.substr(name_at + 6);
  const std::size_t value_at = rest.find(" value");
  if (value_at == std::string_view::npos) return {trimmed(rest), {}};
  return {trimmed(rest.substr(0, value_at)), trimmed(rest.substr(value_at + 6))};
}

}  // namespace

void UciOptionList::add_spin(std::string_view name, std::int64_t preset, std::int64_t least, std::int64_t most,
                             std::function<void(std::int64_t)> set) {
  const auto read = [name = std::string(name), least, most, set = std::move(set)](std::string_view text) {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || value < least || value > most) {
      throw Error(expected_found(fmt::format("{} from {} to {}", name, least, most), text));
    }
    set(value);
  };
  options_.push_back({std::string(name), fmt::format("type spin default {} min {} max {}", preset, least, most), read});
}

void UciOptionList::add_check(std::string_view name, bool preset, std::function<void(bool)> set) {
  const auto read = [name = std::string(name), set = std::move(set)](std::string_view text) {
    const std::string value = small_letters(text);
    if (value != "true" && value != "false") throw Error(expected_found(name + " true or false", text));
    set(value == "true");
  };
  options_.push_back({std::string(name), fmt::format("type check default {}", preset), read});
}

void UciOptionList::add_string(std::string_view name, std::string_view preset,
                               std::function<void(std::string_view)> set) {
  options_.push_back({std::string(name), fmt::format("type string default {}", preset), std::move(set)});
}

void UciOptionList::add_button(std::string_view name, std::function<void()> press) {
  options_.push_back({std::string(name), "type button", [press = std::move(press)](std::string_view) { press(); }});
}

void UciOptionList::add_only_choice(std::string_view name, std::string_view choice) {
  const auto read = [name = std::string(name), choice = std::string(choice)](std::string_view text) {
    if (text != choice) throw Error(expected_found(fmt::format("{} {}", name, choice), text));
  };
  options_.push_back({std::string(name), fmt::format("type combo default {0} var {0}", choice), read});
}

std::string UciOptionList::text() const {
  std::string text;
  for (const Option& option : options_) text += fmt::format("option name {} {}\n", option.name, option.description);
  return text;
}

const UciOptionList::Option* UciOptionList::find(std::string_view name) const {
  const auto found =
      std::ranges::find(options_, small_letters(name), [](const Option& option) { return small_letters(option.name); });
  return found == options_.end() ? nullptr : &*found;
}

void UciOptionList::set(std::string_view line) const {
  const auto [name, value] = split_line(line);
  const Option* option = find(name);
  if (option == nullptr) throw Error(expected_found("the name of an option that uci lists", name));
  option->set(value);
}

}  // namespace hone
