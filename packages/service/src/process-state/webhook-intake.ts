import { type Db, idAt, storeWebhookEvents } from '@carillon/database'
import type { Platform } from '@carillon/domain'
import { ServiceError } from '@carillon/errors'
import { jobFor } from '../queue/job-rows.ts'

/** The maximum number of groups that are stored at the same time. */
const maxInFlight = 2
/** Milliseconds after which a group that is not stored yet no longer delays the next one. */
const slowAfterMs = 50
/** The maximum number of events in one group. */
const maxBatchEvents = 200
/** The maximum number of bytes in one group, unless it consists of a single event. */
const maxBatchBytes = 8 * 1024 * 1024
/**
 * The maximum number of bytes that wait to be stored. Further events are rejected, and the network sends them again
 * later.
 */
const maxWaitingBytes = 64 * 1024 * 1024

interface WebhookRequest {
  platform: Platform
  body: Buffer
}

/** The intake of webhook events that networks send: it stores them. */
export interface WebhookIntake {
  /**
   * Stores an event and the job that processes it; resolves when both are committed.
   * @throws ServiceError `temporarily_unavailable` if too many events wait; the error of the database
   */
  store(request: WebhookRequest): Promise<void>
}

interface Waiting extends WebhookRequest {
  resolve(): void
  reject(error: unknown): void
}

/** Returns how many of the first waiting events make up one group. */
function sizeOfGroup(waiting: readonly Waiting[]): number {
  let bytes = 0
  const fits = waiting.findIndex(({ body }, index) => {
    bytes += body.length
    return index >= maxBatchEvents || (index > 0 && bytes > maxBatchBytes)
  })
  return fits < 0 ? waiting.length : fits
}

/** Resolves or rejects the events of a group as storing it ends, and then calls `end`. */
function settle(group: readonly Waiting[], stored: Promise<void>, end: () => void): void {
  const rejectAll = (error: unknown) => {
    for (const { reject } of group) reject(error)
  }
  stored
    .then(() => {
      for (const { resolve } of group) resolve()
    }, rejectAll)
    .finally(end)
}

const tooManyWaiting = () =>
  new ServiceError(
    'temporarily_unavailable',
    'Too many webhook events are waiting to be stored. Send the event again later.',
  )

/**
 * Stores events in groups: events that arrive while others are being stored share the next transaction and job, because
 * one transaction per event would be about ten times slower. One group is stored at a time. While it is being stored, a
 * second group is begun only if the second is full (200 events or 8 MiB) or the first takes longer than 50 ms.
 * @param storeGroup stores a group and resolves when it is committed
 */
export function groupingIntake(storeGroup: (group: readonly WebhookRequest[]) => Promise<void>): WebhookIntake {
  const waiting: Waiting[] = []
  let waitingBytes = 0
  let inFlight = 0
  let slow = 0

  function takeBatch(): Waiting[] {
    const batch = waiting.splice(0, sizeOfGroup(waiting))
    for (const { body } of batch) waitingBytes -= body.length
    return batch
  }

  const isFull = () => waiting.length >= maxBatchEvents || waitingBytes >= maxBatchBytes

  function mayBegin(): boolean {
    if (waiting.length === 0 || inFlight >= maxInFlight) return false
    return inFlight === slow || isFull()
  }

  function flush(): void {
    if (!mayBegin()) return
    inFlight++
    let isSlow = false
    const timer = setTimeout(() => {
      isSlow = true
      slow++
      flush()
    }, slowAfterMs)
    const batch = takeBatch()
    const end = () => {
      clearTimeout(timer)
      if (isSlow) slow--
      inFlight--
      flush()
    }
    settle(batch, storeGroup(batch), end)
  }

  return {
    store({ platform, body }) {
      if (waitingBytes + body.length > maxWaitingBytes) return Promise.reject(tooManyWaiting())
      waitingBytes += body.length
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      waiting.push({ platform, body, resolve, reject })
      flush()
      return promise
    },
  }
}

/** Commits a group of events together with one job that processes them. */
function storeEvents(db: Db, group: readonly WebhookRequest[], now: Date): Promise<void> {
  const batchId = idAt(now)
  const events = group.map(({ platform, body }) => ({ id: idAt(now), platform, body, receivedAt: now }))
  return storeWebhookEvents(db, events, { batchId, job: jobFor('webhook.normalize', { id: batchId }) })
}

/** Creates the intake that stores webhook events. Events that arrive at the same time share a transaction. */
export function createWebhookIntake({ db, now }: { db: Db; now(): Date }): WebhookIntake {
  return groupingIntake((group) => storeEvents(db, group, now()))
}
