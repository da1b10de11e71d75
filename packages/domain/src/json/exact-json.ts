import { fieldError } from '@carillon/errors'

/** The place of an integer in a parsed value that a JavaScript number cannot represent. */
class ChangedInteger {}

const changedInteger = new ChangedInteger()

const message = `integers beyond ${Number.MAX_SAFE_INTEGER} cannot be kept exactly; send it as a string`

/** Matches all texts with an integer that may be changed, which has 16 digits at least, and few others. */
const mayBeChanged = /(?:^|[[:,\s-])\d{16}/

const integer = /^(-?\d+)(?:\.0+)?$/

/** Whether `value`, which was parsed from the literal `source`, is another integer than the one that `source` names. */
function isChanged(value: unknown, source: string): boolean {
  if (typeof value !== 'number' || !Number.isFinite(value) || Number.isSafeInteger(value)) return false
  const digits = integer.exec(source)?.[1]
  return digits !== undefined && BigInt(digits) !== BigInt(value)
}

/** Returns the path to the first changed integer in a parsed value, with the innermost name first; null without one. */
function pathIn(value: unknown): string[] | null {
  if (value === changedInteger) return []
  if (typeof value !== 'object' || value === null) return null
  for (const [name, part] of Object.entries(value)) {
    const path = pathIn(part)
    if (path !== null) return [...path, name]
  }
  return null
}

/**
 * Checks that JSON has no integer that `JSON.parse` would turn into another one, as a JavaScript number has 53 bits. Of
 * duplicate keys, only the value of the last one is checked. `within` is the path of the JSON in the request. A text
 * without a long number, as nearly all are, is searched only, not parsed.
 * @throws ServiceError `invalid_request` with the path of the integer; SyntaxError for text that is not JSON, if it has
 *   a long number
 */
export function requireExactIntegers(text: string, within: readonly string[] = []): void {
  if (!mayBeChanged.test(text)) return
  const mark = (_name: string, value: unknown, ...[context]: readonly { source?: string }[]): unknown =>
    isChanged(value, context?.source ?? '') ? changedInteger : value
  const path = pathIn(JSON.parse(text, mark))
  if (path === null) return
  const names = path.reverse().map((name) => name.slice(0, 64).toWellFormed())
  throw fieldError({ path: [...within, ...names], message })
}

/**
 * Parses JSON as `JSON.parse` does, after `requireExactIntegers`.
 * @throws SyntaxError for text that is not JSON; the error of `requireExactIntegers`
 */
export function parseExactJson(text: string, within: readonly string[] = []): unknown {
  requireExactIntegers(text, within)
  return JSON.parse(text)
}
