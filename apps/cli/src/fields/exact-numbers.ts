import { UsageError } from '../usage-error.ts'

/** Matches all JSON with a number that may be changed, which has 16 digits or an exponent of 3, and little other. */
const mayBeChanged = /(?:^|[[:,\s-])(?:\d{16}|\d[\d.]*[eE]\+?\d{3})/

/** Returns the numbers in valid JSON, as they are written. */
const numbersIn = (json: string): readonly string[] =>
  json
    .replace(/\\./g, '')
    .replace(/"[^"]*"/g, '')
    .match(/-?\d[\d.eE+-]*/g) ?? []

const integer = /^(-?\d+)(?:\.0+)?$/

/** Whether the number that would be sent for a literal is infinite, or another integer than the literal names. */
function isChanged(literal: string): boolean {
  const value = Number(literal)
  if (!Number.isFinite(value)) return true
  const digits = integer.exec(literal)?.[1]
  return digits !== undefined && BigInt(digits) !== BigInt(value)
}

/**
 * Checks that valid JSON, or a number, has no integer that a JavaScript number cannot represent, since another one
 * would be sent. `name` is its field or option in the error message.
 * @throws UsageError if it has one, or a number that is too large
 */
export function requireExactNumbers(name: string, json: string): void {
  if (!mayBeChanged.test(json)) return
  const changed = numbersIn(json).find(isChanged)
  if (changed === undefined) return
  const shown = changed.length > 40 ? `${changed.slice(0, 40)}…` : changed
  throw new UsageError(
    `${name} has the number ${shown}. Integers beyond ${Number.MAX_SAFE_INTEGER} cannot be sent exactly: send it as a string, in quotation marks.`,
  )
}

/**
 * Whether a parsed value contains a number beyond 9007199254740991, which may have been another integer in the JSON.
 */
export function mayHaveChangedNumber(value: unknown): boolean {
  if (typeof value === 'number') return !(Math.abs(value) <= Number.MAX_SAFE_INTEGER)
  return typeof value === 'object' && value !== null && Object.values(value).some(mayHaveChangedNumber)
}
