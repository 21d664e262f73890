// A private office of this test alone: its own profile, its own extensions, its own pipe.
#pragma once

#include <chrono>
#include <filesystem>
#include <memory>
#include <string>

#include <com/sun/star/lang/XComponent.hpp>
#include <com/sun/star/lang/XMultiComponentFactory.hpp>
#include <com/sun/star/sheet/XSpreadsheetDocument.hpp>
#include <com/sun/star/uno/XComponentContext.hpp>

#include "process.hpp"
#include "sheet.hpp"

namespace calcvram::calc {

struct OfficeSettings {
  std::filesystem::path extensions = CALCVRAM_TEST_EXTENSIONS; ///< holds unpacked extensions; empty: none
  std::string locale{};                                        ///< of documents, "de-DE"; empty: the office's default
  std::string ui_language{};                                   ///< of texts and function names, "es"; empty: English
  std::filesystem::path profile{};                             ///< one to use again; empty: a new one
};

/// A spreadsheet opened without a window, closed with this object.
class Document {
public:
  explicit Document(com::sun::star::uno::Reference<com::sun::star::sheet::XSpreadsheetDocument> document)
      : document_{std::move(document)} {}
  ~Document();
  Document(Document &&) noexcept = default;
  Document(const Document &) = delete;
  Document &operator=(const Document &) = delete;
  Document &operator=(Document &&) = delete;

  [[nodiscard]] Sheet sheet(int index = 0) const;
  Sheet add_sheet(std::string_view name);
  void calculate_all();
  /// In the format its name ends in: ods, fods, xlsx, pdf. Throws unless the file is there afterwards.
  void store(const std::filesystem::path &file);
  [[nodiscard]] const com::sun::star::uno::Reference<com::sun::star::sheet::XSpreadsheetDocument> &uno() const {
    return document_;
  }

private:
  com::sun::star::uno::Reference<com::sun::star::sheet::XSpreadsheetDocument> document_;
};

class Office {
public:
  explicit Office(OfficeSettings settings = {});
  ~Office();
  Office(const Office &) = delete;
  Office &operator=(const Office &) = delete;

  [[nodiscard]] Document new_document();
  [[nodiscard]] Document load(const std::filesystem::path &file);
  /// A file of comma-separated values in UTF-8, as its import opens it; its numbers are written as in English where
  /// `english`, else as in the profile's language. The sheet is called like the file.
  [[nodiscard]] Document load_csv(const std::filesystem::path &file, bool english = true);
  /// A service of the office, by name.
  [[nodiscard]] com::sun::star::uno::Reference<com::sun::star::uno::XInterface> service(std::string_view name);
  [[nodiscard]] com::sun::star::uno::Reference<com::sun::star::uno::XInterface>
  service(std::string_view name, const com::sun::star::uno::Sequence<com::sun::star::uno::Any> &arguments);
  /// The process runs and answers.
  [[nodiscard]] bool alive();
  /// From exec to the first answer.
  [[nodiscard]] std::chrono::milliseconds start_up() const { return start_up_; }
  [[nodiscard]] const std::filesystem::path &directory() const { return directory_.path(); }
  [[nodiscard]] const com::sun::star::uno::Reference<com::sun::star::uno::XComponentContext> &context() const {
    return remote_;
  }

private:
  void start();
  bool connect();
  void ask_to_end();
  [[nodiscard]] com::sun::star::uno::Reference<com::sun::star::sheet::XSpreadsheetDocument>
  open(const rtl::OUString &url, std::string_view filter = {}, std::string_view filter_options = {});

  OfficeSettings settings_;
  TemporaryDirectory directory_;
  std::string pipe_;
  std::unique_ptr<ChildProcess> process_;
  com::sun::star::uno::Reference<com::sun::star::uno::XComponentContext> remote_;
  std::chrono::milliseconds start_up_{};
};

/// The one office of this executable, started by calc_main's fixture.
Office &office();

} // namespace calcvram::calc
