// SPDX-License-Identifier: MIT
//
// The options of a UCI engine: each is stated once, with what `uci` says of it and what `setoption` does.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace hone {

class UciOptionList {
 public:
  void add_spin(std::string_view name, std::int64_t preset, std::int64_t least, std::int64_t most,
                std::function<void(std::int64_t)> set);
  void add_check(std::string_view name, bool preset, std::function<void(bool)> set);
  void add_string(std::string_view name, std::string_view preset, std::function<void(std::string_view)> set);
  void add_button(std::string_view name, std::function<void()> press);
  // One choice alone; setting it changes nothing.
  void add_only_choice(std::string_view name, std::string_view choice);

  // Returns the lines "option name ...", each with its end.
  [[nodiscard]] std::string text() const;
  // Carries out "setoption name NAME value VALUE"; capitals of the name do not matter. Throws Error when there is no
  // such option and when it cannot have the value.
  void set(std::string_view line) const;

 private:
  struct Option {
    std::string name;
    std::string description;  // "type spin default 16 min 1 max 65536"
    std::function<void(std::string_view)> set;
  };
  [[nodiscard]] const Option* find(std::string_view name) const;

  std::vector<Option> options_;
};

}  // namespace hone
