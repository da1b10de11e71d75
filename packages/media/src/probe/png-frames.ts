import { promisify } from 'node:util'
import { inflate } from 'node:zlib'
import { MediaFault } from '../media-fault.ts'
import type { ByteReader } from '../store/byte-reader.ts'
import { Cursor } from './cursor.ts'
import { type Outline, singleFrame } from './outline.ts'

const SIGNATURE = 8
/** The length and the type before a chunk's content, in bytes. */
const HEAD = 8
const CHECKSUM = 4
/** The maximum number of chunks. A 50-megapixel file written in parts of 8 KiB has a tenth of this. */
const MAX_CHUNKS = 100_000
/**
 * The maximum size in bytes of text and color profile after decompression, which decoders do before the first pixel.
 */
const MAX_UNPACKED = 8 * 1024 * 1024

const unpack = promisify(inflate)

/**
 * Functions that return the offset of the compressed part of a chunk, keyed by chunk type; null if nothing is
 * compressed.
 */
const compressedFrom: Readonly<Record<string, (content: Buffer) => number | null>> = {
  zTXt: (content) => content.indexOf(0) + 2,
  iCCP: (content) => content.indexOf(0) + 2,
  iTXt: (content) => {
    const keyword = content.indexOf(0)
    if (content[keyword + 1] !== 1) return null
    const language = content.indexOf(0, keyword + 3)
    return content.indexOf(0, language + 1) + 1
  },
}

function tooMuch(): MediaFault {
  const limit = `${MAX_UNPACKED / 1024 / 1024} MiB`
  return new MediaFault(`has text or a color profile of more than ${limit} unpacked; export it without metadata`)
}

/**
 * Returns the size in bytes that the content of a chunk has after decompression; its own size if it is not compressed,
 * or if it cannot be decompressed, which decoders ignore as well.
 * @throws MediaFault if it would exceed `left` bytes
 */
async function unpackedBytes(content: Buffer, type: string, left: number): Promise<number> {
  const from = compressedFrom[type]?.(content) ?? null
  if (from === null || from >= content.length) return content.length
  try {
    return (await unpack(content.subarray(from), { maxOutputLength: Math.max(1, left) })).length
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE') throw tooMuch()
    return content.length
  }
}

const isCompressible = (type: string) => Object.hasOwn(compressedFrom, type)

/**
 * Reads the size of a PNG and its announced number of frames from its chunks, without decoding.
 * @throws MediaFault if text and color profile decompress to more than 8 MiB, or if there are too many chunks
 * @see https://www.w3.org/TR/png-3/#11Chunks (read 2026-11-22)
 */
export async function pngOutline(reader: ByteReader): Promise<Outline> {
  const cursor = new Cursor(reader)
  const outline = { ...singleFrame }
  let left = MAX_UNPACKED
  let at = SIGNATURE
  let chunks = 0
  for (; chunks < MAX_CHUNKS && at + HEAD + CHECKSUM <= reader.bytes; chunks++) {
    if (!cursor.has(at, HEAD + 8)) await cursor.load(at)
    const length = cursor.uint32BE(at)
    const type = cursor.latin1(at + 4, 4)
    if (type === 'IHDR')
      Object.assign(outline, { width: cursor.uint32BE(at + HEAD), height: cursor.uint32BE(at + HEAD + 4) })
    if (type === 'acTL') outline.frames = Math.max(1, cursor.uint32BE(at + HEAD))
    if (isCompressible(type)) {
      if (length > MAX_UNPACKED) throw tooMuch()
      if (at + HEAD + length > reader.bytes) break
      left -= await unpackedBytes(await reader.read(at + HEAD, length), type, left)
      if (left < 0) throw tooMuch()
    }
    if (type === 'IEND') break
    at += HEAD + length + CHECKSUM
  }
  if (chunks === MAX_CHUNKS) throw new MediaFault('has too many chunks; export the image again')
  return outline
}
