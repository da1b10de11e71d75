/** Used to recognize, by time and text, the effect of a write whose response was lost. */

/** The tolerance in ms when a network's time is compared with ours: networks use whole seconds, and clocks differ. */
export const clockSkewMs = 5_000

/**
 * The maximum of the tolerances in ms with which the adapters compare a network's time with ours (`clockSkewMs`). A
 * post from this long before a call may therefore be taken for its effect, unless another write is known to have
 * created it.
 */
export const maxClockSkewMs = 5 * 60_000

/**
 * Returns a text in the form in which two texts are compared, since networks change these details: composed characters
 * (NFC), one space for each run of white space, and none at the ends.
 */
export function plainText(text: string): string {
  return text.normalize('NFC').replace(/\s+/g, ' ').trim()
}
