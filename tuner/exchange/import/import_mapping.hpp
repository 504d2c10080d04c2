// SPDX-License-Identifier: MIT
//
// What the options of an import say of the names in the file: which targets they have (--map), and how an array falls
// into parts.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tuner/exchange/import/found_numbers.hpp"

namespace hone::exchange {

// KEY=TARGET[,TARGET...]
struct ImportMapping {
  std::string key;
  std::vector<std::string> targets;
  bool is_used = false;  // there were numbers called KEY
};

class ImportMappings {
 public:
  // Throws Error that quotes the text which is no mapping.
  explicit ImportMappings(const std::vector<std::string>& texts);

  // The first one of numbers of this name, which is used from now on; null: none.
  [[nodiscard]] const ImportMapping* use(const std::string& name);
  // Whether there is one of a part, NAME[2].
  [[nodiscard]] bool has_parts_of(const std::string& name) const;
  // Throws Error with the file and a KEY that no numbers had.
  void require_used(const std::string& file) const;

 private:
  std::vector<ImportMapping> mappings_;
};

// The texts between commas, without blanks around them.
[[nodiscard]] std::vector<std::string> comma_list(std::string_view text);

// What the first index of the array leads to: all elements with this index.
[[nodiscard]] FoundNumbers part_of(const FoundNumbers& whole, int index, const std::string& name);

// Whether the first index runs over anything but the stages.
[[nodiscard]] bool has_parts(const FoundNumbers& numbers);

}  // namespace hone::exchange
