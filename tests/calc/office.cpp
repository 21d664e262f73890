#include "office.hpp"

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <sstream>
#include <stdexcept>
#include <thread>

#include <com/sun/star/beans/PropertyValue.hpp>
#include <com/sun/star/bridge/UnoUrlResolver.hpp>
#include <com/sun/star/frame/Desktop.hpp>
#include <com/sun/star/frame/XStorable.hpp>
#include <com/sun/star/lang/DisposedException.hpp>
#include <com/sun/star/sheet/XCalculatable.hpp>
#include <com/sun/star/util/XCloseable.hpp>
#include <cppuhelper/bootstrap.hxx>
#include <rtl/bootstrap.hxx>

#include "profile.hpp"
#include "uno_text.hpp"

namespace calcvram::calc {

namespace css = com::sun::star;
using namespace std::chrono_literals;
using css::uno::Any;
using css::uno::Reference;
using css::uno::Sequence;
using css::uno::UNO_QUERY;
using css::uno::UNO_QUERY_THROW;

namespace {

constexpr auto start_limit = 90s;
constexpr auto end_limit = 20s;
// What soffice.bin ends with when it only prepared the profile and wants to be started again.
constexpr int restart_wanted = 81;

/// The office under test; CALCVRAM_OFFICE names another one's program directory.
std::filesystem::path program_directory() {
  const char *other = std::getenv("CALCVRAM_OFFICE");
  return other != nullptr ? std::filesystem::path{other} : std::filesystem::path{CALCVRAM_OFFICE_PROGRAM};
}

/// Our own end of the bridge: the types of the office API are not in the libraries' own list.
const Reference<css::uno::XComponentContext> &local_context() {
  static const Reference<css::uno::XComponentContext> context = [] {
    const std::filesystem::path types = std::filesystem::path{CALCVRAM_OFFICE_PROGRAM} / "types" / "offapi.rdb";
    rtl::Bootstrap::set("URE_MORE_TYPES", to_url(types));
    return cppu::defaultBootstrap_InitialComponentContext();
  }();
  return context;
}

css::beans::PropertyValue property(std::string_view name, const Any &value) {
  css::beans::PropertyValue result;
  result.Name = to_uno(name);
  result.Value = value;
  return result;
}

std::string_view filter_for(const std::filesystem::path &file) {
  const std::string extension = file.extension().string();
  if (extension == ".ods")
    return "calc8";
  if (extension == ".fods")
    return "OpenDocument Spreadsheet Flat XML";
  if (extension == ".xlsx")
    return "Calc MS Excel 2007 XML";
  if (extension == ".pdf")
    return "calc_pdf_Export";
  throw std::runtime_error{"no filter for " + file.string()};
}

std::string contents(const std::filesystem::path &file) {
  std::ostringstream text;
  text << std::ifstream{file}.rdbuf();
  return text.str();
}

} // namespace

Document::~Document() {
  if (!document_.is())
    return;
  try {
    const Reference<css::util::XCloseable> closeable{document_, UNO_QUERY};
    if (closeable.is())
      closeable->close(true);
  } catch (const css::uno::Exception &) {
    // An office that died is somebody else's failure: the test that asks whether it is alive.
  }
}

Sheet Document::sheet(int index) const {
  const Reference<css::container::XIndexAccess> sheets{document_->getSheets(), UNO_QUERY_THROW};
  return Sheet{Reference<css::sheet::XSpreadsheet>{sheets->getByIndex(index), UNO_QUERY_THROW}};
}

Sheet Document::add_sheet(std::string_view name) {
  const Reference<css::sheet::XSpreadsheets> sheets = document_->getSheets();
  const auto count = static_cast<sal_Int16>(sheets->getElementNames().getLength());
  sheets->insertNewByName(to_uno(name), count);
  return sheet(count);
}

void Document::calculate_all() {
  Reference<css::sheet::XCalculatable> {
    document_, UNO_QUERY_THROW
    } -> calculateAll();
}

void Document::store(const std::filesystem::path &file) {
  std::filesystem::remove(file);
  const css::beans::PropertyValue filter = property("FilterName", Any{to_uno(filter_for(file))});
  const Sequence<css::beans::PropertyValue> how(&filter, 1);
  Reference<css::frame::XStorable> {
    document_, UNO_QUERY_THROW
    } -> storeToURL(to_url(file), how);
  if (!std::filesystem::exists(file) || std::filesystem::file_size(file) == 0)
    throw std::runtime_error{"nothing was stored in " + file.string()};
}

Office::Office(OfficeSettings settings)
    : settings_{std::move(settings)}, pipe_{"calcvram" + directory_.path().filename().string()} {
  if (settings_.profile.empty())
    settings_.profile = directory_.path() / "profile";
  if (!std::filesystem::exists(settings_.profile / "user"))
    write_profile(settings_.profile, settings_.locale, settings_.ui_language);
  const auto begin = std::chrono::steady_clock::now();
  start();
  while (!connect()) {
    const std::optional<int> ended = process_->exit_code();
    if (ended == restart_wanted)
      start();
    else if (ended || std::chrono::steady_clock::now() - begin > start_limit)
      throw std::runtime_error{"the office did not answer; it wrote:\n" + contents(directory_.path() / "output")};
    std::this_thread::sleep_for(20ms);
  }
  start_up_ = std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - begin);
}

Office::~Office() {
  try {
    ask_to_end();
  } catch (const css::uno::Exception &) {
    // The bridge breaks while the office ends: that is the answer.
  }
  remote_.clear();
  if (!process_->wait(end_limit))
    process_->stop(5s);
}

void Office::start() {
  const std::filesystem::path &own = directory_.path();
  // soffice.bin itself: the soffice script would leave us the id of a shell.
  ProcessPlan plan{.command = {(program_directory() / "soffice.bin").string(), "--headless", "--invisible",
                               "--norestore", "--nologo", "--nodefault", "--nofirststartwizard", "--nolockcheck",
                               "--accept=pipe,name=" + pipe_ + ";urp;",
                               "-env:UserInstallation=" + from_uno(to_url(settings_.profile))},
                   .environment = {{"HOME", own.string()}, {"TMPDIR", own.string()}, {"SAL_USE_VCLPLUGIN", "svp"}},
                   .output = own / "output"};
  if (!settings_.extensions.empty())
    plan.command.push_back("-env:BUNDLED_EXTENSIONS=" + from_uno(to_url(settings_.extensions)));
  process_ = std::make_unique<ChildProcess>(plan);
}

bool Office::connect() {
  try {
    const auto resolver = css::bridge::UnoUrlResolver::create(local_context());
    const rtl::OUString url = to_uno("uno:pipe,name=" + pipe_ + ";urp;StarOffice.ComponentContext");
    remote_.set(resolver->resolve(url), UNO_QUERY);
    return remote_.is();
  } catch (const css::uno::Exception &) {
    return false;
  }
}

void Office::ask_to_end() {
  if (remote_.is() && process_->running())
    css::frame::Desktop::create(remote_)->terminate();
}

Reference<css::uno::XInterface> Office::service(std::string_view name) {
  return remote_->getServiceManager()->createInstanceWithContext(to_uno(name), remote_);
}

Reference<css::uno::XInterface> Office::service(std::string_view name, const Sequence<Any> &arguments) {
  return remote_->getServiceManager()->createInstanceWithArgumentsAndContext(to_uno(name), arguments, remote_);
}

Reference<css::sheet::XSpreadsheetDocument> Office::open(const rtl::OUString &url, std::string_view filter,
                                                         std::string_view filter_options) {
  Sequence<css::beans::PropertyValue> how(filter.empty() ? 1 : 3);
  css::beans::PropertyValue *const properties = how.getArray();
  properties[0] = property("Hidden", Any{true});
  if (!filter.empty()) {
    properties[1] = property("FilterName", Any{to_uno(filter)});
    properties[2] = property("FilterOptions", Any{to_uno(filter_options)});
  }
  const auto component = css::frame::Desktop::create(remote_)->loadComponentFromURL(url, "_blank", 0, how);
  return Reference<css::sheet::XSpreadsheetDocument>{component, UNO_QUERY_THROW};
}

Document Office::new_document() {
  return Document{open("private:factory/scalc")};
}

Document Office::load(const std::filesystem::path &file) {
  return Document{open(to_url(file))};
}

Document Office::load_csv(const std::filesystem::path &file, bool english) {
  // comma, double quote, UTF-8, from row 1, no column formats, language (1033: American English, 0: the profile's)
  const std::string options = std::string{"44,34,76,1,,"} + (english ? "1033" : "0");
  return Document{open(to_url(file), "Text - txt - csv (StarCalc)", options)};
}

bool Office::alive() {
  try {
    return process_->running() && css::frame::Desktop::create(remote_).is();
  } catch (const css::uno::Exception &) {
    return false;
  }
}

} // namespace calcvram::calc
