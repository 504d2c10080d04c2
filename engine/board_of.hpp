// SPDX-License-Identifier: MIT
//
// The Board of a game: its position, and the history that repetition needs. The engine of the same game reads both
// through position() and history().
#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/game_driver.hpp"
#include "engine/known_rows.hpp"
#include "engine/repetition.hpp"
#include "games/game.hpp"

namespace hone {

template <Game G>
class BoardOf final : public Board {
  static_assert(!HasMoveTest<G> || !HasSuperko<G>, "a test of a move knows no earlier boards");

 public:
  using Position = typename G::Position;
  using Move = typename G::Move;

  explicit BoardOf(const Position& start) : position_(start) { rules_ = find_rules(); }

  [[nodiscard]] const Position& position() const { return position_; }
  // What past_hash() gives of the positions before this one since the board was set up, oldest first.
  [[nodiscard]] std::span<const std::uint64_t> history() const { return history_; }

  [[nodiscard]] std::unique_ptr<Board> clone() const override { return std::make_unique<BoardOf>(*this); }
  void assign(const Board& other) override {
    assert(dynamic_cast<const BoardOf*>(&other) != nullptr);
    *this = static_cast<const BoardOf&>(other);
  }

  [[nodiscard]] std::string text() const override { return G::to_text(position_); }
  [[nodiscard]] Side side_to_move() const override { return G::side_to_move(position_); }
  [[nodiscard]] std::uint64_t hash() const override { return G::hash(position_); }
  [[nodiscard]] int plies() const override { return static_cast<int>(history_.size()); }
  [[nodiscard]] int occurrences() const override { return count_occurrences(); }
  [[nodiscard]] bool in_check() const override {
    if constexpr (HasCheck<G>) return G::in_check(position_);
    return false;
  }

  [[nodiscard]] std::optional<Outcome> outcome() const override {
    if (!rules_ && surely_goes_on()) return std::nullopt;
    return rules().outcome;
  }
  [[nodiscard]] std::vector<MoveCode> legal_moves() const override {
    std::vector<MoveCode> codes;
    if (!rules().outcome) std::ranges::transform(rules().legal, std::back_inserter(codes), G::encode);
    return codes;
  }
  [[nodiscard]] bool is_legal(MoveCode move) const override {
    if constexpr (HasMoveTest<G>) {
      if (!rules_) return G::is_legal(position_, G::decode(move)) && G::encode(G::decode(move)) == move;
    }
    return std::ranges::any_of(rules().legal, [&](const Move& legal) { return G::encode(legal) == move; });
  }
  [[nodiscard]] bool is_noisy(MoveCode move) const override {
    if constexpr (HasNoisyMoves<G>) return G::is_noisy(position_, G::decode(move));
    return false;
  }
  // Protocols, analysis and games of other programs may continue a game that is drawn by a rule.
  void play(MoveCode move) override {
    assert(is_legal(move));
    advance(G::decode(move));
    rules_ = find_rules();
  }
  bool follow(MoveCode move) override {
    if (!is_legal(move)) return false;
    advance(G::decode(move));
    return true;
  }
  void play_line(std::span<const MoveCode> moves) override {
    for (const MoveCode move : moves) advance(G::decode(move));
    if (!moves.empty()) rules_ = find_rules();
  }
  // The same for moves of a search, as follow().
  void follow_line(std::span<const Move> moves) {
    for (const Move& move : moves) advance(move);
  }

  [[nodiscard]] std::optional<MoveCode> parse_move(std::string_view text) const override {
    std::optional<Move> move = G::parse_move(position_, text);
    if constexpr (HasSan<G>) {
      if (!move) move = G::parse_san(position_, text);
    }
    if (!move) return std::nullopt;
    if constexpr (HasSuperko<G>) {
      if (std::ranges::find(rules().legal, *move) == rules().legal.end()) return std::nullopt;
    }
    return G::encode(*move);
  }
  [[nodiscard]] std::string move_text(MoveCode move) const override { return G::to_text(position_, G::decode(move)); }
  [[nodiscard]] std::string move_for_people(MoveCode move) const override {
    if constexpr (HasSan<G>) return G::to_san(position_, G::decode(move));
    return move_text(move);
  }

  [[nodiscard]] BoardPicture picture() const override {
    if constexpr (HasPicture<G>) return G::picture(position_);
    return {};
  }

  void use_variant_spelling() override {
    if constexpr (HasVariantSpelling<G>) G::use_variant_spelling(position_);
  }

  PhasePoint add_row(std::vector<RowEntry>& entries) const override {
    static thread_local KnownRows<G> rows;
    rows.add(position_, entries);
    return G::phase(position_);
  }
  [[nodiscard]] EvaluationRecord evaluation_record() const override {
    RecordSink sink;
    G::extract(position_, sink);
    return sink.finish(G::phase(position_), HasSidedTerms<G>);
  }

 private:
  // What the rules say about the position and is asked for more than once.
  struct Rules {
    MoveList<G> legal;
    std::optional<Outcome> outcome;
  };

  void advance(const Move& move) {
    history_.push_back(past_hash<G>(position_));
    G::play(position_, move);
    rules_.reset();
  }

  [[nodiscard]] const Rules& rules() const {
    if (!rules_) rules_ = find_rules();
    return *rules_;
  }
  [[nodiscard]] Rules find_rules() const {
    Rules rules;
    G::legal_moves(position_, rules.legal);
    keep_superko<G>(history_, position_, rules.legal);
    rules.outcome = G::outcome(position_, rules.legal);
    if (!rules.outcome && count_occurrences() >= 3) rules.outcome = Outcome{0, EndReason::repetition};
    return rules;
  }
  // Says so of most positions that go on, without their moves.
  [[nodiscard]] bool surely_goes_on() const {
    if constexpr (HasQuickTerminalTest<G> && HasMoveTest<G>) {
      return !G::may_be_over(position_) && count_occurrences() < 3 && G::has_legal_move(position_);
    }
    return false;
  }

  [[nodiscard]] int count_occurrences() const {
    if constexpr (HasRepetition<G>) {
      return 1 + count_repeats(history_, G::hash(position_), G::reversible_plies(position_));
    }
    return 1;
  }

  Position position_;
  std::vector<std::uint64_t> history_;
  mutable std::optional<Rules> rules_;  // empty: not found out yet
};

// Returns the typed board of an interface. It must belong to this game, because drivers never mix boards.
template <Game G>
[[nodiscard]] const BoardOf<PlayedAs<G>>& board_of(const Board& board) {
  assert(dynamic_cast<const BoardOf<PlayedAs<G>>*>(&board) != nullptr);
  return static_cast<const BoardOf<PlayedAs<G>>&>(board);
}
template <Game G>
[[nodiscard]] BoardOf<PlayedAs<G>>& board_of(Board& board) {
  assert(dynamic_cast<BoardOf<PlayedAs<G>>*>(&board) != nullptr);
  return static_cast<BoardOf<PlayedAs<G>>&>(board);
}

}  // namespace hone
