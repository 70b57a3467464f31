# SPDX-License-Identifier: MIT
# penstock_add_test(tst_name LABELS unit [redis] [threads] [ui] [stress] LIBS lib...)
# One executable per unit: tst_name.cpp in the current folder. The label `threads` is what the
# tsan preset builds and runs.
function(penstock_add_test name)
    cmake_parse_arguments(arg "" "" "LABELS;LIBS;SOURCES;ENVIRONMENT" ${ARGN})
    add_executable(${name} ${name}.cpp ${arg_SOURCES})
    if(PENSTOCK_SANITIZE STREQUAL "thread" AND NOT "threads" IN_LIST arg_LABELS)
        set_target_properties(${name} PROPERTIES EXCLUDE_FROM_ALL ON)
    endif()
    target_link_libraries(${name} PRIVATE ${arg_LIBS} penstock_test_support Qt6::Test penstock_options)
    add_test(NAME ${name} COMMAND ${name})
    set_tests_properties(${name} PROPERTIES LABELS "${arg_LABELS}")
    set_property(TEST ${name} APPEND PROPERTY ENVIRONMENT "QT_QPA_PLATFORM=offscreen" ${arg_ENVIRONMENT})
endfunction()
