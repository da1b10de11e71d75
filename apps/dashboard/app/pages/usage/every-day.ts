const dayMs = 86_400_000

interface Day {
  date: string
  amount: string
}

/**
 * One entry for each day from `from` to `to` (YYYY-MM-DD, both included), in order. A day without charges has the
 * amount `0`.
 */
export function everyDay(daily: readonly Day[], from: string, to: string): Day[] {
  const amounts = new Map(daily.map(({ date, amount }) => [date, amount]))
  const count = Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1
  return Array.from({ length: Math.max(0, count) }, (_, index) => {
    const date = new Date(Date.parse(from) + index * dayMs).toISOString().slice(0, 10)
    return { date, amount: amounts.get(date) ?? '0' }
  })
}
