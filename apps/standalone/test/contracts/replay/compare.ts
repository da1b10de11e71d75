import type { Outcome } from './replay.ts'

/** How the outcome of a call differs from what it was before a network changed a field. */
export type Difference = 'same' | 'missing' | 'failed' | 'wrong'

type Json = Record<string, unknown>
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether a value says that there is none. */
function isAbsent(value: unknown): boolean {
  if (value === null || value === undefined || value === '' || value === 0 || value === false) return true
  if (Array.isArray(value)) return value.every(isAbsent)
  return isObject(value) && Object.values(value).every(isAbsent)
}

/** Whether a value is the earlier one, of which parts may be missing and none is another. */
function isPartOf(value: unknown, earlier: unknown): boolean {
  if (isAbsent(value) || JSON.stringify(value) === JSON.stringify(earlier)) return true
  if (Array.isArray(value) && Array.isArray(earlier)) {
    let from = 0
    return value.every((item) => {
      const at = earlier.findIndex((one, index) => index >= from && isPartOf(item, one))
      from = at + 1
      return at >= 0
    })
  }
  if (!isObject(value) || !isObject(earlier)) return false
  return Object.entries(value).every(([name, member]) => isPartOf(member, earlier[name]))
}

export function differenceOf(earlier: Outcome, outcome: Outcome): Difference {
  if (JSON.stringify(earlier) === JSON.stringify(outcome)) return 'same'
  if ('error' in outcome) return 'failed'
  return 'value' in earlier && isPartOf(outcome.value, earlier.value) ? 'missing' : 'wrong'
}
