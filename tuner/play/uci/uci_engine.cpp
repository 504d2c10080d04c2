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

constexpr milliseconds exit_patience{500};  // between the end of the output and the end of the process
constexpr std::size_t quoted = 100;         // characters of an unexpected line

std::string quote(std::string_view line) { return fmt::format("'{}'", printable(line.substr(0, quoted))); }

std::string last_line(std::string_view text) {
  const std::size_t end = text.find_last_not_of(" \t\r\n");
  if (end == std::string_view::npos) return {};
  text = text.substr(0, end + 1);
  return std::string(text.substr(text.find_last_of('\n') + 1));
}

// First words of lines that an engine may send at any time.
bool is_known(std::string_view word) {
  constexpr std::array<std::string_view, 8> known{"info",    "bestmove",       "id",          "option", "uciok",
                                                  "readyok", "copyprotection", "registration"};
  return word.empty() || std::ranges::find(known, word) != known.end();
}

}  // namespace

UciEngine::UciEngine(const UciSettings& settings)
    : settings_(settings),
      process_(settings.command, settings.directory, [this](std::string_view bytes) { dialogue_.complained(bytes); }) {
  if (!settings.log_folder.empty()) dialogue_.log_to(settings.log_folder, settings.player, process_.id());
  dialogue_.started(fmt::format("started: {}", fmt::join(settings.command, " ")));
}

UciEngine::~UciEngine() {
  const std::string_view farewell = searching_ ? "stop\nquit\n" : "quit\n";
  dialogue_.sent(farewell);
  dialogue_.ended(to_string(process_.end(farewell, settings_.stop_limit)));
}

bool UciEngine::write(const std::string& lines) {
  dialogue_.sent(lines);
  return process_.write(lines);
}

Process::Wait UciEngine::wait(steady_clock::time_point deadline, const std::stop_token& stop,
                              const std::function<bool(std::string_view)>& is_answer) {
  return process_.wait(deadline, stop, [&](std::string_view line) {
    dialogue_.received(line);
    return is_answer(line);
  });
}

void UciEngine::warn(std::string_view line) {
  if (warnings_.count++ == 0) warnings_.first = quote(line);
}

ProtocolWarnings UciEngine::take_warnings() {
  const std::uint64_t overlong = process_.overlong_lines() - std::exchange(overlong_lines_, process_.overlong_lines());
  if (overlong > 0 && warnings_.count == 0)
    warnings_.first = fmt::format("a line of more than {} bytes", Process::line_limit);
  warnings_.count += overlong;
  if (std::string fault = dialogue_.take_log_fault(); !fault.empty()) warnings_.add({1, std::move(fault)});
  return std::exchange(warnings_, {});
}

Failure UciEngine::gone() {
  const std::optional<ExitStatus> status = process_.wait_for_end(exit_patience);
  const std::string words = last_line(process_.last_words());
  return {EndReason::crash, (status ? to_string(*status) : "closed its pipes") +
                                (words.empty() ? "" : fmt::format(", saying {}", quote(words)))};
}

std::optional<Failure> UciEngine::failure_of(Process::Wait wait, Failure late) {
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

void UciEngine::take_introduction(std::string_view line) {
  constexpr std::string_view id = "id name ";
  if (line.starts_with(id)) name_ = line.substr(id.size());
  if (first_word(line) != "option") return;
  if (auto option = parse_uci_option(line)) options_.push_back(std::move(*option));
}

std::optional<Failure> UciEngine::await(std::string_view answer, milliseconds limit, const std::stop_token& stop) {
  const Failure late{EndReason::stalled, fmt::format("no {} within {} ms", answer, limit.count())};
  const auto end = wait(steady_clock::now() + limit, stop, [&](std::string_view line) {
    take_introduction(line);
    return first_word(line) == answer;
  });
  return failure_of(end, late);
}

std::optional<Failure> UciEngine::introduce() {
  if (!write("uci\n")) return gone();
  return await("uciok", settings_.start_limit, {});
}

void UciEngine::set_options() {
  for (const auto& [name, value] : settings_.options) set_option(name, value);
}

void UciEngine::set_option(const std::string& name, const std::string& value) {
  if (name.starts_with('!')) return send_option(name.substr(1), value);
  const UciOption* option = find_uci_option(options_, name);
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
  write(value.empty() ? fmt::format("setoption name {}\n", name)
                      : fmt::format("setoption name {} value {}\n", name, value));
}

std::optional<Failure> UciEngine::converse(const std::string& lines, milliseconds limit, const std::stop_token& stop,
                                           const std::function<bool(std::string_view)>& is_answer) {
  if (!write(lines)) return gone();
  return failure_of(wait(steady_clock::now() + limit, stop, is_answer),
                    {EndReason::stalled, fmt::format("no answer within {} ms", limit.count())});
}

std::optional<Failure> UciEngine::end_search(const std::stop_token& stop) {
  if (!write("stop\n")) return gone();
  if (auto failure = await("bestmove", settings_.stop_limit, stop)) return failure;
  searching_ = stop.stop_requested();
  return std::nullopt;
}

std::optional<Failure> UciEngine::new_game(bool chess960, const std::stop_token& stop) {
  if (searching_) {
    if (auto failure = end_search(stop)) return failure;
  }
  if (chess960 != chess960_) set_option("UCI_Chess960", chess960 ? "true" : "false");
  chess960_ = chess960;
  if (!write("ucinewgame\nisready\n")) return gone();
  return await("readyok", settings_.ready_limit, stop);
}

// Only the last score counts, so it is parsed after the move has come.
void UciEngine::take_search_line(std::string_view line) {
  const std::string_view word = first_word(line);
  if (!is_known(word)) warn(line);
  const bool is_scored = word == "info" && line.find(" score ") != std::string_view::npos;
  if (is_scored && line.find("bound") == std::string_view::npos) scored_info_ = line;
}

Process::Wait UciEngine::wait_for_move(const std::string& go, const Patience& patience, const std::stop_token& stop,
                                       const std::function<bool(std::string_view)>& is_answer) {
  const auto start = steady_clock::now();
  const milliseconds quiet = std::min(patience.notice.value_or(patience.limit), patience.limit);
  const auto end = wait(start + quiet, stop, is_answer);
  if (end != Process::Wait::late || quiet == patience.limit) return end;
  settings_.tell(fmt::format("no answer to '{}' for {} ms; after {} ms the game is lost (--limits {}:stall=MS){}", go,
                             quiet.count(), patience.limit.count(), settings_.player, patience.hint));
  return wait(start + patience.limit, stop, is_answer);
}

UciEngine::Answer UciEngine::search(const std::string& position, const std::string& go, const Patience& patience,
                                    const std::stop_token& stop) {
  Answer answer;
  scored_info_.clear();
  searching_ = true;
  const auto start = steady_clock::now();
  if (!write(position + '\n' + go + '\n')) {
    answer.failure = gone();
    return answer;
  }
  const auto end = wait_for_move(go, patience, stop, [&](std::string_view line) {
    if (first_word(line) != "bestmove") return take_search_line(line), false;
    answer.move = move_of_answer(line);
    return true;
  });
  answer.elapsed = steady_clock::now() - start;
  searching_ = end != Process::Wait::answered;
  answer.failure = failure_of(end, patience.late);
  answer.info = parse_info(scored_info_);
  return answer;
}

}  // namespace hone::play
