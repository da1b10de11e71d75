import { queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'

/**
 * The first and the last day (YYYY-MM-DD) of a month such as `2026-11`; the last is `today` if the month ends later.
 */
export function daysOfMonth(month: string, today: string): { from: string; to: string } {
  const [year = 0, number = 1] = month.split('-').map(Number)
  const last = new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10)
  return { from: `${month}-01`, to: last < today ? last : today }
}

/**
 * The last `count` months as `2026-11`, the current one first, in UTC as charges are counted. `now` is in ms since
 * 1970.
 */
export function lastMonths(now: number, count: number): string[] {
  const date = new Date(now)
  return Array.from({ length: count }, (_, back) =>
    new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - back, 1)).toISOString().slice(0, 7),
  )
}

/** The charges of X in a month such as `2026-11`, up to today (UTC). */
export const usageQuery = (month: string) =>
  queryOptions({
    queryKey: ['usage', month],
    queryFn: async ({ signal }) => {
      const days = daysOfMonth(month, new Date().toISOString().slice(0, 10))
      return (await api.get('/usage/x', { query: days, signal })).data
    },
    staleTime: 60_000,
  })

const decimalsOf = (amount: string) => (amount.split('.')[1] ?? '').replace(/0+$/, '').length

/**
 * Returns a function that formats amounts of the API, decimal strings in US dollars, with the same number of decimals:
 * as many as one of `amounts` needs, and at least two.
 */
export function amountFormat(amounts: readonly string[]): (amount: string) => string {
  const digits = Math.max(2, ...amounts.map(decimalsOf))
  const dollars = new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: 'USD',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  return (amount) => dollars.format(Number(amount))
}

/** An amount of the API, a decimal string in US dollars, as text with at least two decimals: "$1.20". */
export function amountWords(amount: string): string {
  return amountFormat([amount])(amount)
}

const monthName = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' })

export function monthWords(month: string): string {
  return monthName.format(new Date(`${month}-01T00:00:00Z`))
}

/** The operations that X bills, keyed by the API's name, in words for one and for several. */
const words: Readonly<Record<string, readonly [one: string, several: string]>> = {
  'post.create': ['post', 'posts'],
  'post.create.url': ['post with a link', 'posts with a link'],
  'post.delete': ['deletion of a post', 'deletions of posts'],
  'post.read': ['read of a post', 'reads of posts'],
  'user.read': ['read of a user', 'reads of users'],
  'media.metadata': ['description of an image', 'descriptions of images'],
}

/** A count of a billed operation in words: "2 posts with a link". An unknown operation is named as the API does. */
export function countedOperation(operation: string, count: number): string {
  const [one, several] = words[operation] ?? [operation, operation]
  return `${count.toLocaleString('en')} ${count === 1 ? one : several}`
}

/** A billed operation as a heading: "Posts with a link". */
export function operationName(operation: string): string {
  const name = words[operation]?.[1] ?? operation
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`
}
