// SPDX-License-Identifier: MIT
#include "tuner/formats/epd.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "data/error.hpp"
#include "data/printable.hpp"
#include "data/words.hpp"

namespace hone::formats {

namespace {

constexpr std::string_view blanks = " \t\r";

// Takes words, strings and semicolons off the front of a line.
class Tokens {
 public:
  explicit Tokens(std::string_view rest) : rest_(rest) { skip_blanks(); }

  [[nodiscard]] bool empty() const { return rest_.empty(); }
  [[nodiscard]] bool is_quoted() const { return rest_.starts_with('"'); }

  // Up to the next blank or semicolon, or to the closing quote.
  std::string word() {
    if (is_quoted()) return quoted();
    return take(std::min(rest_.find_first_of(" \t\r;"), rest_.size()));
  }

  bool semicolon() {
    if (!rest_.starts_with(';')) return false;
    take(1);
    return true;
  }

 private:
  std::string quoted() {
    const auto end = rest_.find('"', 1);
    if (end == std::string_view::npos) throw Error(expected_found("a closing quote", quotation(rest_)));
    const std::string with_quotes = take(end + 1);
    return with_quotes.substr(1, with_quotes.size() - 2);
  }

  std::string take(std::size_t size) {
    std::string taken(rest_.substr(0, size));
    rest_.remove_prefix(size);
    skip_blanks();
    return taken;
  }

  void skip_blanks() { rest_.remove_prefix(std::min(rest_.find_first_not_of(blanks), rest_.size())); }

  std::string_view rest_;
};

constexpr int fields_before_counters = 4;
constexpr int fen_fields = 6;

// A position has no quotes and no semicolons.
std::string take_fields(Tokens& tokens, int count, std::string_view line) {
  std::string fields;
  for (int i = 0; i < count; ++i) {
    const std::string field = tokens.is_quoted() ? std::string() : tokens.word();
    if (field.empty()) throw Error(expected_found(fmt::format("the {} fields of a position", count), quotation(line)));
    if (i > 0) fields += ' ';
    fields += field;
  }
  return fields;
}

int fields_of(std::string_view position) {
  int count = 0;
  for (Words words(position); !words.rest().empty(); ++count) (void)words.next();
  return count;
}

EpdOperation operation(Tokens& tokens) {
  EpdOperation operation{tokens.is_quoted() ? std::string() : tokens.word(), {}};
  const bool is_opcode = !operation.opcode.empty() && printable(operation.opcode) == operation.opcode &&
                         operation.opcode.find('"') == std::string::npos;
  if (!is_opcode) throw Error(expected_found("an EPD operation", quotation(operation.opcode)));
  while (!tokens.empty() && !tokens.semicolon()) operation.operands.push_back(tokens.word());
  return operation;
}

std::string counter(const Epd& epd, std::string_view opcode, std::string_view otherwise) {
  const std::vector<std::string> operands = epd.operands(opcode);
  return operands.empty() ? std::string(otherwise) : operands.front();
}

std::vector<EpdOperation> take_operations(Tokens& tokens) {
  std::vector<EpdOperation> operations;
  while (!tokens.empty()) operations.push_back(operation(tokens));
  return operations;
}

Epd parse_fields(std::string_view line, int count) {
  Tokens tokens(line);
  std::string position = take_fields(tokens, count, line);
  return {std::move(position), take_operations(tokens)};
}

}  // namespace

std::vector<std::string> Epd::operands(std::string_view opcode) const {
  const auto found = std::find_if(operations.begin(), operations.end(),
                                  [&](const EpdOperation& operation) { return operation.opcode == opcode; });
  return found != operations.end() ? found->operands : std::vector<std::string>{};
}

namespace {

// Takes off the next word where that is a number, as no operation is.
std::string take_counter(Tokens& tokens, std::string_view otherwise) {
  Tokens behind = tokens;
  if (behind.empty() || behind.is_quoted()) return std::string(otherwise);
  std::string word = behind.word();
  if (!whole_number<unsigned>(word)) return std::string(otherwise);
  tokens = behind;
  return word;
}

}  // namespace

Epd parse_epd(std::string_view line) {
  Tokens tokens(line);
  Epd epd;
  epd.position = take_fields(tokens, fields_before_counters, line);
  const std::string halfmoves = take_counter(tokens, "0"), number = take_counter(tokens, "1");
  (void)tokens.semicolon();  // some programs end the position so
  epd.operations = take_operations(tokens);
  epd.position += fmt::format(" {} {}", counter(epd, "hmvc", halfmoves), counter(epd, "fmvn", number));
  return epd;
}

Epd parse_epd(std::string_view line, const GameDriver& game) {
  return is_fen(game) ? parse_epd(line) : parse_fields(line, epd_fields(game));
}

bool is_fen(const GameDriver& game) { return fields_of(game.initial()->text()) == fen_fields; }

int epd_fields(const GameDriver& game) {
  const int fields = fields_of(game.initial()->text());
  return fields == fen_fields ? fields_before_counters : fields;
}

namespace {

// EPD has no escapes: a string cannot hold its own quotes, nor a line the end of one.
std::string quoted_operand(std::string_view text) {
  std::string operand = printable(text);
  std::ranges::replace(operand, '"', '\'');
  return '"' + operand + '"';
}

}  // namespace

std::string to_epd(std::string_view position, const std::vector<EpdOperation>& operations) {
  if (position.find_first_of(";\"") != std::string_view::npos || printable(position) != position) {
    throw Error(expected_found("a position without quotes, semicolons and control characters", quotation(position)));
  }
  std::vector<std::string> fields;
  for (Words words(position); !words.rest().empty();) fields.emplace_back(words.next());
  std::string line(position);
  if (fields.size() == 6) {
    line =
        fmt::format("{} {} {} {} hmvc {}; fmvn {};", fields[0], fields[1], fields[2], fields[3], fields[4], fields[5]);
  }
  for (const EpdOperation& operation : operations) {
    line += ' ' + operation.opcode;
    for (const std::string& operand : operation.operands) line += ' ' + quoted_operand(operand);
    line += ';';
  }
  return line;
}

}  // namespace hone::formats
