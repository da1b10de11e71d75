import { MediaFault } from '../media-fault.ts'
import { nothingProbed, type Probed } from '../media-file.ts'
import type { ByteReader } from '../store/byte-reader.ts'
import { walkElements } from './ebml.ts'

/** Element ids of Matroska (RFC 9559). */
const SEGMENT = 0x18538067
const INFO = 0x1549a966
const TRACKS = 0x1654ae6b
const TRACK = 0xae
const VIDEO = 0xe0
const CLUSTER = 0x1f43b675
const containers = new Set([SEGMENT, INFO, TRACKS, TRACK, VIDEO])

const PICTURE = 1
const SOUND = 2

interface Track {
  type: number
  codec: string
  width: number
  height: number
  frameNanoseconds: number
}

interface Film {
  tickNanoseconds: number
  ticks: number
  hasMedia: boolean
  tracks: Track[]
}

function unsigned(content: Buffer): number {
  return content.subarray(0, 8).reduce((value, byte) => value * 256 + byte, 0)
}

function float(content: Buffer): number {
  if (content.length === 4) return content.readFloatBE()
  return content.length === 8 ? content.readDoubleBE() : 0
}

const TICK_NANOSECONDS = 0x2ad7b1
const DURATION = 0x4489
const TRACK_TYPE = 0x83
const CODEC = 0x86
const WIDTH = 0xb0
const HEIGHT = 0xba
const FRAME_NANOSECONDS = 0x23e383

const values = new Map<number, (content: Buffer) => Partial<Film> | { track: Partial<Track> }>([
  [TICK_NANOSECONDS, (content) => ({ tickNanoseconds: unsigned(content) })],
  [DURATION, (content) => ({ ticks: float(content) })],
  [TRACK_TYPE, (content) => ({ track: { type: unsigned(content) } })],
  [CODEC, (content) => ({ track: { codec: content.toString('latin1') } })],
  [WIDTH, (content) => ({ track: { width: unsigned(content) } })],
  [HEIGHT, (content) => ({ track: { height: unsigned(content) } })],
  [FRAME_NANOSECONDS, (content) => ({ track: { frameNanoseconds: unsigned(content) } })],
])

function take(film: Film, found: Partial<Film> | { track: Partial<Track> }): void {
  if (!('track' in found)) Object.assign(film, found)
  else Object.assign(film.tracks.at(-1) ?? {}, found.track)
}

/** `V_VP9` is `vp9`, `V_MPEG4/ISO/AVC` is `h264`, `A_OPUS` is `opus`. */
function codecOf(track: Track | undefined): string | null {
  if (!track) return null
  const name = track.codec.replace(/^[VA]_/, '').toLowerCase()
  const known: Readonly<Record<string, string>> = { 'mpeg4/iso/avc': 'h264', 'mpegh/iso/hevc': 'hevc' }
  return known[name] ?? name.replace(/[^a-z0-9/_.-]/g, '')
}

function describe(film: Film): Probed {
  const picture = film.tracks.find((track) => track.type === PICTURE)
  if (!picture) throw new MediaFault('has no picture track; send a film with a picture')
  if (!film.hasMedia) throw new MediaFault('is not a usable film: it has no media data; export the film again')
  if (!(picture.width > 0 && picture.height > 0)) {
    throw new MediaFault('is not a usable film: it says it is 0 px large; export the film again')
  }
  const seconds = (film.ticks * film.tickNanoseconds) / 1e9
  return {
    ...nothingProbed,
    width: picture.width,
    height: picture.height,
    durationSeconds: Number.isFinite(seconds) && seconds > 0 ? seconds : null,
    frameRate: picture.frameNanoseconds > 0 ? 1e9 / picture.frameNanoseconds : null,
    videoCodec: codecOf(picture),
    audioCodec: codecOf(film.tracks.find((track) => track.type === SOUND)),
  }
}

/**
 * Length, dimensions and codecs of a WebM film, from what stands before its first cluster. A film recorded live does not
 * tell its length. Throws `MediaFault`.
 */
export async function probeWebm(reader: ByteReader): Promise<Probed> {
  const film: Film = { tickNanoseconds: 1_000_000, ticks: 0, hasMedia: false, tracks: [] }
  await walkElements(reader, async ({ id }, content) => {
    if (id === TRACK) film.tracks.push({ type: 0, codec: '', width: 0, height: 0, frameNanoseconds: 0 })
    if (id === CLUSTER) film.hasMedia = true
    if (id === CLUSTER && film.tracks.length > 0) return 'stop'
    const value = values.get(id)
    if (value) take(film, value(await content()))
    return containers.has(id) ? 'enter' : 'skip'
  })
  return describe(film)
}
