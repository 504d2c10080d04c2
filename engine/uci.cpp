// SPDX-License-Identifier: MIT
#include "engine/uci.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <condition_variable>
#include <istream>
#include <mutex>
#include <ostream>
#include <thread>

#include "data/error.hpp"
#include "data/printable.hpp"
#include "engine/uci_text.hpp"

namespace hone {
namespace {

constexpr std::size_t max_hash_megabytes = 65'536;

std::string_view after(std::string_view line, std::string_view word) {
  const std::size_t start = line.find(word);
  if (start == std::string_view::npos) return {};
  line.remove_prefix(start + word.size());
  const std::size_t text = line.find_first_not_of(' ');
  return text == std::string_view::npos ? std::string_view() : line.substr(text);
}

std::string_view trimmed(std::string_view text) {
  const std::size_t end = text.find_last_not_of(" \t\r");
  return end == std::string_view::npos ? std::string_view() : text.substr(0, end + 1);
}

std::string lower_case(std::string_view text) {
  std::string lower(text);
  std::ranges::transform(lower, lower.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return lower;
}

void wait_for(const std::stop_token& token) {
  std::mutex mutex;
  std::condition_variable_any stopped;
  std::unique_lock lock(mutex);
  stopped.wait(lock, token, [] { return false; });
}

class Session {
 public:
  Session(const GameDriver& driver, const UciSetup& setup, std::ostream& out)
      : driver_(driver), setup_(setup), out_(out), board_(driver.initial()) {
    engine_ = driver.engine(driver.material_weights(), {.hash_bytes = setup.hash_megabytes << 20});
    use_weights(setup.weights);
  }
  ~Session() { stop(); }

  // Returns false after `quit`.
  bool handle(std::string_view line);
  void wait() {
    if (endless_) search_.request_stop();
    if (search_.joinable()) search_.join();
  }

 private:
  void say(std::string_view line) {
    const std::lock_guard lock(output_);
    out_ << line << '\n' << std::flush;
  }
  void introduce();
  void set_option(std::string_view line);
  void set_hash(std::string_view value);
  void set_position(std::string_view line);
  void go(std::string_view line);
  void new_game();
  void use_weights(const std::string& source);
  void warn(const std::string& warning);
  void show() { say(board_->text()); }
  void show_evaluation() {
    finish_search();
    say(fmt::format("info string static evaluation {}", engine_->evaluate(*board_)));
  }
  void stop() {
    search_.request_stop();
    wait();
  }
  void finish_search() { endless_ ? stop() : wait(); }
  void search(const std::stop_token& token, const GoCommand& command, const Board& board);

  const GameDriver& driver_;
  const UciSetup& setup_;
  std::ostream& out_;
  std::mutex output_;
  std::shared_ptr<const Board> board_;  // a search keeps the one it was begun with
  std::unique_ptr<Engine> engine_;
  std::string weights_;
  std::filesystem::file_time_type weights_time_;  // of the file, if the weights come from one
  bool chess960_ = false;
  bool endless_ = false;  // the present search has no limit of its own
  std::jthread search_;   // the last member: it uses all the others
};

void Session::introduce() {
  say(fmt::format("id name {}", setup_.name));
  say(fmt::format("id author {}", setup_.author));
  say(fmt::format("option name Hash type spin default {} min 1 max {}", setup_.hash_megabytes, max_hash_megabytes));
  say("option name Threads type spin default 1 min 1 max 1");
  say(fmt::format("option name WeightsFile type string default {}", setup_.weights));
  if (driver_.name() == "chess") {
    say("option name UCI_Chess960 type check default false");
  } else {
    say(fmt::format("option name UCI_Variant type combo default {0} var {0}", driver_.name()));
  }
  say("uciok");
}

void Session::use_weights(const std::string& source) {
  std::error_code missing;  // load_weights reports a missing file better, and a name is not a file
  const auto time = std::filesystem::last_write_time(source, missing);
  WeightsWarning told;
  if (!setup_.strict) told = [this](const std::string& warning) { warn(warning); };
  engine_->set_weights(load_weights(driver_, source, told));
  weights_ = source;
  weights_time_ = time;
}

void Session::warn(const std::string& warning) {
  say(fmt::format("info string warning: {}", printable(warning)));
  if (setup_.warn) setup_.warn(warning);
}

void Session::set_hash(std::string_view value) {
  std::size_t megabytes = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), megabytes);
  if (error != std::errc() || end != value.data() + value.size() || megabytes < 1 || megabytes > max_hash_megabytes) {
    throw Error(expected_found(fmt::format("Hash from 1 to {}", max_hash_megabytes), value));
  }
  engine_->set_hash_bytes(megabytes << 20);
}

void Session::set_option(std::string_view line) {
  finish_search();
  const std::string_view rest = after(line, "name");
  const std::size_t split = rest.find(" value");
  const std::string name = lower_case(trimmed(rest.substr(0, split)));
  const std::string_view value = split == std::string_view::npos ? "" : trimmed(after(rest, " value"));
  if (name == "hash") set_hash(value);
  if (name == "weightsfile") use_weights(value.empty() || value == "<empty>" ? setup_.weights : std::string(value));
  if (name == "uci_chess960") chess960_ = lower_case(value) == "true";
}

// The weights file may have been rewritten since, for example with the next generation of a run.
void Session::new_game() {
  finish_search();
  engine_->new_game();
  if (is_weights_name(weights_)) return;
  std::error_code missing;
  if (std::filesystem::last_write_time(weights_, missing) != weights_time_) use_weights(weights_);
}

void Session::set_position(std::string_view line) {
  const std::size_t moves_at = line.find(" moves");
  const std::string_view where = trimmed(after(line.substr(0, moves_at), "position"));
  auto board = where.starts_with("fen") ? driver_.parse(after(where, "fen")) : driver_.initial();
  if (chess960_) board->use_variant_spelling();
  if (moves_at != std::string_view::npos) {
    for (const std::string_view word : split_words(line.substr(moves_at + 6))) {
      const auto move = board->parse_move(word);
      if (!move) throw Error(expected_found("a legal move", fmt::format("{} in {}", word, board->text())));
      board->play(*move);
    }
  }
  board_ = std::move(board);
}

// Lines that are piped in, and interfaces that do not wait, come while a search goes on. One that ends by itself is
// waited for, so that its answer is that of its limit.
void Session::go(std::string_view line) {
  finish_search();
  const GoCommand command = parse_go(line, board_->side_to_move());
  if (command.perft) {
    say(fmt::format("Nodes searched: {}", driver_.perft(*board_, *command.perft)));
    return;
  }
  endless_ = !command.ends_by_itself();
  search_ =
      std::jthread([this, command, board = board_](const std::stop_token& token) { search(token, command, *board); });
}

void Session::search(const std::stop_token& token, const GoCommand& command, const Board& board) {
  const SearchControl control{command.limits, token,
                              [&](const SearchResult& result) { say(info_text(board, result)); }};
  const SearchResult result = engine_->search(board, control);
  if (command.infinite) wait_for(token);
  say(fmt::format("bestmove {}", result.move ? board.move_text(*result.move) : "0000"));
}

bool Session::handle(std::string_view line) {
  const auto words = split_words(line);
  if (words.empty()) return true;
  const std::string_view command = words.front();
  try {
    if (command == "quit") return false;
    if (command == "uci") introduce();
    if (command == "isready") say("readyok");
    if (command == "setoption") set_option(line);
    if (command == "ucinewgame") new_game();
    if (command == "position") set_position(line);
    if (command == "go") go(line);
    if (command == "stop") stop();
    if (command == "d") show();
    if (command == "eval") show_evaluation();
  } catch (const std::exception& error) {
    say(fmt::format("info string error: {}", printable(error.what())));
  }
  return true;
}

}  // namespace

void run_uci(const GameDriver& driver, const UciSetup& setup, std::span<const std::string> first, std::istream* in,
             std::ostream& out) {
  Session session(driver, setup, out);
  for (const std::string& line : first) {
    if (!session.handle(line)) return;
    session.wait();
  }
  std::string line;
  while (in != nullptr && std::getline(*in, line)) {
    if (!session.handle(line)) return;
  }
  if (in != nullptr) session.wait();
}

}  // namespace hone
