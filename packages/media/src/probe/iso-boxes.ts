import { MediaFault } from '../media-fault.ts'
import type { ByteReader } from '../store/byte-reader.ts'

/**
 * The maximum number of boxes: every file may have `small`, and a larger one more, up to `large`. A video has some
 * tens. One that was recorded live has up to 13 for each fragment of a second or more, which is 47,000 an hour.
 */
const MAX_BOXES = { small: 10_000, large: 500_000 } as const
/** The size in bytes that a file needs for each box beyond `small`. A second of video has a thousand for each. */
const MIN_BYTES_EACH = 256
/**
 * The maximum number of bytes that are read from a file: 16,384 windows, so many requests to a media store that is a
 * bucket. Each fragment is read in a window of its own, so it is as many fragments.
 */
const MAX_READ_BYTES = 1024 * 1024 * 1024
export const MAX_MOOV_BYTES = 32 * 1024 * 1024
/** The maximum size in bytes of a box that is read into memory; of a larger box only the beginning is read. */
const MAX_LEAF_BYTES = 1024 * 1024

/** The range of a box's content in the file, in bytes; `end` is exclusive. */
interface Span {
  type: string
  start: number
  end: number
}

/** The handling of boxes of one type. */
interface BoxNode<Video> {
  enter?(video: Video, box: Span): void
  /** `read` is called with the first bytes of the box's content: up to `maxBytes`, but never more than 1 MiB. */
  leaf?: { maxBytes: number; read(video: Video, content: BoxContent): void }
  children?: BoxTree<Video>
}

/** The handling of the boxes of a file, keyed by type. Boxes of other types are skipped. */
export type BoxTree<Video> = Readonly<Record<string, BoxNode<Video>>>

/** The first bytes of a box's content. */
export interface BoxContent {
  bytes: Buffer
  /** The length of the box's content in the file, which may exceed what was read. */
  length: number
  /** The type of the box, and the range of its content in the file. */
  box: Span
  /** The size of the file in bytes. */
  fileBytes: number
}

/**
 * Creates the fault for a video with a damaged MP4 box of this type, such as `moov`. `problem` follows the box in the
 * message, as in `is too short`.
 */
export function damaged(type: string, problem: string): MediaFault {
  const name = type.replace(/[^\x20-\x7e]/g, '?')
  return new MediaFault(`is not a usable video: its "${name}" box ${problem}; export the video again`)
}

/**
 * Checks that at least `length` bytes of the box were read.
 * @throws MediaFault if there are fewer
 */
export function need({ bytes, box }: BoxContent, length: number): void {
  if (bytes.length < length) throw damaged(box.type, 'is too short')
}

const tooMany = (what: string) =>
  new MediaFault(`is not a usable video: it has ${what}; export the video again, without fragments`)

interface Walk<Video> {
  reader: ByteReader
  video: Video
  boxes: number
  maxBoxes: number
}

async function header(
  reader: ByteReader,
  at: number,
  outer: Span,
): Promise<{ type: string; start: number; size: number }> {
  if (outer.end - at < 8) throw damaged(outer.type, 'ends inside the header of another')
  const head = await reader.read(at, Math.min(16, outer.end - at))
  const type = head.toString('latin1', 4, 8)
  const size = head.readUInt32BE(0)
  if (size === 0) return { type, start: at + 8, size: outer.end - at }
  if (size !== 1) return { type, start: at + 8, size }
  if (head.length < 16) throw damaged(type, 'ends inside its header')
  return { type, start: at + 16, size: Number(head.readBigUInt64BE(8)) }
}

function endOf(at: number, { type, start, size }: { type: string; start: number; size: number }, outer: Span): number {
  const end = at + size
  if (end < start) throw damaged(type, `says it has ${size} bytes, less than its own header`)
  if (end <= outer.end) return end
  if (outer.type !== 'file') throw damaged(type, 'is longer than the box around it')
  throw damaged(type, `needs ${end} bytes, the file has ${outer.end}: the upload is cut off`)
}

async function visit<Video>(walk: Walk<Video>, node: BoxNode<Video>, box: Span): Promise<void> {
  node.enter?.(walk.video, box)
  if (node.leaf) {
    const length = box.end - box.start
    const bytes = await walk.reader.read(box.start, Math.min(length, node.leaf.maxBytes, MAX_LEAF_BYTES))
    node.leaf.read(walk.video, { bytes, length, box, fileBytes: walk.reader.bytes })
  }
  if (node.children) await descend(walk, node.children, box)
}

async function descend<Video>(walk: Walk<Video>, tree: BoxTree<Video>, outer: Span): Promise<void> {
  for (let at = outer.start; at < outer.end; ) {
    walk.boxes += 1
    if (walk.boxes > walk.maxBoxes) throw tooMany(`more than ${walk.maxBoxes} boxes`)
    if (walk.reader.fetched() > MAX_READ_BYTES) throw tooMany('too many fragments')
    const found = await header(walk.reader, at, outer)
    const end = endOf(at, found, outer)
    const node = Object.hasOwn(tree, found.type) ? tree[found.type] : undefined
    if (node) await visit(walk, node, { type: found.type, start: found.start, end })
    at = end
  }
}

/**
 * Walks through the boxes of an ISO media file, such as an MP4 video, and passes `video` to the functions in `tree`,
 * which collect facts in it. Reads headers and the boxes that the tree lists, but no media data. Returns the number of
 * boxes.
 * @throws MediaFault for inconsistent boxes, for too many of them, or if more than 1 GiB had to be read
 */
export async function walkBoxes<Video>(
  reader: ByteReader,
  tree: BoxTree<Video>,
  video: Video,
): Promise<{ boxes: number }> {
  const maxBoxes = Math.min(Math.max(MAX_BOXES.small, Math.floor(reader.bytes / MIN_BYTES_EACH)), MAX_BOXES.large)
  const walk: Walk<Video> = { reader, video, boxes: 0, maxBoxes }
  await descend(walk, tree, { type: 'file', start: 0, end: reader.bytes })
  return { boxes: walk.boxes }
}
