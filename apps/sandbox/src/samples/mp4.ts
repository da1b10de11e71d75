import { drawVideo } from './h264.ts'

/**
 * The width and height in pixels and the duration in seconds of an MP4 with a video track (H.264) and a silent audio
 * track (AAC), with its index before the data.
 * @see ISO/IEC 14496-12 (boxes), 14496-15 (avc1), 14496-14 (mp4a)
 */
export interface VideoOptions {
  width: number
  height: number
  seconds: number
  /** The minimum size of the file in bytes. A smaller file is filled up with a box that players skip. */
  minBytes?: number
}

const FPS = 30
const TIMESCALE = 90_000
const SOUND_RATE = 44_100
const SOUND_FRAME = 1_024
const SILENCE = Buffer.from('00c800802380', 'hex')
const IDENTITY = words(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000)

interface Track {
  id: number
  timescale: number
  sampleTime: number
  samples: Buffer[]
  /** The numbers, from 1, of the samples at which playback can begin; all if absent. */
  keys?: number[]
  handler: 'vide' | 'soun'
  mediaHeader: Buffer
  entry: Buffer
  size: [width: number, height: number]
}

function words(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4)
  return bytes
}

function shorts(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2)
  for (const [index, value] of values.entries()) bytes.writeUInt16BE(value, index * 2)
  return bytes
}

function box(type: string, ...content: Buffer[]): Buffer {
  const body = Buffer.concat(content)
  return Buffer.concat([words(body.length + 8), Buffer.from(type, 'latin1'), body])
}

function imageEntry(selection: VideoOptions, sps: Buffer, pps: Buffer): Buffer {
  const config = [
    Buffer.from([1, 66, 0xc0, 42, 0xff, 0xe1]),
    shorts(sps.length),
    sps,
    Buffer.from([1]),
    shorts(pps.length),
    pps,
  ]
  const visual = [words(0, 1, 0, 0, 0, 0), shorts(selection.width, selection.height), words(0x480000, 0x480000, 0)]
  return box('avc1', ...visual, shorts(1), Buffer.alloc(32), shorts(24, 0xffff), box('avcC', ...config))
}

function soundEntry(): Buffer {
  const descriptors = '03190001000411401500000000000000000000000005021208060102'
  const esds = box('esds', words(0), Buffer.from(descriptors, 'hex'))
  return box('mp4a', words(0, 1, 0, 0), shorts(1, 16, 0, 0), words(SOUND_RATE * 65_536), esds)
}

function trackBox(track: Track, at: { movieDuration: number; offset: number }): Buffer {
  const { id, timescale, sampleTime, samples, keys, handler, mediaHeader, entry, size } = track
  const [width, height] = size
  const duration = samples.length * sampleTime
  const volume = handler === 'soun' ? 0x100 : 0
  const header = box(
    'tkhd',
    words(3, 0, 0, id, 0, at.movieDuration, 0, 0),
    shorts(0, 0, volume, 0),
    IDENTITY,
    words(width * 65_536, height * 65_536),
  )
  const table = box(
    'stbl',
    box('stsd', words(0, 1), entry),
    box('stts', words(0, 1, samples.length, sampleTime)),
    ...(keys === undefined ? [] : [box('stss', words(0, keys.length, ...keys))]),
    box('stsc', words(0, 1, 1, samples.length, 1)),
    box('stsz', words(0, 0, samples.length, ...samples.map(({ length }) => length))),
    box('stco', words(0, 1, at.offset)),
  )
  const source = box('dinf', box('dref', words(0, 1), box('url ', words(1))))
  const media = box(
    'mdia',
    box('mdhd', words(0, 0, 0, timescale, duration), shorts(0x55c4, 0)),
    box('hdlr', words(0, 0), Buffer.from(handler, 'latin1'), words(0, 0, 0), Buffer.from('sample\0', 'latin1')),
    box('minf', mediaHeader, source, table),
  )
  return box('trak', header, media)
}

/**
 * Makes an MP4 file and returns its bytes. Width and height must be even, from 16 to 4096 pixels, and the duration in
 * whole seconds. This is not checked.
 */
export function makeVideo(selection: VideoOptions): Buffer {
  const { sps, pps, frames } = drawVideo({ ...selection, fps: FPS })
  const image: Track = {
    id: 1,
    timescale: TIMESCALE,
    sampleTime: TIMESCALE / FPS,
    samples: frames.map(({ nal }) => Buffer.concat([words(nal.length), nal])),
    keys: frames.flatMap(({ key }, index) => (key ? [index + 1] : [])),
    handler: 'vide',
    mediaHeader: box('vmhd', words(1, 0, 0)),
    entry: imageEntry(selection, sps, pps),
    size: [selection.width, selection.height],
  }
  const sound: Track = {
    id: 2,
    timescale: SOUND_RATE,
    sampleTime: SOUND_FRAME,
    samples: Array.from({ length: Math.ceil((selection.seconds * SOUND_RATE) / SOUND_FRAME) }, () => SILENCE),
    handler: 'soun',
    mediaHeader: box('smhd', words(0, 0)),
    entry: soundEntry(),
    size: [0, 0],
  }
  const movieDuration = selection.seconds * 1_000
  const [seen, heard] = [Buffer.concat(image.samples), Buffer.concat(sound.samples)]
  const movie = (start: number) =>
    box(
      'moov',
      box(
        'mvhd',
        words(0, 0, 0, 1_000, movieDuration, 0x10000),
        shorts(0x100, 0),
        words(0, 0),
        IDENTITY,
        Buffer.alloc(24),
        words(3),
      ),
      trackBox(image, { movieDuration, offset: start }),
      trackBox(sound, { movieDuration, offset: start + seen.length }),
    )
  const brand = box('ftyp', Buffer.from('isom'), words(0x200), Buffer.from('isomiso2avc1mp41'))
  const start = brand.length + movie(0).length + 8
  const file = Buffer.concat([brand, movie(start), box('mdat', seen, heard)])
  const missing = (selection.minBytes ?? 0) - file.length
  return missing > 0 ? Buffer.concat([file, box('free', Buffer.alloc(Math.max(missing - 8, 0)))]) : file
}
