import type { MediaRule } from './media-rule.ts'

/** Maximum size, time and slowness of a download from a media URL that a caller supplied. */
export interface FetchLimits {
  maxBytes: number
  /** Milliseconds for the whole fetch, further attempts included. */
  maxMs: number
  /** Milliseconds until the host's first response begins. */
  responseMs: number
  /** The minimum number of bytes that must arrive in each window, whose length is in milliseconds. */
  pace: { bytes: number; everyMs: number }
}

const MiB = 1024 ** 2
const responseMs = 30_000

/** More than any image within the pixel limit needs. */
const image: FetchLimits = {
  maxBytes: 64 * MiB,
  maxMs: 60_000,
  responseMs,
  pace: { bytes: 64 * 1024, everyMs: 5_000 },
}

/** Where a network states no limit of its own. */
const video: FetchLimits = {
  maxBytes: 1024 * MiB,
  maxMs: 10 * 60_000,
  responseMs,
  pace: { bytes: MiB, everyMs: 10_000 },
}

const isVideo = (type: string) => type.startsWith('video/')

/**
 * The limits of a download for a field, by the media type that its first bytes show. Before the first bytes, and for
 * unknown types, the widest limits of the field apply.
 */
export function fetchLimits(rules: readonly MediaRule[], type: string | null): FetchLimits {
  const rule = rules.find(({ contentTypes }) => type !== null && contentTypes.includes(type))
  const ofVideos = rule === undefined ? rules.filter(({ contentTypes }) => contentTypes.some(isVideo)) : [rule]
  const [first] = ofVideos.filter(({ contentTypes }) => contentTypes.some(isVideo))
  if (first === undefined) return image
  return { ...video, maxBytes: first.requirement.maxBytes ?? video.maxBytes }
}
