/**
 * Returns the smallest uuidv7 of a time. Ids begin with their creation time, so comparing ids selects rows of a period.
 */
export function firstIdOf(at: Date): string {
  const hex = Math.max(0, at.getTime()).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}

/** Returns the time at which a uuidv7 was generated, in ms since the Unix epoch. */
export function timeOfId(id: string): number {
  return Number.parseInt(id.replace('-', '').slice(0, 12), 16)
}
