# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# install-folders.cmake - says where things are installed below the prefix, and how programs find each other there.
# What lives here: the folders, which are GNUInstallDirs' and four of our own. What does not: what is installed; each part's
# CMakeLists.txt says that, and the component that it belongs to:
#
#   Runtime   libpompomp.so                      Tools   pomp-report, pomp-convert, pomp-scale, pomp-runs, pomp-top, pomp-control, pomp-exec, Python's pomp, gdb's commands
#   Mpi       libpompomp-mpi.so, libpompreport-mpi.so  Dev     pomp.h, pomp_read.h, archives, what other build systems read
#   Read      libpompread.so
#   Plugin    libpompinst*.so, pomp-clang …      Doc     what to read, and examples

# It is `lib` on every system, as the build tree's twin, unless the user says something else.
if(NOT DEFINED CMAKE_INSTALL_LIBDIR)
  set(CMAKE_INSTALL_LIBDIR lib CACHE STRING "Where libraries are installed, below the prefix")
endif()
include(GNUInstallDirs)
# These are strings, as CMake makes what is given for a path absolute.
set(POMP_INSTALL_PLUGINDIR ${CMAKE_INSTALL_LIBDIR} CACHE STRING "Where the plugin is installed, below the prefix")
set(POMP_INSTALL_CMAKEDIR ${CMAKE_INSTALL_LIBDIR}/cmake/Pomp CACHE STRING "Where CMake's files are installed, below the prefix")
set(POMP_INSTALL_CFGDIR ${CMAKE_INSTALL_LIBDIR}/pompinst CACHE STRING "Where Clang's configuration files are installed, below the prefix")
set(POMP_INSTALL_PYTHONDIR ${CMAKE_INSTALL_DATADIR}/pomp/python CACHE STRING "Where the Python package is installed, below the prefix")
mark_as_advanced(POMP_INSTALL_PLUGINDIR POMP_INSTALL_CMAKEDIR POMP_INSTALL_CFGDIR POMP_INSTALL_PYTHONDIR)

# A program of an installation that was moved looks for the others from where it is itself.
function(pomp_way variable from to)
  GNUInstallDirs_get_absolute_install_dir(from_full from BINDIR)
  GNUInstallDirs_get_absolute_install_dir(to_full to LIBDIR)
  file(RELATIVE_PATH way ${from_full} ${to_full})
  string(REGEX REPLACE "/+$" "" way "${way}")
  set(${variable} ${way} PARENT_SCOPE)
endfunction()
pomp_way(POMP_LIBRARIES_FROM_BIN "${CMAKE_INSTALL_BINDIR}" "${CMAKE_INSTALL_LIBDIR}")
pomp_way(POMP_PLUGINS_FROM_BIN "${CMAKE_INSTALL_BINDIR}" "${POMP_INSTALL_PLUGINDIR}")
pomp_way(POMP_HEADERS_FROM_BIN "${CMAKE_INSTALL_BINDIR}" "${CMAKE_INSTALL_INCLUDEDIR}")
pomp_way(POMP_CMAKE_FROM_BIN "${CMAKE_INSTALL_BINDIR}" "${POMP_INSTALL_CMAKEDIR}")
pomp_way(POMP_PYTHON_FROM_BIN "${CMAKE_INSTALL_BINDIR}" "${POMP_INSTALL_PYTHONDIR}")
pomp_way(POMP_CFG_FROM_BIN "${CMAKE_INSTALL_BINDIR}" "${POMP_INSTALL_CFGDIR}")

# Libraries that are not among the system's, such as an OTF2 of the user's, are found after the installation as well.
if(NOT DEFINED CMAKE_INSTALL_RPATH_USE_LINK_PATH)
  set(CMAKE_INSTALL_RPATH_USE_LINK_PATH ON)
endif()
