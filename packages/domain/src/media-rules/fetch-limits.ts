import type { MediaRule } from './media-rule.ts'

/** The limits for downloading media from a URL that a client sent. */
export interface FetchLimits {
  maxBytes: number
  /** The maximum time in ms for the whole download, including retries. */
  maxMs: number
  /** The maximum time in ms until the host begins its first response. */
  responseMs: number
  /** The minimum number of bytes that must arrive in each period of `everyMs` milliseconds. */
  pace: { bytes: number; everyMs: number }
}

const MiB = 1024 ** 2
const responseMs = 30_000

/** The limits for images: larger than any image within the pixel limit. */
const image: FetchLimits = {
  maxBytes: 64 * MiB,
  maxMs: 60_000,
  responseMs,
  pace: { bytes: 64 * 1024, everyMs: 5_000 },
}

/** The limits for videos where the network states none. */
const video: FetchLimits = {
  maxBytes: 1024 * MiB,
  maxMs: 10 * 60_000,
  responseMs,
  pace: { bytes: MiB, everyMs: 10_000 },
}

const isVideo = (type: string) => type.startsWith('video/')

/**
 * Returns the download limits for a media field.
 * @param rules the media rules of that field
 * @param type the media type that the first bytes show; null before they arrive or if it is unknown. For null and a
 *   type that the field does not accept, the widest limits of the field apply
 */
export function fetchLimits(rules: readonly MediaRule[], type: string | null): FetchLimits {
  const rule = rules.find(({ contentTypes }) => type !== null && contentTypes.includes(type))
  const ofVideos = rule === undefined ? rules.filter(({ contentTypes }) => contentTypes.some(isVideo)) : [rule]
  const [first] = ofVideos.filter(({ contentTypes }) => contentTypes.some(isVideo))
  if (first === undefined) return image
  return { ...video, maxBytes: first.requirement.maxBytes ?? video.maxBytes }
}
