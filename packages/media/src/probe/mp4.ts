import { MediaFault } from '../media-fault.ts'
import { nothingProbed, type Probed } from '../media-file.ts'
import type { ByteReader } from '../store/byte-reader.ts'
import { walkBoxes } from './iso-boxes.ts'
import { type Film, filmBoxes, newFilm, type Track } from './iso-film.ts'

/** A week: beyond it the header is wrong, whatever it says. */
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

function trackSeconds({ duration, timescale, fragmentUnits }: Track): number {
  return timescale === 0 ? 0 : Math.max(duration, fragmentUnits) / timescale
}

function seconds(film: Film, picture: Track): number | null {
  const whole = film.timescale === 0 ? 0 : film.duration / film.timescale
  const found = whole || trackSeconds(picture)
  if (found > MAX_SECONDS)
    throw new MediaFault('is not a usable film: its length makes no sense; export the film again')
  return found || null
}

function describe(film: Film): Probed {
  if (!film.hasMoov)
    throw new MediaFault('is not a usable film: it has no "moov" box, so it was cut off or never finished')
  if (!film.hasMedia) throw new MediaFault('is not a usable film: it has no media data; export the film again')
  const picture = film.tracks.find((track) => track.handler === 'vide')
  if (!picture) throw new MediaFault('has no picture track; send a film with a picture')
  if (picture.width === 0 || picture.height === 0)
    throw new MediaFault('is not a usable film: it says it is 0 px large')
  if (picture.samples === 0) throw new MediaFault('is not a usable film: its picture track is empty')
  const { width, height, turned } = picture
  const length = trackSeconds(picture)
  return {
    ...nothingProbed,
    width: turned ? height : width,
    height: turned ? width : height,
    durationSeconds: seconds(film, picture),
    frameRate: length === 0 ? null : picture.samples / length,
    videoCodec: codecOf(picture),
    audioCodec: codecOf(film.tracks.find((track) => track.handler === 'soun')),
  }
}

/** Length, dimensions and codecs of an MP4 or QuickTime film, from its headers alone. Throws `MediaFault`. */
export async function probeIsoFilm(reader: ByteReader): Promise<Probed> {
  const film = newFilm()
  await walkBoxes(reader, filmBoxes, film)
  return describe(film)
}
