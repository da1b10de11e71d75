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

const IMAGE = 1
const SOUND = 2

interface Track {
  type: number
  codec: string
  width: number
  height: number
  frameNanoseconds: number
}

interface Video {
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

const values = new Map<number, (content: Buffer) => Partial<Video> | { track: Partial<Track> }>([
  [TICK_NANOSECONDS, (content) => ({ tickNanoseconds: unsigned(content) })],
  [DURATION, (content) => ({ ticks: float(content) })],
  [TRACK_TYPE, (content) => ({ track: { type: unsigned(content) } })],
  [CODEC, (content) => ({ track: { codec: content.toString('latin1') } })],
  [WIDTH, (content) => ({ track: { width: unsigned(content) } })],
  [HEIGHT, (content) => ({ track: { height: unsigned(content) } })],
  [FRAME_NANOSECONDS, (content) => ({ track: { frameNanoseconds: unsigned(content) } })],
])

function take(video: Video, found: Partial<Video> | { track: Partial<Track> }): void {
  if (!('track' in found)) Object.assign(video, found)
  else Object.assign(video.tracks.at(-1) ?? {}, found.track)
}

/** Converts a codec id: `V_VP9` to `vp9`, `V_MPEG4/ISO/AVC` to `h264`, `A_OPUS` to `opus`. Null without a track. */
function codecOf(track: Track | undefined): string | null {
  if (!track) return null
  const name = track.codec.replace(/^[VA]_/, '').toLowerCase()
  const known: Readonly<Record<string, string>> = { 'mpeg4/iso/avc': 'h264', 'mpegh/iso/hevc': 'hevc' }
  return (Object.hasOwn(known, name) ? known[name] : undefined) ?? name.replace(/[^a-z0-9/_.-]/g, '')
}

function describe(video: Video): Probed {
  const image = video.tracks.find((track) => track.type === IMAGE)
  if (!image) throw new MediaFault('has no image track; send a video with an image')
  if (!video.hasMedia) throw new MediaFault('is not a usable video: it has no media data; export the video again')
  if (!(image.width > 0 && image.height > 0)) {
    throw new MediaFault('is not a usable video: it says it is 0 px large; export the video again')
  }
  const seconds = (video.ticks * video.tickNanoseconds) / 1e9
  return {
    ...nothingProbed,
    width: image.width,
    height: image.height,
    durationSeconds: Number.isFinite(seconds) && seconds > 0 ? seconds : null,
    frameRate: image.frameNanoseconds > 0 ? 1e9 / image.frameNanoseconds : null,
    videoCodec: codecOf(image),
    audioCodec: codecOf(video.tracks.find((track) => track.type === SOUND)),
  }
}

/**
 * Reads duration, dimensions, frame rate and codecs of a WebM video from the part before its first cluster. The
 * duration of a video that was recorded live is null.
 * @throws MediaFault if the video is damaged, cut off or has no image track
 */
export async function probeWebm(reader: ByteReader): Promise<Probed> {
  const video: Video = { tickNanoseconds: 1_000_000, ticks: 0, hasMedia: false, tracks: [] }
  await walkElements(reader, async ({ id }, content) => {
    if (id === TRACK) video.tracks.push({ type: 0, codec: '', width: 0, height: 0, frameNanoseconds: 0 })
    if (id === CLUSTER) video.hasMedia = true
    if (id === CLUSTER && video.tracks.length > 0) return 'stop'
    const value = values.get(id)
    if (value) take(video, value(await content()))
    return containers.has(id) ? 'enter' : 'skip'
  })
  return describe(video)
}
