import type { Account } from '@carillon/client'
import { missingOf } from './abilities.ts'
import type { Facts } from './facts.ts'

export type HealthState = 'expired' | 'incomplete' | 'ending' | 'limited' | 'working'

/** How an account is, in words. */
export interface Health {
  state: HealthState
  /** Two or three words. */
  label: string
  /** What it means, and what to do. */
  text: string
  /** When the access ends unless a user logs in again; null if it goes on by itself. */
  actBefore: string | null
}

const dayMs = 86_400_000
/** How long before its end an access is announced. */
const announcedDays = 14

const steps: Readonly<Record<string, string>> = {
  number: 'choose a phone number',
  subscription: 'let events of the number reach Carillon',
  registration: 'register the number',
  payment: 'add a way of payment at the social network',
  template: 'have a message template approved',
}

/** What is still to be done for an account, each step in words. */
export function setupWords({ setup }: Account): string[] {
  return (setup?.missing ?? []).map((step) => steps[step] ?? step)
}

/** When the social network ends the access whatever is refreshed; null if it does not. */
export function accessEnds({ platform, authMethod, connectedAt }: Account, facts: Facts | undefined): string | null {
  const days = facts?.logins[platform][authMethod ?? 'any']?.accessDays
  return days === undefined ? null : new Date(Date.parse(connectedAt) + days * dayMs).toISOString()
}

/** How an account is at a point in time, the worst first. */
export function healthOf(account: Account, facts: Facts | undefined, now: number): Health {
  const actBefore = accessEnds(account, facts)
  if (account.status === 'expired') {
    const text = 'The social network no longer accepts the connection. Reconnect the account to go on.'
    return { state: 'expired', label: 'Expired', text, actBefore: null }
  }
  if (account.setup?.state === 'incomplete') {
    const missing = setupWords(account)
    const text =
      missing.length > 0 ? `Still to do: ${missing.join('; ')}.` : 'The social network restricts this account.'
    return { state: 'incomplete', label: missing.length > 0 ? 'Set-up not finished' : 'Restricted', text, actBefore }
  }
  if (actBefore !== null && Date.parse(actBefore) - now < announcedDays * dayMs) {
    return {
      state: 'ending',
      label: 'Access ends soon',
      text: 'Reconnect the account before the access ends.',
      actBefore,
    }
  }
  const missing = missingOf(account, facts)
  if (missing.length > 0) {
    return { state: 'limited', label: 'Some permissions missing', text: `Without ${missing.join(', ')}.`, actBefore }
  }
  return { state: 'working', label: 'Working', text: 'Its tokens are refreshed automatically.', actBefore }
}

/** Whether a user has to do something. */
export function needsSomebody({ state }: Health): boolean {
  return state === 'expired' || state === 'incomplete' || state === 'ending'
}
