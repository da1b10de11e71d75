import type { Account, Platform, Publish } from '@carillon/client'
import { queryOptions } from '@tanstack/react-query'
import { type HealthState, needsAttention } from './account-health.ts'
import { api } from './api.ts'
import { pollingInterval } from './polling.ts'
import { isActive } from './publish-status.ts'

type Status = Publish['status']

/** The newest publishes of a profile in one state, or in any. */
export const newestPublishes = (profileId: string, status?: Status) =>
  queryOptions({
    queryKey: ['publishes', profileId, 'newest', { status }],
    queryFn: async ({ signal }) => {
      const { data } = await api.get('/posts/publishes', { query: { profileId, ...(status && { status }) }, signal })
      return data.publishes
    },
    refetchInterval: ({ state }) => pollingInterval(state.data?.some(isActive) ?? false),
  })

const weekMs = 7 * 86_400_000

const worstFirst: readonly HealthState[] = ['expired', 'action_needed', 'setup_incomplete']

/** The accounts that need attention, the worst first. */
export function troubledAccounts(accounts: readonly Account[]): Account[] {
  const rank = ({ health }: Account) => worstFirst.indexOf(health.state)
  return accounts.filter(({ health }) => needsAttention(health)).sort((a, b) => rank(a) - rank(b))
}

/** Of the last seven days: older ones have been seen. */
export function ofLastWeek(publishes: readonly Publish[], now: number): Publish[] {
  return publishes.filter(({ createdAt }) => now - Date.parse(createdAt) < weekMs)
}

/** How a network is, as the service has seen it in the last ten minutes; `quiet` if it was hardly called. */
export type NetworkState = 'up' | 'slow' | 'down' | 'quiet'

/** The states of all networks that are set up in this deployment. */
export const networkStates = queryOptions({
  queryKey: ['network-states'],
  queryFn: async ({ signal }): Promise<{ at: string; networks: { platform: Platform; state: NetworkState }[] }> => {
    const response = await fetch('/dashboard/networks.json', {
      signal,
      headers: { 'Carillon-Dashboard': '1' },
      credentials: 'same-origin',
    })
    if (!response.ok) throw new Error(`The service responded with status ${response.status}.`)
    return response.json()
  },
  refetchInterval: 60_000,
})
