import type { Account, Publish } from '@carillon/client'
import { queryOptions } from '@tanstack/react-query'
import { type Health, healthOf, needsSomebody } from './account-health.ts'
import { api } from './api.ts'
import type { Facts } from './facts.ts'
import { pollingInterval } from './polling.ts'

type Status = Publish['status']

/** The newest publishes of a profile in one state, or in any. */
export const newestPublishes = (profileId: string, status?: Status) =>
  queryOptions({
    queryKey: ['publishes', profileId, 'newest', { status }],
    queryFn: async ({ signal }) => {
      const { data } = await api.get('/posts/publishes', { query: { profileId, ...(status && { status }) }, signal })
      return data.publishes
    },
    refetchInterval: ({ state }) => pollingInterval(state.data?.some((one) => one.status === 'processing') ?? false),
  })

const weekMs = 7 * 86_400_000

/** The accounts that need somebody, the worst first. */
export function troubledAccounts(accounts: readonly Account[], facts: Facts | undefined, now: number) {
  const states: Health['state'][] = ['expired', 'incomplete', 'ending']
  return accounts
    .map((account) => ({ account, health: healthOf(account, facts, now) }))
    .filter(({ health }) => needsSomebody(health))
    .sort((a, b) => states.indexOf(a.health.state) - states.indexOf(b.health.state))
}

/** Of the last seven days: older ones have been seen. */
export function ofLastWeek(publishes: readonly Publish[], now: number): Publish[] {
  return publishes.filter(({ createdAt }) => now - Date.parse(createdAt) < weekMs)
}
