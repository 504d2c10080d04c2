// SPDX-License-Identifier: MIT
#include "tuner/play/uci/engine_process.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "data/printable.hpp"

namespace hone::play {

namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr milliseconds exit_patience{500};        // between the end of the output and the end of the process
constexpr std::uint64_t hopeless_overshoot = 10;  // times the nodes; no engine polls its limit as rarely as that

std::string last_line(std::string_view text) {
  const std::size_t end = text.find_last_not_of(" \t\r\n");
  if (end == std::string_view::npos) return {};
  text = text.substr(0, end + 1);
  return std::string(text.substr(text.find_last_of('\n') + 1));
}

}  // namespace

Failure MovePatience::no_move_within(milliseconds waited) const {
  return {late, fmt::format("no move within {} ms{}", waited.count(), hint)};
}

EngineProcess::EngineProcess(const UciSettings& settings)
    : settings_(settings),
      process_(settings.command, settings.directory, [this](std::string_view bytes) { dialogue_.complained(bytes); }) {
  if (!settings.log_folder.empty()) dialogue_.log_to(settings.log_folder, settings.player, process_.id());
  dialogue_.started(fmt::format("started: {}", fmt::join(settings.command, " ")));
}

void EngineProcess::end(std::string_view farewell) {
  dialogue_.sent(farewell);
  dialogue_.ended(to_string(process_.end(farewell, settings_.stop_limit)));
}

bool EngineProcess::write(const std::string& lines) {
  dialogue_.sent(lines);
  return process_.write(lines);
}

Process::Wait EngineProcess::wait(steady_clock::time_point deadline, const std::stop_token& stop,
                                  const IsAnswer& is_answer) {
  return process_.wait(deadline, stop, [&](std::string_view line) {
    dialogue_.received(line);
    return is_answer(line);
  });
}

std::optional<Failure> EngineProcess::converse(const std::string& lines, milliseconds limit,
                                               const std::stop_token& stop, const IsAnswer& is_answer, Failure late) {
  if (!write(lines)) return gone();
  return failure_of(wait(steady_clock::now() + limit, stop, is_answer), std::move(late));
}

std::optional<Failure> EngineProcess::wait_for_move(const std::string& go, const MovePatience& patience,
                                                    const std::stop_token& stop, const IsAnswer& is_answer,
                                                    const std::function<std::uint64_t()>& searched) {
  const auto start = steady_clock::now();
  const milliseconds step = std::max(patience.quiet.value_or(patience.limit), milliseconds(1));
  milliseconds limit = patience.limit;
  bool notify = patience.notify;
  for (milliseconds waited = step;; waited += step) {
    const Process::Wait end = wait(start + std::min(waited, limit), stop, is_answer);
    if (end != Process::Wait::late || !patience.quiet) return failure_of(end, patience.no_move_within(limit));
    const std::uint64_t nodes = patience.nodes ? searched() : 0;
    if (nodes > 0 && nodes / hopeless_overshoot >= *patience.nodes)
      return Failure{EndReason::stalled, fmt::format("{} nodes after '{}' and no move{}", nodes, go, patience.hint)};
    if (nodes > 0) limit = std::max(limit, patience.alive);
    if (waited >= limit) return patience.no_move_within(limit);
    if (!std::exchange(notify, false)) continue;
    settings_.tell(fmt::format("no answer to '{}' for {} ms; after {} ms the game is lost (--limits {}:stall=MS){}", go,
                               waited.count(), limit.count(), settings_.player, patience.hint));
  }
}

std::optional<Failure> EngineProcess::failure_of(Process::Wait wait, Failure late) {
  switch (wait) {
    case Process::Wait::answered:
    case Process::Wait::stopped:
      return std::nullopt;
    case Process::Wait::closed:
      return gone();
    case Process::Wait::late:
      return late;
    case Process::Wait::flooded:
      return Failure{EndReason::stalled, fmt::format("{} MiB of output and no answer", Process::output_limit >> 20)};
  }
  return std::nullopt;
}

Failure EngineProcess::gone() {
  const std::optional<ExitStatus> status = process_.wait_for_end(exit_patience);
  const std::string words = last_line(process_.last_words());
  return {EndReason::crash, (status ? to_string(*status) : "closed its pipes") +
                                (words.empty() ? "" : fmt::format(", saying {}", quotation(words)))};
}

void EngineProcess::warn(std::string_view line) {
  if (warnings_.count++ == 0) warnings_.first = quotation(line);
}

ProtocolWarnings EngineProcess::take_warnings() {
  const std::uint64_t overlong = process_.overlong_lines() - std::exchange(overlong_lines_, process_.overlong_lines());
  if (overlong > 0 && warnings_.count == 0)
    warnings_.first = fmt::format("a line of more than {} bytes", Process::line_limit);
  warnings_.count += overlong;
  if (std::string fault = dialogue_.take_log_fault(); !fault.empty()) warnings_.add({1, std::move(fault)});
  return std::exchange(warnings_, {});
}

}  // namespace hone::play
