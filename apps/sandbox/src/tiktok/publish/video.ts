/** The properties of a video that TikTok checks before publishing. */
export interface Video {
  seconds: number
  width: number
  height: number
  /** The frame rate; null if the file does not state it. */
  framesPerSecond: number | null
}

interface Box {
  type: string
  body: Buffer
}

/** Returns the boxes of an ISO base media file (ISO/IEC 14496-12, 4.2) at one level, up to the first malformed one. */
function boxes(bytes: Buffer): Box[] {
  const found: Box[] = []
  let at = 0
  while (at + 8 <= bytes.length) {
    const stated = bytes.readUInt32BE(at)
    const large = stated === 1
    if (large && at + 16 > bytes.length) break
    const size = large ? Number(bytes.readBigUInt64BE(at + 8)) : stated === 0 ? bytes.length - at : stated
    const head = large ? 16 : 8
    if (size < head || at + size > bytes.length) break
    found.push({ type: bytes.toString('latin1', at + 4, at + 8), body: bytes.subarray(at + head, at + size) })
    at += size
  }
  return found
}

function inside(bytes: Buffer | undefined, ...path: string[]): Buffer | undefined {
  let body = bytes
  for (const type of path) body = body && boxes(body).find((box) => box.type === type)?.body
  return body
}

interface Duration {
  timescale: number
  units: number
}

/**
 * Reads the duration from the body of an `mvhd` or `mdhd` box. In seconds, it is `units` divided by `timescale`.
 * @throws RangeError if the box is too short
 */
function duration(header: Buffer): Duration {
  return header[0] === 1
    ? { timescale: header.readUInt32BE(20), units: Number(header.readBigUInt64BE(24)) }
    : { timescale: header.readUInt32BE(12), units: header.readUInt32BE(16) }
}

function frameRate(media: Buffer): number | null {
  const header = inside(media, 'mdhd')
  const times = inside(media, 'minf', 'stbl', 'stts')
  if (!header || !times) return null
  let frames = 0
  for (let entry = 0; entry < times.readUInt32BE(4); entry += 1) frames += times.readUInt32BE(8 + entry * 8)
  const { timescale, units } = duration(header)
  return frames === 0 || units === 0 ? null : (frames * timescale) / units
}

function readMp4(bytes: Buffer): Video | undefined {
  const movie = inside(bytes, 'moov')
  const header = inside(movie, 'mvhd')
  if (!movie || !header) return undefined
  const track = boxes(movie).find(
    (box) => box.type === 'trak' && inside(box.body, 'mdia', 'hdlr')?.toString('latin1', 8, 12) === 'vide',
  )?.body
  const image = inside(track, 'tkhd')
  if (!track || !image) return undefined
  const { timescale, units } = duration(header)
  const media = inside(track, 'mdia')
  return {
    seconds: timescale === 0 ? 0 : units / timescale,
    // The last eight bytes are the size in pixels, as 16.16 fixed point numbers.
    width: image.readUInt16BE(image.length - 8),
    height: image.readUInt16BE(image.length - 4),
    framesPerSecond: media ? frameRate(media) : null,
  }
}

/** Returns whether the bytes of a file begin like a WebM video. */
export function isWebm(bytes: Buffer): boolean {
  return bytes.subarray(0, 4).equals(Buffer.from([0x1a, 0x45, 0xdf, 0xa3])) && bytes.subarray(0, 64).includes('webm')
}

/** Returns the properties of an MP4 or QuickTime video; undefined for other files and for malformed ones. */
export function measureVideo(bytes: Buffer): Video | undefined {
  if (bytes.toString('latin1', 4, 8) !== 'ftyp') return undefined
  try {
    return readMp4(bytes)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}
