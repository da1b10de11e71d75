import type { JsonObject } from '../call-context.ts'
import { optionalText, storedText } from '../credentials.ts'

/** The stored credentials of a sign-up. */
export interface WhatsAppCredentials {
  /** The token of a system user that acts for the business account. */
  token: string
  businessAccountId: string
  /** Null when the sign-up ended without a number. */
  numberId: string | null
  /** The PIN with which the number was registered. */
  pin: string | null
}

/**
 * Reads stored credentials.
 * @throws ProviderError `connection_expired` when the token is missing
 */
export function parseCredentials(stored: JsonObject): WhatsAppCredentials {
  return {
    token: storedText(stored, 'token'),
    businessAccountId: storedText(stored, 'businessAccountId'),
    numberId: optionalText(stored, 'numberId'),
    pin: optionalText(stored, 'pin'),
  }
}
