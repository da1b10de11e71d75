import sharp from 'sharp'
import { box, videoHead } from '../mp4.ts'

/** An image of one colour. */
export function image(width: number, height: number, format: 'jpeg' | 'png' | 'webp' = 'jpeg'): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#c96' } })
    .toFormat(format)
    .toBuffer()
}

/** The first half of a file. */
export function truncated(bytes: Buffer): Buffer {
  return bytes.subarray(0, bytes.length >> 1)
}

/** A black BMP of 10 x 10 pixels with 24 bits each. */
export function bitmap(): Buffer {
  const bytes = Buffer.alloc(54 + 32 * 10)
  bytes.write('BM')
  bytes.writeUInt32LE(bytes.length, 2)
  for (const [at, value] of [
    [10, 54],
    [14, 40],
    [18, 10],
    [22, 10],
    [26, 1],
    [28, 24],
  ] as const)
    bytes.writeUInt16LE(value, at)
  return bytes
}

/** An MP4 with a size, a duration and `padding` bytes, but no frames. */
export function video({ width = 720, height = 1280, seconds = 6, padding = 0 } = {}): Buffer {
  return Buffer.concat([videoHead({ width, height, seconds }), box('mdat', Buffer.alloc(padding))])
}
