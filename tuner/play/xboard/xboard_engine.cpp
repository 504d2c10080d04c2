// SPDX-License-Identifier: MIT
#include "tuner/play/xboard/xboard_engine.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <utility>

#include "data/error.hpp"
#include "data/printable.hpp"
#include "tuner/text/options.hpp"

namespace hone::play {

namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr milliseconds feature_pause{1'000};  // after which an engine that has named features may name no more

bool is_limit(std::string_view command) { return command == "sd" || command == "st" || command == "level"; }

// Limits that do without the command which is refused in this line. With a depth alone the engine has a clock, too.
std::string_view other_limits(std::string_view refusal) {
  const std::string_view command = first_word(refused_text(refusal).value_or(""));
  if (command == "sd") return "tc=10+0.1, or movetime";
  return command == "st" ? "tc=10+0.1, or depth" : "movetime=1000";
}

bool has_word_illegal(std::string_view line) {
  constexpr std::string_view word = "illegal";
  const auto lower = [](char c) { return std::tolower(static_cast<unsigned char>(c)); };
  return !std::ranges::search(line, word, {}, lower, lower).empty();
}

std::string option_value(const UciOption& option, const std::string& value) {
  if (option.type != UciOption::Type::check) return value;
  return value == "true" ? "1" : "0";
}

// Check boxes are 0 and 1 in this protocol; true and false do as well.
std::string as_truth(const UciOption& option, const std::string& value) {
  if (option.type != UciOption::Type::check) return value;
  return value == "1" ? "true" : value == "0" ? "false" : value;
}

}  // namespace

XboardEngine::XboardEngine(const UciSettings& settings) : settings_(settings), process_(settings) {}

XboardEngine::~XboardEngine() { process_.end(searching_ ? "?\nquit\n" : "quit\n"); }

// Lines that mean something at any time.
void XboardEngine::take(std::string_view line) {
  const std::string_view word = first_word(line);
  if (word == "feature") {
    has_features_ = true;
    process_.write(features_.take(line));
  } else if (word == "tellusererror") {
    take_error(line);
  } else if (const auto refused = refused_text(line)) {
    take_refusal(line, *refused);
  }
}

// What an engine wants its user to know is rarely of the game; "tellusererror Illegal position" is.
void XboardEngine::take_error(std::string_view line) {
  if (may_refuse_ && has_word_illegal(line)) {
    refusal_ = Failure{EndReason::illegal_move, "refuses what it is told: " + quotation(line)};
  } else {
    settings_.tell_once("tellusererror", "says " + quotation(line));
    process_.warn(line);
  }
}

void XboardEngine::take_refusal(std::string_view line, std::string_view refused) {
  const std::string_view command = first_word(refused);
  const std::string_view move = command == "usermove" && refused != command ? refused.substr(9) : refused;
  if (is_limit(command)) {
    unknown_limit_ = line;
  } else if (command == "setboard" || std::ranges::find(told_, move) != told_.end()) {
    refusal_ = Failure{EndReason::illegal_move, "refuses what it is told: " + quotation(line)};
  } else {
    process_.warn(line);
  }
}

// GNU Chess 6 names its features no sooner than after some more lines, so that it is told of a new game until it does.
std::optional<Failure> XboardEngine::introduce() {
  if (!process_.write("xboard\nprotover 2\n")) return process_.gone();
  const auto start = steady_clock::now();
  const auto is_done = [&](std::string_view line) { return take(line), features_.done.value_or(false); };
  for (milliseconds waited = feature_pause;; waited += feature_pause) {
    const bool had_features = has_features_;
    const Process::Wait end = process_.wait(start + std::min(waited, settings_.start_limit), {}, is_done);
    if (end == Process::Wait::closed) return process_.gone();
    if (end == Process::Wait::answered) return std::nullopt;
    if (had_features && !features_.done) return std::nullopt;
    if (end == Process::Wait::flooded || waited >= settings_.start_limit) {
      return Failure{EndReason::stalled, fmt::format("no 'feature done=1' within {} ms, which protocol 2 has",
                                                     settings_.start_limit.count())};
    }
    if (!has_features_ && !process_.write("new\n")) return process_.gone();
  }
}

void XboardEngine::set_options() {
  for (const auto& [name, value] : settings_.options) set_option(name, value);
}

void XboardEngine::set_option(const std::string& name, const std::string& value) {
  if (name.starts_with('!')) {
    process_.write(name.substr(1) + (value.empty() ? "" : " " + value) + '\n');
    return;
  }
  if ((name == "memory" && features_.memory) || (name == "cores" && features_.smp)) {
    process_.write(fmt::format("{} {}\n", name, value));
    return;
  }
  if (const UciOption* option = find_uci_option(features_.options, name)) return send_option(*option, value);
  if (settings_.set_unlisted) {
    settings_.tell_once("option " + name,
                        fmt::format("does not list the option '{}', which is set all the same", name));
    process_.write(fmt::format("option {}={}\n", name, value));
    return;
  }
  std::vector<std::string> names;
  if (features_.memory) names.emplace_back("memory");
  if (features_.smp) names.emplace_back("cores");
  for (const UciOption& known : features_.options) names.push_back(printable(known.name));
  throw Error(
      fmt::format("{} has no option '{}'; it has {}. '!WORD' is a command of its own: NAME.!book=off says 'book "
                  "off'",
                  settings_.command.front(), name, names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", "))));
}

void XboardEngine::send_option(const UciOption& option, const std::string& value) {
  const std::string meant = as_truth(option, value);
  try {
    check_uci_value(option, meant);
  } catch (const Error& error) {
    throw Error(fmt::format("{}: {}", settings_.command.front(), printable(error.what())));
  }
  const bool is_button = option.type == UciOption::Type::button;
  process_.write(is_button ? fmt::format("option {}\n", option.name)
                           : fmt::format("option {}={}\n", option.name, option_value(option, meant)));
}

// Sends lines. Where the engine answers pings, waits until it has read them; `see` is given what it says meanwhile.
std::optional<Failure> XboardEngine::say(const std::string& lines, const std::stop_token& stop,
                                         const std::function<void(std::string_view line)>& see) {
  refusal_.reset();
  if (!features_.ping) {
    if (!process_.write(lines)) return process_.gone();
    return std::nullopt;
  }
  const std::string pong = fmt::format("pong {}", ++pings_);
  const auto is_pong = [&](std::string_view line) { return see(line), text::trimmed(line) == pong; };
  auto failure =
      process_.converse(lines + fmt::format("ping {}\n", pings_), settings_.ready_limit, stop, is_pong,
                        {EndReason::stalled, fmt::format("no {} within {} ms", pong, settings_.ready_limit.count())});
  may_refuse_ = false;
  return failure ? failure : refusal_;
}

std::optional<Failure> XboardEngine::end_search(const std::stop_token& stop) {
  if (!searching_) return std::nullopt;
  const auto is_move = [](std::string_view line) { return parse_move_line(line).has_value(); };
  const Failure late{EndReason::stalled, fmt::format("no move within {} ms", settings_.stop_limit.count())};
  if (auto failure = process_.converse("?\n", settings_.stop_limit, stop, is_move, late)) return failure;
  searching_ = stop.stop_requested();
  return std::nullopt;
}

std::optional<Failure> XboardEngine::new_game(const std::string& position, const std::stop_token& stop) {
  if (auto failure = end_search(stop)) return failure;
  told_.clear();
  may_refuse_ = !position.empty();
  std::string lines = "new\nforce\neasy\npost\n";
  if (!position.empty()) lines += fmt::format("setboard {}\n", position);
  return say(lines, stop, [this](std::string_view line) { take(line); });
}

std::optional<Failure> XboardEngine::try_limits(const std::string& commands) {
  auto failure = say(commands, {}, [this](std::string_view line) { take(line); });
  require_limits();
  return failure;
}

// Whether the line says how the game ends: by a resignation, or by a claim.
bool XboardEngine::take_end(std::string_view line, const Question& question, EngineAnswer& answer) {
  const std::optional<int> result = parse_result(line);
  if (!result && first_word(line) != "resign") return false;
  if (!result || *result == -sign(question.side_to_move)) {
    answer.resigned = true;
  } else {
    claim_ = line;
  }
  return true;
}

// Returns whether the search has ended with this line, or is to be over soon.
bool XboardEngine::take_answer(std::string_view line, const Question& question, EngineAnswer& answer) {
  if (const auto move = parse_move_line(line)) {
    answer.move = *move;
    searching_ = false;
    return true;
  }
  if (take_end(line, question, answer)) return answer.resigned || features_.ping;
  if (parse_thinking(line)) {
    thinking_ = line;
    return false;
  }
  take(line);
  return is_answered(answer);
}

// Whether nothing is to be waited for any more.
bool XboardEngine::is_answered(const EngineAnswer& answer) const {
  return !searching_ || answer.resigned || refusal_ || !unknown_limit_.empty();
}

// An engine that has claimed a result when it was told of the last move may wait for the next game, unless it shows
// that it searches.
std::optional<Failure> XboardEngine::wait_after_claim(const Question& question, EngineAnswer& answer,
                                                      const MovePatience& patience, const std::stop_token& stop) {
  const Failure claims{EndReason::illegal_move, fmt::format("claims {} and does not move", quotation(claim_))};
  const bool is_short = patience.limit < settings_.stop_limit;
  const auto is_sign = [&](std::string_view line) {
    (void)take_answer(line, question, answer);
    return is_answered(answer) || !thinking_.empty();
  };
  return process_.converse("", std::min(patience.limit, settings_.stop_limit), stop, is_sign,
                           is_short ? patience.no_move_within(patience.limit) : claims);
}

// An engine may claim the result that its move brings about, and where it answers pings the claim is not of an earlier
// move: its move is to come at once, or not at all.
std::optional<Failure> XboardEngine::wait_for_move(const Question& question, EngineAnswer& answer,
                                                   const MovePatience& patience, const std::stop_token& stop) {
  if (!claim_.empty()) {
    if (auto failure = wait_after_claim(question, answer, patience, stop)) return failure;
    if (is_answered(answer) || stop.stop_requested()) return refusal_;
  }
  const auto is_answer = [&](std::string_view line) { return take_answer(line, question, answer); };
  const auto searched = [] { return std::uint64_t{0}; };
  auto failure = process_.wait_for_move("go", patience, stop, is_answer, searched);
  if (failure || is_answered(answer) || stop.stop_requested()) return failure ? failure : refusal_;
  const Failure claims{EndReason::illegal_move, fmt::format("claims {} and does not move", quotation(claim_))};
  const auto is_end = [&](std::string_view line) { return take_answer(line, question, answer) && is_answered(answer); };
  failure = process_.converse("", settings_.stop_limit, stop, is_end, claims);
  return failure ? failure : refusal_;
}

EngineAnswer XboardEngine::search(const Question& question, const MovePatience& patience, const std::stop_token& stop) {
  EngineAnswer answer;
  thinking_.clear();
  claim_.clear();
  told_ = question.moves;
  may_refuse_ = !told_.empty() || !features_.ping;
  std::string lines = "force\n" + question.limits;
  for (const std::string& move : told_) lines += (features_.usermove ? "usermove " : "") + move + '\n';
  answer.failure = say(lines, stop, [&](std::string_view line) {
    if (!take_end(line, question, answer)) take(line);
  });
  require_limits();
  if (answer.failure || answer.resigned || stop.stop_requested()) return answer;

  searching_ = true;
  const auto start = steady_clock::now();
  if (process_.write((features_.time ? question.clocks : "") + "go\n")) {
    answer.failure = wait_for_move(question, answer, patience, stop);
  } else {
    answer.failure = process_.gone();
  }
  answer.elapsed = steady_clock::now() - start;
  require_limits();
  if (answer.resigned && features_.ping) searching_ = false;
  answer.info = parse_thinking(thinking_).value_or(UciInfo{});
  return answer;
}

void XboardEngine::require_limits() const {
  if (unknown_limit_.empty()) return;
  throw Error(fmt::format("'{}' refuses the command of its limit: {}; give it another one: --limits {}:{}",
                          printable(features_.name.empty() ? settings_.command.front() : features_.name),
                          quotation(unknown_limit_), settings_.player, other_limits(unknown_limit_)));
}

}  // namespace hone::play
