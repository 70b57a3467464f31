// SPDX-License-Identifier: MIT
#include "core/feed/gunzip.h"

#include <zlib.h>

#include <array>
#include <memory>

namespace penstock {

namespace {

struct InflateEnd
{
    void operator()(z_stream* stream) const { inflateEnd(stream); }
};

constexpr int kGzipOnly = 16 + MAX_WBITS;

} // namespace

bool isGzip(const QByteArray& bytes)
{
    return bytes.startsWith("\x1f\x8b\x08");
}

tl::expected<QByteArray, std::string> gunzip(const QByteArray& bytes, std::int64_t sizeLimit)
{
    z_stream stream{};
    if (inflateInit2(&stream, kGzipOnly) != Z_OK)
        return tl::unexpected(std::string("gzip: out of memory"));
    const std::unique_ptr<z_stream, InflateEnd> owner(&stream);

    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    stream.avail_in = static_cast<uInt>(bytes.size());
    QByteArray unpacked;
    std::array<char, 64 * 1024> chunk;
    for (;;) {
        stream.next_out = reinterpret_cast<Bytef*>(chunk.data());
        stream.avail_out = chunk.size();
        const int status = inflate(&stream, Z_NO_FLUSH);
        unpacked.append(chunk.data(), static_cast<qsizetype>(chunk.size() - stream.avail_out));
        if (unpacked.size() > sizeLimit)
            return tl::unexpected("unpacks to more than " + std::to_string(sizeLimit) + " bytes");
        if (status == Z_STREAM_END) {
            if (stream.avail_in == 0)
                return unpacked;
            if (inflateReset(&stream) != Z_OK) // another member follows
                return tl::unexpected(std::string("gzip: damaged"));
        } else if (status != Z_OK) {
            return tl::unexpected(std::string("gzip: ") +
                                  (status == Z_BUF_ERROR ? "cut off" : "damaged"));
        }
    }
}

} // namespace penstock
