// SPDX-License-Identifier: MIT
//
// A virtual interface to a game and its engine, for code that works per move, per game or per batch: protocols,
// matches, self-play, tools. Code that works per node is static (see games/game.hpp).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "data/rows.hpp"
#include "data/weights.hpp"
#include "engine/evaluation_record.hpp"
#include "engine/plain/plain_options.hpp"
#include "engine/search_parameters.hpp"
#include "engine/search_techniques.hpp"
#include "engine/search_types.hpp"
#include "games/game.hpp"

namespace hone {

// A position with the moves that led to it. It knows all rules, including those about earlier positions.
class Board {
 public:
  virtual ~Board() = default;
  [[nodiscard]] virtual std::unique_ptr<Board> clone() const = 0;
  // Becomes what clone() would return; takes less time. The boards must be of one game.
  virtual void assign(const Board& other) = 0;

  [[nodiscard]] virtual std::string text() const = 0;
  [[nodiscard]] virtual Side side_to_move() const = 0;
  [[nodiscard]] virtual std::uint64_t hash() const = 0;
  [[nodiscard]] virtual int plies() const = 0;  // number of moves played on this board since it was set up
  // The number of times that this position has occurred, the present one included; 1 in games without repetition.
  [[nodiscard]] virtual int occurrences() const = 0;
  [[nodiscard]] virtual bool in_check() const = 0;  // false where the game has no such thing

  [[nodiscard]] virtual std::optional<Outcome> outcome() const = 0;
  [[nodiscard]] virtual std::vector<MoveCode> legal_moves() const = 0;  // empty when the game is over
  // A draw by a rule (repetition, moves without progress, a dead position) need not be claimed: moves after it are
  // legal, though nobody has to choose one. After any other end of the game no move is legal.
  [[nodiscard]] virtual bool is_legal(MoveCode move) const = 0;
  [[nodiscard]] virtual bool is_noisy(MoveCode move) const = 0;  // false where the game has no such thing
  virtual void play(MoveCode move) = 0;                          // the move must be legal
  // Plays a move of a record if it is legal, and returns whether it was. What the rules say of the position after it is
  // found out only as it is asked for: from then on the board, also where it is const, belongs to one thread at a time.
  [[nodiscard]] virtual bool follow(MoveCode move) = 0;
  // Plays moves, each of them legal, and asks the rules about the last position alone.
  virtual void play_line(std::span<const MoveCode> moves) = 0;

  // Reads a move in the protocol's notation or in the usual one (chess: UCI or SAN). Returns nothing unless the move is
  // legal here.
  [[nodiscard]] virtual std::optional<MoveCode> parse_move(std::string_view text) const = 0;
  [[nodiscard]] virtual std::string move_text(MoveCode move) const = 0;
  [[nodiscard]] virtual std::string move_for_people(MoveCode move) const = 0;

  // Without rows where the game has no picture.
  [[nodiscard]] virtual BoardPicture picture() const = 0;

  // From now on moves are spelt in the game's other way, if it has one (chess: UCI_Chess960).
  virtual void use_variant_spelling() = 0;

  // The training row of this position, and its evaluation under integer weights, seen by the first player.
  [[nodiscard]] Row row() const {
    Row row;
    row.phase = add_row(row.entries);
    return row;
  }
  // Appends the entries of the row and returns its phase.
  virtual PhasePoint add_row(std::vector<RowEntry>& entries) const = 0;
  // The same features before they are added up, to show the evaluation in parts.
  [[nodiscard]] virtual EvaluationRecord evaluation_record() const = 0;
};

struct EngineOptions {
  std::size_t hash_bytes = std::size_t{16} << 20;
  // Without it the search has no null move, reductions, pruning, extensions or quiescence, and returns the same result
  // as alpha_beta to the same depth. That is for tests and for showing what selectivity saves.
  bool selective = true;
  bool transposition_table = true;
  SearchTechniques techniques = {};  // those that may be used, unless `selective` is off
  ParameterChanges parameters = {};  // to the numbers of the search that the game has
};

// Of an engine that is asked for quiet lines and evaluations alone. They do not depend on what it was asked before, as
// there is no table, which quiescence hardly uses.
[[nodiscard]] inline EngineOptions quiescence_options() {
  return {.hash_bytes = std::size_t{1} << 16, .transposition_table = false};
}

// Which nodes of a search are taken.
struct NodeSampling {
  Depth least_depth = 1;                            // of the nodes taken
  std::size_t most = static_cast<std::size_t>(-1);  // nodes of a search at most: those with the smallest hashes
  std::uint64_t seed = 1;                           // of the hashes
};

// A position inside a search that the search has finished (engine/node_sample.hpp says which are).
struct TreeNode {
  std::unique_ptr<Board> board;  // without the moves that led to it
  Depth depth = 0;               // to which it was searched
  Score value = 0;               // seen by the first player, as is the bound
  RowBound bound = RowBound::exact;
};

// The strong searcher with its tables. Not thread-safe: there is one per game and thread.
class Engine {
 public:
  virtual ~Engine() = default;

  // Forgets everything learnt from earlier searches, so that the next result depends only on its input.
  virtual void new_game() = 0;
  virtual void set_weights(const Weights& weights) = 0;
  virtual void set_hash_bytes(std::size_t bytes) = 0;
  // Takes effect at the next search; what earlier ones learnt stays until new_game().
  virtual void set_parameters(const SearchParameters& /*parameters*/) {}
  // Takes effect at the next new_game(), which forgets the evaluations made before.
  virtual void set_noise(const EvalNoise& noise) = 0;
  // Searches with so many threads from now on; with more than one, the same search need not give the same result.
  virtual void set_threads(int /*threads*/) {}
  // Returns the share of the transposition table that the last search has written, in permille.
  [[nodiscard]] virtual int permille_full() const { return 0; }

  // Finds a move wherever there is a legal one, even if the game is already drawn by a rule.
  [[nodiscard]] virtual SearchResult search(const Board& board, const SearchControl& control) = 0;
  // Searches in the same way, and returns a sample of the positions inside the search instead of its result. The sample
  // depends on the seed, and not on the order in which the nodes were searched.
  [[nodiscard]] virtual std::vector<TreeNode> search_tree(const Board& board, const SearchControl& control,
                                                          const NodeSampling& sampling) = 0;
  // Returns the static evaluation, seen by the side to move.
  [[nodiscard]] virtual Score evaluate(const Board& board) const = 0;
  // Plays the moves of the quiescence line, so that the evaluation of the board is the result of quiescence. If the
  // game has no noisy moves, there are none. Returns false when that line ends in a decided score; nothing is played
  // then. The rules are asked about the last position as by Board::follow().
  [[nodiscard]] virtual bool play_quiet_line(Board& board) = 0;
  // The same on a clone of the board, or nothing.
  [[nodiscard]] std::unique_ptr<Board> quiet_leaf(const Board& board) {
    std::unique_ptr<Board> leaf = board.clone();
    return play_quiet_line(*leaf) ? std::move(leaf) : nullptr;
  }
};

class GameDriver {
 public:
  virtual ~GameDriver() = default;

  [[nodiscard]] virtual std::string_view name() const = 0;
  [[nodiscard]] virtual const Schema& schema() const = 0;
  [[nodiscard]] virtual Weights material_weights() const = 0;
  [[nodiscard]] virtual int max_plies() const = 0;
  // Games of a match are drawn at this number of plies, which is out of reach of those that the rules end.
  [[nodiscard]] virtual int longest_game() const { return max_plies(); }
  [[nodiscard]] virtual int max_utility() const = 0;  // 1 if wins are not graded
  // The value of UCI_Variant under which UCI engines play the game (HasUciVariant); empty if there is none.
  [[nodiscard]] virtual std::string_view uci_variant() const { return {}; }
  // The numbers of its search where no others are asked for.
  [[nodiscard]] virtual const SearchParameters& search_parameters() const = 0;

  [[nodiscard]] virtual std::unique_ptr<Board> initial() const = 0;
  [[nodiscard]] virtual std::unique_ptr<Board> parse(std::string_view position) const = 0;  // throws Error
  // The initial position with this komi; nothing in games without komi. Throws Error if the text is no komi.
  [[nodiscard]] virtual std::unique_ptr<Board> initial_with_komi(std::string_view komi) const = 0;
  [[nodiscard]] virtual std::unique_ptr<Engine> engine(const Weights& weights, const EngineOptions& options) const = 0;

  // Counts the leaves of the tree of legal moves. As usual for perft, repetitions do not end the game.
  [[nodiscard]] virtual std::uint64_t perft(const Board& board, Depth depth) const = 0;
  // The positions after each move, as perft walks through them: without what was played before, which superko looks at.
  struct Successor {
    std::string move;  // as Board::move_text
    std::unique_ptr<Board> board;
  };
  [[nodiscard]] virtual std::vector<Successor> successors(const Board& board) const = 0;
  // Runs a plain algorithm of the textbooks. Algorithm::searcher is the strong search without its
  // selectivity.
  [[nodiscard]] virtual SearchResult plain_search(const Board& board, const PlainOptions& options,
                                                  const Weights& weights) const = 0;
  [[nodiscard]] SearchResult plain_search(const Board& board, Depth depth, Algorithm algorithm,
                                          const Weights& weights) const {
    PlainOptions options;
    options.depth = depth;
    options.algorithm = algorithm;
    return plain_search(board, options, weights);
  }
  // The positions that `bench` searches, and the depth.
  [[nodiscard]] virtual std::vector<std::string> bench_positions() const = 0;
  [[nodiscard]] virtual Depth bench_depth() const = 0;

  // The largest number of pieces for which the game has its endings solved (HasEndings); 0: none are.
  [[nodiscard]] virtual int most_ending_pieces() const { return 0; }
  // The utility under best play, seen by the first player, where there are at most so many pieces. The first question
  // solves the endings.
  [[nodiscard]] virtual std::optional<int> ending_utility(const Board& /*board*/, int /*pieces*/) const {
    return std::nullopt;
  }
};

// Every game: those of the program's own (engine/game_registry.hpp), then the others in the order of
// games/all_games.hpp. They live as long as the program.
[[nodiscard]] std::span<const GameDriver* const> all_drivers();
// Throws Error that lists the games if there is none of that name.
[[nodiscard]] const GameDriver& find_driver(std::string_view name);

}  // namespace hone
