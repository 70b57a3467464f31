# SPDX-License-Identifier: MIT
# Run by penstock_embed_scripts: writes OUTPUT from the list SCRIPTS.
set(text "// Generated from resources/lua; do not edit.\n#include \"core/limit/script.h\"\n\n#include <iterator>\n\n")
string(APPEND text "namespace penstock::detail {\n\nconst EmbeddedScript kEmbeddedScripts[] = {\n")
foreach(script IN LISTS SCRIPTS)
    get_filename_component(name "${script}" NAME_WE)
    file(READ "${script}" source)
    string(APPEND text "    {\"${name}\", R\"__lua__(${source})__lua__\"},\n")
endforeach()
string(APPEND text "};\n\nconst std::size_t kEmbeddedScriptCount = std::size(kEmbeddedScripts);\n\n")
string(APPEND text "} // namespace penstock::detail\n")
file(WRITE "${OUTPUT}" "${text}")
