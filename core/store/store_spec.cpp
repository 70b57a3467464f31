// SPDX-License-Identifier: MIT
// Which store a text names, and the text that names a store.
#include "core/store/store.h"
#include "core/util/nearest_name.h"

#include <string_view>

namespace penstock {

namespace {

/// @p address with its password, if any, as ***. The password ends at the last @ of the authority.
std::string withoutPassword(const std::string& address)
{
    const std::size_t scheme = address.find("://");
    if (scheme == std::string::npos)
        return address;
    const std::size_t begin = scheme + 3;
    const std::size_t at = address.rfind('@', address.find('/', begin));
    if (at == std::string::npos || at < begin)
        return address;
    const std::size_t colon = address.find(':', begin);
    const std::string user = colon < at ? address.substr(begin, colon - begin) + ":***"
                                        : address.substr(begin, at - begin);
    return address.substr(0, begin) + user + address.substr(at);
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
    for (const std::string_view scheme : {"redis://", "unix:"}) {
        if (text.starts_with(scheme) && text.size() > scheme.size()) {
            spec.kind = Kind::Server;
            spec.address = text;
            return spec;
        }
    }
    return tl::unexpected(
        Error{ErrorKind::Usage,
              "there is no store \"" + withoutPassword(text) + '"' + didYouMean(text, names),
              "stores are default, private, embedded, redis://host:port/db and "
              "unix:PATH"});
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
