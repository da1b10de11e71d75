import { MediaFault } from '../media-fault.ts'
import type { ByteReader } from '../store/byte-reader.ts'
import { Cursor } from './cursor.ts'
import type { Outline } from './outline.ts'

const EXTENSION = 0x21
const IMAGE = 0x2c
const TRAILER = 0x3b
/** The block terminator, of which some encoders write one too many. */
const STRAY = 0x00

const SCREEN = 13
const DESCRIPTOR = 10
const HAS_COLOURS = 0x80

function coloursOf(flags: number): number {
  return flags & HAS_COLOURS ? 3 * 2 ** ((flags & 7) + 1) : 0
}

/** Returns the 16-bit little-endian number at an offset. */
const uint16 = (cursor: Cursor, at: number) => cursor.byte(at) | (cursor.byte(at + 1) << 8)

/**
 * Counts the frames of a GIF and reads its canvas without decoding. A frame's data are length-prefixed blocks of up to
 * 255 bytes, ending with an empty one. In a file that is cut off, the frames before its end are counted, and `lacksEnd`
 * is true; decoders accept such a file. Bytes after the end are ignored. The canvas is the declared screen, or the size
 * of the frames if that is larger.
 * @throws MediaFault if a block is damaged
 * @see https://www.w3.org/Graphics/GIF/spec-gif89a.txt (read 2026-11-20)
 */
export async function gifOutline(reader: ByteReader): Promise<Outline> {
  const cursor = new Cursor(reader)
  await cursor.load(0)
  let at = SCREEN + coloursOf(cursor.byte(SCREEN - 3))
  const outline = { frames: 0, width: uint16(cursor, 6), height: uint16(cursor, 8), lacksEnd: true }
  let inData = false
  while (at < reader.bytes) {
    if (!cursor.has(at, DESCRIPTOR)) await cursor.load(at)
    const first = cursor.byte(at)
    if (inData) {
      at += 1 + first
      inData = first > 0
    } else if (first === TRAILER) return { ...outline, lacksEnd: false }
    else if (first === STRAY) at += 1
    else if (first === EXTENSION || first === IMAGE) {
      if (first === IMAGE) {
        outline.frames += 1
        outline.width = Math.max(outline.width, uint16(cursor, at + 1) + uint16(cursor, at + 5))
        outline.height = Math.max(outline.height, uint16(cursor, at + 3) + uint16(cursor, at + 7))
      }
      at += first === IMAGE ? DESCRIPTOR + coloursOf(cursor.byte(at + DESCRIPTOR - 1)) + 1 : 2
      inData = true
    } else throw new MediaFault('cannot be decoded: a block in it is damaged; export the image again')
  }
  return outline
}
