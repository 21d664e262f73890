// No CompatibilityName is written: LibreOffice 25.2 would store it in .xlsx, where 7.4 could not read it.
#include "xcu.hpp"

namespace calcvram::describe {
namespace {

// Calc takes every any for optional and cannot show a default, so the words must.
constexpr std::array<std::string_view, 3> required_words{"Required. ", "Obligatorio. ", "Zorunlu. "};
constexpr std::array<std::string_view, 3> optional_words{"Optional. ", "Opcional. ", "İsteğe bağlı. "};
constexpr std::array<std::string_view, 3> default_words{"Default: ", "Predeterminado: ", "Varsayılan: "};
// Entered like any other formula, a table or a column shows only its first cell. By Gives.
constexpr std::array<std::array<std::string_view, 3>, 3> gives_words{
    {{"", "", ""},
     {" A table: enter it with Ctrl+Shift+Enter.", " Es una tabla: se introduce con Ctrl+Mayús+Intro.",
      " Bir tablodur: Ctrl+Shift+Enter ile girilir."},
     {" A column: enter it with Ctrl+Shift+Enter.", " Es una columna: se introduce con Ctrl+Mayús+Intro.",
      " Bir sütundur: Ctrl+Shift+Enter ile girilir."}}};

std::string escaped(std::string_view text) {
  std::string xml;
  for (const char letter : text) {
    switch (letter) {
    case '&':
      xml += "&amp;";
      break;
    case '<':
      xml += "&lt;";
      break;
    case '>':
      xml += "&gt;";
      break;
    case '"':
      xml += "&quot;";
      break;
    default:
      xml += letter;
    }
  }
  return xml;
}

std::string introduction(const Argument &argument, std::size_t language) {
  if (!argument.optional) {
    return std::string{required_words[language]};
  }
  if (argument.standard.empty()) {
    return std::string{optional_words[language]};
  }
  return std::string{default_words[language]} + argument.standard + ". ";
}

Text full_text(const Argument &argument) {
  Text text = argument.text;
  for (std::size_t language = 0; language < text.size(); ++language) {
    if (!text[language].empty()) {
      text[language].insert(0, introduction(argument, language));
    }
  }
  return text;
}

Text full_text(const Function &function) {
  Text text = function.text;
  for (std::size_t language = 0; language < text.size(); ++language) {
    if (!text[language].empty()) {
      text[language] += gives_words[static_cast<std::size_t>(function.gives)][language];
    }
  }
  return text;
}

/// Nested elements with their indentation.
class Writer {
public:
  void line(const std::string &text) { xml_ += std::string(2 * depth_, ' ') + text + "\n"; }
  void open(std::string_view name, bool is_ours) {
    line("<node oor:name=\"" + escaped(name) + "\"" + (is_ours ? " oor:op=\"replace\"" : "") + ">");
    ++depth_;
  }
  void close() {
    --depth_;
    line("</node>");
  }
  void property(std::string_view name, std::string_view value) {
    line("<prop oor:name=\"" + std::string{name} + "\"><value>" + escaped(value) + "</value></prop>");
  }
  void property(std::string_view name, const Text &text) {
    line("<prop oor:name=\"" + std::string{name} + "\">");
    ++depth_;
    for (std::size_t language = 0; language < text.size(); ++language) {
      if (!text[language].empty()) {
        line("<value xml:lang=\"" + std::string{language_tags[language]} + "\">" + escaped(text[language]) +
             "</value>");
      }
    }
    --depth_;
    line("</prop>");
  }
  [[nodiscard]] std::string xml() && { return std::move(xml_); }

private:
  std::string xml_;
  std::size_t depth_ = 0;
};

void write_argument(Writer &writer, const Argument &argument) {
  writer.open(argument.name, true);
  writer.property("DisplayName", argument.label);
  writer.property("Description", full_text(argument));
  writer.close();
}

void write_function(Writer &writer, const Function &function) {
  writer.open(function.method, true);
  writer.property("DisplayName", Text{function.name, function.name, function.name});
  writer.property("Description", full_text(function));
  writer.property("Category", function.category);
  writer.open("Parameters", false);
  for (const Argument &argument : function.arguments) {
    write_argument(writer, argument);
  }
  writer.close();
  writer.close();
}

} // namespace

std::string xcu(const Functions &functions) {
  Writer writer;
  writer.line(R"(<?xml version="1.0" encoding="UTF-8"?>)");
  writer.line("<!-- Made from functions/*.toml. -->");
  writer.line(R"(<oor:component-data xmlns:oor="http://openoffice.org/2001/registry")"
              R"( xmlns:xs="http://www.w3.org/2001/XMLSchema" oor:name="CalcAddIns")"
              R"( oor:package="org.openoffice.Office">)");
  writer.open("AddInInfo", false);
  writer.open(service, true);
  writer.open("AddInFunctions", false);
  for (const Function &function : functions) {
    write_function(writer, function);
  }
  writer.close();
  writer.close();
  writer.close();
  writer.line("</oor:component-data>");
  return std::move(writer).xml();
}

} // namespace calcvram::describe
