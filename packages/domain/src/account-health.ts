import { keysOf } from '@carillon/errors'
import { type Feature, type LoginScopes, loginsOf, scopesFor } from './login-scopes.ts'
import type { Platform } from './platforms.ts'
import { supports } from './supports.ts'

/**
 * The states of an account's health, the best first: `limited` works, but a permission is missing or its token ends;
 * for `action_needed` and `setup_incomplete` a user has to act; `expired` has to be connected again.
 */
export const healthStates = ['ok', 'limited', 'action_needed', 'setup_incomplete', 'expired'] as const
type HealthState = (typeof healthStates)[number]

/** The number of days before an account's access ends in which the user is asked to log in again. */
const announcedDays = 14

const dayMs = 86_400_000

/** The facts from which the health of an account is determined. */
export interface HealthFacts {
  platform: Platform
  authMethod: string | null
  status: 'connected' | 'expired'
  expiredReason: string | null
  /** The requested scopes that were not granted, without those that this deployment does not request. */
  missingScopes: readonly string[]
  /** The setup steps that are missing, and how the network restricts the account; null on networks without a setup. */
  setup: { missing: readonly string[]; restriction?: string } | null
  tokenExpiresAt: Date | null
}

interface HealthRule {
  state: HealthState
  /** The meaning of the rule, for the documentation. */
  about: string
  /** Returns whether the rule applies to an account at a time. */
  holds(facts: HealthFacts, now: Date): boolean
}

function loginOf({ platform, authMethod }: Pick<HealthFacts, 'platform' | 'authMethod'>): LoginScopes | undefined {
  return loginsOf[platform][authMethod ?? 'any']
}

/**
 * Returns when the access ends unless the user logs in again; null if tokens can be refreshed without an end, or the
 * end is not known.
 */
function accessEndsAt(facts: Pick<HealthFacts, 'platform' | 'authMethod' | 'tokenExpiresAt'>): Date | null {
  const isRefreshed = supports('connect', facts.platform) && loginOf(facts)?.accessDays === undefined
  return isRefreshed ? null : facts.tokenExpiresAt
}

/**
 * The reasons why an account is not `ok`, keyed by name, the worst first. The first rule that holds determines the
 * health.
 */
export const healthRules = {
  deauthorized: {
    state: 'expired',
    about: 'The user removed the access of the app at the platform; the account has to be connected again.',
    holds: ({ status, expiredReason }) => status === 'expired' && expiredReason === 'deauthorized',
  },
  token_rejected: {
    state: 'expired',
    about:
      'The access has ended, such as because the platform no longer accepts the tokens; the account has to be connected again.',
    holds: ({ status }) => status === 'expired',
  },
  setup_incomplete: {
    state: 'setup_incomplete',
    about: 'Steps of the setup are missing; see setup.missing.',
    holds: ({ setup }) => (setup?.missing.length ?? 0) > 0,
  },
  restricted: {
    state: 'action_needed',
    about: 'The platform restricts what the account may do; see setup.restriction.',
    holds: ({ setup }) => setup?.restriction !== undefined,
  },
  access_ends: {
    state: 'action_needed',
    about: `The access ends within ${announcedDays} days unless the user logs in again; see actBefore.`,
    holds(facts, now) {
      const end = accessEndsAt(facts)
      return end !== null && end.getTime() - now.getTime() <= announcedDays * dayMs
    },
  },
  token_ends: {
    state: 'limited',
    about:
      'The token of the sign-up ends and is not renewed: the configuration at the platform issues tokens that expire. Change it and sign up again before actBefore.',
    holds: ({ platform, tokenExpiresAt }) => supports('connect.signup', platform) && tokenExpiresAt !== null,
  },
  missing_scopes: {
    state: 'limited',
    about: 'The account lacks a permission that this deployment requests; see missingScopes.',
    holds: ({ missingScopes }) => missingScopes.length > 0,
  },
} as const satisfies Record<string, HealthRule>

type HealthReason = keyof typeof healthRules
export const healthReasons = keysOf(healthRules)

const rules: Readonly<Record<HealthReason, HealthRule>> = healthRules

/** The health of an account. `reason` is null if `state` is `ok`. */
export interface AccountHealth {
  state: HealthState
  reason: HealthReason | null
  /** When the access ends unless the user logs in again; null if it has no known end, or `state` is `expired`. */
  actBefore: Date | null
}

/**
 * Determines the health of an account at the time `now`: the state of the first of `healthRules` that holds, or `ok`.
 */
export function healthOf(facts: HealthFacts, now: Date): AccountHealth {
  const reason = healthReasons.find((each) => rules[each].holds(facts, now)) ?? null
  const state = reason === null ? 'ok' : rules[reason].state
  return { state, reason, actBefore: state === 'expired' ? null : accessEndsAt(facts) }
}

/**
 * Returns those of the account's `missingScopes` that this deployment requests, always or for its features; all of them
 * if `loginScopes` has no entry for the account's network and login method.
 * @param features the features for which the deployment requests scopes; undefined for all
 */
export function declinedScopes(
  account: Pick<HealthFacts, 'platform' | 'authMethod' | 'missingScopes'>,
  features: readonly Feature[] | undefined,
): string[] {
  if (account.missingScopes.length === 0) return []
  const login = loginOf(account)
  const requested: readonly string[] = login === undefined ? account.missingScopes : scopesFor(login, features)
  return account.missingScopes.filter((scope) => requested.includes(scope))
}
