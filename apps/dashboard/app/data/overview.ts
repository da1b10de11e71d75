import type { Account, Platform, Publish } from '@carillon/client'
import { queryOptions } from '@tanstack/react-query'
import { type HealthState, needsAttention } from './account-health.ts'
import { api } from './api.ts'
import { pollingInterval } from './polling.ts'
import { isActive } from './publish-status.ts'

type Status = Publish['status']

/** The newest publishes of a profile, at most 50, with one status or any; newest first. */
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

/**
 * Those of the accounts for which a user has to act, the worst first: expired, then action needed, then incomplete
 * setup.
 */
export function troubledAccounts(accounts: readonly Account[]): Account[] {
  const rank = ({ health }: Account) => worstFirst.indexOf(health.state)
  return accounts.filter(({ health }) => needsAttention(health)).sort((a, b) => rank(a) - rank(b))
}

/** Those of the publishes that were created within the seven days before `now` (ms since 1970). */
export function ofLastWeek(publishes: readonly Publish[], now: number): Publish[] {
  return publishes.filter(({ createdAt }) => now - Date.parse(createdAt) < weekMs)
}

/**
 * The state of a network by the service's calls of the last ten minutes; the first that applies: `quiet` (fewer than
 * three calls), `down` (more than half failed), `slow` (more than a fifth took over ten seconds), `up`.
 */
export type NetworkState = 'up' | 'slow' | 'down' | 'quiet'

/**
 * The states of all networks that are configured in this deployment, read every minute; `at` is when the service
 * determined them (ISO 8601).
 */
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
