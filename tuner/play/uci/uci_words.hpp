// SPDX-License-Identifier: MIT
//
// The texts of the UCI protocol: the settings of an engine, the options that it offers, its `info` and `bestmove`
// lines, and the `position` and `go` commands that it is sent.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/game_driver.hpp"
#include "engine/opening.hpp"
#include "engine/score.hpp"

namespace hone::play {

// What a user was told already of an engine that several threads play with.
class TellOnce {
 public:
  [[nodiscard]] bool is_first(std::string_view subject);

 private:
  std::mutex mutex_;
  std::set<std::string, std::less<>> told_;
};

// How to start an engine (of the xboard protocol, too), how long to wait for it, and who is told what it does.
struct UciSettings {
  std::string player;                                        // its name in the match, for messages
  std::vector<std::string> command;                          // program and arguments
  std::filesystem::path directory;                           // to run in; empty: the current one
  std::vector<std::pair<std::string, std::string>> options;  // set in this order after the start
  bool set_unlisted = false;                                 // options that it does not list are set, with a warning

  std::chrono::milliseconds start_limit{10'000};  // from `uci` to `uciok`
  std::chrono::milliseconds ready_limit{60'000};  // from `isready` to `readyok`; clearing a large hash table takes time
  // For a move whose limits do not limit time; nothing: what patience_for() says.
  std::optional<std::chrono::milliseconds> stall_limit;
  std::chrono::milliseconds notice_limit{10'000};  // until a user is told that such a move takes long
  std::chrono::milliseconds stop_limit{1'000};     // from `stop` to `bestmove`, and from `quit` to its end

  std::filesystem::path log_folder;                     // where all that is said is logged; empty: nowhere
  std::function<void(const std::string& text)> notice;  // of what a user should know at once; from any thread

  void tell(std::string_view text) const;  // gives notice, with the player's name in front
  // The same, but only the first time that any copy of these settings has this subject.
  void tell_once(std::string_view subject, std::string_view text) const;
  std::shared_ptr<TellOnce> told = std::make_shared<TellOnce>();
};

// How long to wait for a move whose limits do not limit time: five minutes; less for so few nodes that an engine of 100
// nodes a second would have searched them ten seconds earlier. An engine that says it is still searching below its
// nodes has the five minutes, and so has the first search of a process.
inline constexpr std::chrono::milliseconds longest_patience{300'000};
[[nodiscard]] std::chrono::milliseconds patience_for(const Limits& limits);

// An option that an engine offers.
struct UciOption {
  enum class Type : std::uint8_t { check, spin, combo, button, string };

  std::string name;
  Type type = Type::string;
  std::string fallback;              // the default value
  std::optional<double> low, high;   // of a spin: whole by the protocol, though not of all engines
  std::vector<std::string> choices;  // of a combo
};

// Names of options are equal in upper and in lower case.
[[nodiscard]] bool equal_but_case(std::string_view a, std::string_view b);

// What an `info` line says.
struct UciInfo {
  std::optional<Score> score;  // from the side to move's view, in the ranges of engine/score.hpp
  Depth depth = 0;
  Depth selective_depth = 0;
  std::uint64_t nodes = 0;
};

// Spells the `position` command of a game as the game goes on. In chess the command has the position after the last
// irreversible move and the moves since, on which repetition depends; so the line stays short however long the game.
class UciPosition {
 public:
  UciPosition(const GameDriver& driver, const std::string& start);

  // Whether castling is spelt as king takes rook (UCI_Chess960).
  [[nodiscard]] bool is_chess960() const { return chess960_; }

  // The command after `moves`, which begin with those of the call before.
  [[nodiscard]] const std::string& after(std::span<const PlayedMove> moves);

  // The legal move with that text in the current position; nothing for notations other than the protocol's, of which
  // the letter of a promotion may be a capital.
  [[nodiscard]] std::optional<MoveCode> parse(std::string_view text) const;

 private:
  void play(MoveCode move);

  std::unique_ptr<Board> board_;
  bool chess960_;
  bool has_move_clock_;
  std::string command_;
  bool has_moves_ = false;  // the command has moves after its position
  std::size_t played_ = 0;
};

// Reads a line such as "option name Hash type spin default 16 min 1 max 1024", or with the type before the name;
// nothing when it cannot be understood.
[[nodiscard]] std::optional<UciOption> parse_uci_option(std::string_view line);

// Finds an option by its name, in which case does not matter. Null when there is none.
[[nodiscard]] const UciOption* find_uci_option(const std::vector<UciOption>& options, std::string_view name);

// Throws Error when the option does not take the value.
void check_uci_value(const UciOption& option, std::string_view value);

// Unknown words and malformed numbers are passed over.
[[nodiscard]] UciInfo parse_info(std::string_view line);

// Numbers that an engine says, within the ranges of a search.
[[nodiscard]] Depth depth_of(std::int64_t number);
[[nodiscard]] Score score_of_centipawns(std::int64_t centipawns);
// The score of "mate 3" or "mate -3": the number of moves, not plies, until the side to move mates or is mated.
[[nodiscard]] Score score_of_mate(std::int64_t moves);

// The first word of a line; empty for a blank line.
[[nodiscard]] std::string_view first_word(std::string_view line);
// The move of "bestmove MOVE ..."; empty when there is none.
[[nodiscard]] std::string_view move_of_answer(std::string_view line);

// The `go` command with the limits of the side to move and the clocks of both sides.
[[nodiscard]] std::string go_command(const std::array<Limits, 2>& limits, Side side_to_move);

}  // namespace hone::play
