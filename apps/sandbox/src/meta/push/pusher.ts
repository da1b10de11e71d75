import { createHmac } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { allowFields } from '../../comments/actions.ts'
import type { Push } from './payloads.ts'
import { postWebhook } from './post-webhook.ts'
import { verifyCallback } from './verify-callback.ts'

/** One attempt to deliver a webhook. */
interface Attempt {
  /** ISO 8601. */
  at: string
  /** The number of changes and messages in the request. */
  updates: number
  /** The number of the attempt to send this request, from 1. */
  attempt: number
  /** The HTTP status; null without a response. */
  status: number | null
}

/** The settings of webhook delivery for the app of a network, which `POST /app` changes. */
interface PushSettings {
  /** The callback URL; null for none. */
  webhookUrl: string | null
  /** Whether webhooks are sent. */
  push: boolean
  /** The time in ms after an update during which further updates are collected into the same request. */
  batchMs: number
  /** Whether the updates of a request are in reverse order. */
  shuffle: boolean
  /** Whether each request is sent twice. */
  duplicate: boolean
}

export interface Pusher {
  /**
   * Queues an update, to be sent in the background with a signature by the app's secret. Does nothing if webhooks are
   * off or there is no callback URL.
   */
  send(push: Push, secret: string): void
  /**
   * Handles `POST /app`: changes the given settings and returns all of them. A new callback URL is verified first,
   * unless `verify` is false.
   * @throws RangeError if a setting is invalid or the verification fails
   */
  configure(body: Record<string, unknown>): Promise<PushSettings>
  settings(): PushSettings
  /** Returns the last 1,000 attempts, oldest first. */
  attempts(): readonly Attempt[]
  /** Cancels what is queued or waits for a retry. */
  close(): void
}

const KEPT_ATTEMPTS = 1_000
const MAX_UPDATES = 1_000
/** One day. A timer with a much longer time would end at once. */
const MAX_BATCH_MS = 86_400_000
/** The delays in ms before a webhook is sent again. Meta tries again for 36 hours. */
const RETRY_MS = [1_000, 2_000, 5_000, 10_000, 20_000, 40_000, 60_000, 120_000, 300_000, 600_000]

interface Waiting {
  push: Push
  secret: string
}

/** Groups updates into requests: one for each app, kind of object and 1,000 updates, with an entry for each update. */
function requestsOf(waiting: readonly Waiting[], { shuffle }: PushSettings) {
  const ordered = shuffle ? waiting.toReversed() : waiting
  const byApp = Map.groupBy(ordered, ({ push, secret }) => `${secret} ${push.object}`)
  return [...byApp.values()].flatMap((ofApp) => {
    const [first] = ofApp
    if (first === undefined) return []
    const { secret, push } = first
    const entries = ofApp.map(({ push: { id, time, part } }) => ({ id, time, ...part }))
    const count = Math.ceil(entries.length / MAX_UPDATES)
    return Array.from({ length: count }, (_, index) => {
      const entry = entries.slice(index * MAX_UPDATES, (index + 1) * MAX_UPDATES)
      const bytes = Buffer.from(JSON.stringify({ object: push.object, entry }))
      return { bytes, updates: entry.length, signature: createHmac('sha256', secret).update(bytes).digest('hex') }
    })
  })
}

type Request = ReturnType<typeof requestsOf>[number]

function readSettings(current: PushSettings, body: Record<string, unknown>): PushSettings {
  allowFields(body, ['webhookUrl', 'verify', 'push', 'batchMs', 'shuffle', 'duplicate'])
  const { network: _network, verify: _verify, ...changes } = body
  const next = { ...current, ...changes }
  for (const name of ['push', 'shuffle', 'duplicate'] as const) {
    if (typeof next[name] !== 'boolean') throw new RangeError(`${name}: true or false`)
  }
  if (!Number.isInteger(next.batchMs) || next.batchMs < 0 || next.batchMs > MAX_BATCH_MS)
    throw new RangeError(`batchMs: a whole number up to ${MAX_BATCH_MS}`)
  const { webhookUrl: url } = next
  if (url !== null && (typeof url !== 'string' || !URL.canParse(url)))
    throw new RangeError('webhookUrl: a URL, or null')
  return next
}

/**
 * Returns the settings after the changes in `body`. Verifies a new callback URL first, unless `verify` is false.
 * @throws RangeError if a setting is invalid or the verification fails
 */
async function verifiedSettings(
  current: PushSettings,
  body: Record<string, unknown>,
  verifyToken: string,
): Promise<PushSettings> {
  const next = readSettings(current, body)
  const isNew = next.webhookUrl !== current.webhookUrl && next.webhookUrl !== null && body['verify'] !== false
  const problem = isNew && next.webhookUrl !== null ? await verifyCallback(next.webhookUrl, verifyToken) : null
  if (problem !== null) throw new RangeError(`webhookUrl: it could not be verified, ${problem}`)
  return next
}

const initialSettings = { push: true, batchMs: 0, shuffle: false, duplicate: false } as const

function keep(attempts: Attempt[], attempt: Attempt): void {
  attempts.push(attempt)
  if (attempts.length > KEPT_ATTEMPTS) attempts.shift()
}

function reportUnlessAborted(error: Error): void {
  if (error.name !== 'AbortError') process.emitWarning(error)
}

/**
 * Creates the pusher of a network, which queues webhook updates and sends them to the app's callback URL. A request is
 * retried until the receiver responds with 200, and dropped after the last retry.
 * @param app `webhookUrl`: the callback URL, null until it is configured; `verifyToken`: the token that verifies a new
 *   URL; `now`: returns the sandbox's time in ms since the epoch
 * @param retryMs the delays in ms before each retry; by default ten, from 1 second to 10 minutes
 */
export function createPusher(
  app: { webhookUrl: string | null; verifyToken: string; now(): number },
  retryMs: readonly number[] = RETRY_MS,
): Pusher {
  const stopping = new AbortController()
  const attempts: Attempt[] = []
  let settings: PushSettings = { ...initialSettings, webhookUrl: app.webhookUrl }
  let waiting: Waiting[] = []

  async function attempt(url: string, { bytes, updates, signature }: Request, number: number): Promise<number | null> {
    const status = await postWebhook(url, { bytes, signature: `sha256=${signature}` }, stopping.signal)
    keep(attempts, { at: new Date(app.now()).toISOString(), updates, attempt: number, status })
    return status
  }

  async function deliver(url: string, request: Request): Promise<void> {
    for (let number = 1; (await attempt(url, request, number)) !== 200; number++) {
      const ms = retryMs[number - 1]
      if (ms === undefined) return
      await wait(ms, undefined, { ref: false, signal: stopping.signal })
    }
  }

  async function flush(): Promise<void> {
    await wait(settings.batchMs, undefined, { ref: false, signal: stopping.signal })
    const { webhookUrl: url } = settings
    const requests = requestsOf(waiting, settings)
    waiting = []
    if (url === null) return
    const all = settings.duplicate ? requests.flatMap((request) => [request, request]) : requests
    await Promise.all(all.map((request) => deliver(url, request)))
  }

  return {
    send(push, secret) {
      if (!settings.push || settings.webhookUrl === null) return
      waiting.push({ push, secret })
      // Events that happen at the same time are posted together.
      if (waiting.length > 1) return
      flush().catch(reportUnlessAborted)
    },
    async configure(body) {
      settings = await verifiedSettings(settings, body, app.verifyToken)
      return settings
    },
    settings: () => settings,
    attempts: () => attempts,
    close: () => stopping.abort(),
  }
}
