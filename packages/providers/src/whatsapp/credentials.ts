import type { JsonObject } from '../call-context.ts'
import { optionalText, storedText } from '../credentials.ts'

/** The stored credentials of a business that signed up. The ids are WhatsApp's. */
export interface WhatsAppCredentials {
  /** The token of a system user that acts on behalf of the business account. */
  token: string
  businessAccountId: string
  /** The id of the phone number; null if the sign-up ended without one. */
  numberId: string | null
  /** The PIN of six digits with which the number is registered; null if none was stored. */
  pin: string | null
}

/**
 * Converts the stored JSON of a connection's credentials. `numberId` and `pin` are null if they are not stored.
 * @throws ProviderError `connection_expired` if the token or the business account is missing
 */
export function parseCredentials(stored: JsonObject): WhatsAppCredentials {
  return {
    token: storedText(stored, 'token'),
    businessAccountId: storedText(stored, 'businessAccountId'),
    numberId: optionalText(stored, 'numberId'),
    pin: optionalText(stored, 'pin'),
  }
}
