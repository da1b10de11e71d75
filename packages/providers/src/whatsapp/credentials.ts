import type { JsonObject } from '../call-context.ts'
import { optionalText, storedText } from '../credentials.ts'

/** What is kept of a sign-up. */
export interface WhatsAppCredentials {
  /** The token of a system user, which acts for the business account. */
  token: string
  businessAccountId: string
  /** Null when the sign-up ended without a number. */
  numberId: string | null
  /** The PIN that the number was registered with. */
  pin: string | null
}

/** Throws `connection_expired` when the token is missing. */
export function parseCredentials(stored: JsonObject): WhatsAppCredentials {
  return {
    token: storedText(stored, 'token'),
    businessAccountId: storedText(stored, 'businessAccountId'),
    numberId: optionalText(stored, 'numberId'),
    pin: optionalText(stored, 'pin'),
  }
}
