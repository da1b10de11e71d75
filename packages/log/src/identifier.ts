import { redactText } from './redact.ts'

// Letters with at most four digits at the end of each part, and optionally an index as in `post[2]`: names have that
// form, random strings do not.
const form = /^[A-Za-z]{1,40}\d{0,4}(?:[-._:/ ][A-Za-z]{0,40}\d{0,4}){0,8}(?:\[\d{1,4}\])?$/

/** The maximum number of cached results. The same few identifiers are in most lines. */
const maxKnown = 1_000
const maxLength = 64
const known = new Map<string, boolean>()

function hasForm(text: string): boolean {
  const before = known.get(text)
  if (before !== undefined) return before
  const found = form.test(text) && redactText(text) === text
  if (known.size < maxKnown && text.length <= maxLength) known.set(text, found)
  return found
}

/**
 * Returns whether a value is safe to log because it looks like an identifier, such as an error code. An identifier
 * consists of up to nine words, separated by `-`, `.`, `_`, `:`, `/` or a space, and optionally an index at the end
 * (`post[2]`). A word has up to 40 ASCII letters, the first word at least one, and then up to four digits. Nothing in
 * an identifier looks like a credential.
 */
export function isIdentifier(value: unknown): value is string {
  return typeof value === 'string' && hasForm(value)
}
