import { textOf } from '../../json.ts'

/** Returns a status of Meta in lower case; `unknown` if it is missing. */
export function statusWord(value: unknown): string {
  return textOf(value)?.toLowerCase() ?? 'unknown'
}
