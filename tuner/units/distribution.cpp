// SPDX-License-Identifier: MIT
#include "tuner/units/distribution.hpp"

#include <algorithm>

#include "tuner/text/json_member.hpp"

namespace hone::units {

using Json = nlohmann::ordered_json;

HostWork& Distribution::work_of(const std::string& host) {
  const auto found = std::ranges::find(hosts, host, &HostWork::host);
  if (found != hosts.end()) return *found;
  hosts.push_back({.host = host});
  return hosts.back();
}

std::uint64_t Distribution::games() const {
  std::uint64_t games = 0;
  for (const HostWork& host : hosts) games += host.games;
  return games;
}

void add(Distribution& all, const Distribution& more) {
  if (more.is_empty()) return;
  all.launch = more.launch;
  all.units += more.units;
  all.twice += more.twice;
  all.bad += more.bad;
  all.relaunched += more.relaunched;
  all.unused += more.unused;
  all.seconds += more.seconds;
  for (const HostWork& work : more.hosts) {
    HostWork& host = all.work_of(work.host);
    host.units += work.units;
    host.games += work.games;
    host.bad += work.bad;
    host.cpu_seconds += work.cpu_seconds;
  }
}

Json to_json(const Distribution& distribution) {
  Json hosts = Json::array();
  for (const HostWork& host : distribution.hosts) {
    hosts.push_back({{"host", host.host},
                     {"units", host.units},
                     {"games", host.games},
                     {"bad", host.bad},
                     {"cpu_seconds", host.cpu_seconds}});
  }
  return {{"launch", distribution.launch},         {"units", distribution.units},
          {"twice", distribution.twice},           {"bad", distribution.bad},
          {"relaunched", distribution.relaunched}, {"unused", distribution.unused},
          {"seconds", distribution.seconds},       {"hosts", hosts}};
}

void from_json(const Json& json, Distribution& distribution) {
  distribution.launch = text::member<std::string>(json, "launch");
  distribution.units = text::member<std::uint64_t>(json, "units");
  distribution.twice = text::member<std::uint64_t>(json, "twice");
  distribution.bad = text::member<std::uint64_t>(json, "bad");
  distribution.relaunched = text::member<std::uint64_t>(json, "relaunched");
  distribution.unused = text::member<std::uint64_t>(json, "unused");
  distribution.seconds = text::member<double>(json, "seconds");
  distribution.hosts.clear();
  for (const Json& host : text::member<Json>(json, "hosts")) {
    distribution.hosts.push_back({text::member<std::string>(host, "host"), text::member<std::uint64_t>(host, "units"),
                                  text::member<std::uint64_t>(host, "games"), text::member<std::uint64_t>(host, "bad"),
                                  text::member<double>(host, "cpu_seconds")});
  }
}

}  // namespace hone::units
