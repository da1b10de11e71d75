import type { Account } from '@carillon/client'
import { missingOf } from './abilities.ts'
import type { Facts } from './facts.ts'

export type HealthState = Account['health']['state']
type Reason = NonNullable<Account['health']['reason']>

/** The health of an account, as the service reports it, in words. */
export interface Health {
  state: HealthState
  /** One to three words. */
  label: string
  /** One or two sentences: the cause, and the remedy if there is one. */
  text: string
  /** When the access ends unless a user logs in again (ISO 8601); null if it does not end or has already ended. */
  actBefore: string | null
}

const steps: Readonly<Record<string, string>> = {
  number: 'choose a phone number',
  subscription: 'let events of the number reach Carillon',
  registration: 'register the number',
  payment: 'add a way of payment at the social network',
  template: 'have a message template approved',
}

/** The remaining setup steps of an account, in words; empty if none remain or its network needs no setup. */
export function setupWords({ setup }: Account): string[] {
  return (setup?.missing ?? []).map((step) => steps[step] ?? step)
}

interface Words {
  label: string
  text(account: Account, facts: Facts | undefined): string
}

const words: Readonly<Record<Reason, Words>> = {
  deauthorized: {
    label: 'Expired',
    text: () => 'The user removed the access at the social network. Reconnect the account to go on.',
  },
  token_rejected: {
    label: 'Expired',
    text: () => 'The social network no longer accepts the connection. Reconnect the account to go on.',
  },
  setup_incomplete: {
    label: 'Set-up not finished',
    text: (account) => `Still to do: ${setupWords(account).join('; ')}.`,
  },
  restricted: {
    label: 'Restricted',
    text: ({ setup }) => `The social network restricts this account: ${setup?.restriction ?? 'it does not say how'}.`,
  },
  access_ends: { label: 'Access ends soon', text: () => 'Reconnect the account before the access ends.' },
  token_ends: {
    label: 'Token ends',
    text: () => 'The social network issued a token with an end. Change the sign-up configuration, then sign up again.',
  },
  missing_scopes: {
    label: 'Permissions missing',
    text(account, facts) {
      const missing = missingOf(account, facts)
      return missing.length > 0 ? `Without ${missing.join(', ')}.` : 'The user did not grant every permission.'
    },
  },
}

/** The health of an account in words. Without `facts`, missing permissions are not listed by feature. */
export function healthOf(account: Account, facts: Facts | undefined): Health {
  const { state, reason, actBefore } = account.health
  if (reason === null) return { state, label: 'Working', text: 'Its tokens are refreshed automatically.', actBefore }
  return { state, label: words[reason].label, text: words[reason].text(account, facts), actBefore }
}

/** Whether a user has to act: true for every state but `ok` and `limited`. */
export function needsAttention({ state }: { state: HealthState }): boolean {
  return state !== 'ok' && state !== 'limited'
}

/**
 * Whether connecting the account again can solve its problem; false for a healthy account, and if the setup is
 * incomplete or the network restricts the account.
 */
export function reconnectHelps({ health: { reason } }: Account): boolean {
  return reason !== null && reason !== 'setup_incomplete' && reason !== 'restricted'
}
