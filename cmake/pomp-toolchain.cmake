# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# pomp-toolchain.cmake - builds an unmodified CMake project with pomp-clang and pomp-clang++:
#
#   cmake -DCMAKE_TOOLCHAIN_FILE=.../pomp-toolchain.cmake ...
#
# What lives here: where the wrappers are. What does not: flags; the wrappers add what is needed, to each command.
# It works from an installation, from a build tree, and from the checkout once that is built.
foreach(up IN ITEMS "../build" "../../.." "../../../..") # checkout, lib/cmake/Pomp, lib/TRIPLET/cmake/Pomp
  get_filename_component(pomp_bin "${CMAKE_CURRENT_LIST_DIR}/${up}/bin" ABSOLUTE)
  if(EXISTS "${pomp_bin}/pomp-clang")
    break()
  endif()
  unset(pomp_bin)
endforeach()
if(NOT pomp_bin)
  message(FATAL_ERROR "pomp-toolchain.cmake: there is no pomp-clang near ${CMAKE_CURRENT_LIST_DIR}: build or install "
                      "pompinst first (cmake --preset default && cmake --build --preset default)")
endif()

set(CMAKE_C_COMPILER "${pomp_bin}/pomp-clang")
set(CMAKE_CXX_COMPILER "${pomp_bin}/pomp-clang++")
unset(pomp_bin)
