import { type Fields, fieldsOf } from '../fields.ts'

/** The maximum length in characters of a preview; the rest is cut off. */
const maxText = 4_000

function isMedia(value: unknown): boolean {
  const { url, base64 } = fieldsOf(value)
  return typeof url === 'string' || typeof base64 === 'string'
}

function shown(value: unknown): string {
  if (isMedia(value)) return String(fieldsOf(value)['url'] ?? 'a file that is sent with the post')
  if (Array.isArray(value)) return value.map(shown).join('; ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/**
 * Formats the fields of a post or text as lines `name: value`, for the question whether the user agrees that it becomes
 * public. Media are shown by their URLs. The text is cut off after 4,000 characters.
 */
export function previewOf(fields: Fields): string {
  const text = Object.entries(fields)
    .map(([name, value]) => `${name}: ${shown(value)}`)
    .join('\n')
  return text.length <= maxText ? text : `${text.slice(0, maxText).toWellFormed()} …`
}
