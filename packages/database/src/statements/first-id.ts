/**
 * The smallest id that can be generated at a time. Ids begin with their creation time, so rows of a period are found by
 * their ids.
 */
export function firstIdOf(at: Date): string {
  const hex = Math.max(0, at.getTime()).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}
