#include "profile.hpp"

#include <fstream>
#include <string>

namespace calcvram::calc {

namespace {

std::string item(std::string_view path, std::string_view name, std::string_view value) {
  std::string text = R"(<item oor:path=")";
  text.append(path).append(R"("><prop oor:name=")").append(name).append(R"(" oor:op="fuse"><value>)");
  return text.append(value).append("</value></prop></item>\n");
}

// The office takes a language only from those it believes installed; a node of that name is all it looks for.
std::string installed_language(std::string_view language) {
  std::string text = R"(<item oor:path="/org.openoffice.Setup/Office/InstalledLocales"><node oor:name=")";
  return text.append(language).append(R"(" oor:op="replace"/></item>)").append("\n");
}

} // namespace

void write_profile(const std::filesystem::path &profile, std::string_view locale, std::string_view ui_language) {
  std::filesystem::create_directories(profile / "user");
  std::ofstream file{profile / "user" / "registrymodifications.xcu"};
  file << R"(<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
)";
  file << item("/org.openoffice.Setup/Office", "ooSetupInstCompleted", "true");
  if (!locale.empty())
    file << item("/org.openoffice.Setup/L10N", "ooSetupSystemLocale", locale);
  if (!ui_language.empty())
    file << installed_language(ui_language)
         << item("/org.openoffice.Office.Linguistic/General", "UILocale", ui_language);
  file << "</oor:items>\n";
}

} // namespace calcvram::calc
