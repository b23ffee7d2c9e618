# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# pomp-toolchain.cmake - builds an unmodified CMake project with pomp-clang and pomp-clang++:
#
#   cmake -DCMAKE_TOOLCHAIN_FILE=.../pomp-toolchain.cmake ...
#
# -DPOMP_MUTEXES=ON links with --pomp-mutexes, which measures locks that are not OpenMP's.
#
# What lives here: where the wrappers are, and what goes with them. What does not: flags; the wrappers add what is needed, to each command.
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

# Tools that read compile_commands.json take our options only in the spelling that plain Clang takes, and pomp-clang takes it as well.
foreach(language IN ITEMS C CXX)
  set(pomp_spelling "(^|[ \"'])--pomp-([a-z])" "\\1-fplugin-arg-pompinst-\\2")
  string(REGEX REPLACE ${pomp_spelling} pomp_flags "$ENV{${language}FLAGS}")
  set(ENV{${language}FLAGS} "${pomp_flags}")
  if(DEFINED CACHE{CMAKE_${language}_FLAGS})
    string(REGEX REPLACE ${pomp_spelling} pomp_flags "$CACHE{CMAKE_${language}_FLAGS}")
    set_property(CACHE CMAKE_${language}_FLAGS PROPERTY VALUE "${pomp_flags}")
  endif()
endforeach()
unset(pomp_spelling)
unset(pomp_flags)

if(POMP_MUTEXES)
  foreach(kind IN ITEMS EXE SHARED MODULE)
    set(CMAKE_${kind}_LINKER_FLAGS_INIT "--pomp-mutexes")
  endforeach()
endif()

# CMake takes "pomp-" for the prefix of a cross compiler, and would look for pomp-llvm-ar and the like. These are what it finds for
# the Clang that the wrappers run; link-time optimisation, and archives of its objects, need them.
if(NOT DEFINED CMAKE_C_COMPILER_AR)
  execute_process(COMMAND "${pomp_bin}/pomp-clang" -dumpversion OUTPUT_VARIABLE pomp_version ERROR_QUIET)
  string(REGEX MATCH "^[0-9]+" pomp_version "${pomp_version}")
  foreach(tool IN ITEMS AR RANLIB NM OBJCOPY OBJDUMP STRIP READELF ADDR2LINE)
    string(TOLOWER "llvm-${tool}" pomp_tool)
    find_program(CMAKE_${tool} NAMES ${pomp_tool}-${pomp_version} ${pomp_tool} HINTS /usr/lib/llvm-${pomp_version}/bin)
  endforeach()
  foreach(language IN ITEMS C CXX)
    foreach(tool IN ITEMS AR RANLIB)
      set(CMAKE_${language}_COMPILER_${tool} "${CMAKE_${tool}}" CACHE FILEPATH "The llvm-${tool} of the Clang that pomp-clang runs")
    endforeach()
  endforeach()
  unset(pomp_version)
  unset(pomp_tool)
endif()
unset(pomp_bin)
