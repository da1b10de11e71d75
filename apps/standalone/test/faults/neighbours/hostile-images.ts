import { crc32, deflateSync } from 'node:zlib'

/**
 * A lossless WebP of one colour: every code has a single symbol, so that any number of pixels takes no bytes at all.
 *
 * @see https://developers.google.com/speed/webp/docs/webp_lossless_bitstream_specification (read 2026-11-22)
 */
export function wideWebp(width: number, height: number): Buffer {
  const bits: number[] = []
  const write = (value: number, count: number) => {
    for (let bit = 0; bit < count; bit++) bits.push((value >> bit) & 1)
  }
  write(width - 1, 14)
  write(height - 1, 14)
  // No alpha, version 0; no transform, no cache of colours, one group of codes.
  write(0, 7)
  // Five codes, each simple, of one symbol, which is 0.
  for (let code = 0; code < 5; code++) write(1, 4)
  const bytes = Buffer.alloc(Math.ceil(bits.length / 8) + 1)
  for (const [at, bit] of bits.entries()) bytes[at >> 3] = (bytes[at >> 3] ?? 0) | (bit << (at & 7))
  const data = Buffer.concat([Buffer.from([0x2f]), bytes])
  const padded = data.length % 2 === 0 ? data : Buffer.concat([data, Buffer.alloc(1)])
  const head = Buffer.alloc(20)
  head.write('RIFF', 0, 'latin1')
  head.writeUInt32LE(12 + padded.length, 4)
  head.write('WEBPVP8L', 8, 'latin1')
  head.writeUInt32LE(data.length, 16)
  return Buffer.concat([head, padded])
}

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/**
 * A PNG of one pixel with compressed comments, each of so many bytes when it is unpacked.
 *
 * @see https://www.w3.org/TR/png-3/ (read 2026-11-20)
 */
export function commentedPng(comments: number, bytes: number): Buffer {
  const header = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0])
  const comment = Buffer.concat([Buffer.from('Comment\0\0', 'latin1'), deflateSync(Buffer.alloc(bytes, 'a'))])
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    ...Array.from({ length: comments }, () => chunk('zTXt', comment)),
    chunk('IDAT', deflateSync(Buffer.from([0, 9, 9, 9]))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
