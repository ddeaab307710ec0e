# warrant_room(<name> USES <rooms…> SOURCES <files…> [LIBS <dep::…>] [TESTS <files…>] [FUZZ <files…>])
#
# A room is a static library warrant_<name> with one public include directory. Only the rooms under
# USES are on its include path; tools/check-includes refuses headers that leak in through them.
# TESTS become one executable <name>_test; each file under FUZZ becomes one libFuzzer executable.
include(GoogleTest)

function(warrant_room name)
  cmake_parse_arguments(ROOM "" "" "USES;SOURCES;LIBS;TESTS;FUZZ" ${ARGN})
  add_library(warrant_${name} STATIC ${ROOM_SOURCES})
  add_library(warrant::${name} ALIAS warrant_${name})
  target_include_directories(warrant_${name} PUBLIC ${CMAKE_CURRENT_SOURCE_DIR}/include)
  target_link_libraries(warrant_${name} PUBLIC fmt::fmt-header-only)
  target_link_libraries(warrant_${name} PRIVATE warrant::flags ${ROOM_LIBS})
  foreach(used IN LISTS ROOM_USES)
    target_link_libraries(warrant_${name} PUBLIC warrant::${used})
  endforeach()

  if(WARRANT_TESTS AND ROOM_TESTS)
    add_executable(${name}_test ${ROOM_TESTS})
    target_include_directories(${name}_test PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
    target_compile_definitions(${name}_test PRIVATE WARRANT_SOURCE_DIR="${CMAKE_SOURCE_DIR}")
    target_link_libraries(${name}_test PRIVATE
      warrant::flags warrant::${name} GTest::gmock GTest::gtest_main dep::rapidcheck)
    gtest_discover_tests(${name}_test DISCOVERY_MODE PRE_TEST TEST_PREFIX ${name}.
      PROPERTIES TIMEOUT 300)
  endif()

  if(WARRANT_FUZZ)
    foreach(source IN LISTS ROOM_FUZZ)
      get_filename_component(target ${source} NAME_WE)
      add_executable(${target} ${source})
      target_compile_definitions(${target} PRIVATE WARRANT_SOURCE_DIR="${CMAKE_SOURCE_DIR}")
      target_link_libraries(${target} PRIVATE warrant::flags warrant::${name})
      target_compile_options(${target} PRIVATE -fsanitize=fuzzer)
      target_link_options(${target} PRIVATE -fsanitize=fuzzer)
      set_target_properties(${target} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/fuzz)
    endforeach()
  endif()
endfunction()
