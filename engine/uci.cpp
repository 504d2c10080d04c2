// SPDX-License-Identifier: MIT
#include "engine/uci.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <filesystem>
#include <mutex>
#include <new>
#include <optional>
#include <ostream>
#include <string>
#include <thread>
#include <utility>

#include "data/error.hpp"
#include "data/printable.hpp"
#include "engine/evaluation_table.hpp"
#include "engine/uci_input.hpp"
#include "engine/uci_options.hpp"
#include "engine/uci_text.hpp"
#include "games/board_drawing.hpp"

namespace hone {
namespace {

constexpr std::int64_t max_hash_megabytes = 65'536;
constexpr std::int64_t max_threads = 256;
constexpr std::int64_t max_lines = 256;
constexpr std::int64_t max_overhead = 5'000;  // milliseconds

// What setoption changes, besides the engine itself.
struct UciSettings {
  int lines = 1;
  std::chrono::milliseconds move_overhead = SearchControl{}.move_overhead;
  bool chess960 = false;
  bool tell_chances = false;
};

std::string_view after(std::string_view line, std::string_view word) {
  const std::size_t start = line.find(word);
  if (start == std::string_view::npos) return {};
  line.remove_prefix(start + word.size());
  const std::size_t text = line.find_first_not_of(' ');
  return text == std::string_view::npos ? std::string_view() : line.substr(text);
}

class Session {
 public:
  Session(const GameDriver& driver, const UciSetup& setup, std::ostream& out)
      : driver_(driver), setup_(setup), out_(out), board_(driver.initial()), weights_(driver.material_weights()) {
    EngineOptions options = setup.engine;
    options.hash_bytes = setup.hash_megabytes << 20;
    parameters_ = options.parameters.applied_to(driver.search_parameters());
    engine_ = driver.engine(weights_, options);
    use_weights(setup.weights);
    declare_options();
  }
  ~Session() { stop(); }

  // Returns false after `quit`.
  bool handle(std::string_view text);
  // Ends the present search, from any thread.
  void request_stop() {
    const std::lock_guard lock(stop_mutex_);
    stop_.request_stop();
  }
  void wait() {
    if (endless_) request_stop();
    if (search_.joinable()) search_.join();
  }

 private:
  // Returns whether anyone can still read it.
  bool say(std::string_view line) {
    const std::lock_guard lock(output_);
    out_ << line << '\n' << std::flush;
    return !out_.fail();
  }
  void declare_options();
  void introduce();
  void set_position(std::string_view line);
  void go(std::string_view line);
  void ponder_hit();
  void new_game();
  void use_weights(const std::string& source);
  void tell_weights();
  void warn(const std::string& warning);
  void show();
  void show_evaluation();
  void stop() {
    request_stop();
    wait();
  }
  void finish_search() { endless_ ? stop() : wait(); }
  [[nodiscard]] std::vector<MoveCode> moves_named(const std::vector<std::string>& words);
  void search(const GoCommand& command, const Board& board, const std::vector<MoveCode>& root_moves,
              std::stop_source stopper);
  void hold_answer(const GoCommand& command, const std::stop_token& stop);
  [[nodiscard]] const Board& board() const {
    if (board_ == nullptr) throw Error("there is no position, as the last one was refused");
    return *board_;
  }

  const GameDriver& driver_;
  const UciSetup& setup_;
  std::ostream& out_;
  std::mutex output_;
  // A search keeps the one it was begun with. After a position that was refused there is none.
  std::shared_ptr<const Board> board_;
  std::unique_ptr<Engine> engine_;
  UciOptionList options_;
  UciSettings settings_;
  SearchParameters parameters_;
  Weights weights_;
  std::string weights_source_;
  std::filesystem::file_time_type weights_time_;  // of the file, if the weights come from one
  bool weights_are_told_ = false;
  bool endless_ = false;  // the present search has no limit of its own, or none that counts yet
  bool ends_after_hit_ = false;
  std::atomic<bool> pondering_ = false;
  std::mutex pondering_mutex_;
  std::condition_variable_any pondering_ended_;
  std::mutex stop_mutex_;
  std::stop_source stop_;  // of the present search
  std::thread search_;     // joined before the end of the session
};

void Session::declare_options() {
  const auto hash = static_cast<std::int64_t>(setup_.hash_megabytes);
  options_.add_spin("Hash", hash, 1, max_hash_megabytes, [this](std::int64_t megabytes) {
    try {
      engine_->set_hash_bytes(static_cast<std::size_t>(megabytes) << 20);
    } catch (const std::bad_alloc&) {
      throw Error(fmt::format("there is no memory for a table of {} MB; it stays as it was", megabytes));
    }
  });
  options_.add_button("Clear Hash", [this] { engine_->new_game(); });
  options_.add_spin("Threads", 1, 1, max_threads,
                    [this](std::int64_t threads) { engine_->set_threads(static_cast<int>(threads)); });
  options_.add_spin("MultiPV", 1, 1, max_lines,
                    [this](std::int64_t lines) { settings_.lines = static_cast<int>(lines); });
  options_.add_check("Ponder", false, [](bool) {});  // the interface says so with each `go`
  options_.add_spin("Move Overhead", settings_.move_overhead.count(), 0, max_overhead,
                    [this](std::int64_t time) { settings_.move_overhead = std::chrono::milliseconds(time); });
  options_.add_string("WeightsFile", setup_.weights, [this](std::string_view file) {
    use_weights(file.empty() || file == "<empty>" ? setup_.weights : std::string(file));
  });
  options_.add_check("UCI_AnalyseMode", false, [](bool) {});  // it plays as it analyses
  if (driver_.name() == "chess") {
    options_.add_check("UCI_ShowWDL", false, [this](bool on) { settings_.tell_chances = on; });
    options_.add_check("UCI_Chess960", false, [this](bool on) { settings_.chess960 = on; });
  } else {
    options_.add_only_choice("UCI_Variant", driver_.name());
  }
  for (const NamedParameter& each : search_parameters) {
    options_.add_spin(each.name, parameters_.*each.value, each.least, each.most, [this, &each](std::int64_t value) {
      parameters_.*each.value = static_cast<int>(value);
      engine_->set_parameters(parameters_);
    });
  }
}

void Session::introduce() {
  say(fmt::format("id name {}\nid author {}\n{}uciok", setup_.name, setup_.author, options_.text()));
}

void Session::use_weights(const std::string& source) {
  std::error_code missing;  // load_weights reports a missing file better, and a name is not a file
  const auto time = std::filesystem::last_write_time(source, missing);
  WeightsWarning told;
  if (!setup_.strict) told = [this](const std::string& warning) { warn(warning); };
  weights_ = load_weights(driver_, source, told);
  engine_->set_weights(weights_);
  weights_source_ = source;
  weights_time_ = time;
  weights_are_told_ = false;
}

// Says once which weights were loaded, when the interface is ready to hear it.
void Session::tell_weights() {
  if (std::exchange(weights_are_told_, true)) return;
  say(fmt::format("info string weights {}: {} of {}, scale {:.4g}", printable(weights_source_),
                  weights_.schema.weights(), driver_.name(), weights_.k));
}

void Session::warn(const std::string& warning) {
  say(fmt::format("info string warning: {}", printable(warning)));
  if (setup_.warn) setup_.warn(warning);
}

// The weights file may have been rewritten since, for example with the next generation of a run.
void Session::new_game() {
  engine_->new_game();
  if (is_weights_name(weights_source_)) return;
  std::error_code missing;
  if (std::filesystem::last_write_time(weights_source_, missing) != weights_time_) use_weights(weights_source_);
}

void Session::set_position(std::string_view line) {
  board_ = nullptr;
  const std::size_t moves_at = line.find(" moves");
  std::string_view where = after(line.substr(0, moves_at), "position");
  where = where.substr(0, where.find_last_not_of(" \t\r") + 1);
  const std::string_view kind = where.substr(0, where.find(' '));
  if (kind != "fen" && kind != "startpos") {
    throw Error(expected_found("position startpos or position fen FEN", printable(where)));
  }
  auto board = kind == "fen" ? driver_.parse(after(where, "fen")) : driver_.initial();
  if (settings_.chess960) board->use_variant_spelling();
  if (moves_at != std::string_view::npos) {
    for (const std::string_view word : split_words(line.substr(moves_at + 6))) {
      const auto move = board->parse_move(word);
      if (!move) throw Error(expected_found("a legal move", fmt::format("{} in {}", word, board->text())));
      board->play(*move);
    }
  }
  board_ = std::move(board);
}

// The text first, for programs that read it, then the board.
void Session::show() {
  const std::string text = board().text();
  const std::string drawing = draw_board(board().picture());
  say(drawing.empty() ? text : text + '\n' + drawing.substr(0, drawing.size() - 1));
}

// Lines for people, and the total as it always was.
void Session::show_evaluation() {
  const EvaluationTable table = evaluation_table(weights_, board().evaluation_record());
  say(fmt::format("{}info string static evaluation {}", to_text(table), engine_->evaluate(board())));
}

// Returns the moves that are legal here. Of the others it complains, and the search goes on without them.
std::vector<MoveCode> Session::moves_named(const std::vector<std::string>& words) {
  std::vector<MoveCode> moves;
  for (const std::string& word : words) {
    const auto move = board().parse_move(word);
    if (move) moves.push_back(*move);
    if (!move) say("info string error: searchmoves: " + expected_found("a legal move", printable(word)));
  }
  return moves;
}

// Lines that are piped in, and interfaces that do not wait, come while a search goes on. One that ends by itself is
// waited for, so that its answer is that of its limit; InputAhead tells of a `stop` or `quit` that comes meanwhile.
void Session::go(std::string_view line) {
  finish_search();
  tell_weights();
  const GoCommand command = parse_go(line, board().side_to_move());
  if (command.perft) {
    say(fmt::format("Nodes searched: {}", driver_.perft(board(), *command.perft)));
    return;
  }
  endless_ = command.ponder || !command.ends_by_itself();
  ends_after_hit_ = command.ends_by_itself();
  pondering_ = command.ponder;
  {
    const std::lock_guard lock(stop_mutex_);
    stop_ = std::stop_source();
  }
  search_ = std::thread([this, command, board = board_, moves = moves_named(command.search_moves), stopper = stop_] {
    search(command, *board, moves, stopper);
  });
}

// The opponent has played the move that was pondered on: from now on the limits hold.
void Session::ponder_hit() {
  if (!pondering_) return;
  endless_ = !ends_after_hit_;
  const std::lock_guard lock(pondering_mutex_);
  pondering_ = false;
  pondering_ended_.notify_all();
}

void Session::search(const GoCommand& command, const Board& board, const std::vector<MoveCode>& root_moves,
                     std::stop_source stopper) {
  constexpr std::chrono::seconds quiet_time(3);
  const auto start = std::chrono::steady_clock::now();
  SearchControl control;
  control.limits = command.limits;
  control.stop = stopper.get_token();
  control.root_moves = root_moves;
  control.lines = settings_.lines;
  control.move_overhead = settings_.move_overhead;
  control.pondering = &pondering_;
  // An answer that nobody can read need not be looked for.
  const auto tell = [&](const std::string& text) {
    if (!say(text)) stopper.request_stop();
  };
  control.observer = [&](const SearchResult& result) {
    InfoDetails details{.numbered = settings_.lines > 1, .scale = {}, .permille_full = engine_->permille_full()};
    if (settings_.tell_chances) details.scale = weights_.k;
    tell(info_text(board, result, details));
  };
  control.root_observer = [&](Depth depth, MoveCode move, int number) {
    if (std::chrono::steady_clock::now() - start < quiet_time) return;
    tell(fmt::format("info depth {} currmove {} currmovenumber {}", depth, board.move_text(move), number));
  };
  const SearchResult result = engine_->search(board, control);
  hold_answer(command, control.stop);
  say(best_move_text(board, result));
}

void Session::hold_answer(const GoCommand& command, const std::stop_token& stop) {
  std::unique_lock lock(pondering_mutex_);
  pondering_ended_.wait(lock, stop, [&] { return !command.infinite && !pondering_; });
}

bool Session::handle(std::string_view text) {
  // Any white space may stand between words.
  std::string line(text);
  std::ranges::replace(line, '\t', ' ');
  const auto words = split_words(line);
  if (words.empty()) return true;
  const std::string_view command = words.front();
  try {
    if (command == "quit") return false;
    if (command == "uci") introduce();
    if (command == "isready") {
      tell_weights();
      say("readyok");
    }
    if (waits_for_search(command)) finish_search();
    if (command == "setoption") options_.set(line);
    if (command == "ucinewgame") new_game();
    if (command == "position") set_position(line);
    if (command == "go") go(line);
    if (command == "ponderhit") ponder_hit();
    if (command == "stop") stop();
    if (command == "d") show();
    if (command == "eval") show_evaluation();
  } catch (const std::exception& error) {
    say(fmt::format("info string error: {}", printable(error.what())));
    if (command == "go") say("bestmove 0000");  // whoever waits for an answer has one
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
  if (in == nullptr) return;
  InputAhead input(*in, [&session] { session.request_stop(); });
  while (const std::optional<std::string> line = input.next()) {
    if (!session.handle(*line)) return;
  }
  session.wait();
}

}  // namespace hone
