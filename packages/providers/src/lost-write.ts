/** How a write whose response was lost is recognized among what the network holds: by time and by text. */

/** Networks count in whole seconds, and their clocks differ from ours. */
export const clockSkewMs = 5_000

/** A text for comparing: networks compose characters, join white space and trim. */
export function plainText(text: string): string {
  return text.normalize('NFC').replace(/\s+/g, ' ').trim()
}
