# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The toolchain file for aarch64: it builds with this machine's Clang for Debian's libraries for arm64, which
# cmake/aarch64-sysroot.sh has put into a directory. POMP_SYSROOT names that directory.
# Not here: how what was built is run (test/run/emulated.py).
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(POMP_SYSROOT "${CMAKE_CURRENT_LIST_DIR}/../build/aarch64-sysroot" CACHE PATH "The libraries of an aarch64 system")
get_filename_component(POMP_SYSROOT "${POMP_SYSROOT}" ABSOLUTE)
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES POMP_SYSROOT)

set(CMAKE_SYSROOT "${POMP_SYSROOT}")
set(CMAKE_C_COMPILER_TARGET aarch64-linux-gnu)
set(CMAKE_CXX_COMPILER_TARGET aarch64-linux-gnu)
set(CMAKE_LIBRARY_ARCHITECTURE aarch64-linux-gnu)
foreach(kind EXE SHARED MODULE)
  set(CMAKE_${kind}_LINKER_FLAGS_INIT "-fuse-ld=lld-19 -L${POMP_SYSROOT}/usr/lib/llvm-19/lib")
endforeach()
find_program(CMAKE_LINKER ld.lld-19 REQUIRED)
find_program(CMAKE_OBJCOPY NAMES llvm-objcopy-19 REQUIRED)

set(CMAKE_FIND_ROOT_PATH "${POMP_SYSROOT}")
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(ENV{PKG_CONFIG_LIBDIR} "${POMP_SYSROOT}/usr/lib/aarch64-linux-gnu/pkgconfig")
set(ENV{PKG_CONFIG_SYSROOT_DIR} "${POMP_SYSROOT}")
