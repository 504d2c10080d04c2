// SPDX-License-Identifier: MIT
//
// The rows of a printed table, which are calculated on several threads and printed in their order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <stop_token>
#include <type_traits>

#include "tuner/parallel/jobs.hpp"

namespace hone {

// make(i) calculates row i, on any thread; print(i, row) prints it.
template <class Make, class Print>
void print_rows(std::size_t rows, int threads, const Make& make, const Print& print) {
  using Made = std::invoke_result_t<const Make&, std::size_t>;
  std::size_t next = 0;
  const auto make_worker = [&make] {
    return [&make](std::uint64_t number, const std::stop_token&) -> std::optional<Made> {
      return make(static_cast<std::size_t>(number));
    };
  };
  const auto take = [&](Made&& row) {
    print(next++, row);
    std::fflush(stdout);
    return true;
  };
  parallel::use_in_order({.first = 0, .end = rows, .threads = threads}, make_worker, take, {});
}

}  // namespace hone
