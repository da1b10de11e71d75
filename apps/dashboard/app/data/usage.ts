import { queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'

/** The days of a month that has the form `2026-11`, up to a day that is not in the future. */
export function daysOfMonth(month: string, today: string): { from: string; to: string } {
  const [year = 0, number = 1] = month.split('-').map(Number)
  const last = new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10)
  return { from: `${month}-01`, to: last < today ? last : today }
}

/** The months that can be looked at, the running one first, in UTC as charges are counted. */
export function lastMonths(now: number, count: number): string[] {
  const date = new Date(now)
  return Array.from({ length: count }, (_, back) =>
    new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - back, 1)).toISOString().slice(0, 7),
  )
}

/** The charges of a month. */
export const usageQuery = (month: string) =>
  queryOptions({
    queryKey: ['usage', month],
    queryFn: async ({ signal }) => {
      const days = daysOfMonth(month, new Date().toISOString().slice(0, 10))
      return (await api.get('/usage/x', { query: days, signal })).data
    },
    staleTime: 60_000,
  })

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 4 })

/** An amount of the API, a decimal string in US dollars, as it is shown. */
export function amountWords(amount: string): string {
  return dollars.format(Number(amount))
}

const monthName = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' })

export function monthWords(month: string): string {
  return monthName.format(new Date(`${month}-01T00:00:00Z`))
}
