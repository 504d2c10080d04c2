// SPDX-License-Identifier: MIT
#include "tuner/play/uci/uci_engine.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <utility>

#include "data/error.hpp"
#include "data/printable.hpp"

namespace hone::play {

namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr std::string_view chess960_option = "UCI_Chess960";

// First words of lines that an engine may send at any time.
bool is_known(std::string_view word) {
  constexpr std::array<std::string_view, 8> known{"info",    "bestmove",       "id",          "option", "uciok",
                                                  "readyok", "copyprotection", "registration"};
  return word.empty() || std::ranges::find(known, word) != known.end();
}

// Of several lines of play (MultiPV) the first is that of the move.
bool is_of_best_line(std::string_view info) {
  constexpr std::string_view word = " multipv ";
  const std::size_t at = info.find(word);
  return at == std::string_view::npos || first_word(info.substr(at + word.size())) == "1";
}

}  // namespace

UciEngine::UciEngine(const UciSettings& settings) : settings_(settings), process_(settings) {}

UciEngine::~UciEngine() { process_.end(searching_ ? "stop\nquit\n" : "quit\n"); }

void UciEngine::take_introduction(std::string_view line) {
  constexpr std::string_view id = "id name ";
  if (line.starts_with(id)) name_ = line.substr(id.size());
  if (first_word(line) != "option") return;
  if (auto option = parse_uci_option(line)) options_.push_back(std::move(*option));
}

// Sends lines and waits for one that begins with the word `answer`.
std::optional<Failure> UciEngine::ask(const std::string& lines, std::string_view answer, milliseconds limit,
                                      const std::stop_token& stop) {
  const auto is_answer = [&](std::string_view line) {
    take_introduction(line);
    return first_word(line) == answer;
  };
  return process_.converse(lines, limit, stop, is_answer,
                           {EndReason::stalled, fmt::format("no {} within {} ms", answer, limit.count())});
}

std::optional<Failure> UciEngine::introduce() { return ask("uci\n", "uciok", settings_.start_limit, {}); }

void UciEngine::set_options() { set_options(settings_.options); }

void UciEngine::set_options(const std::vector<std::pair<std::string, std::string>>& options) {
  for (const auto& [name, value] : options) set_option(name, value);
}

void UciEngine::set_option(const std::string& name, const std::string& value) {
  if (name.starts_with('!')) return send_option(name.substr(1), value);
  const UciOption* option = find_uci_option(options_, name);
  if (option == nullptr && settings_.set_unlisted) {
    settings_.tell_once("option " + name,
                        fmt::format("does not list the option '{}', which is set all the same", name));
    return send_option(name, value);
  }
  if (option == nullptr) {
    std::vector<std::string> names;
    for (const UciOption& known : options_) names.push_back(printable(known.name));
    throw Error(fmt::format("{} has no option '{}'; it has {}. One that it does not list is set as '!{}'",
                            settings_.command.front(), name,
                            names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", ")), name));
  }
  try {
    check_uci_value(*option, value);
  } catch (const Error& error) {
    throw Error(fmt::format("{}: {}", settings_.command.front(), printable(error.what())));
  }
  send_option(option->name, value);
}

void UciEngine::send_option(const std::string& name, const std::string& value) {
  if (equal_but_case(name, chess960_option)) chess960_ = value == "true";
  process_.write(value.empty() ? fmt::format("setoption name {}\n", name)
                               : fmt::format("setoption name {} value {}\n", name, value));
}

std::optional<Failure> UciEngine::converse(const std::string& lines, milliseconds limit, const std::stop_token& stop,
                                           const EngineProcess::IsAnswer& is_answer) {
  return process_.converse(lines, limit, stop, is_answer,
                           {EndReason::stalled, fmt::format("no answer within {} ms", limit.count())});
}

std::optional<Failure> UciEngine::end_search(const std::stop_token& stop) {
  if (!searching_) return std::nullopt;
  if (auto failure = ask("stop\n", "bestmove", settings_.stop_limit, stop)) return failure;
  searching_ = stop.stop_requested();
  return std::nullopt;
}

std::optional<Failure> UciEngine::new_game(bool chess960, const std::stop_token& stop) {
  if (auto failure = end_search(stop)) return failure;
  if (chess960 != chess960_) set_option(std::string(chess960_option), chess960 ? "true" : "false");
  return ask("ucinewgame\nisready\n", "readyok", settings_.ready_limit, stop);
}

// Only the last lines count, so they are parsed after the move has come.
void UciEngine::take_search_line(std::string_view line) {
  const std::string_view word = first_word(line);
  if (!is_known(word)) process_.warn(line);
  if (word != "info") return;
  line = line.substr(0, line.find(" string "));  // the rest is for people
  if (line.find(" nodes ") != std::string_view::npos) nodes_info_ = line;
  const bool is_scored = line.find(" score ") != std::string_view::npos;
  const bool is_bound = line.find("bound") != std::string_view::npos;
  if (is_scored && !is_bound && is_of_best_line(line)) scored_info_ = line;
}

std::uint64_t UciEngine::searched() const { return parse_info(nodes_info_).nodes; }

// What the engine has said unasked lies before its answer: a second bestmove would be taken for that of the next
// search.
std::optional<Failure> UciEngine::catch_up(const std::stop_token& stop) {
  const auto is_answer = [&](std::string_view line) {
    const std::string_view word = first_word(line);
    if (word == "bestmove" || !is_known(word)) process_.warn(line);
    return word == "readyok";
  };
  return process_.converse("isready\n", settings_.ready_limit, stop, is_answer,
                           {EndReason::stalled, fmt::format("no readyok within {} ms", settings_.ready_limit.count())});
}

EngineAnswer UciEngine::search(const std::string& position, const std::string& go, const MovePatience& patience,
                               const std::stop_token& stop) {
  EngineAnswer answer;
  answer.failure = catch_up(stop);
  if (answer.failure || stop.stop_requested()) return answer;
  scored_info_.clear();
  nodes_info_.clear();
  searching_ = true;
  const auto start = steady_clock::now();
  if (!process_.write(position + '\n' + go + '\n')) {
    answer.failure = process_.gone();
    return answer;
  }
  const auto is_answer = [&](std::string_view line) {
    if (first_word(line) != "bestmove") return take_search_line(line), false;
    answer.move = move_of_answer(line);
    searching_ = false;
    return true;
  };
  answer.failure = process_.wait_for_move(go, patience, stop, is_answer, [this] { return searched(); });
  answer.elapsed = steady_clock::now() - start;
  answer.info = parse_info(scored_info_);
  answer.info.nodes = std::max(answer.info.nodes, searched());
  return answer;
}

}  // namespace hone::play
