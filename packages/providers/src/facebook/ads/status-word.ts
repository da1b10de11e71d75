import { textOf } from '../../json.ts'

/** A status of Meta's, in lower case. */
export function statusWord(value: unknown): string {
  return textOf(value)?.toLowerCase() ?? 'unknown'
}
