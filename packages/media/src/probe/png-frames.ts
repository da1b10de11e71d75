import type { ByteReader } from '../store/byte-reader.ts'

const SIGNATURE = 8
const MAX_CHUNKS = 1000

/** How many images an animated PNG announces before its image data; 1 when it is a still one. */
export async function pngFrames(reader: ByteReader): Promise<number> {
  let at = SIGNATURE
  for (let chunks = 0; chunks < MAX_CHUNKS && at + 12 <= reader.bytes; chunks++) {
    const header = await reader.read(at, 12)
    const type = header.toString('latin1', 4, 8)
    if (type === 'acTL') return Math.max(1, header.readUInt32BE(8))
    if (type === 'IDAT') return 1
    at += 12 + header.readUInt32BE(0)
  }
  return 1
}
