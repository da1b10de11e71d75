const hourMs = 3_600_000

/** How long before it is due a schedule is checked, in ms. */
const before = [24 * hourMs, hourMs] as const

/**
 * Returns when a schedule has to be checked for problems next: 24 hours or one hour before it is due. Null if it is due
 * within an hour.
 */
export function nextLook(dueAt: Date, now: Date): Date | null {
  const times = before.map((ms) => new Date(dueAt.getTime() - ms))
  return times.find((time) => time > now) ?? null
}
