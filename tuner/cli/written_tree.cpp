// SPDX-License-Identifier: MIT
#include "tuner/cli/written_tree.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "engine/plain/explicit_search.hpp"
#include "tuner/cli/search_counters.hpp"

namespace hone {

WrittenTreeResult search_written(const std::filesystem::path& file, const PlainOptions& options) {
  const ExplicitTree tree = read_tree(file);
  const auto found = search_tree(tree, options).found;
  std::vector<std::size_t> line = found.line;
  for (std::size_t& child : line) ++child;
  WrittenTreeResult result;
  result.text = fmt::format("value {}, line {} (successors counted from 1)\n{}\n", found.value, fmt::join(line, " "),
                            counters_text(found.counters, found.deepest));
  result.json = {{"value", found.value}, {"line", line}, {"depth", found.deepest}};
  result.json.update(counters_json(found.counters, found.deepest));
  return result;
}

}  // namespace hone
