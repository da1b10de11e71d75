/** Returns the text with U+FFFD in place of characters that a database cannot store: NUL and unpaired surrogates. */
export function storableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD')
}
