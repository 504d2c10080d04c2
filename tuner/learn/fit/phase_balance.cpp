// SPDX-License-Identifier: MIT
#include "tuner/learn/fit/phase_balance.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <numeric>

#include "data/error.hpp"
#include "tuner/text/options.hpp"

namespace hone::learn {

namespace {

constexpr std::string_view as_it_is = "asis", evenly = "even";
constexpr double share_rounding = 1e-9;  // of shares that sum to 1 in decimals

int phase_numbers(const Schema& schema) { return (schema.phase_count() - 1) * schema.phase_steps() + 1; }

PhaseShare parse_phase_share(std::string_view part) {
  const std::size_t equals = part.find('=');
  if (equals == std::string_view::npos) throw Error(expected_found("FIRST:LAST=SHARE", fmt::format("'{}'", part)));
  const std::string_view range = part.substr(0, equals);
  const std::size_t colon = std::min(range.find(':'), range.size());
  const auto number = [](std::string_view words) { return static_cast<int>(text::parse_integer(words, {0, 65'535})); };
  PhaseShare share;
  share.first = number(range.substr(0, colon));
  share.last = colon == range.size() ? share.first : number(range.substr(colon + 1));
  share.share = text::parse_real(part.substr(equals + 1), {0, 1});
  return share;
}

void require_order(const std::vector<PhaseShare>& shares) {
  int next = 0;
  for (const PhaseShare& it : shares) {
    if (it.first < next || it.last < it.first) {
      throw Error(expected_found("ranges of phases that ascend and do not overlap",
                                 fmt::format("{}:{} after phase {}", it.first, it.last, next - 1)));
    }
    next = it.last + 1;
  }
}

// The rows of a part have the same factor: those of one range, or those of no range.
struct PhasePart {
  double share = 0;   // wanted of the sum of all weights
  double weight = 0;  // that its rows have
};

// The part of each phase; the last part holds the phases that no range names.
std::vector<std::size_t> parts_of_phases(const PhaseBalance& balance, std::size_t phases) {
  std::vector<std::size_t> part(phases, balance.shares.size());
  if (balance.even) std::iota(part.begin(), part.end(), std::size_t{0});
  for (std::size_t i = 0; i < balance.shares.size(); ++i) {
    for (int phase = balance.shares[i].first; phase <= balance.shares[i].last; ++phase) {
      part[static_cast<std::size_t>(phase)] = i;
    }
  }
  return part;
}

std::vector<PhasePart> wanted_parts(const PhaseBalance& balance, std::size_t phases) {
  if (balance.even) return std::vector<PhasePart>(phases, {1, 0});
  std::vector<PhasePart> parts;
  double rest = 1;
  for (const PhaseShare& it : balance.shares) {
    parts.push_back({it.share, 0});
    rest -= it.share;
  }
  parts.push_back({rest > share_rounding ? rest : 0, 0});
  return parts;
}

// The factor of each part. Throws Error where no part with rows is to count.
std::vector<float> factors_of_parts(const std::vector<PhasePart>& parts) {
  double all = 0, reachable = 0;
  for (const PhasePart& part : parts) {
    all += part.weight;
    if (part.weight > 0) reachable += part.share;
  }
  if (all > 0 && !(reachable > 0)) throw Error("--phases leaves no position to learn from");
  std::vector<float> factors;
  for (const PhasePart& part : parts) {
    const bool has_rows = part.weight > 0 && reachable > 0;
    factors.push_back(has_rows ? static_cast<float>(part.share / reachable * all / part.weight) : 1.0F);
  }
  return factors;
}

}  // namespace

int phase_of(const PhasePoint& point, const Schema& schema) { return point.lower * schema.phase_steps() + point.step; }

void PhaseBalance::declare(text::Options& options) {
  options.custom(
      "phases", "A:B=X,...", [this](std::string_view words) { *this = parse_phase_balance(words); },
      [this] { return show(*this); },
      "shares of the phases in what is learnt, as 0:11=0.5,12:24=0.5 in chess, whose phases go from 0, the middlegame, "
      "to 24 as hone data info counts them; phases not named share the rest. even: all phases alike; asis: as the "
      "positions are");
}

void PhaseBalance::validate() const {
  double sum = 0;
  for (const PhaseShare& it : shares) {
    if (!(it.share >= 0 && it.share <= 1)) {
      throw Error(expected_found("share of phases in 0 .. 1", fmt::format("{}", it.share)));
    }
    sum += it.share;
  }
  if (sum > 1 + share_rounding) throw Error(expected_found("shares of phases that sum to at most 1", text::show(sum)));
  require_order(shares);
}

void PhaseBalance::validate(const Schema& schema) const {
  validate();
  if (shares.empty() || shares.back().last < phase_numbers(schema)) return;
  throw Error(expected_found(fmt::format("phases of {} from 0 to {}", schema.game(), phase_numbers(schema) - 1),
                             fmt::format("{}", shares.back().last)));
}

PhaseBalance parse_phase_balance(std::string_view words) {
  PhaseBalance result;
  result.even = words == evenly;
  if (result.even || words == as_it_is) return result;
  for (const std::string_view part : text::split_at_commas(words)) result.shares.push_back(parse_phase_share(part));
  result.validate();
  return result;
}

std::string show(const PhaseBalance& balance) {
  if (!balance.any()) return std::string(as_it_is);
  if (balance.even) return std::string(evenly);
  std::vector<std::string> parts;
  for (const PhaseShare& it : balance.shares) {
    const std::string last = it.last == it.first ? "" : fmt::format(":{}", it.last);
    parts.push_back(fmt::format("{}{}={}", it.first, last, text::show(it.share)));
  }
  return text::join(parts, ",");
}

std::vector<float> balance_factors(const RowSet& rows, const Targets& targets, const Schema& schema,
                                   const PhaseBalance& balance) {
  balance.validate(schema);
  const auto phases = static_cast<std::size_t>(phase_numbers(schema));
  const std::vector<std::size_t> part_of_phase = parts_of_phases(balance, phases);
  std::vector<PhasePart> parts = wanted_parts(balance, phases);
  std::vector<std::uint32_t> part_of_row;
  part_of_row.reserve(rows.size());
  for (std::size_t number = 0; number < rows.chunks(); ++number) {
    const RowChunk chunk = rows.chunk(number);
    for (std::size_t i = 0; i < chunk.size(); ++i) {
      const std::size_t part = part_of_phase[static_cast<std::size_t>(phase_of(chunk.phases[i], schema))];
      parts[part].weight += static_cast<double>(targets.weight(chunk[i].label, part_of_row.size()));
      part_of_row.push_back(static_cast<std::uint32_t>(part));
    }
    rows.release(number);
  }
  const std::vector<float> factors = factors_of_parts(parts);
  std::vector<float> result(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) result[i] = factors[part_of_row[i]];
  return result;
}

}  // namespace hone::learn
