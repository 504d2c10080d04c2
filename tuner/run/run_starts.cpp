// SPDX-License-Identifier: MIT
#include "tuner/run/run_starts.hpp"

#include <algorithm>
#include <string_view>

#include "data/atomic_file.hpp"
#include "data/error.hpp"
#include "data/hash.hpp"
#include "data/text_lines.hpp"
#include "engine/opening.hpp"
#include "tuner/play/game_starts.hpp"
#include "tuner/run/damage.hpp"

namespace hone::run {

namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t book_salt = 0x626f6f6b;  // "book"

const std::string& book_of(const RunOptions& options) { return options.self_play.starts.book; }

std::vector<std::string> games_before(int generation, const RunOptions& options, const RunPaths& paths,
                                      const RunHistory& history) {
  std::vector<std::string> files;
  for (int source = generation - 1; source >= std::max(1, generation - options.window_size()); --source) {
    require_intact(paths, history, paths.self_play_games(source));
    files.push_back(paths.self_play_games(source).string());
  }
  return files;
}

// Empty unless the fit left such a file: one without a matrix of second derivatives leaves none.
std::string uncertainty_before(int generation, const RunPaths& paths, const RunHistory& history) {
  const JournalEntry* fit = history.finished(RunStep::fit, generation - 1);
  const fs::path file = paths.uncertainty(generation - 1);
  const std::string name = file.lexically_relative(paths.folder()).string();
  if (fit == nullptr || std::ranges::count(fit->files, name, &FileRecord::name) == 0) return {};
  require_intact(paths, history, file);
  return file.string();
}

}  // namespace

void require_starts(const GameDriver& driver, const Weights& judges, const RunOptions& options) {
  const play::StartOptions& starts = options.self_play.starts;
  starts.validate(driver);
  if (!starts.book.empty()) (void)play::read_book(driver, judges, starts.book, options.seed);
}

void keep_book(const RunPaths& paths, const RunOptions& options) {
  if (book_of(options).empty()) return;
  PendingFile copy(paths.start_openings(book_of(options)));
  std::error_code failure;
  fs::copy_file(book_of(options), copy.path(), fs::copy_options::overwrite_existing, failure);
  if (!failure) fs::permissions(copy.path(), fs::perms::owner_write, fs::perm_options::add, failure);
  if (failure) throw Error(copy.path().string(), 0, failure.message(), Error::Kind::system);
  copy.commit();
}

play::StartOptions starts_of(int generation, const RunOptions& options, const RunPaths& paths,
                             const RunHistory& history) {
  play::StartOptions starts = options.self_play.starts;
  if (!starts.book.empty()) {
    const fs::path copy = paths.start_openings(starts.book);
    require_intact(paths, history, copy);
    starts.book = copy.string();
    starts.book_seed = hash_seed(options.seed, book_salt);
    starts.book_used = static_cast<std::uint64_t>(generation - 1) * options.self_play.games;
  }
  if (starts.replay > 0) starts.replayed = games_before(generation, options, paths, history);
  if (starts.choice == play::StartChoice::leverage) {
    starts.uncertainty = uncertainty_before(generation, paths, history);
  }
  return starts;
}

std::shared_ptr<const std::unordered_set<std::uint64_t>> book_positions(const GameDriver& driver,
                                                                        const RunOptions& options,
                                                                        const RunPaths& paths) {
  const std::string& book = book_of(options);
  if (book.empty() || ending_of(book) == ".games") return nullptr;  // old positions are all of the training half
  auto positions = std::make_shared<std::unordered_set<std::uint64_t>>();
  for (const Opening& opening : play::read_openings(driver, paths.start_openings(book))) {
    positions->insert(set_up(driver, opening)->hash());
  }
  return positions;
}

}  // namespace hone::run
