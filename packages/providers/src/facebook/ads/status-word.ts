import { textOf } from '../../json.ts'

/** A status as Meta reports it, in lower case. */
export function statusWord(value: unknown): string {
  return textOf(value)?.toLowerCase() ?? 'unknown'
}
