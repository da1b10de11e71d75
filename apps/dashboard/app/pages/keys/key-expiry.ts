/** The choices of a new key's lifetime; `value` is a number of days, or `never`. */
export const expiries = [
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
  { value: 'never', label: 'Never' },
] as const

/** The choice that leaves the expiry of a key as it is. */
export const keptExpiry = { value: 'kept', label: 'As it is' } as const

const dayMs = 86_400_000

/**
 * When a key expires (ISO 8601) `days` days after `now` (ms since 1970); null, which means never, for any text that is
 * not a positive integer.
 */
export function expiryAt(days: string | null, now: number): string | null {
  const count = Number(days)
  return Number.isInteger(count) && count > 0 ? new Date(now + count * dayMs).toISOString() : null
}
