// SPDX-License-Identifier: MIT
//
// The names of other programs: which stage they speak of, which group of a schema they mean, and which name a group
// gets that is made for them. Case and punctuation do not matter: "mgPawnTable", "MG_PAWN_TABLE" and "mg.pawn.table"
// are one name.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "data/schema.hpp"

namespace hone::exchange {

// The words of a name in lower case: "mgPawnTable2" gives mg, pawn, table2.
[[nodiscard]] std::vector<std::string> words_of_name(std::string_view name);

// A stage that a name, or the name of the array that it is a part of, begins or ends with, and the other words.
// Middlegame, midgame, opening, early and the like are the first of two stages, endgame, ending, late and the like the
// last, whatever the schema calls them.
struct NameOfStage {
  std::vector<std::string> words;
  int stage = 0;  // its place among the stages
};
[[nodiscard]] std::optional<NameOfStage> stage_in_name(std::string_view name, const std::vector<std::string>& stages);

// The words joined to a name that a group may have: lower case letters, digits and '_'. A name that is one already
// stays as it is, with its dots; the tables of PeSTO become the groups psqt.PIECE.
[[nodiscard]] std::string group_name_for(const std::vector<std::string>& words);
[[nodiscard]] bool is_group_name(std::string_view name);

// The text as far as the meaning of a group may hold it: one line, UTF-8, without what begins a comment in names files.
[[nodiscard]] std::string meaning_for(std::string_view text);

// What a name means in a schema.
struct Meant {
  const Group* group = nullptr;   // a whole group, or
  std::optional<int> term = {};   // one term
  std::optional<int> phase = {};  // none: all phases

  friend bool operator==(const Meant&, const Meant&) = default;
};

// Finds what names mean: a group or a weight as weight_names.hpp spells it, in any case, or a group with the same words
// in another order and with usual synonyms (table for psqt, value for material).
class NameFinder {
 public:
  // The schema must outlive this object.
  explicit NameFinder(const Schema& schema);

  // All that the name may mean, the nearest kind of likeness only: none, one, or several between which it does not
  // decide. `single` says that it is of one number.
  [[nodiscard]] std::vector<Meant> find(std::string_view name, bool single) const;

 private:
  void add(std::unordered_map<std::string, std::vector<Meant>>& names, const std::string& name, const Meant& meant);

  const Schema& schema_;
  std::unordered_map<std::string, std::vector<Meant>> groups_, terms_, synonyms_;
};

}  // namespace hone::exchange
