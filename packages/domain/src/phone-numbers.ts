/**
 * The one spelling of a phone number: E.164 with `+`. Digits alone become a number with `+`; any other text, such as the
 * id of a user whose number is hidden, is returned as it is.
 */
export function e164(text: string): string {
  return /^[1-9][0-9]{6,14}$/.test(text) ? `+${text}` : text
}

/** The number of an identifier that consists of digits, in E.164 with `+`; null for any other value. */
export function e164OrNull(value: unknown): string | null {
  return typeof value === 'string' && /^[1-9][0-9]{6,14}$/.test(value) ? `+${value}` : null
}

/**
 * A phone number, with or without `+`, or the business-scoped id of a user whose number is hidden: a country of two
 * letters, a point, and up to 128 letters and digits; `ENT.` comes before them in the id of a parent.
 * @see https://developers.facebook.com/documentation/business-messaging/whatsapp/business-scoped-user-ids (read 2026-11-20)
 */
export const numberOrUserId = {
  type: 'string',
  maxLength: 135,
  pattern: '^(\\+?[1-9][0-9]{6,14}|[A-Z]{2}\\.(ENT\\.)?[A-Za-z0-9]{1,128})$',
  'x-rule': 'An E.164 phone number such as +14155550123, or the `sender` of a user whose number is hidden.',
} as const
