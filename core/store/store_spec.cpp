// SPDX-License-Identifier: MIT
// Which store a text names, and the text that names a store.
#include "core/store/client/store_address.h"
#include "core/store/store.h"
#include "core/util/nearest_name.h"

#include <string_view>
#include <utility>
#include <vector>

namespace penstock {

namespace {

/// @p address as it was written, but for a password, which is shown as ***. Everything between the
/// first colon and the last @ counts as password, so that one with an unencoded / or @ is hidden
/// too.
std::string withoutPassword(const std::string& address)
{
    const std::size_t scheme = address.find("://");
    const std::size_t begin = scheme == std::string::npos ? 0 : scheme + 3;
    const std::size_t at = address.rfind('@');
    const std::size_t colon = address.find(':', begin);
    if (scheme == std::string::npos || at == std::string::npos || colon > at)
        return address;
    return address.substr(0, colon) + ":***" + address.substr(at);
}

} // namespace

Result<StoreSpec> parseStoreSpec(const std::string& text)
{
    using Kind = StoreSpec::Kind;
    static constexpr std::pair<std::string_view, Kind> kWords[] = {
        {"default", Kind::Default}, {"private", Kind::Private}, {"embedded", Kind::Embedded}};
    StoreSpec spec;
    std::vector<std::string> names;
    for (const auto& word : kWords) {
        names.emplace_back(word.first);
        if (word.first == text) {
            spec.kind = word.second;
            return spec;
        }
    }
    if (text.find(':') != std::string::npos) { // never quoted in a message: it may hold a password
        if (const auto address = parseStoreAddress(text); !address)
            return tl::unexpected(address.error());
        spec.kind = Kind::Server;
        spec.address = text;
        return spec;
    }
    return tl::unexpected(
        Error{ErrorKind::Usage, "there is no store \"" + text + '"' + didYouMean(text, names),
              "stores are default, private, embedded, redis://host:port/db and unix:PATH"});
}

std::string toText(const StoreSpec& spec)
{
    switch (spec.kind) {
    case StoreSpec::Kind::Default:
        return "default";
    case StoreSpec::Kind::Private:
        return "private";
    case StoreSpec::Kind::Embedded:
        return "embedded";
    case StoreSpec::Kind::Server:
        return withoutPassword(spec.address);
    }
    return {};
}

} // namespace penstock
