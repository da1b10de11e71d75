import { MediaFault } from '../media-fault.ts'
import type { ByteReader } from '../store/byte-reader.ts'

const MAX_ELEMENTS = 10_000
const MAX_DEPTH = 8

interface Element {
  id: number
  start: number
  /** The end of the content; the end of the enclosing element for an element of unknown size. */
  end: number
  /** Whether the header states the size. */
  sized: boolean
}

/**
 * Called for each element. Returns `enter` to visit the elements in it, `skip` to continue after it, or `stop` to end
 * the whole walk. `content` reads the element's content, up to its first 64 bytes, and may be called before any of the
 * three results.
 */
type Visit = (element: Element, content: () => Promise<Buffer>) => Promise<'enter' | 'skip' | 'stop'>

function broken(problem: string): MediaFault {
  return new MediaFault(`is not a usable video: ${problem}; export the video again`)
}

/**
 * Returns the width in bytes of a variable-size number, given by the leading zero bits of its first byte; 9 for an
 * invalid one.
 */
function widthOf(first: number): number {
  return Math.clz32(first) - 23
}

function number(bytes: Buffer, from: number, width: number, keepMarker: boolean): number {
  let value = bytes[from] ?? 0
  if (!keepMarker) value &= (1 << (8 - width)) - 1
  for (let at = 1; at < width; at++) value = value * 256 + (bytes[from + at] ?? 0)
  return value
}

async function elementAt(reader: ByteReader, at: number, outerEnd: number): Promise<Element> {
  const head = await reader.read(at, Math.min(12, outerEnd - at))
  const idWidth = widthOf(head[0] ?? 0)
  const sizeWidth = widthOf(head[idWidth] ?? 0)
  if (idWidth > 4 || sizeWidth > 8 || idWidth + sizeWidth > head.length)
    throw broken('one of its elements has no header')
  const size = number(head, idWidth, sizeWidth, false)
  const start = at + idWidth + sizeWidth
  const sized = size !== 2 ** (7 * sizeWidth) - 1
  const end = sized ? start + size : outerEnd
  if (end > outerEnd)
    throw broken(`one of its elements needs ${end} bytes where there are ${outerEnd}, so it was cut off`)
  return { id: number(head, 0, idWidth, true), start, end, sized }
}

/**
 * Walks through the elements of an EBML file (RFC 8794), such as a WebM video. Skipped elements are not read. Returns
 * the number of visited elements.
 * @throws MediaFault if the file is malformed or cut off, or has too many elements or levels
 */
export async function walkElements(reader: ByteReader, visit: Visit): Promise<{ elements: number }> {
  let elements = 0

  async function descend(from: number, to: number, depth: number): Promise<boolean> {
    if (depth > MAX_DEPTH) throw broken(`it is nested deeper than ${MAX_DEPTH} levels`)
    for (let at = from; at < to; ) {
      elements += 1
      if (elements > MAX_ELEMENTS) throw broken(`it has more than ${MAX_ELEMENTS} elements`)
      const element = await elementAt(reader, at, to)
      const content = () => reader.read(element.start, Math.min(64, element.end - element.start))
      const next = await visit(element, content)
      if (next === 'stop') return false
      if (next === 'enter' && !(await descend(element.start, element.end, depth + 1))) return false
      at = element.end
    }
    return true
  }

  await descend(0, reader.bytes, 1)
  return { elements }
}
