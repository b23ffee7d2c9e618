# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# optional.cmake - pomp_optional, which makes an option of a library that pompinst can do without: AUTO uses it where it
# is installed, ON insists on it, OFF leaves it alone. Not here: which libraries there are (the top CMakeLists.txt).

# pomp_optional(MPI LIBRARY "MPI 3.1" PART "MPI (libpompomp-mpi)" HELP "…" PACKAGES "libopenmpi-dev")
# makes the option POMP_MPI and, unless that is OFF, calls pomp_find_mpi(), which the caller has defined: it gets QUIET
# if nobody insists, and sets pomp_found to what was found, in words, or to nothing. Afterwards pomp_has_mpi says whether
# there is the library, and pomp_optional_parts has a line about it for the user. It is a macro, as what find_package
# sets has to reach the caller.
macro(pomp_optional name)
  cmake_parse_arguments(pomp_optional "" "LIBRARY;PART;HELP;PACKAGES" "" ${ARGN})
  string(TOLOWER ${name} pomp_optional_lower)
  set(POMP_${name} AUTO CACHE STRING "${pomp_optional_HELP}: AUTO, ON or OFF")
  set_property(CACHE POMP_${name} PROPERTY STRINGS AUTO ON OFF)
  set(pomp_has_${pomp_optional_lower} FALSE)
  set(pomp_optional_state "off: POMP_${name}=OFF")
  if(POMP_${name})
    set(pomp_found "")
    if(POMP_${name} STREQUAL "AUTO")
      cmake_language(CALL pomp_find_${pomp_optional_lower} QUIET)
    else()
      cmake_language(CALL pomp_find_${pomp_optional_lower})
    endif()
    if(pomp_found)
      set(pomp_has_${pomp_optional_lower} TRUE)
      set(pomp_optional_state "on: ${pomp_found}")
    elseif(POMP_${name} STREQUAL "AUTO")
      set(pomp_optional_state "off: no ${pomp_optional_LIBRARY} found (Debian: apt install ${pomp_optional_PACKAGES})")
    else()
      message(FATAL_ERROR "POMP_${name}=${POMP_${name}}, and there is no ${pomp_optional_LIBRARY} "
                          "(Debian: apt install ${pomp_optional_PACKAGES})")
    endif()
  endif()
  string(LENGTH "${pomp_optional_PART}" pomp_optional_length)
  math(EXPR pomp_optional_length "22 - ${pomp_optional_length}")
  string(REPEAT " " ${pomp_optional_length} pomp_optional_blanks)
  list(APPEND pomp_optional_parts "${pomp_optional_PART}${pomp_optional_blanks}${pomp_optional_state}")
endmacro()
