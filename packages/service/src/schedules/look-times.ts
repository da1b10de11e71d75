const hourMs = 3_600_000

/** How long before it is due a schedule is looked at, in milliseconds. */
const before = [24 * hourMs, hourMs] as const

/** When a schedule is looked at next; null if it is due within an hour. */
export function nextLook(dueAt: Date, now: Date): Date | null {
  const times = before.map((ms) => new Date(dueAt.getTime() - ms))
  return times.find((time) => time > now) ?? null
}
