# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# arrange.cmake - CPack runs it when it has installed each component into a folder of its own, and before it packs them: it
# makes of them what Debian expects. What lives here: which files go to a package other than their component's, and what is
# added. What does not: which packages there are (CMakeLists.txt).
cmake_minimum_required(VERSION 3.25)

# The folder of a component, which may have nothing in it yet.
macro(pomp_folder variable component)
  set(${variable} ${CPACK_TEMPORARY_DIRECTORY}/${component})
endmacro()

# Moves the files that fit a pattern, below the prefix, from a component to another.
function(pomp_move from to pattern)
  pomp_folder(old ${from})
  pomp_folder(new ${to})
  file(GLOB_RECURSE found LIST_DIRECTORIES false RELATIVE ${old} ${old}/usr/${pattern})
  if(NOT found)
    message(FATAL_ERROR "arrange.cmake: no file of ${from} fits ${pattern}, which ${to} is made of")
  endif()
  foreach(name IN LISTS found)
    get_filename_component(where ${new}/${name} DIRECTORY)
    file(MAKE_DIRECTORY ${where})
    file(RENAME ${old}/${name} ${new}/${name})
  endforeach()
endfunction()

# Compresses a file so that equal files stay equal: without its name and its time.
function(pomp_compress file)
  execute_process(COMMAND gzip -9nf ${file} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

foreach(component IN LISTS CPACK_COMPONENTS_ALL)
  if(component MATCHES "^Clang([0-9]+)$")
    pomp_move(Plugin ${component} libpompinst-${CMAKE_MATCH_1}.so)
  elseif(component STREQUAL "MpiDev")
    pomp_move(Dev MpiDev libpompomp-mpi.*)
    pomp_move(Dev MpiDev pomp-mpi.pc)
  endif()
endforeach()

foreach(component IN LISTS CPACK_COMPONENTS_ALL)
  pomp_folder(folder ${component})
  string(TOUPPER ${component} key)
  set(package ${CPACK_DEBIAN_${key}_PACKAGE_NAME})
  set(doc ${folder}/usr/share/doc/${package})
  set(debian ${CPACK_POMP_SOURCE}/packaging/debian)
  file(MAKE_DIRECTORY ${doc})

  # Debian's own file replaces the licence.
  file(REMOVE ${folder}/usr/share/doc/pompinst/LICENSE)
  configure_file(${CPACK_POMP_SOURCE}/CHANGELOG.md ${doc}/changelog COPYONLY)
  configure_file(${debian}/changelog ${doc}/changelog.Debian COPYONLY)
  pomp_compress(${doc}/changelog)
  pomp_compress(${doc}/changelog.Debian)
  configure_file(${debian}/copyright ${doc}/copyright COPYONLY)
  # Where lintian, which checks packages, is wrong about all packages, or about those of libraries, these files say why.
  set(overrides ${folder}/usr/share/lintian/overrides/${package})
  configure_file(${debian}/lintian-overrides ${overrides} COPYONLY)
  if(component MATCHES "^(Runtime|Mpi|Read)$")
    file(READ ${debian}/libraries.lintian-overrides more)
    file(APPEND ${overrides} "${more}")
  endif()

  file(GLOB_RECURSE pages LIST_DIRECTORIES false ${folder}/usr/share/man/*)
  foreach(page IN LISTS pages)
    if(NOT IS_SYMLINK ${page} AND NOT page MATCHES "\\.gz$")
      pomp_compress(${page})
    endif()
  endforeach()
  # A page may stand for another by a link, whose aim has another name now.
  foreach(page IN LISTS pages)
    if(IS_SYMLINK ${page})
      file(READ_SYMLINK ${page} aim)
      file(REMOVE ${page})
      file(CREATE_LINK ${aim}.gz ${page}.gz SYMBOLIC)
    endif()
  endforeach()
  # A command with several names has one page for all of them.
  file(GLOB commands RELATIVE ${folder}/usr/bin ${folder}/usr/bin/*)
  set(man ${folder}/usr/share/man/man1)
  foreach(name IN LISTS commands)
    if(IS_SYMLINK ${folder}/usr/bin/${name})
      file(READ_SYMLINK ${folder}/usr/bin/${name} aim)
      if(EXISTS ${man}/${aim}.1.gz AND NOT EXISTS ${man}/${name}.1.gz)
        file(CREATE_LINK ${aim}.1.gz ${man}/${name}.1.gz SYMBOLIC)
      endif()
    endif()
  endforeach()

  file(GLOB_RECURSE archives LIST_DIRECTORIES false ${folder}/usr/*.a)
  foreach(archive IN LISTS archives)
    execute_process(COMMAND ${CPACK_POMP_OBJCOPY} --strip-debug --enable-deterministic-archives ${archive} COMMAND_ERROR_IS_FATAL ANY)
  endforeach()
  # What a library runs is no program, and the user who installs may have another umask.
  execute_process(COMMAND chmod -R u=rwX,go=rX ${folder} COMMAND_ERROR_IS_FATAL ANY)
  file(GLOB_RECURSE libraries LIST_DIRECTORIES false ${folder}/usr/lib/*.so ${folder}/usr/lib/*.so.*)
  foreach(library IN LISTS libraries)
    if(NOT IS_SYMLINK ${library})
      file(CHMOD ${library} PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ)
    endif()
  endforeach()
endforeach()
