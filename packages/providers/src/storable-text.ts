/** A text with U+FFFD in place of what no text in a database can hold: NUL and halves of surrogate pairs. */
export function storableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD')
}
