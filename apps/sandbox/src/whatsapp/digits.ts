/** Returns the digits of a phone number. */
export function digitsOf(text: string): string {
  return text.replace(/\D/g, '')
}
