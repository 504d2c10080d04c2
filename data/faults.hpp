// SPDX-License-Identifier: MIT
//
// Collects the faults of a file with many entries: it keeps the first fault with its place, and the number of all
// faults. A fault is either that of one entry, which a reader may leave out, or a contradiction, which puts all entries
// in doubt.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "data/error.hpp"

namespace hone {

// One entry of a file contradicts the way in which all of them are read. Whoever leaves out entries that cannot be read
// must not leave out this one, because the others may be misread: the file is refused.
class Contradiction : public Error {
 public:
  using Error::Error;
};

// The contradiction of a label that is there but not spelt in a way that is read, such as the result 2 where results go
// from 0 to 1. Its message is that of expected_found, and why the whole file is refused.
[[nodiscard]] Contradiction unknown_spelling(std::string_view wanted, std::string_view found);

struct BadEntry {
  int line = 0;  // 0: unknown
  std::string message;
  bool is_contradiction = false;
};
[[nodiscard]] BadEntry bad_entry(const Error& error, int line);

class Faults {
 public:
  // `entries` says what the file consists of, in the plural: "lines".
  Faults(std::string file, std::string entries) : file_(std::move(file)), entries_(std::move(entries)) {}

  // Returns whether it makes sense to read on. After a contradiction it does not: the file cannot be used, and no other
  // fault is told.
  [[nodiscard]] bool add(const BadEntry& fault);

  [[nodiscard]] std::uint64_t count() const { return count_; }
  // Says "file:12: message (3 bad lines in all)".
  [[nodiscard]] std::string text() const;
  // Throws Error with that text if there was a fault.
  void require_none() const;
  // The same for a reader that leaves out bad entries: only a contradiction is thrown.
  void require_no_contradiction() const;

 private:
  [[nodiscard]] std::string message() const;

  std::string file_, entries_;
  std::uint64_t count_ = 0;
  BadEntry first_;
};

}  // namespace hone
