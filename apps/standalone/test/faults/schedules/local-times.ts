const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const day = { year: 'numeric', month: 'numeric', day: 'numeric' } as const
  const time = { hour: 'numeric', minute: 'numeric', second: 'numeric', hourCycle: 'h23' } as const
  const format = new Intl.DateTimeFormat('en-US', { timeZone, calendar: 'gregory', ...day, ...time })
  formats.set(timeZone, format)
  return format
}

const secondMs = 1_000
const dayMs = 86_400_000

/** What clocks of a zone show at an instant, in milliseconds as if it were UTC: by `Intl`, which the product does not use. */
export function shownAt(instant: number, timeZone: string): number {
  const parts = formatOf(timeZone).formatToParts(instant)
  const {
    year = 0,
    month = 0,
    day = 0,
    hour = 0,
    minute = 0,
    second = 0,
  } = Object.fromEntries(parts.map(({ type, value }) => [type, Number(value)]))
  return Date.UTC(year, month - 1, day, hour, minute, second)
}

/** The first instant between two at which clocks show at least a time. */
function firstAtLeast(local: number, timeZone: string, [from, to]: [number, number]): number {
  let [before, after] = [from, to]
  while (after - before > secondMs) {
    const middle = before + Math.floor((after - before) / 2 / secondMs) * secondMs
    if (shownAt(middle, timeZone) < local) before = middle
    else after = middle
  }
  return after
}

/** The first instant at which clocks show a local time or, if they skip it, a later one. */
export function firstInstantOf(local: number, timeZone: string): number {
  const offsets = new Set([-dayMs, 0, dayMs].map((ms) => shownAt(local + ms, timeZone) - (local + ms)))
  const exact = [...offsets].map((offset) => local - offset).filter((at) => shownAt(at, timeZone) === local)
  if (exact.length > 0) return Math.min(...exact)
  return firstAtLeast(local, timeZone, [local - 2 * dayMs, local + 2 * dayMs])
}

/** The instants of a period at which the clocks of a zone change. */
export function changesOfClocks(timeZone: string, from: number, to: number): number[] {
  const offsetAt = (at: number) => shownAt(at, timeZone) - at
  const found: number[] = []
  const start = Math.ceil(from / secondMs) * secondMs
  for (let at = start; at + dayMs <= to; at += dayMs) {
    const offset = offsetAt(at)
    if (offsetAt(at + dayMs) === offset) continue
    let [before, after] = [at, at + dayMs]
    while (after - before > secondMs) {
      const middle = before + Math.floor((after - before) / 2 / secondMs) * secondMs
      if (offsetAt(middle) === offset) before = middle
      else after = middle
    }
    found.push(after)
  }
  return found
}

/** A local time as requests have it. */
export const textOf = (local: number): string => new Date(local).toISOString().slice(0, 19)
