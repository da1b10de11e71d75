import {
  type AttemptResult,
  type EndpointOutcome,
  findStoredResults,
  noteOutcomes,
  settleAttempts,
  transaction,
} from '@carillon/database'
import type { Context } from '../context.ts'
import { retryStorageFailures } from '../storage-failure.ts'
import { storeInParts } from '../store-in-parts.ts'
import { type DisableOptions, disableEndpoint } from '../webhook-endpoints/disable-endpoint.ts'
import { failingLimit } from './retry-schedule.ts'

/** Milliseconds for which results of attempts are gathered, so that one statement stores many. */
const gatherMs = 5

const batch = 500

/**
 * Milliseconds for which storing is retried while the database fails; then the claims expire and the deliveries are
 * repeated.
 */
const storeForMs = 30_000

/** Milliseconds for which disabling an endpoint is retried while the database fails; its next attempt decides again. */
const disableForMs = 5_000

/**
 * Returns one outcome for each endpoint: the times of its last success and failure, and the number and first time of
 * failures after the last success. `results` are in the order in which they ended.
 */
function outcomesOf(results: readonly AttemptResult[]): EndpointOutcome[] {
  const outcomes = new Map<string, EndpointOutcome>()
  for (const { endpointId: id, error, at } of results) {
    const before: EndpointOutcome = outcomes.get(id) ?? {
      id,
      succeededAt: null,
      failedAt: null,
      failingAt: null,
      failed: 0,
    }
    const next =
      error === null
        ? { ...before, succeededAt: at, failingAt: null, failed: 0 }
        : { ...before, failedAt: at, failingAt: before.failingAt ?? at, failed: before.failed + 1 }
    outcomes.set(id, next)
  }
  return [...outcomes.values()]
}

/** An endpoint that has failed for too long. It is disabled only if it has not been changed since `unchangedSince`. */
interface Failing {
  id: string
  unchangedSince: Date
}

/**
 * Stores results of attempts. Returns the endpoints that have failed for too long.
 * @throws the error of the database if it fails for 30 seconds
 */
async function store(context: Context, results: readonly AttemptResult[]): Promise<Failing[]> {
  const unchangedSince = context.now()
  const standings = await retryStorageFailures(storeForMs, (again) =>
    transaction(context.db, async (tx) => {
      const stored = again ? await findStoredResults(tx, results) : undefined
      if (stored) return stored
      // Endpoints first, as everything does that locks both.
      const noted = await noteOutcomes(tx, outcomesOf(results))
      await settleAttempts(tx, results)
      return noted
    }),
  )
  const failingMs = failingLimit.seconds * 1_000 * context.config.webhooks.retryScale
  const isFailing = ({ failures, failingSince }: (typeof standings)[number]) =>
    failingSince !== null &&
    failures >= failingLimit.attempts &&
    context.now().getTime() - failingSince.getTime() >= failingMs
  return standings.filter(isFailing).map(({ id }) => ({ id, unchangedSince }))
}

export interface Results {
  /** Adds the result of an attempt, to be stored soon. */
  add(result: AttemptResult): void
  /**
   * Disables an endpoint, retrying for up to five seconds while the database fails. Never rejects: an endpoint that
   * could not be disabled is logged, and its next attempt decides again.
   */
  disable(id: string, how: DisableOptions): Promise<void>
  /** Stores the waiting results and waits until all are stored, and until endpoints are disabled. */
  close(): Promise<void>
}

class GatheredResults implements Results {
  readonly #context: Context
  readonly #onStored: () => void
  readonly #disabling = new Set<Promise<void>>()
  #waiting: AttemptResult[] = []
  #storing: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(context: Context, onStored: () => void) {
    this.#context = context
    this.#onStored = onStored
  }

  add(result: AttemptResult): void {
    this.#waiting.push(result)
    if (this.#storing === undefined) this.#timer ??= setTimeout(() => this.#begin(), gatherMs)
  }

  async disable(id: string, how: DisableOptions): Promise<void> {
    try {
      await retryStorageFailures(disableForMs, () => disableEndpoint(this.#context, id, how))
    } catch (err) {
      this.#context.log.error({ err, endpointId: id }, 'webhook endpoint not disabled')
    }
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer)
    if (this.#waiting.length > 0) this.#begin()
    await this.#storing
    await Promise.all(this.#disabling)
  }

  #begin(): void {
    this.#timer = undefined
    this.#storing ??= this.#storeAll()
  }

  async #storeAll(): Promise<void> {
    const { log } = this.#context
    const onRejected = ({ deliveryId }: AttemptResult, err: unknown) =>
      log.error({ err, deliveryId }, 'result of a webhook delivery rejected by the database')
    while (this.#waiting.length > 0) {
      const results = this.#waiting.slice(0, batch)
      this.#waiting = this.#waiting.slice(batch)
      try {
        await storeInParts(results, { store: (part) => this.#storeAndDisable(part), onRejected })
      } catch (error) {
        log.error({ err: error, count: results.length }, 'webhook deliveries not stored')
      }
      this.#onStored()
    }
    this.#storing = undefined
  }

  async #storeAndDisable(results: readonly AttemptResult[]): Promise<void> {
    for (const failing of await store(this.#context, results)) this.#disableLater(failing)
  }

  /** Disables a failing endpoint, for which the results of others do not wait, unless it has been changed since. */
  #disableLater({ id, unchangedSince }: Failing): void {
    const run = this.disable(id, { reason: 'failing', unchangedSince }).finally(() => this.#disabling.delete(run))
    this.#disabling.add(run)
  }
}

/**
 * Creates the gatherer that stores results of webhook attempts together. It also disables endpoints that have failed
 * for too long. Results that cannot be stored within 30 seconds, or that the database rejects, are logged and dropped.
 * Their deliveries are repeated.
 * @param onStored called after each batch, also if storing failed
 */
export function createResults(context: Context, onStored: () => void): Results {
  return new GatheredResults(context, onStored)
}
