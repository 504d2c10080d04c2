// SPDX-License-Identifier: MIT
#include "games/othello/pattern_parts.hpp"

#include <algorithm>
#include <bit>
#include <set>
#include <unordered_map>
#include <vector>

#include "games/othello/patterns.hpp"

namespace hone::othello {
namespace {

using PlaceSet = unsigned;      // a bit for each place of a shape
using PartKey = std::uint32_t;  // two bits a place: 0 outside of the part, 1 empty, 2 black, 3 white
constexpr int longest_run = 3;

PlaceSet moved_places(PlaceSet places, const Rearrangement& moved) {
  PlaceSet result = 0;
  for (; places != 0; places &= places - 1) result |= 1U << moved[static_cast<std::size_t>(std::countr_zero(places))];
  return result;
}

std::set<PlaceSet> place_sets(const PatternShape& shape) {
  const Rearrangements group = rearrangements(shape);
  std::set<PlaceSet> sets;
  for (int i = 0; i < shape.size; ++i) {
    for (int j = i; j < shape.size; ++j) sets.insert(1U << i | 1U << j);
  }
  for (int i = 0; i + longest_run <= shape.size; ++i) {
    for (int g = 0; g < group.size; ++g) {
      sets.insert(moved_places(((1U << longest_run) - 1) << i, group.list[static_cast<std::size_t>(g)]));
    }
  }
  return sets;
}

PartKey moved_key(PartKey key, const Rearrangement& moved, int size) {
  PartKey result = 0;
  for (int i = 0; i < size; ++i) result |= (key >> 2 * i & 3) << 2 * moved[static_cast<std::size_t>(i)];
  return result;
}

// Black discs become white ones and the other way round.
PartKey exchanged(PartKey key) {
  const PartKey discs = key & 0xAAAA'AAAA;
  return key ^ discs >> 1;
}

class PartBook {
 public:
  explicit PartBook(const PatternShape& shape) : shape_(shape), group_(rearrangements(shape)) {}

  [[nodiscard]] std::uint32_t parts() const { return parts_; }

  // The part with this key, and its sign; sign 0 if the key favours neither side.
  PartCount find(PartKey key) {
    const auto [entry, is_new] = known_.try_emplace(key);
    if (is_new) entry->second = add(key);
    return entry->second;
  }

 private:
  PartCount add(PartKey key) {
    PartKey own = key, other = exchanged(key);
    for (int g = 0; g < group_.size; ++g) {
      const PartKey image = moved_key(key, group_.list[static_cast<std::size_t>(g)], shape_.size);
      own = std::min(own, image);
      other = std::min(other, exchanged(image));
    }
    if (own == other) return {};
    const auto [entry, is_new] = numbers_.try_emplace(std::min(own, other), parts_);
    if (is_new) ++parts_;
    return {entry->second, own < other ? 1.0F : -1.0F};
  }

  const PatternShape& shape_;
  Rearrangements group_;
  std::uint32_t parts_ = 0;
  std::unordered_map<PartKey, std::uint32_t> numbers_;
  std::unordered_map<PartKey, PartCount> known_;
};

PartKey key_of(std::size_t configuration, int size) {
  PartKey key = 0;
  for (int i = 0; i < size; ++i, configuration /= 3) key |= static_cast<PartKey>(configuration % 3 + 1) << 2 * i;
  return key;
}

// The two bits of each place of the set.
PartKey places_of(PlaceSet set) {
  PartKey mask = 0;
  for (; set != 0; set &= set - 1) mask |= PartKey{3} << 2 * std::countr_zero(set);
  return mask;
}

}  // namespace

TermParts parts_of_pattern(std::size_t number) {
  const PatternShape& shape = pattern_shapes[number];
  std::vector<PartKey> masks;
  for (const PlaceSet set : place_sets(shape)) masks.push_back(places_of(set));
  PartBook book(shape);
  TermParts result;
  const std::vector<PatternTerm>& terms = patterns()[number].terms();
  std::vector<PartCount> found;
  int next = 0;
  for (std::size_t configuration = 0; configuration < terms.size(); ++configuration) {
    if (terms[configuration].count() != 1 || terms[configuration].index() != next) continue;  // not the smallest one
    ++next;
    found.clear();
    const PartKey whole = key_of(configuration, shape.size);
    for (const PartKey mask : masks) {
      const PartCount part = book.find(whole & mask);
      if (part.count != 0) found.push_back(part);
    }
    std::sort(found.begin(), found.end(), [](const PartCount& a, const PartCount& b) { return a.part < b.part; });
    for (std::size_t i = 0; i < found.size(); ++i) {
      const bool is_another = i > 0 && found[i].part == found[i - 1].part;
      if (is_another) {
        result.counts.back().count += found[i].count;
      } else {
        if (i > 0 && result.counts.back().count == 0) result.counts.pop_back();
        result.counts.push_back(found[i]);
      }
    }
    if (!found.empty() && result.counts.back().count == 0) result.counts.pop_back();
    result.first.push_back(static_cast<std::uint32_t>(result.counts.size()));
  }
  result.parts = book.parts();
  return result;
}

}  // namespace hone::othello
