import { setTimeout as sleep } from 'node:timers/promises'
import {
  type AttemptResult,
  type ClaimedDelivery,
  cancelClaimedDelivery,
  claimDeliveries,
  readTraceparents,
  releaseDeliveries,
} from '@carillon/database'
import { inSpan, isTracing } from '@carillon/log'
import type { Context } from '../context.ts'
import { type Attempted, attempt, attemptTimeoutMs, bodyOf } from './attempt.ts'
import { createPlaces, type Places } from './places.ts'
import { createResults, type Results } from './results.ts'
import { secondsUntilRetry, unreadableSeconds } from './retry-schedule.ts'
import { createSigningReader, type SigningReader } from './signing.ts'

/** Seconds for which claimed deliveries belong to this process: enough for an attempt and storing its result. */
const claimSeconds = (4 * attemptTimeoutMs) / 1_000

/**
 * Milliseconds between polls for due deliveries without a hint: `busy` while deliveries are in flight or have just
 * ended, otherwise `idle`. Workers give a hint when they find due deliveries.
 */
const pollMs = { busy: 100, idle: 30_000 } as const
/**
 * Milliseconds after the last end of a delivery for which the process counts as busy, which includes the first retry.
 */
const busyMs = 10_000
/** Milliseconds between two polls while deliveries end. */
const pauseMs = 10
/** Milliseconds until the next poll after the database has failed. */
const failureMs = 1_000
/** Milliseconds that attempts in flight have to end when the process stops. */
const drainMs = 5_000

const maxEndpoints = 200

/** The status of a response with which an endpoint ends its subscription. */
const gone = 410

export interface Deliveries {
  /** Takes no more deliveries and waits up to five seconds for those in flight; the rest is left to other processes. */
  close(): Promise<void>
}

/** Returns the result of a delivery's attempt: delivered, retry after some seconds, or failed. */
function resultOf(context: Context, delivery: ClaimedDelivery, attempted: Attempted): AttemptResult {
  const { id: deliveryId, endpointId, failures } = delivery
  const { at, durationMs, status, error, response, retryAfterMs } = attempted
  const ended = { deliveryId, endpointId, at, durationMs, status, error, response }
  if (error === null) return { ...ended, outcome: 'delivered', retrySeconds: null }
  // A test is not repeated.
  if (delivery.body !== null) return { ...ended, outcome: 'failed', retrySeconds: null }
  const options = { scale: context.config.webhooks.retryScale, random: Math.random }
  const retrySeconds = secondsUntilRetry({ failures: failures + 1, retryAfterMs }, options)
  return { ...ended, outcome: retrySeconds === null ? 'failed' : 'retry', retrySeconds }
}

/** Claims due deliveries for the free places. */
function takeDue(context: Context, places: Places): Promise<ClaimedDelivery[]> {
  const { endpoints, organizations } = places.full()
  return claimDeliveries(context.db, {
    fullEndpoints: endpoints,
    fullOrganizations: organizations,
    maxEndpoints,
    placesOf: (endpoints) => places.divide(endpoints),
    claimSeconds,
  })
}

/**
 * Reads the trace contexts of the writes that events are about, keyed by the id of the write; empty while tracing is
 * off.
 */
async function traceparentsOf({ db }: Context, due: readonly ClaimedDelivery[]): Promise<Map<string, string>> {
  if (!isTracing()) return new Map()
  return readTraceparents(
    db,
    due.flatMap(({ event }) => (event?.objectType === 'publish' ? event.objectId : [])),
  )
}

/** The attempts of this process, and the results that are still to be stored. */
class Attempts {
  readonly #context: Context
  readonly #results: Results
  readonly #signing: SigningReader
  readonly #running = new Set<Promise<void>>()
  readonly #aborting = new AbortController()
  readonly places: Places
  #busyUntil = performance.now() + busyMs

  constructor(context: Context) {
    this.#context = context
    this.places = createPlaces(context.now)
    this.#results = createResults(context, () => context.deliveryHint.give())
    this.#signing = createSigningReader(context)
  }

  get inFlight(): number {
    return this.#running.size
  }

  /** Whether an attempt is in flight or has ended within the last ten seconds, or the process has just started. */
  get isBusy(): boolean {
    return this.inFlight > 0 || performance.now() < this.#busyUntil
  }

  /** Makes the attempt of a claimed delivery in the background. */
  start(delivery: ClaimedDelivery, traceparent: string | undefined): void {
    const { log } = this.#context
    const run = this.#deliver(delivery, traceparent)
      .catch((error: unknown) => log.error({ err: error, deliveryId: delivery.id }, 'webhook delivery failed'))
      .finally(() => this.#running.delete(run))
    this.#running.add(run)
  }

  async #deliver(delivery: ClaimedDelivery, traceparent: string | undefined): Promise<void> {
    const { db, counters, now } = this.#context
    const { id, endpointId, organizationId } = delivery
    const body = bodyOf(delivery)
    if (body === null) {
      counters.add('webhook_deliveries', ['cancelled'])
      return cancelClaimedDelivery(db, id)
    }
    // It was claimed before the endpoint was blocked.
    if (this.places.isBlocked(endpointId)) return releaseDeliveries(db, [id])
    const signing = this.#signing.read(delivery, now())
    if (signing === null && delivery.body === null) return this.#hold(delivery)
    this.#observeFirst(delivery)
    const leave = this.places.enter({ id: endpointId, organizationId })
    const attempted = await inSpan(
      'webhook delivery',
      async (span) => {
        const made = await attempt(this.#context, { delivery, body, signing }, this.#aborting.signal)
        if (made.error !== null) span?.fail()
        return made
      },
      { fields: { deliveryId: id, endpointId }, traceparent },
    )
    if (attempted.status === gone && !attempted.aborted) {
      const unblock = this.places.block(endpointId)
      await this.#results.disable(endpointId, { reason: 'gone', unchangedSince: attempted.at })
      unblock()
    }
    leave(attempted.error === null)
    if (attempted.aborted) await releaseDeliveries(db, [id])
    else this.#end(resultOf(this.#context, delivery, attempted))
  }

  /**
   * Leaves a delivery due that cannot be signed, and begins no attempt to its endpoint for five minutes. An attempt of
   * the delivery is not used up, and the endpoint does not count as failing.
   */
  async #hold({ id, endpointId, organizationId }: ClaimedDelivery): Promise<void> {
    const { db, config, deliveryHint } = this.#context
    const leave = this.places.enter({ id: endpointId, organizationId })
    const unblock = this.places.block(endpointId)
    leave(false)
    const again = () => {
      unblock()
      deliveryHint.give()
    }
    setTimeout(again, unreadableSeconds * 1_000 * config.webhooks.retryScale).unref()
    await releaseDeliveries(db, [id])
  }

  /** Measures how late the first attempt for an event begins, unless it had to wait for a slow one. */
  #observeFirst({ endpointId, event, isFirst }: ClaimedDelivery): void {
    if (!event || !isFirst || this.places.wasSlowAfter(endpointId, event.storedAt)) return
    const { durations, now } = this.#context
    durations.observe('first_delivery', [], (now().getTime() - event.storedAt.getTime()) / 1_000)
  }

  #end(result: AttemptResult): void {
    this.#busyUntil = performance.now() + busyMs
    this.#context.counters.add('webhook_deliveries', [result.outcome])
    this.#results.add(result)
  }

  /** Waits up to five seconds for the attempts in flight, aborts the rest, and stores all results. */
  async close(): Promise<void> {
    await Promise.race([Promise.all(this.#running), sleep(drainMs, undefined, { ref: false })])
    this.#aborting.abort()
    await Promise.all(this.#running)
    await this.#results.close()
  }
}

/**
 * Starts delivering due webhook deliveries in the background, until `close` of the result is called. Any number of
 * processes can do so at once. An endpoint that responds with 410, or has failed for too long (`failingLimit`), is
 * disabled, unless it was changed meanwhile.
 */
export function startDeliveries(context: Context): Deliveries {
  const attempts = new Attempts(context)
  const stopping = new AbortController()

  async function look(): Promise<void> {
    const due = attempts.places.free() > 0 ? await takeDue(context, attempts.places) : []
    const traceparents = await traceparentsOf(context, due)
    for (const delivery of due) attempts.start(delivery, traceparents.get(delivery.event?.objectId ?? ''))
  }

  const pause = (ms: number) => sleep(ms, undefined, { signal: stopping.signal }).catch(() => {})

  async function wait(): Promise<void> {
    await context.deliveryHint.wait(attempts.isBusy ? pollMs.busy : pollMs.idle, stopping.signal)
    if (attempts.inFlight > 0) await pause(pauseMs)
  }

  async function lookUntilStopped(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await look()
        await wait()
      } catch (error) {
        context.log.warn({ err: error }, 'webhook deliveries not read')
        await pause(failureMs)
      }
    }
  }

  const looking = lookUntilStopped()
  return {
    async close() {
      stopping.abort()
      await looking
      await attempts.close()
    },
  }
}
