// SPDX-License-Identifier: MIT
#include "tuner/run/file_record.hpp"

#include <nlohmann/json.hpp>

#include "data/error.hpp"
#include "data/printable.hpp"
#include "tuner/run/directory.hpp"
#include "tuner/text/json_member.hpp"

namespace hone::run {

using Json = nlohmann::ordered_json;

FileRecord file_record_of(const std::filesystem::path& folder, const std::filesystem::path& file) {
  return {file.lexically_relative(folder).string(), text::seal_of(file)};
}

Json to_json(const std::vector<FileRecord>& files) {
  Json json = Json::object();
  for (const FileRecord& file : files) json[file.name] = to_json(file.seal);
  return json;
}

std::vector<FileRecord> file_records(const Json& json, int generation) {
  if (!json.is_object()) throw Error("files: " + expected_found("a JSON object", "something else"));
  std::vector<FileRecord> files;
  for (const auto& [name, seal] : json.items()) {
    if (!is_name_in_run(name, generation)) {
      throw Error("files: " + expected_found("the name of a file in the run's folder", printable("'" + name + "'")));
    }
    files.push_back({name, text::json_value<text::FileSeal>(seal, name)});
  }
  return files;
}

}  // namespace hone::run
