#include "read.hpp"

#include "check.hpp"

#include <toml++/toml.h>

#include <algorithm>
#include <optional>
#include <set>

namespace calcvram::describe {
namespace {

std::string place_of(const toml::source_region &source) {
  return (source.path ? *source.path : std::string{"?"}) + ":" + std::to_string(source.begin.line) + ":" +
         std::to_string(source.begin.column);
}

[[noreturn]] void fail(const toml::source_region &source, const std::string &words) {
  throw Error{place_of(source) + ": " + words};
}

/// A table of which every key must be known: what nobody asked for is an error at the end.
class Keys {
public:
  explicit Keys(const toml::table &table) : table_{table} {}

  [[nodiscard]] std::string place() const { return place_of(table_.source()); }
  [[nodiscard]] bool has(std::string_view key) const { return table_.contains(key); }

  std::string text(std::string_view key) { return value<std::string>(key, "a text"); }
  std::string text_or_nothing(std::string_view key) { return has(key) ? text(key) : std::string{}; }
  bool truth(std::string_view key) { return value<bool>(key, "true or false"); }
  bool truth_or_false(std::string_view key) { return has(key) && truth(key); }

  const toml::table &table(std::string_view key) {
    const toml::table *found = node(key).as_table();
    if (found == nullptr) {
      fail(node(key).source(), std::string{key} + " is not a table");
    }
    return *found;
  }

  const toml::array &tables(std::string_view key) {
    const toml::array *found = node(key).as_array();
    if (found == nullptr || !found->is_homogeneous(toml::node_type::table)) {
      fail(node(key).source(), std::string{key} + " is not written as [[" + std::string{key} + "]]");
    }
    return *found;
  }

  /// To be called when everything known has been asked for.
  void finish() const {
    for (const auto &[key, node] : table_) {
      if (!asked_.contains(std::string{key.str()})) {
        fail(key.source(), "unknown key " + std::string{key.str()});
      }
    }
  }

private:
  const toml::node &node(std::string_view key) {
    asked_.emplace(key);
    const toml::node *found = table_.get(key);
    if (found == nullptr) {
      fail(table_.source(), "the key " + std::string{key} + " is missing");
    }
    return *found;
  }

  template <typename Value> Value value(std::string_view key, std::string_view kind) {
    const toml::node &found = node(key);
    const std::optional<Value> value = found.value_exact<Value>();
    if (!value) {
      fail(found.source(), std::string{key} + " is not " + std::string{kind});
    }
    return *value;
  }

  const toml::table &table_;
  std::set<std::string, std::less<>> asked_;
};

Text read_text(Keys &parent, std::string_view key) {
  const toml::table &table = parent.table(key);
  Keys keys{table};
  Text text;
  for (std::size_t language = 0; language < text.size(); ++language) {
    text[language] = keys.text(language_keys[language]);
  }
  keys.finish();
  if (text[english].empty()) {
    fail(table.source(), std::string{key} + ".en is empty");
  }
  return text;
}

Argument read_argument(const toml::table &table) {
  Keys keys{table};
  Argument argument;
  argument.place = keys.place();
  argument.name = keys.text("name");
  argument.optional = keys.truth("optional");
  argument.is_range = keys.truth_or_false("range");
  if (argument.optional) {
    argument.standard = keys.text("default");
  }
  if (keys.has("as_in")) {
    argument.as_in = keys.text("as_in");
  } else {
    argument.label = read_text(keys, "label");
    argument.text = read_text(keys, "text");
  }
  keys.finish();
  return argument;
}

Gives read_gives(Keys &keys) {
  const std::string gives = keys.text("gives");
  const auto found = std::ranges::find(gives_keys, gives);
  if (found == gives_keys.end()) {
    throw Error{keys.place() + ": gives is neither value nor table nor column"};
  }
  return static_cast<Gives>(found - gives_keys.begin());
}

void read_example(Keys &parent, Function &function) {
  Keys keys{parent.table("example")};
  function.example_formula = keys.text("formula");
  function.example_result = keys.text_or_nothing("result");
  keys.finish();
}

Function read_function(const toml::table &table) {
  Keys keys{table};
  Function function;
  function.place = keys.place();
  function.name = keys.text("name");
  function.method = keys.text("method");
  function.gives = read_gives(keys);
  function.category = keys.text("category");
  function.text = read_text(keys, "text");
  read_example(keys, function);
  for (const toml::node &argument : keys.tables("argument")) {
    function.arguments.push_back(read_argument(*argument.as_table()));
  }
  keys.finish();
  return function;
}

void read_file(const std::string &path, Functions &functions) {
  toml::table table;
  try {
    table = toml::parse_file(path);
  } catch (const toml::parse_error &error) {
    fail(error.source(), std::string{error.description()});
  }
  Keys keys{table};
  for (const toml::node &function : keys.tables("function")) {
    functions.push_back(read_function(*function.as_table()));
  }
  keys.finish();
}

const Argument &described(const Functions &functions, const Argument &argument) {
  for (const Function &function : functions) {
    if (function.name != argument.as_in) {
      continue;
    }
    const auto found = std::ranges::find(function.arguments, argument.name, &Argument::name);
    if (found != function.arguments.end() && found->as_in.empty()) {
      return *found;
    }
  }
  throw Error{argument.place + ": as_in: " + argument.as_in + " does not describe an argument " + argument.name};
}

void follow_references(Functions &functions) {
  const Functions as_read = functions;
  for (Function &function : functions) {
    for (Argument &argument : function.arguments) {
      if (!argument.as_in.empty()) {
        const Argument &source = described(as_read, argument);
        argument.label = source.label;
        argument.text = source.text;
        argument.as_in.clear();
      }
    }
  }
}

} // namespace

Functions read_functions(const std::vector<std::string> &paths) {
  Functions functions;
  for (const std::string &path : paths) {
    read_file(path, functions);
  }
  follow_references(functions);
  check(functions);
  return functions;
}

} // namespace calcvram::describe
