// Used to recognize, by time and text, the effect of a write whose response was lost.

import { ProviderError } from './error-rules.ts'

/**
 * The tolerance in ms when a network's time is compared with Carillon's: networks use whole seconds, and clocks differ.
 * Adapters of networks with less exact times use their own value.
 */
export const clockSkewMs = 5_000

/**
 * The largest tolerance in ms (`clockSkewMs`) of all adapters. A post created up to this long before a call may
 * therefore be taken for the call's effect, unless another write is known to have created it.
 */
export const maxClockSkewMs = 5 * 60_000

/**
 * Returns a text in the form in which two texts are compared, since networks change these details: composed characters
 * (NFC), one space for each run of white space, and none at the ends.
 */
export function plainText(text: string): string {
  return text.normalize('NFC').replace(/\s+/g, ' ').trim()
}

/**
 * Creates the error of a probe that found what may be the effect of another publish, whose id is not known yet, so that
 * the network has to be queried again later.
 * @param found what was found, such as "The new video of the channel"
 */
export function mayBeOthers(found: string): ProviderError {
  const message = `${found} may be that of another publish, which has not been confirmed yet.`
  return new ProviderError('provider_error', message, 'indeterminate')
}
