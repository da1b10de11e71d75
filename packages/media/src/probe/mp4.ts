import { MediaFault } from '../media-fault.ts'
import { nothingProbed, type Probed } from '../media-file.ts'
import type { ByteReader } from '../store/byte-reader.ts'
import { walkBoxes } from './iso-boxes.ts'
import { newVideo, type Track, type Video, videoBoxes } from './iso-video.ts'

/** A week: a longer duration means that the header is wrong. */
const MAX_SECONDS = 7 * 24 * 3600

const codecNames: Readonly<Record<string, string>> = {
  avc1: 'h264',
  avc3: 'h264',
  hvc1: 'hevc',
  hev1: 'hevc',
  dvh1: 'hevc',
  dvhe: 'hevc',
  av01: 'av1',
  vp08: 'vp8',
  vp09: 'vp9',
  mp4v: 'mpeg4',
  encv: 'encrypted',
  enca: 'encrypted',
  mp4a: 'aac',
  Opus: 'opus',
  '.mp3': 'mp3',
  apch: 'prores',
  apcn: 'prores',
  apcs: 'prores',
  apco: 'prores',
  ap4h: 'prores',
}

function codecOf(track: Track | undefined): string | null {
  if (!track || track.codec === '') return null
  return codecNames[track.codec] ?? track.codec.replace(/[^\x21-\x7e]/g, '')
}

/**
 * Returns the duration of a track. Fragments follow the samples that the header boxes list, and the duration in these
 * may be that of the listed samples alone or that of the whole track.
 */
function trackSeconds({ duration, timescale, listedUnits, fragmentUnits }: Track): number {
  const units = fragmentUnits === 0 ? duration : Math.max(duration, listedUnits + fragmentUnits)
  return timescale === 0 ? 0 : units / timescale
}

function seconds(video: Video, image: Track): number | null {
  const whole = video.timescale === 0 ? 0 : video.duration / video.timescale
  const isContinued = image.fragmentUnits > 0 && image.listedUnits > 0
  const found = isContinued ? Math.max(whole, trackSeconds(image)) : whole || trackSeconds(image)
  if (found > MAX_SECONDS)
    throw new MediaFault('is not a usable video: its length makes no sense; export the video again')
  return found || null
}

function describe(video: Video): Probed {
  if (!video.hasMoov)
    throw new MediaFault('is not a usable video: it has no "moov" box, so it was cut off or never finished')
  if (!video.hasMedia) throw new MediaFault('is not a usable video: it has no media data; export the video again')
  const image = video.tracks.find((track) => track.handler === 'vide')
  if (!image) throw new MediaFault('has no image track; send a video with an image')
  if (image.width === 0 || image.height === 0) throw new MediaFault('is not a usable video: it says it is 0 px large')
  if (image.samples === 0) throw new MediaFault('is not a usable video: its image track is empty')
  const { width, height, turned } = image
  const length = trackSeconds(image)
  return {
    ...nothingProbed,
    width: turned ? height : width,
    height: turned ? width : height,
    durationSeconds: seconds(video, image),
    frameRate: length === 0 || image.hasUntimed ? null : image.samples / length,
    videoCodec: codecOf(image),
    audioCodec: codecOf(video.tracks.find((track) => track.handler === 'soun')),
  }
}

/**
 * Reads duration, dimensions, frame rate and codecs of an MP4 or QuickTime video from its headers.
 * @throws MediaFault if the video is damaged, cut off or has no image track
 */
export async function probeIsoVideo(reader: ByteReader): Promise<Probed> {
  const video = newVideo()
  await walkBoxes(reader, videoBoxes, video)
  return describe(video)
}
