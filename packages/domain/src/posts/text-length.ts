import type { PlatformWith } from '../capabilities.ts'

/**
 * The unit in which a network counts text: grapheme clusters, Unicode code points, UTF-16 code units, or bytes of
 * UTF-8.
 */
type LengthUnit = 'graphemes' | 'codePoints' | 'utf16' | 'bytes'

/** The maximum length of a text, with its unit. */
interface TextLength {
  unit: LengthUnit
  max: number
}

/**
 * The maximum length of a post's main text and the unit in which the network counts it, keyed by platform. Limits that
 * depend on the kind of post, such as that of titles, are not listed here.
 */
export const textLengths = {
  instagram: { unit: 'codePoints', max: 2200 },
  tiktok: { unit: 'utf16', max: 2200 },
  facebook: { unit: 'codePoints', max: 2200 },
  youtube: { unit: 'bytes', max: 5000 },
  x: { unit: 'codePoints', max: 25_000 },
  bluesky: { unit: 'graphemes', max: 300 },
} as const satisfies Record<PlatformWith<'posts.publish'>, TextLength>
