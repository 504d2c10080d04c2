// SPDX-License-Identifier: MIT
#include "tuner/tournament/opening_book.hpp"

#include <memory>
#include <utility>

namespace hone {
namespace {

constexpr std::size_t rounds_remembered = 64;

}  // namespace

OpeningBook::OpeningBook(const GameDriver& driver, const std::vector<Opening>& suite, const OpeningOptions& random,
                         const EngineOptions& engine)
    : driver_(driver), suite_(suite), random_(random), engine_(engine) {}

Opening OpeningBook::opening(std::uint64_t round, std::uint64_t seed) {
  if (!suite_.empty()) return suite_[round % suite_.size()];
  {
    const std::lock_guard lock(mutex_);
    if (const auto known = made_.find(round); known != made_.end()) return known->second;
  }
  Opening made = make_random(seed);
  const std::lock_guard lock(mutex_);
  made_.try_emplace(round, made);
  if (made_.size() > rounds_remembered) made_.erase(made_.begin());
  return made;
}

Opening OpeningBook::make_random(std::uint64_t seed) const {
  const std::unique_ptr<Engine> engine = driver_.engine(driver_.material_weights(), engine_);
  return random_opening(driver_, *engine, seed, random_);
}

}  // namespace hone
