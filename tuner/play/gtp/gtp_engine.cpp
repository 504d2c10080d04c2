// SPDX-License-Identifier: MIT
#include "tuner/play/gtp/gtp_engine.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "data/error.hpp"
#include "data/printable.hpp"
#include "engine/gtp_text.hpp"
#include "engine/uci_text.hpp"

namespace hone::play {

namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

Failure refusal_of(std::string_view command, const GtpAnswer& answer) {
  return {EndReason::illegal_move,
          fmt::format("refuses what it is told, {}: {}", quotation(command), quotation(answer.text()))};
}

}  // namespace

GtpEngine::GtpEngine(const UciSettings& settings) : settings_(settings), process_(settings) {}

GtpEngine::~GtpEngine() { process_.end("quit\n"); }

bool GtpEngine::knows(std::string_view command) const {
  return std::ranges::find(commands_, command) != commands_.end();
}

std::string GtpEngine::shown_name() const { return printable(name_.empty() ? settings_.command.front() : name_); }

// The line that says the command, and the answer that it will have.
GtpAnswer GtpEngine::begin(std::string_view command, std::string& line) {
  std::string id = fmt::format("{}", ++number_);
  line = fmt::format("{} {}\n", id, command);
  return GtpAnswer(std::move(id));
}

// Returns whether the answer is whole.
bool GtpEngine::take(GtpAnswer& answer, std::string_view line) {
  const GtpAnswer::Line kind = answer.take(line);
  if (kind == GtpAnswer::Line::stray) process_.warn(line);
  return kind == GtpAnswer::Line::last;
}

std::optional<Failure> GtpEngine::ask(std::string_view command, milliseconds limit, const std::stop_token& stop,
                                      GtpAnswer& answer) {
  std::string line;
  answer = begin(command, line);
  const Failure late{EndReason::stalled,
                     fmt::format("no answer to {} within {} ms", quotation(command), limit.count())};
  return process_.converse(
      line, limit, stop, [&](std::string_view said) { return take(answer, said); }, late);
}

std::optional<Failure> GtpEngine::require(const std::string& command, const std::stop_token& stop) {
  GtpAnswer answer("");
  if (auto failure = ask(command, settings_.ready_limit, stop, answer)) return failure;
  if (answer.is_done() || stop.stop_requested()) return std::nullopt;
  throw Error(fmt::format("'{}' refuses {}: {}", shown_name(), quotation(command), quotation(answer.text())));
}

std::optional<Failure> GtpEngine::introduce() {
  GtpAnswer answer("");
  if (auto failure = ask("protocol_version", settings_.start_limit, {}, answer)) return failure;
  if (answer.text() != "2") {
    throw Error(fmt::format("'{}': {}", shown_name(),
                            expected_found("version 2 of the Go Text Protocol", quotation(answer.text()))));
  }
  if (auto failure = ask("name", settings_.start_limit, {}, answer)) return failure;
  if (answer.is_done()) name_ = answer.text();
  if (auto failure = ask("list_commands", settings_.start_limit, {}, answer)) return failure;
  if (!answer.is_done()) return std::nullopt;
  std::string names = answer.text();
  std::ranges::replace(names, '\n', ' ');
  for (const std::string_view name : split_words(names)) commands_.emplace_back(name);
  return std::nullopt;
}

std::optional<Failure> GtpEngine::set_options() {
  for (const auto& [name, value] : settings_.options) {
    const bool is_forced = name.starts_with('!');
    const std::string word = name.substr(is_forced ? 1 : 0);
    if (!is_forced && !knows(word)) {
      if (!settings_.set_unlisted) {
        throw Error(fmt::format("'{}' has no command '{}'; it has {}. One that it does not list is said as '!{}'",
                                shown_name(), word, printable(fmt::format("{}", fmt::join(commands_, ", "))), word));
      }
      settings_.tell_once("option " + word,
                          fmt::format("does not list the command '{}', which is said all the same", word));
    }
    if (auto failure = require(word + (value.empty() ? "" : " " + value), {})) return failure;
  }
  return std::nullopt;
}

std::optional<Failure> GtpEngine::new_game(const std::vector<std::string>& commands, const std::stop_token& stop) {
  if (auto failure = end_search(stop)) return failure;
  for (const std::string& command : commands) {
    if (auto failure = require(command, stop)) return failure;
    if (stop.stop_requested()) break;
  }
  return std::nullopt;
}

std::optional<Failure> GtpEngine::tell(const std::vector<std::string>& commands, const std::stop_token& stop) {
  GtpAnswer answer("");
  for (const std::string& command : commands) {
    if (command.empty()) continue;
    if (auto failure = ask(command, settings_.ready_limit, stop, answer)) return failure;
    if (stop.stop_requested()) return std::nullopt;
    if (!answer.is_done()) return refusal_of(command, answer);
  }
  return std::nullopt;
}

std::optional<Failure> GtpEngine::set_limit(const std::string& command, const std::stop_token& stop) {
  if (command.empty()) return std::nullopt;
  if (knows(std::string_view(command).substr(0, command.find(' ')))) return require(command, stop);
  throw Error(
      fmt::format("'{}' has no command for its limit: {}; without a limit in time it plays at its own level, as with "
                  "--nodes for the others",
                  shown_name(), quotation(command)));
}

EngineAnswer GtpEngine::search(Side side, const MovePatience& patience, const std::stop_token& stop) {
  EngineAnswer answer;
  const std::string command = fmt::format("genmove {}", gtp_colour(side));
  std::string line;
  pending_ = begin(command, line);
  const auto start = steady_clock::now();
  if (!process_.write(line)) {
    answer.failure = process_.gone();
    return answer;
  }
  const auto is_answer = [&](std::string_view said) { return take(*pending_, said); };
  answer.failure = process_.wait_for_move(command, patience, stop, is_answer, [] { return std::uint64_t{0}; });
  answer.elapsed = steady_clock::now() - start;
  if (answer.failure || stop.stop_requested()) return answer;
  const GtpAnswer said = *std::exchange(pending_, std::nullopt);
  if (!said.is_done()) {
    answer.failure = refusal_of(command, said);
    return answer;
  }
  answer.move = said.text();
  answer.resigned = gtp_vertex(answer.move) == "Resign";
  return answer;
}

std::optional<Failure> GtpEngine::end_search(const std::stop_token& stop) {
  if (!pending_) return std::nullopt;
  const Failure late{EndReason::stalled, fmt::format("no move within {} ms", settings_.stop_limit.count())};
  const auto is_answer = [this](std::string_view said) { return take(*pending_, said); };
  if (auto failure = process_.converse("", settings_.stop_limit, stop, is_answer, late)) return failure;
  if (!stop.stop_requested()) pending_.reset();
  return std::nullopt;
}

}  // namespace hone::play
