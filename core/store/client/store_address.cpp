// SPDX-License-Identifier: MIT
#include "core/store/client/store_address.h"

#include <sys/un.h>

#include <charconv>
#include <optional>

namespace penstock {

namespace {

constexpr std::string_view kRedis = "redis://";
constexpr std::string_view kRedisTls = "rediss://";
constexpr std::string_view kUnix = "unix:";
constexpr const char* kForms = "write redis://[user:password@]host:port/database or unix:PATH";

// Messages name the part and never quote it: with an @ forgotten, a port may well be a password.
tl::unexpected<Error> problem(std::string message, std::string hint = kForms)
{
    return tl::unexpected(Error{ErrorKind::Usage, std::move(message), std::move(hint)});
}

template <class Number>
bool parseNumber(std::string_view text, Number& number)
{
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, number);
    return error == std::errc() && stop == end && !text.empty();
}

/// Percent-decoded, or nothing when a % is not followed by two hexadecimal digits.
std::optional<std::string> decoded(std::string_view text)
{
    std::string plain;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '%') {
            plain += text[i];
            continue;
        }
        const std::string_view digits = text.substr(i + 1, 2);
        unsigned value = 0;
        const auto [stop, error] =
            std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
        if (digits.size() != 2 || error != std::errc() || stop != digits.data() + 2)
            return std::nullopt;
        plain += static_cast<char>(value);
        i += 2;
    }
    return plain;
}

Result<StoreAddress> parseUnix(std::string_view path)
{
    if (path.empty())
        return problem("store address: the path of the unix socket is missing after \"unix:\"");
    if (path.size() >= sizeof(sockaddr_un::sun_path))
        return problem("store address: the path of the unix socket is longer than " +
                           std::to_string(sizeof(sockaddr_un::sun_path) - 1) + " bytes",
                       "use a shorter path");
    StoreAddress address;
    address.path = path;
    return address;
}

Result<void> parseLogin(std::string_view login, StoreAddress& address)
{
    const std::size_t colon = login.find(':');
    if (colon == std::string_view::npos)
        return problem("store address: the part before \"@\" has no \":\"",
                       "write user:password@ or, for a password alone, :password@");
    const auto user = decoded(login.substr(0, colon));
    const auto password = decoded(login.substr(colon + 1));
    if (!user)
        return problem("store address: bad percent-encoding in the user name");
    if (!password)
        return problem("store address: bad percent-encoding in the password",
                       "write a % in the password as %25");
    if (password->empty() && !user->empty())
        return problem("store address: the password is missing after the user name");
    address.user = *user;
    address.password = *password;
    return {};
}

Result<void> parseHost(std::string_view text, StoreAddress& address)
{
    std::string_view rest;
    if (text.starts_with('[')) {
        const std::size_t end = text.find(']');
        if (end == std::string_view::npos)
            return problem("store address: \"[\" without \"]\" in the host");
        address.host = text.substr(1, end - 1);
        rest = text.substr(end + 1);
        if (!rest.empty() && rest.front() != ':')
            return problem("store address: \":\" and the port must follow \"]\"");
    } else {
        const std::size_t colon = text.find(':');
        address.host = text.substr(0, colon);
        rest = colon == std::string_view::npos ? std::string_view() : text.substr(colon);
        if (rest.find(':', 1) != std::string_view::npos)
            return problem("store address: more than one \":\" in the host",
                           "write an IPv6 address in brackets: redis://[::1]:6379");
    }
    if (address.host.empty())
        return problem("store address: the host is missing");
    if (!rest.empty() && (!parseNumber(rest.substr(1), address.port) || address.port == 0))
        return problem("store address: the port is not a number from 1 to 65535");
    return {};
}

} // namespace

Result<StoreAddress> parseStoreAddress(std::string_view text)
{
    if (text.starts_with(kUnix))
        return parseUnix(text.substr(kUnix.size()));
    if (text.starts_with(kRedisTls))
        return problem("store address: TLS is not supported yet", "use redis:// or unix:PATH");
    if (!text.starts_with(kRedis))
        return problem("store address: it begins with neither \"redis://\" nor \"unix:\"");
    text.remove_prefix(kRedis.size());

    StoreAddress address;
    // The last @: one in the password that was not encoded must not put its tail into a host name
    // that is then shown.
    if (const std::size_t at = text.rfind('@'); at != std::string_view::npos) {
        if (const auto login = parseLogin(text.substr(0, at), address); !login)
            return tl::unexpected(login.error());
        text.remove_prefix(at + 1);
    }
    const std::size_t slash = text.find('/');
    if (const auto host = parseHost(text.substr(0, slash), address); !host)
        return tl::unexpected(host.error());
    if (slash != std::string_view::npos && slash + 1 < text.size() &&
        !parseNumber(text.substr(slash + 1), address.database))
        return problem("store address: the database is not a number");
    return address;
}

std::string toText(const StoreAddress& address)
{
    if (address.isUnix())
        return "unix:" + address.path;
    const bool isNumericV6 = address.host.find(':') != std::string::npos;
    return std::string(kRedis) + (isNumericV6 ? '[' + address.host + ']' : address.host) + ':' +
           std::to_string(address.port) + '/' + std::to_string(address.database);
}

} // namespace penstock
