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
import { createResults } from './results.ts'
import { secondsUntilRetry } from './retry-schedule.ts'

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
    placesOf: places.divide,
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

/**
 * Starts delivering due webhook deliveries in the background, until `close` of the result is called. Any number of
 * processes can do so at once. An endpoint that responds with 410, or has failed for too long (`failingLimit`), is
 * disabled, unless it was changed meanwhile.
 */
export function startDeliveries(context: Context): Deliveries {
  const places = createPlaces(context.now)
  const stopping = new AbortController()
  const aborting = new AbortController()
  const running = new Set<Promise<void>>()
  const results = createResults(context, () => context.deliveryHint.give())

  let busyUntil = performance.now() + busyMs

  function end(result: AttemptResult): void {
    busyUntil = performance.now() + busyMs
    context.counters.add('webhook_deliveries', [result.outcome])
    results.add(result)
  }

  async function deliver(delivery: ClaimedDelivery, traceparent: string | undefined): Promise<void> {
    const body = bodyOf(delivery)
    if (body === null) {
      context.counters.add('webhook_deliveries', ['cancelled'])
      return cancelClaimedDelivery(context.db, delivery.id)
    }
    // It was claimed before the endpoint was blocked.
    if (places.isBlocked(delivery.endpointId)) return releaseDeliveries(context.db, [delivery.id])
    const { event, isFirst } = delivery
    if (event && isFirst && !places.wasSlowAfter(delivery.endpointId, event.storedAt)) {
      context.durations.observe('first_delivery', [], (context.now().getTime() - event.storedAt.getTime()) / 1_000)
    }
    const leave = places.enter({ id: delivery.endpointId, organizationId: delivery.organizationId })
    const attempted = await inSpan(
      'webhook delivery',
      async (span) => {
        const made = await attempt(context, { delivery, body }, aborting.signal)
        if (made.error !== null) span?.fail()
        return made
      },
      { fields: { deliveryId: delivery.id, endpointId: delivery.endpointId }, traceparent },
    )
    if (attempted.status === gone && !attempted.aborted) {
      const unblock = places.block(delivery.endpointId)
      await results.disable(delivery.endpointId, { reason: 'gone', unchangedSince: attempted.at })
      unblock()
    }
    leave(attempted.error === null)
    if (attempted.aborted) await releaseDeliveries(context.db, [delivery.id])
    else end(resultOf(context, delivery, attempted))
  }

  function start(delivery: ClaimedDelivery, traceparent: string | undefined): void {
    const run = deliver(delivery, traceparent)
      .catch((error: unknown) => context.log.error({ err: error, deliveryId: delivery.id }, 'webhook delivery failed'))
      .finally(() => running.delete(run))
    running.add(run)
  }

  async function look(): Promise<void> {
    const due = places.free() > 0 ? await takeDue(context, places) : []
    const traceparents = await traceparentsOf(context, due)
    for (const delivery of due) start(delivery, traceparents.get(delivery.event?.objectId ?? ''))
  }

  const pause = (ms: number) => sleep(ms, undefined, { signal: stopping.signal }).catch(() => {})

  async function wait(): Promise<void> {
    const isBusy = running.size > 0 || performance.now() < busyUntil
    await context.deliveryHint.wait(isBusy ? pollMs.busy : pollMs.idle, stopping.signal)
    if (running.size > 0) await pause(pauseMs)
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
      await Promise.race([Promise.all(running), sleep(drainMs, undefined, { ref: false })])
      aborting.abort()
      await Promise.all(running)
      await results.close()
    },
  }
}
