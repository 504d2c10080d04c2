// SPDX-License-Identifier: MIT
#include "tuner/cli/data_job.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <optional>
#include <system_error>
#include <type_traits>
#include <utility>

#include "engine/named_weights.hpp"
#include "tuner/cli/data_items.hpp"
#include "tuner/cli/options/game_options.hpp"
#include "tuner/cli/output.hpp"
#include "tuner/cli/row_job.hpp"
#include "tuner/formats/bucket_shuffle.hpp"
#include "tuner/formats/dataset_info.hpp"
#include "tuner/formats/sink.hpp"
#include "tuner/learn/fit/validation.hpp"

namespace hone::cli {

namespace {

constexpr std::uint64_t unpacked = 8;  // a packed file grows to about so many times its size
constexpr std::uint64_t unknown_size = std::uint64_t{1} << 30;

bool is_packed(const std::string& file) {
  return file.ends_with(".gz") || formats::kind_of(file) == formats::FileKind::games;
}

// About; a pipe does not say.
std::uint64_t bytes_in(const std::vector<std::string>& files) {
  std::uint64_t bytes = 0;
  for (const std::string& file : files) {
    std::error_code fault;
    const std::uint64_t size = std::filesystem::file_size(file, fault);
    bytes += fault ? unknown_size : size * (is_packed(file) ? unpacked : 1);
  }
  return bytes;
}

// Beside the file, or where such things go when it is a device.
std::filesystem::path parts_folder(const std::filesystem::path& file) {
  return temporary_folder(file) / fmt::format("{}.{}.parts", file.filename().string(), ::getpid());
}

// One job; Item is what is read: NamedGame or DatasetPosition.
template <class Item>
class Worker {
 public:
  using Written = std::remove_cvref_t<decltype(written(std::declval<Item>()))>;
  static constexpr bool of_games = std::is_same_v<Item, formats::NamedGame>;

  Worker(const DataJob& job, const std::stop_token& stop, const std::function<void(std::uint64_t)>& progress)
      : job_(job), stop_(stop), in_(job, stop, progress) {}

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
    summary_.is_whole = summary_.is_whole && in_.is_whole();
    summary_.warnings.insert(summary_.warnings.begin(), in_.warnings().begin(), in_.warnings().end());
    return std::move(summary_);
  }

 private:
  void info() {
    if constexpr (of_games) {
      formats::GamesInfo info;
      in_.read([&](const formats::NamedGame& game) { return info.add(game), true; });
      info.unfinished = in_.unfinished();
      summary_.report = formats::report(info, in_.files().header());
      summary_.json = formats::to_json(info, in_.files().header());
    } else {
      formats::PositionsInfo info(*job_.driver);
      in_.read([&](const formats::DatasetPosition& position) { return info.add(position), true; });
      summary_.report = formats::report(info, job_.driver->schema());
      summary_.json = formats::to_json(info, job_.driver->schema());
    }
  }

  // In the format of the first file; hone's own games as plain text.
  void head() {
    const bool is_native = formats::kind_of(job_.files.front()) == formats::FileKind::games;
    const auto lines = in_.files().format(is_native ? "head.txt" : job_.files.front());
    summary_.report = lines->head();
    std::uint64_t left = job_.count;
    in_.read([&](const Item& item) {
      if (left > 0) summary_.report += lines->encode(written(item));
      return left > 0 && --left > 0;
    });
    summary_.json["printed"] = job_.count - left;
  }

  // convert, filter, dedupe, merge
  void copy() {
    formats::Sink<Written> out = in_.files().sink(job_.out);
    formats::SeenHashes seen;
    const auto filter = make_filter();
    const bool whole = in_.read([&](const Item& item) {
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

  std::optional<formats::PositionFilter> make_filter() const {
    if (job_.action != "filter") return std::nullopt;
    return formats::PositionFilter(*job_.driver, load_weights(*job_.driver, job_.weights, job_.warn), job_.filter);
  }

  void split() {
    formats::Sink<Written> out = in_.files().sink(job_.out), rest = in_.files().sink(job_.rest);
    std::uint64_t others = 0, unnamed = 0;
    const bool whole = in_.read([&](const Item& item) {
      if (!has_game(item)) ++unnamed;
      const bool is_share = learn::is_held_out(game_id(item), job_.share, job_.seed);
      (is_share ? out : rest).add(written(item));
      ++(is_share ? written_ : others);
      return true;
    });
    if (!whole) return;
    rest.finish();
    finish(out);
    summary_.report += fmt::format("Written        {} to {}\n", others, job_.rest);
    summary_.json["rest"] = others;
    summary_.json["unnamed"] = unnamed;
    if (unnamed > 0) {
      summary_.warnings.push_back(
          fmt::format("{} positions do not say which game they are of, and were split one by one: those of a game "
                      "share its outcome, so that {} tells little of what was learnt from {}",
                      unnamed, job_.out, job_.rest));
    }
  }

  void shuffle() {
    formats::Sink<Written> out = in_.files().sink(job_.out);
    formats::BucketShuffle buckets(parts_folder(job_.out), bytes_in(job_.files), job_.seed);
    const bool whole = in_.read([&](const Item& item) {
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

  void finish(formats::Sink<Written>& out) {
    out.finish();
    const char* const items = of_games ? "games" : job_.reads_games() ? "positions of games" : "positions";
    summary_.report +=
        fmt::format("Read           {} {}\nWritten        {} to {}\n", in_.items(), items, written_, job_.out);
    if (in_.unfinished() > 0) {
      summary_.report += fmt::format("Left out       {} games without a result\n", in_.unfinished());
    }
    summary_.json["read"] = in_.items();
    summary_.json["written"] = written_;
    summary_.json["unfinished"] = in_.unfinished();
  }

  const DataJob& job_;
  std::stop_token stop_;
  DataReader<Item> in_;
  DataSummary summary_;
  std::uint64_t written_ = 0;
};

}  // namespace

DataSummary run_data_job(const DataJob& job, const std::stop_token& stop,
                         const std::function<void(std::uint64_t)>& progress) {
  if (job.reads_rows()) return run_row_job(job, stop);
  const bool of_games = job.reads_games() && (job.only_reads() || job.writes_games());
  if (of_games) return Worker<formats::NamedGame>(job, stop, progress).run();
  return Worker<formats::DatasetPosition>(job, stop, progress).run();
}

}  // namespace hone::cli
