// SPDX-License-Identifier: MIT
//
// Collects the faults of a file with many entries: it keeps the first fault with its place, and the number of all
// faults.
#pragma once

#include <cstdint>
#include <string>

namespace hone {

class Faults {
 public:
  // `entries` says what the file consists of, in the plural: "lines".
  Faults(std::string file, std::string entries) : file_(std::move(file)), entries_(std::move(entries)) {}

  void add(int line, const std::string& message);

  [[nodiscard]] std::uint64_t count() const { return count_; }
  // Throws Error "file:12: message (3 bad lines in all)" if there was a fault.
  [[nodiscard]] std::string text() const;
  void require_none() const;

 private:
  [[nodiscard]] std::string message() const;

  std::string file_, entries_;
  std::uint64_t count_ = 0;
  int first_line_ = 0;
  std::string first_;
};

}  // namespace hone
