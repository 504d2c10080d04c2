// SPDX-License-Identifier: MIT
#include "data/faults.hpp"

#include <fmt/format.h>

#include <utility>

#include "data/printable.hpp"

namespace hone {

Contradiction unknown_spelling(std::string_view wanted, std::string_view found) {
  return Contradiction(expected_found(wanted, found) +
                       "; whoever writes this may mean something else on other lines too, so that all of the file is "
                       "refused");
}

// What a parser quotes of a line may be long, and may hold anything.
BadEntry bad_entry(const Error& error, int line) {
  constexpr std::size_t most = 1'000;
  std::string message = printable_lines(error.message().substr(0, most));
  if (error.message().size() > most) message += "...";
  return {line, std::move(message), dynamic_cast<const Contradiction*>(&error) != nullptr};
}

bool Faults::add(const BadEntry& fault) {
  if (first_.is_contradiction) return false;
  if (++count_ == 1 || fault.is_contradiction) first_ = fault;
  return !fault.is_contradiction;
}

std::string Faults::message() const {
  const bool are_several = count_ > 1 && !first_.is_contradiction;
  return are_several ? fmt::format("{} ({} bad {} in all)", first_.message, count_, entries_) : first_.message;
}

std::string Faults::text() const { return Error(file_, first_.line, message()).what(); }

void Faults::require_none() const {
  if (count_ > 0) throw Error(file_, first_.line, message());
}

void Faults::require_no_contradiction() const {
  if (first_.is_contradiction) require_none();
}

}  // namespace hone
