import type { TextLength } from './post-schema.ts'

const segmenter = new Intl.Segmenter()
const encoder = new TextEncoder()

const counters: Readonly<Record<TextLength['unit'], (text: string) => number>> = {
  graphemes: (text) => [...segmenter.segment(text)].length,
  codePoints: (text) => [...text].length,
  utf16: (text) => text.length,
  bytes: (text) => encoder.encode(text).length,
}

/** The length of a text in a unit: graphemes, Unicode code points, UTF-16 code units, or bytes of UTF-8. */
export function lengthOf(text: string, unit: TextLength['unit']): number {
  return counters[unit](text)
}
