import { randomUUIDv7 } from 'node:crypto'
import { type Db, insertWebhookEvents, transaction } from '@carillon/database'
import type { Platform } from '@carillon/domain'
import { ServiceError } from '@carillon/errors'
import { queueJob } from '../jobs/job-rows.ts'

/** Transactions that store events at the same time. */
const maxInFlight = 2
/** What one transaction takes in at most. */
const maxBatchEvents = 200
const maxBatchBytes = 8 * 1024 * 1024
/** Bytes that wait for a transaction; beyond them events are rejected, and the network sends them again. */
const maxWaitingBytes = 64 * 1024 * 1024

export interface WebhookRequest {
  platform: Platform
  body: Buffer
}

/** Stores what networks post to us. */
export interface WebhookIntake {
  /** Resolves once the event and the job that processes it are committed. */
  store(request: WebhookRequest): Promise<void>
}

interface Waiting extends WebhookRequest {
  resolve(): void
  reject(error: unknown): void
}

/**
 * Commits events in groups: those that arrive while others are being stored share the next transaction, with one job. A
 * transaction for each event would be slower by an order of magnitude.
 */
export function createWebhookIntake({ db, now }: { db: Db; now(): Date }): WebhookIntake {
  const waiting: Waiting[] = []
  let waitingBytes = 0
  let inFlight = 0

  function takeBatch(): Waiting[] {
    let bytes = 0
    const fits = waiting.findIndex(({ body }, index) => {
      bytes += body.length
      return index >= maxBatchEvents || (index > 0 && bytes > maxBatchBytes)
    })
    const batch = waiting.splice(0, fits < 0 ? waiting.length : fits)
    for (const { body } of batch) waitingBytes -= body.length
    return batch
  }

  async function flush(): Promise<void> {
    if (inFlight >= maxInFlight || waiting.length === 0) return
    inFlight++
    const batch = takeBatch()
    try {
      await storeBatch(db, batch, now())
      for (const { resolve } of batch) resolve()
    } catch (error) {
      for (const { reject } of batch) reject(error)
    } finally {
      inFlight--
      void flush()
    }
  }

  return {
    store({ platform, body }) {
      if (waitingBytes + body.length > maxWaitingBytes) {
        return Promise.reject(new ServiceError('temporarily_unavailable', 'Too many events wait to be stored.'))
      }
      waitingBytes += body.length
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      waiting.push({ platform, body, resolve, reject })
      void flush()
      return promise
    },
  }
}

function storeBatch(db: Db, batch: readonly WebhookRequest[], now: Date): Promise<void> {
  const batchId = randomUUIDv7()
  const events = batch.map(({ platform, body }) => ({ id: randomUUIDv7(), platform, body, received_at: now }))
  return transaction(db, async (tx) => {
    await insertWebhookEvents(tx, events, batchId)
    await queueJob(tx, 'webhook.normalize', { id: batchId })
  })
}
