/**
 * Returns a phone number in the one spelling that is stored: E.164 with `+`. A string of 7 to 15 digits that does not
 * begin with 0 gets a `+`; any other string, such as the id of a user whose number is hidden, is returned unchanged.
 */
export function e164(text: string): string {
  return /^[1-9][0-9]{6,14}$/.test(text) ? `+${text}` : text
}

/**
 * Returns a string of 7 to 15 digits that does not begin with 0 as a phone number in E.164, with `+` before it; null
 * for any other value, also for one that already begins with `+`.
 */
export function e164OrNull(value: unknown): string | null {
  return typeof value === 'string' && /^[1-9][0-9]{6,14}$/.test(value) ? `+${value}` : null
}

/**
 * The schema of a WhatsApp recipient: a phone number with or without `+`, or the business-scoped id of a user whose
 * number is hidden. Such an id is a country code, a dot, `ENT.` if it is scoped to a parent business, and up to 128
 * letters and digits.
 * @see https://developers.facebook.com/documentation/business-messaging/whatsapp/business-scoped-user-ids (read 2026-11-20)
 */
export const numberOrUserId = {
  type: 'string',
  maxLength: 135,
  pattern: '^(\\+?[1-9][0-9]{6,14}|[A-Z]{2}\\.(ENT\\.)?[A-Za-z0-9]{1,128})$',
  'x-rule': 'An E.164 phone number such as +14155550123, or the `sender` of a user whose number is hidden.',
} as const
