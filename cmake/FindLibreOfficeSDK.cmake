# LibreOffice with its SDK, wherever it is installed. Both directories may be given from outside:
#   LIBREOFFICE_PROGRAM_DIR  where soffice.bin, types.rdb and the libraries are
#   LIBREOFFICE_SDK_DIR      where include/ and bin/ of the SDK are
# It also finds unoidl-write, unoidl-read and cppumaker, the type libraries, and the libraries as the targets
# LibreOfficeSDK::cppu, ::cppuhelper, ::sal and ::salhelper.

find_path(
  LIBREOFFICE_PROGRAM_DIR types.rdb
  PATHS /usr/lib/libreoffice/program /usr/lib64/libreoffice/program /opt/libreoffice/program
  DOC "The program directory of LibreOffice")
find_path(
  LIBREOFFICE_SDK_DIR include/cppuhelper/implbase1.hxx
  PATHS ${LIBREOFFICE_PROGRAM_DIR}/../sdk
  DOC "The directory of the LibreOffice SDK")

foreach(tool IN ITEMS unoidl-write unoidl-read cppumaker)
  string(TOUPPER "LIBREOFFICE_${tool}" variable)
  string(REPLACE "-" "_" variable "${variable}")
  find_program(${variable} ${tool} HINTS ${LIBREOFFICE_SDK_DIR}/bin)
  mark_as_advanced(${variable})
endforeach()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(
  LibreOfficeSDK
  REQUIRED_VARS LIBREOFFICE_PROGRAM_DIR LIBREOFFICE_SDK_DIR LIBREOFFICE_UNOIDL_WRITE LIBREOFFICE_UNOIDL_READ
                LIBREOFFICE_CPPUMAKER)

set(LIBREOFFICE_TYPE_LIBRARIES ${LIBREOFFICE_PROGRAM_DIR}/types.rdb ${LIBREOFFICE_PROGRAM_DIR}/types/offapi.rdb)

# The libraries themselves, not the links in the SDK: their directory is then what a test finds them by.
function(_libreoffice_library name file)
  if(LibreOfficeSDK_FOUND AND NOT TARGET LibreOfficeSDK::${name})
    add_library(LibreOfficeSDK::${name} SHARED IMPORTED GLOBAL)
    set_target_properties(LibreOfficeSDK::${name} PROPERTIES IMPORTED_LOCATION ${LIBREOFFICE_PROGRAM_DIR}/${file}
                                                             IMPORTED_SONAME ${file})
  endif()
endfunction()
_libreoffice_library(cppu libuno_cppu.so.3)
_libreoffice_library(cppuhelper libuno_cppuhelpergcc3.so.3)
_libreoffice_library(sal libuno_sal.so.3)
_libreoffice_library(salhelper libuno_salhelpergcc3.so.3)
