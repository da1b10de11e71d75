/** Boxes as in ISO/IEC 14496-12, written by hand so that each of them can be made to lie. */
export function box(type: string, ...content: Uint8Array[]): Buffer {
  const inside = Buffer.concat(content)
  const head = Buffer.alloc(8)
  head.writeUInt32BE(inside.length + 8)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, inside])
}

export function u32(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4)
  values.forEach((value, index) => {
    bytes.writeUInt32BE(value >>> 0, index * 4)
  })
  return bytes
}

const zeros = (count: number) => Buffer.alloc(count)
const ONE = 0x10000
const upright = u32(ONE, 0, 0, 0, ONE, 0, 0, 0, 0x40000000)
const quarterTurn = u32(0, ONE, 0, -ONE, 0, 0, 0, 0, 0x40000000)

export interface VideoOptions {
  brand?: string
  width?: number
  height?: number
  seconds?: number
  framesPerSecond?: number
  codec?: string
  turned?: boolean
  /** Version 1 boxes, with 64-bit times. */
  long?: boolean
  mediaFirst?: boolean
}

function clock(units: number, seconds: number, long: boolean): Buffer {
  if (!long) return Buffer.concat([zeros(12), u32(units, units * seconds)])
  return Buffer.concat([u32(0x01000000), zeros(16), u32(units, 0, units * seconds)])
}

function trackHeader({ width = 640, height = 360, turned = false }: VideoOptions): Buffer {
  const matrix = turned ? quarterTurn : upright
  return box('tkhd', zeros(12), u32(1, 0, 0), zeros(16), matrix, u32(width * ONE, height * ONE))
}

function sampleDescription({ codec = 'avc1', width = 640, height = 360 }: VideoOptions): Buffer {
  const entry = box(codec, zeros(24), u32((width << 16) | height), zeros(50))
  return box('stsd', u32(0, 1), entry)
}

export function sampleTable(options: VideoOptions): Buffer {
  const { seconds = 4, framesPerSecond = 30 } = options
  const count = Math.round(seconds * framesPerSecond)
  return box(
    'stbl',
    sampleDescription(options),
    box('stts', u32(0, 1, count, 1000 / framesPerSecond)),
    box('stsz', u32(0, 0, count), zeros(count * 4)),
    box('stco', u32(0, 1, 48)),
  )
}

export function track(options: VideoOptions): Buffer {
  const { seconds = 4, long = false } = options
  const media = box(
    'mdia',
    box('mdhd', clock(1000, seconds, long), zeros(4)),
    box('hdlr', zeros(8), Buffer.from('vide'), zeros(13)),
    box('minf', sampleTable(options)),
  )
  return box('trak', trackHeader(options), media)
}

export function movie(options: VideoOptions): Buffer {
  const { seconds = 4, long = false } = options
  return box('moov', box('mvhd', clock(600, seconds, long), zeros(80)), track(options))
}

/** A video as cameras write it, but for its media data, which is noise. */
export function video(options: VideoOptions = {}): Buffer {
  const { brand = 'isom', mediaFirst = false } = options
  const media = box('mdat', zeros(5000))
  const parts = mediaFirst ? [media, movie(options)] : [movie(options), media]
  return Buffer.concat([box('ftyp', Buffer.from(brand), u32(512), Buffer.from('isomavc1')), ...parts])
}

/** One fragment of `samples` images, each `units` of 1/1000 s long, as browsers record them. */
function fragment(samples: number, units: number, ownUnits: boolean): Buffer {
  const run = ownUnits
    ? box('trun', u32(0x301, samples, 0, ...Array.from({ length: samples }, () => [units, 10]).flat()))
    : box('trun', u32(0x201, samples, 0, ...Array.from({ length: samples }, () => 10)))
  return Buffer.concat([
    box('moof', box('mfhd', u32(0, 1)), box('traf', box('tfhd', u32(0x20000, 1)), run)),
    box('mdat', zeros(samples * 10)),
  ])
}

function fragmented(fragments: readonly Buffer[]): Buffer {
  const empty = movie({ seconds: 0 }).subarray(8)
  const defaults = box('mvex', box('trex', u32(0, 1, 1, 40, 0, 0)))
  return Buffer.concat([box('ftyp', Buffer.from('iso5'), u32(1)), box('moov', empty, defaults), ...fragments])
}

export function fragmentedVideo({ ownUnits = true } = {}): Buffer {
  return fragmented(Array.from({ length: 3 }, () => fragment(25, 40, ownUnits)))
}

/**
 * A video whose header boxes contain the first fragment, so that these have its samples and its length of `seconds`;
 * three fragments of a second follow (the option `frag_keyframe` of a common encoder).
 */
export function continuedVideo(seconds: number): Buffer {
  const head = movie({ seconds, framesPerSecond: 25 }).subarray(8)
  const defaults = box('mvex', box('trex', u32(0, 1, 1, 40, 0, 0)))
  const fragments = Array.from({ length: 3 }, () => fragment(25, 40, true))
  const first = [box('ftyp', Buffer.from('iso5'), u32(1)), box('moov', head, defaults), box('mdat', zeros(1000))]
  return Buffer.concat([...first, ...fragments])
}

/** A video whose header boxes contain the first second; the samples of its three fragments have no duration. */
export function untimedVideo(): Buffer {
  const head = movie({ seconds: 1, framesPerSecond: 25 })
  const fragments = Array.from({ length: 3 }, () => fragment(25, 40, false))
  return Buffer.concat([box('ftyp', Buffer.from('iso5'), u32(1)), head, box('mdat', zeros(1000)), ...fragments])
}

/** A video in fragments whose header boxes have no samples, but name its whole length of three seconds. */
export function announcedVideo(): Buffer {
  const header = box('mvhd', clock(600, 3, false), zeros(80))
  const empty = movie({ seconds: 0 })
  const rest = empty.subarray(empty.indexOf('trak', 0, 'latin1') - 4)
  const fragments = Array.from({ length: 3 }, () => fragment(25, 40, true))
  return Buffer.concat([box('ftyp', Buffer.from('iso5'), u32(1)), box('moov', header, rest), ...fragments])
}

/**
 * A video of `seconds` in segments of one second, as servers of live streams store them: each has its type, an index, a
 * fragment with an image track and a sound track, and its media of 100 kbit/s (ISO/IEC 23009-1).
 */
export function segmentedVideo(seconds: number): Buffer {
  const traf = (id: number, samples: number) =>
    box('traf', box('tfhd', u32(0x20000, id)), box('tfdt', u32(0, 0)), box('trun', u32(0x1, samples, 0)))
  const segment = [
    box('styp', Buffer.from('msdh'), u32(0)),
    box('sidx', zeros(32)),
    box('moof', box('mfhd', u32(0, 1)), traf(1, 25), traf(2, 47)),
    box('mdat', zeros(12_500)),
  ]
  return fragmented(Array.from({ length: seconds }, () => segment).flat())
}
