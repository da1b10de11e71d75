/** Used to recognize, by time and text, the effect of a write whose response was lost. */

/** The tolerance in ms when a network's time is compared with ours: networks use whole seconds, and clocks differ. */
export const clockSkewMs = 5_000

/**
 * Returns a text in the form in which two texts are compared, since networks change these details: composed characters
 * (NFC), one space for each run of white space, and none at the ends.
 */
export function plainText(text: string): string {
  return text.normalize('NFC').replace(/\s+/g, ' ').trim()
}
