// SPDX-License-Identifier: MIT
#include "tuner/formats/data_job.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <memory>
#include <system_error>
#include <type_traits>
#include <utility>

#include "data/error.hpp"
#include "data/row_text.hpp"
#include "data/text_lines.hpp"
#include "engine/named_weights.hpp"
#include "tuner/formats/bucket_shuffle.hpp"
#include "tuner/formats/data_items.hpp"
#include "tuner/formats/game_split.hpp"
#include "tuner/formats/row_sources.hpp"
#include "tuner/formats/seen_hashes.hpp"

namespace hone::formats {

namespace {

constexpr std::array<std::string_view, 8> action_names{"info",   "head",  "convert", "filter",
                                                       "dedupe", "split", "shuffle", "merge"};

}  // namespace

std::span<const std::string_view> data_action_names() { return action_names; }

std::string_view to_string(DataAction action) { return action_names[static_cast<std::size_t>(action)]; }

DataAction parse_data_action(std::string_view name) {
  const auto found = std::ranges::find(action_names, name);
  if (found != action_names.end()) return static_cast<DataAction>(found - action_names.begin());
  throw Error(expected_found(fmt::format("one of the actions {}", fmt::join(action_names, ", ")), name));
}

namespace {

void validate_outputs(const DataJob& job) {
  if (job.only_reads() && !job.out.empty())
    throw Error(fmt::format("{} prints; it takes no --out", to_string(job.action)));
  if (job.only_reads() && !job.to.empty())
    throw Error(fmt::format("{} prints; it takes no --to", to_string(job.action)));
  if (!job.only_reads() && job.out.empty()) throw Error("--out F is missing");
  if ((job.action == DataAction::split) == job.rest.empty()) throw Error("split, and nothing else, takes --rest F");
}

void validate_rows(const DataJob& job) {
  if (job.reads() != Content::rows) throw Error("rows are made of games and positions by hone tune --cache F.rows");
  if (!job.only_reads() && job.action != DataAction::convert) {
    throw Error(fmt::format("{} does not take rows", to_string(job.action)));
  }
  if (!job.only_reads() && job.writes() != Content::rows) {
    throw Error("rows become rows only: " + endings_text(Content::rows));
  }
}

void validate_items(const DataJob& job) {
  if (job.only_reads()) return;
  const bool writes_games = job.writes() == Content::games;
  if (writes_games && job.reads() != Content::games) throw Error("positions cannot become games");
  if (writes_games && job.action == DataAction::filter) {
    throw Error("filter writes positions, " + written_endings_text(Content::positions, ", "));
  }
  if (!job.rest.empty() && (output_format(job.rest, job.to).holds() == Content::games) != writes_games) {
    throw Error("--out and --rest must both hold games, or both positions");
  }
}

}  // namespace

void DataJob::validate() const {
  validate_outputs(*this);
  const bool of_rows = reads() == Content::rows || (!out.empty() && writes() == Content::rows);
  of_rows ? validate_rows(*this) : validate_items(*this);
  for (const std::string& file : files) {
    if (holds_rows(file) != (reads() == Content::rows)) throw Error("rows do not go with games or positions");
    if (holds_games(file) != (reads() == Content::games)) throw Error("games and positions do not go together");
  }
  for (const std::string& target : {out, rest}) {
    if (!is_packed(target)) continue;
    const std::string ending = std::filesystem::path(target).extension().string();
    throw Error(fmt::format("{}: what is written is not packed; leave out {}", target, ending));
  }
}

namespace {

constexpr std::uint64_t unpacked = 8;  // a packed or binary file grows to about eight times its size
constexpr std::uint64_t unknown_size = std::uint64_t{1} << 30;

// The bytes that the files will take as text, roughly; a pipe does not say its size.
std::uint64_t bytes_in(const std::vector<std::string>& files) {
  std::uint64_t bytes = 0;
  for (const std::string& name : files) {
    std::error_code fault;
    const std::filesystem::path file = source_of(name).file;
    const std::uint64_t size = std::filesystem::file_size(file, fault);
    const bool is_small = is_packed(file) || format_of(name).form == Form::binary;
    bytes += fault ? unknown_size : size * (is_small ? unpacked : 1);
  }
  return bytes;
}

// The format in which the items of a file are printed: its own, or another if that is binary or only read.
std::string_view shown_format(const std::string& file) {
  const DataFormat& format = format_of(file);
  if (format.form == Form::text && format.is_written()) return format.ending.substr(1);
  return format.holds() == Content::games ? "txt" : "csv";
}

// A job on games or on positions: Items is GameItems or PositionItems (tuner/formats/data_items.hpp).
template <class Items>
class ItemJob {
 public:
  using Item = typename Items::Item;

  ItemJob(const DataJob& job, const std::stop_token& stop, const std::function<void(std::uint64_t)>& progress)
      : job_(job), stop_(stop), progress_(progress), items_(*job.driver, job.files) {}

  DataSummary run() {
    switch (job_.action) {
      case DataAction::info:
        info();
        break;
      case DataAction::head:
        head();
        break;
      case DataAction::split:
        split();
        break;
      case DataAction::shuffle:
        shuffle();
        break;
      default:
        copy();
    }
    return std::move(summary_);
  }

 private:
  void info() {
    auto info = items_.info();
    if (!read([&](const Item& item) { return info.add(item), true; })) return;
    if constexpr (std::is_same_v<Items, GameItems>) info.unfinished = unfinished_;
    summary_.found = std::move(info);
  }

  // In the format of the first file; binary games as plain text.
  void head() {
    const std::string& first = job_.files.front();
    const auto encoder = items_.encoder(first, shown_format(first));
    HeadOfFiles head{.text = encoder.head};
    const bool is_whole = read([&](const Item& item) {
      if (head.items < job_.count) {
        head.text += encoder.encode(Items::written(item));
        ++head.items;
      }
      return head.items < job_.count;
    });
    if (is_whole) summary_.found = std::move(head);
  }

  // convert, filter, dedupe, merge
  void copy() {
    Sink out(job_.out, items_.encoder(job_.out, job_.to));
    const std::function<bool(const Item&)> keeps = condition();
    const bool is_whole = read([&](const Item& item) {
      if (!keeps(item)) return true;
      out.add(Items::written(item));
      ++written_;
      return true;
    });
    if (is_whole) finish(out);
  }

  std::function<bool(const Item&)> condition() const {
    if (job_.action == DataAction::dedupe) {
      return [seen = SeenHashes()](const Item& item) mutable { return seen.insert(Items::identity(item)); };
    }
    if constexpr (std::is_same_v<Items, PositionItems>) {
      if (job_.action == DataAction::filter) {
        const Weights weights = load_weights(*job_.driver, job_.weights, job_.warn);
        const auto filter = std::make_shared<const PositionFilter>(*job_.driver, weights, job_.filter);
        return [filter](const Item& item) { return filter->passes(item); };
      }
    }
    return [](const Item&) { return true; };
  }

  void split() {
    Sink out(job_.out, items_.encoder(job_.out, job_.to)), others(job_.rest, items_.encoder(job_.rest, job_.to));
    ItemsWritten::Rest rest{.file = job_.rest};
    const bool is_whole = read([&](const Item& item) {
      if (!Items::has_game(item)) ++rest.unnamed;
      const bool is_share = is_held_out(Items::game_id(item), job_.share, job_.seed);
      (is_share ? out : others).add(Items::written(item));
      ++(is_share ? written_ : rest.written);
      return true;
    });
    if (!is_whole) return;
    others.finish();
    finish(out, rest);
    if (rest.unnamed > 0) {
      summary_.warnings.push_back(
          fmt::format("{} positions do not say which game they are of, and were split one by one: those of a game "
                      "share its outcome, so that {} tells little of what was learnt from {}",
                      rest.unnamed, job_.out, job_.rest));
    }
  }

  void shuffle() {
    Sink out(job_.out, items_.encoder(job_.out, job_.to));
    const auto name = fmt::format("{}.{}.parts", std::filesystem::path(job_.out).filename().string(), ::getpid());
    BucketShuffle buckets(job_.folder / name, bytes_in(job_.files), job_.seed);
    const bool is_whole = read([&](const Item& item) {
      buckets.add(out.encode(Items::written(item)));
      return true;
    });
    if (!is_whole) return;
    buckets.drain([&](std::string_view encoded) {
      out.write(encoded);
      ++written_;
      return !stop_.stop_requested();
    });
    summary_.is_whole = !stop_.stop_requested();
    if (summary_.is_whole) finish(out);
  }

  // Visits the items of all files as if they were one file; games are renumbered if there are several files. A visitor
  // that returns false has seen enough of its file. False when stopped: then there is nothing more to be done.
  template <class Visit>
  bool read(const Visit& visit) {
    std::uint32_t first_game = 0;
    for (const std::string& file : job_.files) {
      GameNumbers games(first_game);
      const ReadSummary found = items_.read(file, {job_.skip_bad, stop_}, [&](Item& item) {
        ++read_;
        if (progress_) progress_(read_);
        if (job_.files.size() > 1) Items::renumber(item, games);
        return visit(item);
      });
      unfinished_ += found.unfinished;
      for (const std::string& warning : found.warnings) summary_.warnings.push_back("left out: " + warning);
      summary_.is_whole = found.is_whole;
      if (!found.is_whole) return false;
      first_game += games.games();
    }
    return true;
  }

  template <class Out>
  void finish(Out& out, std::optional<ItemsWritten::Rest> rest = std::nullopt) {
    out.finish();
    if (const std::string loss = items_.loss_of(job_.out, job_.to); !loss.empty()) summary_.warnings.push_back(loss);
    const bool are_games = std::is_same_v<Items, GameItems>;
    summary_.found = ItemsWritten{.items = are_games                        ? "games"
                                           : job_.reads() == Content::games ? "positions of games"
                                                                            : "positions",
                                  .read = read_,
                                  .written = written_,
                                  .unfinished = unfinished_,
                                  .out = job_.out,
                                  .rest = std::move(rest)};
  }

  const DataJob& job_;
  std::stop_token stop_;
  const std::function<void(std::uint64_t)>& progress_;
  Items items_;
  DataSummary summary_;
  std::uint64_t read_ = 0, written_ = 0, unfinished_ = 0;
};

HeadOfFiles head_of(const RowSource& source, std::uint64_t count) {
  HeadOfFiles head{.text = {}, .items = std::min<std::uint64_t>(count, source.rows.size())};
  for (std::uint64_t i = 0; i < head.items; ++i) head.text += format_row(source.rows[i], source.schema) + '\n';
  return head;
}

// info, head or convert.
DataSummary run_row_job(const DataJob& job, const std::stop_token& stop) {
  const RowSource source =
      read_row_sources(job.files, {.names = job.names, .skip_bad = job.skip_bad, .folder = job.folder});
  DataSummary summary;
  for (const std::string& warning : source.warnings) summary.warnings.push_back("left out: " + warning);
  summary.is_whole = !stop.stop_requested();
  if (!summary.is_whole) return summary;
  if (job.action == DataAction::info) {
    summary.found = RowsInfo(source);
  } else if (job.action == DataAction::head) {
    summary.found = head_of(source, job.count);
  } else {
    write_rows(job.out, source.schema, source.rows, job.to);
    summary.found = RowsWritten{source.rows.size(), job.out};
  }
  return summary;
}

}  // namespace

DataSummary run_data_job(const DataJob& job, const std::stop_token& stop,
                         const std::function<void(std::uint64_t)>& progress) {
  if (job.reads() == Content::rows) return run_row_job(job, stop);
  const bool of_games = job.reads() == Content::games && (job.only_reads() || job.writes() == Content::games);
  return of_games ? ItemJob<GameItems>(job, stop, progress).run() : ItemJob<PositionItems>(job, stop, progress).run();
}

}  // namespace hone::formats
