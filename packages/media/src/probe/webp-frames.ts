import type { ByteReader } from '../store/byte-reader.ts'
import { Cursor } from './cursor.ts'

const HEADER = 12
const CHUNK = 8
const FRAME = Buffer.from('ANMF').readUInt32LE()

/**
 * Counts the frames of a WebP image without decoding; 1 for a still image. In a file that is cut off, the frames before
 * its end are counted. Used because the decoder's own count takes quadratic time.
 * @see https://developers.google.com/speed/webp/docs/riff_container (read 2026-11-20)
 */
export async function webpFrames(reader: ByteReader): Promise<number> {
  const cursor = new Cursor(reader)
  await cursor.load(0)
  const end = Math.min(reader.bytes, cursor.uint32(4) + CHUNK)
  let frames = 0
  for (let at = HEADER; at + CHUNK <= end; ) {
    if (!cursor.has(at, CHUNK)) await cursor.load(at)
    if (cursor.uint32(at) === FRAME) frames += 1
    const size = cursor.uint32(at + 4)
    at += CHUNK + size + (size % 2)
  }
  return Math.max(1, frames)
}
