// SPDX-License-Identifier: MIT
//
// Part of engine/searcher.hpp: what protocols ask of the root. Only some moves, several lines, a mate.
#pragma once

#include "engine/searcher.hpp"

namespace hone {

// Leaves the moves that were asked for, without those of better lines. The game's contenders are not enough, because
// any legal move may be asked for.
template <SearchableGame G>
void Searcher<G>::restrict(const Position& root, MoveList<G>& moves) const {
  const auto has = [](const std::vector<MoveCode>& codes, MoveCode code) {
    return std::ranges::find(codes, code) != codes.end();
  };
  MoveList<G> legal;
  G::legal_moves(root, legal);
  keep_superko<G>(path_hashes_.all(), root, legal);
  moves.clear();
  for (const Move& move : legal) {
    const MoveCode code = G::encode(move);
    const bool asked = control_->root_moves.empty() || has(control_->root_moves, code);
    if (asked && !has(better_, code)) moves.push_back(move);
  }
}

template <SearchableGame G>
void Searcher<G>::prepare_lines(const Position& root) {
  better_.clear();
  others_.clear();
  lines_ = 1;
  if (control_->lines <= 1) return;
  MoveList<G> moves;
  restrict(root, moves);
  lines_ = std::min(static_cast<std::size_t>(control_->lines), moves.size());
}

// Searches the best move of those that begin no better line, again and again. When one of them turns out to be better
// than `best`, they change places.
template <SearchableGame G>
void Searcher<G>::search_other_lines(const Position& root, SearchResult& best, Depth depth) {
  std::vector<SearchResult> found{best};
  while (found.size() < lines_) {
    better_.push_back(*found.back().move);
    SearchResult line = found.size() <= others_.size() ? others_[found.size() - 1] : SearchResult{};
    root_tag_ = line.move ? move_tag(*line.move) : 0;
    const std::uint64_t estimates_before = estimates_;
    const Score score = aspire(root, depth, line.score);
    if (stopped_) break;
    record(line, depth, score, estimates_ == estimates_before);
    found.push_back(std::move(line));
  }
  better_.clear();
  root_best_.reset();  // it is that of the last line
  std::ranges::stable_sort(found, std::ranges::greater(), &SearchResult::score);
  best = found.front();
  best.line = 1;
  keep_lines(std::move(found));
}

// A move that has become the best was perhaps that of another line, and the former best is one of the others now: a
// search that is stopped before it comes to them still knows it.
template <SearchableGame G>
void Searcher<G>::keep_former(SearchResult former, const SearchResult& best) {
  if (!former.move || former.move == best.move) return;
  std::erase_if(others_, [&](const SearchResult& line) { return line.move == best.move; });
  others_.insert(others_.begin(), std::move(former));
  if (others_.size() >= lines_) others_.resize(lines_ - 1);
}

// Keeps the lines of this iteration and, if it was stopped, those of the last one for the rest.
template <SearchableGame G>
void Searcher<G>::keep_lines(std::vector<SearchResult> found) {
  for (SearchResult& old : others_) {
    const bool again = std::ranges::any_of(found, [&](const SearchResult& line) { return line.move == old.move; });
    if (!again && found.size() < lines_) found.push_back(std::move(old));
  }
  others_.assign(std::make_move_iterator(found.begin() + 1), std::make_move_iterator(found.end()));
}

template <SearchableGame G>
bool Searcher<G>::other_lines_are_settled() const {
  return others_.size() + 1 == lines_ && std::ranges::all_of(others_, [](const SearchResult& line) {
           return line.proved && (!is_decided(line.score) || line.depth >= plies_to_end(line.score));
         });
}

template <SearchableGame G>
void Searcher<G>::report(const SearchResult& result) {
  if (!control_->observer) return;
  control_->observer(result);
  for (std::size_t i = 0; i < others_.size(); ++i) {
    others_[i].line = static_cast<int>(i) + 2;
    finish(others_[i]);
    control_->observer(others_[i]);
  }
}

// Whether the game is seen to end within as many moves of the side to move as were asked for, for either side.
template <SearchableGame G>
bool Searcher<G>::sees_asked_mate(Score score) const {
  const auto& moves = control_->limits.mate;
  return moves && is_decided(score) && plies_to_end(score) <= 2 * *moves - (is_win(score) ? 1 : 0);
}

}  // namespace hone
