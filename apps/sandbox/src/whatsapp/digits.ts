/** Returns the digits of a phone number, without spaces, signs and brackets. */
export function digitsOf(text: string): string {
  return text.replace(/\D/g, '')
}
