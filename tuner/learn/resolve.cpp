// SPDX-License-Identifier: MIT
#include "tuner/learn/resolve.hpp"

#include <fmt/format.h>

#include <utility>

#include "data/error.hpp"
#include "tuner/formats/position_filter.hpp"
#include "tuner/learn/one_of_two.hpp"
#include "tuner/text/options.hpp"

namespace hone::learn {

namespace {

using Where = Resolve::Kind;

constexpr std::size_t search_hash_bytes = std::size_t{1} << 20;
constexpr text::IntegerRange searched_nodes{1, 1'000'000'000}, taken_positions{1, 100};
constexpr const char* wanted_resolve = "keep, filter, leaf, pv:NODES or along:NODES,N";

std::string_view word_of(Where kind) {
  switch (kind) {
    case Where::keep:
      return "keep";
    case Where::filter:
      return "filter";
    case Where::leaf:
      return "leaf";
    case Where::pv:
      return "pv";
    case Where::along:
      break;
  }
  return "along";
}

Resolve along(std::string_view settings) {
  const auto parts = text::split_at_commas(settings, 2, "NODES,N");
  return {.kind = Where::along,
          .nodes = static_cast<std::uint64_t>(text::parse_integer(parts[0], searched_nodes)),
          .positions = static_cast<int>(text::parse_integer(parts[1], taken_positions))};
}

std::shared_ptr<Engine> search_engine(const GameDriver& driver, const Weights& weights) {
  EngineOptions options;
  options.hash_bytes = search_hash_bytes;
  return driver.engine(weights, options);
}

formats::Quiet quiet_of(Where kind) {
  if (kind == Where::keep) return formats::Quiet::keep;
  return kind == Where::filter ? formats::Quiet::filter : formats::Quiet::leaf;
}

Board& copy(const Board& from, std::unique_ptr<Board>& to) {
  if (to) {
    to->assign(from);
  } else {
    to = from.clone();
  }
  return *to;
}

}  // namespace

void Resolve::validate() const {
  if (searches()) text::check(static_cast<std::int64_t>(nodes), searched_nodes);
  text::check(std::int64_t{positions}, taken_positions);
}

Resolve parse_resolve(std::string_view text) {
  for (const Where kind : {Where::keep, Where::filter, Where::leaf}) {
    if (text == word_of(kind)) return {.kind = kind};
  }
  const std::size_t colon = text.find(':');
  const std::string_view word = text.substr(0, colon);
  if (colon != std::string_view::npos && word == "along") return along(text.substr(colon + 1));
  if (colon == std::string_view::npos || word != "pv") {
    throw Error(expected_found(wanted_resolve, fmt::format("'{}'", text)));
  }
  const auto nodes = text::parse_integer(text.substr(colon + 1), searched_nodes);
  return {.kind = Where::pv, .nodes = static_cast<std::uint64_t>(nodes)};
}

std::string to_string(const Resolve& resolve) {
  if (resolve.kind == Where::along) return fmt::format("along:{},{}", resolve.nodes, resolve.positions);
  if (resolve.kind == Where::pv) return fmt::format("pv:{}", resolve.nodes);
  return std::string(word_of(resolve.kind));
}

void declare(text::Options& options, Resolve& resolve) {
  const auto given = std::make_shared<OneOfTwo>();
  const auto set = [&resolve, given](std::string_view name) {
    return [&resolve, given, name](std::string_view text) {
      given->take(name);
      resolve = parse_resolve(text);
    };
  };
  options.custom(
      "resolve", "WHERE", set("resolve"), [&resolve] { return to_string(resolve); },
      "where a row is taken, as the evaluation of a position with hanging pieces cannot be trusted: keep (at the "
      "position), filter (there if it is quiet), leaf (at the end of its quiescence line), pv:NODES (at the end of "
      "the line that a search of so many nodes expects), along:NODES,N (at N positions along that line)");
  options
      .custom(
          "quiescence", "keep|leaf|filter", set("quiescence"), [] { return std::string(); },
          "--resolve in an older spelling")
      .changes_no_result();
}

Resolver::Resolver(const GameDriver& driver, const Weights& weights, const Resolve& resolve, Score quiet_margin)
    : resolve_(resolve),
      margin_(quiet_margin),
      quiet_(driver.engine(weights, quiescence_options())),
      search_(resolve.searches() ? search_engine(driver, weights) : nullptr) {}

std::vector<MoveCode> Resolver::variation_of(const Board& board, const std::stop_token& stop) const {
  if (!resolve_.searches() || board.outcome()) return {};
  SearchControl control;
  control.limits.nodes = resolve_.nodes;
  control.stop = stop;
  search_->new_game();  // a row must not depend on the rows before it
  return search_->search(board, control).pv;
}

// Of a variation of m moves the positions after m/n, 2m/n, ... m moves, rounded up; fewer where these are the same.
std::span<const std::unique_ptr<Board>> Resolver::positions(const Board& board, std::optional<MoveCode> played,
                                                            const std::stop_token& stop) {
  const std::vector<MoveCode> moves = variation_of(board, stop);
  const std::size_t steps = static_cast<std::size_t>(resolve_.positions);
  found_.resize(steps);
  if (!moves.empty()) copy(board, walker_);
  std::size_t ply = 0, found = 0;
  for (std::size_t step = 1; step <= steps; ++step) {
    const std::size_t wanted = (step * moves.size() + steps - 1) / steps;
    if (step > 1 && wanted == ply) continue;
    for (; ply < wanted; ++ply) walker_->play(moves[ply]);
    Board& here = copy(ply == 0 ? board : *walker_, found_[found]);
    if (formats::make_quiet(*quiet_, here, played, quiet_of(resolve_.kind), margin_)) ++found;
  }
  return {found_.data(), found};
}

}  // namespace hone::learn
