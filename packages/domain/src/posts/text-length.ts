import type { PlatformWith } from '../capabilities.ts'

/** How a network counts the length of a text: grapheme clusters, Unicode code points, UTF-16 code units, or bytes in UTF-8. */
type LengthUnit = 'graphemes' | 'codePoints' | 'utf16' | 'bytes'

export interface TextLength {
  unit: LengthUnit
  max: number
}

/**
 * The length of the main text of a post, as its network counts it. Limits that depend on the kind of post, such as those
 * of titles, are left to the checks of the network.
 */
export const textLengths = {
  instagram: { unit: 'codePoints', max: 2200 },
  tiktok: { unit: 'utf16', max: 2200 },
  facebook: { unit: 'codePoints', max: 2200 },
  youtube: { unit: 'bytes', max: 5000 },
  x: { unit: 'codePoints', max: 25_000 },
  bluesky: { unit: 'graphemes', max: 300 },
} as const satisfies Record<PlatformWith<'posts.publish'>, TextLength>
