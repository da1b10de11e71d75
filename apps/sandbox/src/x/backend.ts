import type { HeldMedia } from '../network.ts'
import { createGrants, type Grants } from './grants.ts'
import type { XOptions } from './options.ts'
import { createState, type State } from './state.ts'
import { createLedger, type Ledger } from './wire/ledger.ts'
import { createLimiter, type Limiter } from './wire/limiter.ts'

/** The state and services of the simulated X. */
export interface Backend {
  options: XOptions
  state: State
  grants: Grants
  ledger: Ledger
  limiter: Limiter
  /** Returns the time in ms since the epoch. */
  now(): number
  /** Stores a file, whose alternative text is null unless given. Returns its description and URL. */
  keep(bytes: Buffer, contentType: string, altText?: string | null): Promise<HeldMedia>
}

/**
 * Creates the services of the simulated X: an empty state of users and posts, OAuth grants, a ledger of charges, and
 * rate limits. `context` has the sandbox's clock (ms since the epoch) and its file store.
 */
export function createBackend(options: XOptions, context: Pick<Backend, 'now' | 'keep'>): Backend {
  const now = () => context.now()
  return {
    options,
    state: createState(now),
    grants: createGrants(now),
    ledger: createLedger({ prices: options.prices, deduplicateReads: options.deduplicateReads, now }),
    limiter: createLimiter(options.limits, now),
    now,
    keep: (bytes, contentType, altText) => context.keep(bytes, contentType, altText),
  }
}
