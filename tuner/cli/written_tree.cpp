// SPDX-License-Identifier: MIT
#include "tuner/cli/written_tree.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "data/error.hpp"
#include "engine/plain/explicit_search.hpp"
#include "tuner/cli/search_counters.hpp"

namespace hone {

namespace {

Deepened<ExplicitSearch> search_file(const std::filesystem::path& file, const PlainOptions& options) {
  const ExplicitTree tree = read_tree(file);
  try {
    return search_tree(tree, options);
  } catch (const Error& error) {
    throw Error(file.string(), 0, error.message());
  }
}

}  // namespace

WrittenTreeResult search_written(const std::filesystem::path& file, const PlainOptions& options) {
  const auto [found, depth] = search_file(file, options);
  const Depth reached = std::min(depth, found.deepest);
  std::vector<std::size_t> line = found.line;
  for (std::size_t& child : line) ++child;
  const bool deepened = options.algorithm == Algorithm::searcher || options.algorithm == Algorithm::iterative_deepening;
  WrittenTreeResult result;
  result.text = fmt::format("value {}, line {} (successors counted from 1)\n{}\n", found.value, fmt::join(line, " "),
                            counters_text(found.counters, reached, deepened));
  result.json = {{"move", nullptr},     {"score", found.value}, {"outcome", "unknown"},
                 {"distance", nullptr}, {"depth", reached},     {"pv", line}};
  if (!line.empty()) result.json["move"] = line.front();
  result.json.update(counters_json(found.counters, reached));
  return result;
}

}  // namespace hone
