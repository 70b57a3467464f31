// SPDX-License-Identifier: MIT
// A program that owns a private store and waits to be killed: prints the server's process id.
#include "core/store/private_store.h"

#include <QCoreApplication>

#include <cstdio>

int main(int argc, char** argv)
{
    using namespace penstock;
    const QCoreApplication app(argc, argv);
    const auto store = PrivateStore::start({});
    if (!store)
        return 1;
    const StopSignal stop;
    if (!waitForStore(**store, std::chrono::seconds(10), stop))
        return 2;
    std::printf("%lld\n", static_cast<long long>((*store)->processId()));
    std::fflush(stdout);
    return QCoreApplication::exec();
}
