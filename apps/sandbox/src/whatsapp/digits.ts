/** Returns the digits of a phone number, without any other characters. */
export function digitsOf(text: string): string {
  return text.replace(/\D/g, '')
}
