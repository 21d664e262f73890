#include "text/csv.hpp"

namespace calcvram {
namespace {

std::string place(std::string_view file, std::size_t line, std::size_t column, std::string_view words) {
  return std::string{file} + ":" + std::to_string(line) + ":" + std::to_string(column) + ": " + std::string{words};
}

/// One pass over the text, a field at a time.
class Reader {
public:
  Reader(std::string_view text, std::string_view file) : text_{text}, file_{file} {}

  [[nodiscard]] bool at_end() const { return at_ == text_.size(); }

  CsvRow row() {
    CsvRow fields;
    fields.push_back(field());
    while (!at_end() && text_[at_] == ',') {
      step();
      fields.push_back(field());
    }
    end_of_line();
    return fields;
  }

private:
  CsvField field() {
    CsvField result{{}, line_, column_};
    if (!at_end() && text_[at_] == '"') {
      quoted(result);
    } else {
      while (!at_end() && text_[at_] != ',' && text_[at_] != '\n' && text_[at_] != '\r') {
        result.text += text_[at_];
        step();
      }
    }
    return result;
  }

  void quoted(CsvField &result) {
    step();
    while (true) {
      if (at_end()) {
        throw CsvError{file_, result.line, result.column, "a quote that never closes"};
      }
      const char c = text_[at_];
      step();
      if (c != '"') {
        result.text += c;
      } else if (!at_end() && text_[at_] == '"') {
        result.text += '"';
        step();
      } else {
        return;
      }
    }
  }

  void end_of_line() {
    if (!at_end() && text_[at_] == '\r') {
      step();
    }
    if (at_end()) {
      return;
    }
    if (text_[at_] != '\n') {
      throw CsvError{file_, line_, column_, "text after a closing quote"};
    }
    step();
  }

  void step() {
    const bool new_line = text_[at_] == '\n';
    ++at_;
    line_ += new_line ? 1 : 0;
    column_ = new_line ? 1 : column_ + 1;
  }

  std::string_view text_;
  std::string_view file_;
  std::size_t at_ = 0;
  std::size_t line_ = 1;
  std::size_t column_ = 1;
};

} // namespace

CsvError::CsvError(std::string_view file, std::size_t line, std::size_t column, std::string_view words)
    : std::runtime_error{place(file, line, column, words)} {}

std::vector<CsvRow> parse_csv(std::string_view text, std::string_view file) {
  if (text.starts_with("\xEF\xBB\xBF")) {
    text.remove_prefix(3);
  }
  std::vector<CsvRow> rows;
  Reader reader{text, file};
  while (!reader.at_end()) {
    CsvRow row = reader.row();
    if (row.size() == 1 && row.front().text.empty()) {
      continue;
    }
    if (!rows.empty() && row.size() != rows.front().size()) {
      throw CsvError{file, row.front().line, row.front().column,
                     std::to_string(row.size()) + " fields where the header has " +
                         std::to_string(rows.front().size())};
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

} // namespace calcvram
