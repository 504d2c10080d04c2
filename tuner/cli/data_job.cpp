// SPDX-License-Identifier: MIT
#include "tuner/cli/data_job.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <type_traits>
#include <utility>

#include "data/hash.hpp"
#include "tuner/bucket_shuffle.hpp"
#include "tuner/cli/game_options.hpp"
#include "tuner/dataset.hpp"
#include "tuner/dataset_info.hpp"
#include "tuner/game_samples.hpp"
#include "tuner/holdout.hpp"
#include "tuner/labelled_positions.hpp"
#include "tuner/play_tally.hpp"
#include "tuner/seen_hashes.hpp"
#include "tuner/sink.hpp"

namespace hone {
namespace {

constexpr std::uint64_t unpacked = 8;  // a packed file grows to about so many times its size

bool is_packed(const std::string& file) { return file.ends_with(".gz") || kind_of(file) == FileKind::games; }

std::uint64_t bytes_in(const std::vector<std::string>& files) {
  std::uint64_t bytes = 0;
  for (const std::string& file : files) bytes += std::filesystem::file_size(file) * (is_packed(file) ? unpacked : 1);
  return bytes;
}

// What is written of what is read.
const NamedGame& written(const NamedGame& game) { return game; }
const LabelledPosition& written(const DatasetPosition& position) { return position.label; }

// What makes two items the same.
std::uint64_t identity(const NamedGame& game) { return fingerprint(game.record); }
std::uint64_t identity(const DatasetPosition& position) { return position.board->hash(); }

// Which game an item is of; a position that names none stands for itself.
std::uint32_t game_id(const NamedGame& game) { return id_of(game.record); }
std::uint32_t game_id(const DatasetPosition& position) {
  return position.label.game.value_or(static_cast<std::uint32_t>(mix(position.board->hash())));
}

// One job; Item is what is read: NamedGame or DatasetPosition.
template <class Item>
class Worker {
 public:
  using Written = std::remove_cvref_t<decltype(written(std::declval<Item>()))>;
  static constexpr bool of_games = std::is_same_v<Item, NamedGame>;

  Worker(const DataJob& job, const std::stop_token& stop, const std::function<void(std::uint64_t)>& progress)
      : job_(job), stop_(stop), progress_(progress) {}

  DataSummary run() {
    if (job_.action == "info") {
      info();
    } else if (job_.action == "head") {
      head();
    } else if (job_.action == "split") {
      split();
    } else if (job_.action == "shuffle") {
      shuffle();
    } else {
      copy();
    }
    return std::move(summary_);
  }

 private:
  // Items of all files, games renumbered if there is more than one; false when stopped.
  template <class Visit>
  bool read(const Visit& visit) {
    for (const std::string& file : job_.files) {
      GameNumbers games(next_game_);
      const auto one = [&](Item& item) {
        progress_(++read_);
        if (job_.files.size() > 1) renumber(item, games);
        return visit(item);
      };
      keep(read_file(file, one));
      if (!summary_.is_whole) return false;
      next_game_ += games.games();
    }
    return true;
  }

  template <class Visit>
  ReadSummary read_file(const std::string& file, const Visit& visit) const {
    const ReadOptions options{job_.skip_bad, stop_};
    if constexpr (of_games) {
      return read_games(file, options, [&](const NamedGame& game) {
        NamedGame item = game;
        return visit(item);
      });
    } else {
      return read_positions(*job_.driver, file, options, visit);
    }
  }

  void renumber(NamedGame& game, GameNumbers& games) const { game.record.number = games.number(std::nullopt); }
  void renumber(DatasetPosition& position, GameNumbers& games) const {
    if (position.label.game) position.label.game = games.number(position.label.game);
  }

  void keep(const ReadSummary& summary) {
    summary_.is_whole = summary.is_whole;
    unfinished_ += summary.unfinished;
    summary_.warnings.insert(summary_.warnings.end(), summary.warnings.begin(), summary.warnings.end());
  }

  std::unique_ptr<Format<Written>> format(const std::string& file) const {
    if constexpr (of_games) {
      return game_format(file, common_header(job_.files));
    } else {
      return position_format(file, *job_.driver, has_weights());
    }
  }

  Sink<Written> sink(const std::string& file) const {
    if constexpr (of_games) {
      return game_sink(file, common_header(job_.files));
    } else {
      return position_sink(file, *job_.driver, has_weights());
    }
  }

  bool has_weights() const {
    return !job_.reads_games() && std::ranges::any_of(job_.files, [&](const std::string& file) {
      return LabelledLines(*job_.driver, file).parser().has_weights();
    });
  }

  void info() {
    if constexpr (of_games) {
      const GameFileHeader header = common_header(job_.files);
      GamesInfo info;
      read([&](const NamedGame& game) { return info.add(game), true; });
      info.unfinished = unfinished_;
      summary_.report = report(info, header);
      summary_.json = to_json(info, header);
    } else {
      PositionsInfo info(*job_.driver);
      read([&](const DatasetPosition& position) { return info.add(position), true; });
      summary_.report = report(info, job_.driver->schema());
      summary_.json = to_json(info, job_.driver->schema());
    }
  }

  // In the format of the first file; hone's own games as plain text.
  void head() {
    const bool is_native = kind_of(job_.files.front()) == FileKind::games;
    const auto lines = format(is_native ? "head.txt" : job_.files.front());
    summary_.report = lines->head();
    std::uint64_t left = job_.count;
    read([&](const Item& item) {
      if (left > 0) summary_.report += lines->encode(written(item));
      return left > 0 && --left > 0;
    });
    summary_.json["printed"] = job_.count - left;
  }

  // convert, filter, dedupe, merge
  void copy() {
    Sink<Written> out = sink(job_.out);
    SeenHashes seen;
    const auto filter = make_filter();
    const bool whole = read([&](const Item& item) {
      if (job_.action == "dedupe" && !seen.insert(identity(item))) return true;
      if constexpr (!of_games) {
        if (filter && !filter->passes(item)) return true;
      }
      out.add(written(item));
      ++written_;
      return true;
    });
    if (whole) finish(out);
  }

  std::optional<PositionFilter> make_filter() const {
    if (job_.action != "filter") return std::nullopt;
    return PositionFilter(*job_.driver, load_weights(*job_.driver, job_.weights), job_.filter);
  }

  void split() {
    Sink<Written> out = sink(job_.out), rest = sink(job_.rest);
    std::uint64_t others = 0;
    const bool whole = read([&](const Item& item) {
      const bool is_share = is_held_out(game_id(item), job_.share, job_.seed);
      (is_share ? out : rest).add(written(item));
      ++(is_share ? written_ : others);
      return true;
    });
    if (!whole) return;
    rest.finish();
    finish(out);
    summary_.report += fmt::format("Written        {} to {}\n", others, job_.rest);
    summary_.json["rest"] = others;
  }

  void shuffle() {
    Sink<Written> out = sink(job_.out);
    BucketShuffle buckets(fmt::format("{}.{}.parts", job_.out, ::getpid()), bytes_in(job_.files), job_.seed);
    bool whole = read([&](const Item& item) {
      buckets.add(out.encode(written(item)));
      return true;
    });
    if (!whole) return;
    buckets.drain([&](std::string_view encoded) {
      out.write(encoded);
      ++written_;
      return !stop_.stop_requested();
    });
    summary_.is_whole = !stop_.stop_requested();
    if (summary_.is_whole) finish(out);
  }

  void finish(Sink<Written>& out) {
    out.finish();
    const char* const items = of_games ? "games" : job_.reads_games() ? "positions of games" : "positions";
    summary_.report += fmt::format("Read           {} {}\nWritten        {} to {}\n", read_, items, written_, job_.out);
    if (unfinished_ > 0) summary_.report += fmt::format("Left out       {} games without a result\n", unfinished_);
    summary_.json["read"] = read_;
    summary_.json["written"] = written_;
    summary_.json["unfinished"] = unfinished_;
  }

  const DataJob& job_;
  std::stop_token stop_;
  const std::function<void(std::uint64_t)>& progress_;
  DataSummary summary_;
  std::uint32_t next_game_ = 0;
  std::uint64_t read_ = 0, written_ = 0, unfinished_ = 0;
};

}  // namespace

DataSummary run_data_job(const DataJob& job, const std::stop_token& stop,
                         const std::function<void(std::uint64_t)>& progress) {
  const bool of_games = job.reads_games() && (job.only_reads() || job.writes_games());
  if (of_games) return Worker<NamedGame>(job, stop, progress).run();
  return Worker<DatasetPosition>(job, stop, progress).run();
}

}  // namespace hone
