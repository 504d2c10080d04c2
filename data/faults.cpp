// SPDX-License-Identifier: MIT
#include "data/faults.hpp"

#include <fmt/format.h>

#include "data/error.hpp"

namespace hone {

void Faults::add(int line, const std::string& message) {
  if (++count_ > 1) return;
  first_line_ = line;
  first_ = message;
}

std::string Faults::message() const {
  return count_ > 1 ? fmt::format("{} ({} bad {} in all)", first_, count_, entries_) : first_;
}

std::string Faults::text() const { return Error(file_, first_line_, message()).what(); }

void Faults::require_none() const {
  if (count_ > 0) throw Error(file_, first_line_, message());
}

}  // namespace hone
