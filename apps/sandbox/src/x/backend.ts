import type { HeldMedia } from '../network.ts'
import { createGrants, type Grants } from './oauth/grants.ts'
import type { XOptions } from './options.ts'
import { createLedger, type Ledger } from './wire/ledger.ts'
import { createLimiter, type Limiter } from './wire/limiter.ts'
import { createWorld, type World } from './world.ts'

/** All that this X is made of. */
export interface Backend {
  options: XOptions
  world: World
  grants: Grants
  ledger: Ledger
  limiter: Limiter
  now(): number
  keep(bytes: Buffer, contentType: string, altText?: string | null): Promise<HeldMedia>
}

export function createBackend(options: XOptions, surroundings: Pick<Backend, 'now' | 'keep'>): Backend {
  const now = () => surroundings.now()
  return {
    options,
    world: createWorld(now),
    grants: createGrants(now),
    ledger: createLedger({ prices: options.prices, deduplicateReads: options.deduplicateReads, now }),
    limiter: createLimiter(options.limits, now),
    now,
    keep: (bytes, contentType, altText) => surroundings.keep(bytes, contentType, altText),
  }
}
