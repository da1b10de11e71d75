import { type Fields, fieldsOf } from '../fields.ts'

/** The maximum length in characters of a preview; the rest is cut off. */
const maxText = 4_000

function shown(value: unknown): string {
  if (Array.isArray(value)) return value.map(shown).join('; ')
  if (typeof value !== 'object' || value === null) return String(value)
  const { url, base64, ...facts } = fieldsOf(value)
  const file = url ?? (base64 === undefined ? undefined : 'a file that is sent with the post')
  const about = Object.entries(facts).map(([name, fact]) => `${name}: ${shown(fact)}`)
  if (file === undefined) return `(${about.join(', ')})`
  return about.length === 0 ? String(file) : `${file} (${about.join(', ')})`
}

/**
 * Formats the fields of a post or text as lines `name: value`, for the question whether the user agrees that it becomes
 * public. A file is shown by its URL, if it has one, and its other fields, without its bytes. The text is cut off after
 * 4,000 characters.
 */
export function previewOf(fields: Fields): string {
  const text = Object.entries(fields)
    .map(([name, value]) => `${name}: ${shown(value)}`)
    .join('\n')
  return text.length <= maxText ? text : `${text.slice(0, maxText).toWellFormed()} …`
}
