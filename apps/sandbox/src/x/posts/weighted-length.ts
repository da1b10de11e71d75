import { findLinks } from './links.ts'

const LINK_WEIGHT = 23
const LIGHT: [number, number][] = [
  [0, 4351],
  [8192, 8205],
  [8208, 8223],
  [8242, 8247],
]

const EMOJI = /^\p{RGI_Emoji}$/v

function weighGrapheme(grapheme: string): number {
  if (EMOJI.test(grapheme)) return 2
  const points = [...grapheme].map((point) => point.codePointAt(0) ?? 0)
  return points.reduce((sum, point) => sum + (LIGHT.some(([from, to]) => point >= from && point <= to) ? 1 : 2), 0)
}

function weighPlain(text: string): number {
  let sum = 0
  for (const { segment } of new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text))
    sum += weighGrapheme(segment)
  return sum
}

/**
 * Returns the length of a text as X counts it, after Unicode composition (NFC): 23 for a link; 2 for an emoji; 1 for
 * any other code point below U+1100 and for some spaces, dashes and quotation marks; 2 for the rest, such as Chinese.
 * @see https://docs.x.com/fundamentals/counting-characters (read 2026-11-20)
 */
export function weightedLength(text: string): number {
  const composed = text.normalize('NFC')
  let [at, sum] = [0, 0]
  for (const { start, end } of findLinks(composed)) {
    sum += weighPlain(composed.slice(at, start)) + LINK_WEIGHT
    at = end
  }
  return sum + weighPlain(composed.slice(at))
}
