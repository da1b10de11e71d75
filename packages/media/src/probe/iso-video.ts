import { MediaFault } from '../media-fault.ts'
import { type BoxContent, type BoxTree, damaged, MAX_MOOV_BYTES, need } from './iso-boxes.ts'

export interface Track {
  id: number
  /** The four-letter code of the kind of track, such as `vide` or `soun`. */
  handler: string
  /** The four-letter code of the codec, such as `avc1`; empty if no header was found. */
  codec: string
  width: number
  height: number
  /** Whether the video is displayed turned by 90 degrees, so that width and height are swapped. */
  turned: boolean
  /** Units per second; 0 if no header was found. */
  timescale: number
  /** The duration that the header names, in units of the track's timescale; 0 if unknown. */
  duration: number
  samples: number
  /** The total duration of the samples that the header boxes list, in units of the track's timescale. */
  listedUnits: number
  /** The total duration of the samples in fragments, in units of the track's timescale. */
  fragmentUnits: number
  /** Whether fragments have samples of which no duration is known. */
  hasUntimed: boolean
}

export interface Video {
  hasMoov: boolean
  hasMedia: boolean
  /** Units per second; 0 if no header was found. */
  timescale: number
  /** The duration that the header names, in units of the video's timescale; 0 if unknown. */
  duration: number
  tracks: Track[]
  /** The durations of samples in fragments that name none, keyed by the id of the track. */
  defaults: Map<number, number>
  /** The track and the sample duration of the fragment that is being read. */
  fragment: { track: Track | undefined; sampleUnits: number }
}

/** Returns the empty facts of a video (no tracks, a duration of 0), which the functions of `videoBoxes` complete. */
export function newVideo(): Video {
  const fragment = { track: undefined, sampleUnits: 0 }
  return { hasMoov: false, hasMedia: false, timescale: 0, duration: 0, tracks: [], defaults: new Map(), fragment }
}

function newTrack(): Track {
  const numbers = { id: 0, width: 0, height: 0, timescale: 0, duration: 0, samples: 0 }
  return {
    ...numbers,
    listedUnits: 0,
    fragmentUnits: 0,
    handler: '',
    codec: '',
    turned: false,
    hasUntimed: false,
  }
}

/**
 * Returns the track whose boxes are being read: the last one.
 * @throws MediaFault without any track, which `videoBoxes` excludes
 */
function track(video: Video): Track {
  const current = video.tracks.at(-1)
  if (!current) throw new MediaFault('is not a usable video: it has no track')
  return current
}

/**
 * Reads timescale and duration of a box. The duration is 0 if it is unknown, which all bits set mean.
 * @throws MediaFault for a timescale of 0, or if the box is too short
 */
function clock(content: BoxContent): { timescale: number; duration: number } {
  const { bytes, box } = content
  need(content, 4)
  const long = bytes[0] === 1
  need(content, long ? 32 : 20)
  const timescale = bytes.readUInt32BE(long ? 20 : 12)
  if (timescale === 0) throw damaged(box.type, 'counts time in units of nothing')
  if (!long) {
    const duration = bytes.readUInt32BE(16)
    return { timescale, duration: duration === 0xffffffff ? 0 : duration }
  }
  const duration = bytes.readBigUInt64BE(24)
  return { timescale, duration: duration === 0xffffffffffffffffn ? 0 : Number(duration) }
}

function readTrackHeader(video: Video, content: BoxContent): void {
  need(content, 4)
  const shift = content.bytes[0] === 1 ? 12 : 0
  need(content, 84 + shift)
  const { bytes } = content
  const current = track(video)
  current.id = bytes.readUInt32BE(shift === 0 ? 12 : 20)
  const [a, d] = [bytes.readInt32BE(40 + shift), bytes.readInt32BE(56 + shift)]
  current.turned = a === 0 && d === 0 && bytes.readInt32BE(44 + shift) !== 0
  current.width = bytes.readUInt16BE(76 + shift)
  current.height = bytes.readUInt16BE(80 + shift)
}

function readSampleDescription(video: Video, content: BoxContent): void {
  need(content, 16)
  const { bytes } = content
  const current = track(video)
  if (bytes.readUInt32BE(4) === 0) throw damaged('stsd', 'describes nothing')
  current.codec = bytes.toString('latin1', 12, 16)
  if (current.handler !== 'vide') return
  need(content, 44)
  current.width = bytes.readUInt16BE(40) || current.width
  current.height = bytes.readUInt16BE(42) || current.height
}

/**
 * Reads the number of samples into the track.
 * @throws MediaFault if the file is too small for so many samples or their entries
 */
function readSampleSizes(video: Video, content: BoxContent): void {
  need(content, 12)
  const { bytes, length, fileBytes } = content
  const [size, count] = [bytes.readUInt32BE(4), bytes.readUInt32BE(8)]
  const capacity = size === 0 ? (length - 12) / 4 : fileBytes / size
  if (count > capacity) throw damaged('stsz', `counts ${count} samples, more than the file can contain`)
  track(video).samples = count
}

function readCompactSizes(video: Video, content: BoxContent): void {
  need(content, 12)
  const { bytes, length } = content
  const count = bytes.readUInt32BE(8)
  if ((count * (bytes[7] ?? 0)) / 8 > length - 12 || bytes[7] === 0) throw damaged('stz2', 'has a wrong count')
  track(video).samples = count
}

/**
 * Returns the number of entries of a table.
 * @throws MediaFault if the box is too small for so many
 */
function countOf(content: BoxContent, bytesEach: number): number {
  need(content, 8)
  const count = content.bytes.readUInt32BE(4)
  if (count * bytesEach > content.length - 8) {
    throw damaged(content.box.type, `counts ${count} entries, more than the file can contain`)
  }
  return count
}

function entries(bytesEach: number) {
  return (_: Video, content: BoxContent): void => {
    countOf(content, bytesEach)
  }
}

/**
 * Reads the total duration of the samples that the header boxes list: each entry is a number of samples and the units
 * of each. Of a table that is too long to be read, the duration of the track's header is taken.
 */
function readSampleTimes(video: Video, content: BoxContent): void {
  const { bytes } = content
  const end = 8 + countOf(content, 8) * 8
  const current = track(video)
  if (bytes.length < end) current.listedUnits = current.duration
  else for (let at = 8; at < end; at += 8) current.listedUnits += bytes.readUInt32BE(at) * bytes.readUInt32BE(at + 4)
}

function readFragmentDefaults(video: Video, content: BoxContent): void {
  need(content, 16)
  video.defaults.set(content.bytes.readUInt32BE(4), content.bytes.readUInt32BE(12))
}

function readFragmentHeader(video: Video, content: BoxContent): void {
  need(content, 8)
  const { bytes } = content
  const flags = bytes.readUInt32BE(0)
  const id = bytes.readUInt32BE(4)
  const at = 8 + (flags & 1 ? 8 : 0) + (flags & 2 ? 4 : 0)
  if (flags & 8) need(content, at + 4)
  const sampleUnits = flags & 8 ? bytes.readUInt32BE(at) : (video.defaults.get(id) ?? 0)
  video.fragment = { track: video.tracks.find((candidate) => candidate.id === id), sampleUnits }
}

/**
 * Reads a run of samples. Bits 8 to 11 of the flags announce, for each sample, a duration, a size, flags and an offset
 * of four bytes each.
 */
function readRun(video: Video, content: BoxContent): void {
  need(content, 8)
  const { bytes, length } = content
  const [flags, count] = [bytes.readUInt32BE(0), bytes.readUInt32BE(4)]
  const first = 8 + (flags & 1 ? 4 : 0) + (flags & 4 ? 4 : 0)
  const each = [0x100, 0x200, 0x400, 0x800].filter((bit) => flags & bit).length * 4
  if (first + count * each > length || (each === 0 && count > content.fileBytes)) {
    throw damaged('trun', `counts ${count} samples, more than the file can contain`)
  }
  const { track: current, sampleUnits } = video.fragment
  if (!current) return
  current.samples += count
  if (!(flags & 0x100)) {
    current.fragmentUnits += count * sampleUnits
    current.hasUntimed ||= count > 0 && sampleUnits === 0
  } else {
    need(content, first + count * each)
    for (let at = first; at < first + count * each; at += each) current.fragmentUnits += bytes.readUInt32BE(at)
  }
}

const sampleTables: BoxTree<Video> = {
  stsd: { leaf: { maxBytes: 256, read: readSampleDescription } },
  stts: { leaf: { maxBytes: Number.POSITIVE_INFINITY, read: readSampleTimes } },
  stsc: { leaf: { maxBytes: 8, read: entries(12) } },
  stco: { leaf: { maxBytes: 8, read: entries(4) } },
  co64: { leaf: { maxBytes: 8, read: entries(8) } },
  stsz: { leaf: { maxBytes: 12, read: readSampleSizes } },
  stz2: { leaf: { maxBytes: 12, read: readCompactSizes } },
}

const mediaBoxes: BoxTree<Video> = {
  mdhd: { leaf: { maxBytes: 32, read: (video, content) => Object.assign(track(video), clock(content)) } },
  hdlr: {
    leaf: {
      maxBytes: 12,
      read(video, content) {
        need(content, 12)
        track(video).handler = content.bytes.toString('latin1', 8, 12)
      },
    },
  },
  minf: { children: { stbl: { children: sampleTables } } },
}

const movieBoxes: BoxTree<Video> = {
  mvhd: { leaf: { maxBytes: 32, read: (video, content) => Object.assign(video, clock(content)) } },
  trak: {
    enter: (video) => video.tracks.push(newTrack()),
    children: { tkhd: { leaf: { maxBytes: 96, read: readTrackHeader } }, mdia: { children: mediaBoxes } },
  },
  mvex: { children: { trex: { leaf: { maxBytes: 16, read: readFragmentDefaults } } } },
}

const fragmentBoxes: BoxTree<Video> = {
  tfhd: { leaf: { maxBytes: 32, read: readFragmentHeader } },
  trun: { leaf: { maxBytes: Number.POSITIVE_INFINITY, read: readRun } },
}

/**
 * The boxes that describe a video, according to ISO/IEC 14496-12 and the QuickTime file format, each with the function
 * that stores its facts in the `Video`.
 */
export const videoBoxes: BoxTree<Video> = {
  moov: {
    enter(video, box) {
      if (video.hasMoov) throw damaged('moov', 'is there twice')
      if (box.end - box.start > MAX_MOOV_BYTES) throw damaged('moov', `is over ${MAX_MOOV_BYTES} bytes`)
      video.hasMoov = true
    },
    children: movieBoxes,
  },
  mdat: {
    enter: (video, box) => {
      video.hasMedia ||= box.end > box.start
    },
  },
  moof: { children: { traf: { children: fragmentBoxes } } },
}
