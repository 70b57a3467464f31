// SPDX-License-Identifier: MIT
#include "core/store/embedded/embedded_store.h"
#include "core/store/private_store.h"
#include "core/store/server_store.h"
#include "core/store/store.h"

#include <utility>

namespace penstock {

namespace {

template <class Concrete>
Result<std::unique_ptr<Store>> asStore(Result<std::unique_ptr<Concrete>> made)
{
    if (!made)
        return tl::unexpected(made.error());
    return std::unique_ptr<Store>(std::move(*made));
}

} // namespace

Result<std::unique_ptr<Store>> makeStore(const StoreSpec& spec)
{
    using Kind = StoreSpec::Kind;
    Kind kind = spec.kind;
    if (kind == Kind::Default)
        kind = PrivateStore::findServer().isEmpty() ? Kind::Embedded : Kind::Private;
    if (kind == Kind::Server)
        return asStore(ServerStore::open(spec));
    if (kind == Kind::Private)
        return asStore(PrivateStore::start(spec));
    return makeEmbeddedStore(spec);
}

} // namespace penstock
