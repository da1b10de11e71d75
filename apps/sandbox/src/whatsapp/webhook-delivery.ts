import { createHmac } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { postWebhook } from '../meta/push/post-webhook.ts'
import type { WhatsAppApp } from './app.ts'
import { OTHER_APP_SECRET } from './app.ts'
import type { State } from './state.ts'

export const SIGNATURES = ['valid', 'wrong', 'absent', 'other-app'] as const
type Signature = (typeof SIGNATURES)[number]

/** A change in a webhook, for one WhatsApp Business account. `field` and `value` become an element of `changes`. */
export interface Change {
  wabaId: string
  /** The id of the element of `entry` that contains the change. Default: `wabaId`. */
  entryId?: string
  field: string
  value: Record<string, unknown>
}

export interface Webhooks {
  /**
   * Sends changes of one account to the account's callback URL or, without one, the app's webhook URL. Resolves after
   * the first attempt with the HTTP status, or null if there was no response. Resolves with undefined, without sending,
   * if the app is not subscribed to the account or there is no URL. A failed delivery is retried in the background.
   */
  deliver(changes: Change[]): Promise<number | null | undefined>
  /**
   * Sends bytes unchanged to the app's webhook URL, once. Resolves with the HTTP status, or null if there was no
   * response.
   * @throws RangeError if no webhook URL is set
   */
  post(bytes: Buffer, signature: Signature): Promise<number | null>
  /** Cancels deliveries and retries that are pending. */
  close(): void
  /** A signal that aborts when `close` is called. */
  signal: AbortSignal
}

const KEPT_ATTEMPTS = 1000
/** The delays in ms before a webhook is sent again. Meta tries again for 36 hours. */
const RETRY_MS = [1_000, 2_000, 5_000, 10_000, 20_000, 40_000, 60_000, 120_000, 300_000, 600_000]

function sign(bytes: Buffer, secret: string): string {
  return `sha256=${createHmac('sha256', secret).update(bytes).digest('hex')}`
}

function signatureOf(bytes: Buffer, signature: Signature, { secret }: WhatsAppApp): string | null {
  const values: Record<Signature, string | null> = {
    valid: sign(bytes, secret),
    wrong: sign(Buffer.concat([bytes, Buffer.from(' ')]), secret),
    'other-app': sign(bytes, OTHER_APP_SECRET),
    absent: null,
  }
  return values[signature]
}

/**
 * Returns the body of a webhook with these changes, with one element of `entry` per entry id. `now`, in ms since the
 * epoch, becomes the `time` of the entries.
 */
export function webhookBody(changes: Change[], now: number): Buffer {
  const entries = [...Map.groupBy(changes, ({ wabaId, entryId }) => entryId ?? wabaId)].map(([id, own]) => ({
    id,
    time: Math.floor(now / 1000),
    changes: own.map(({ field, value }) => ({ value, field })),
  }))
  return Buffer.from(JSON.stringify({ object: 'whatsapp_business_account', entry: entries }))
}

/**
 * Creates the sender of the app's webhooks. A webhook of `deliver` is sent again until the receiver responds with 200,
 * and dropped after the last retry and at `close`. `retryMs` lists the delays in ms before each retry; by default ten,
 * from 1 second to 10 minutes.
 */
export function createWebhooks(state: State, app: WhatsAppApp, retryMs: number[] = RETRY_MS): Webhooks {
  const stopping = new AbortController()

  async function attempt(url: string, sent: { bytes: Buffer; signature: Signature; field: string; attempt: number }) {
    const { bytes } = sent
    const signature = signatureOf(bytes, sent.signature, app)
    const status = await postWebhook(url, { bytes, signature }, stopping.signal)
    state.attempts.push({ at: state.now(), field: sent.field, url, attempt: sent.attempt, status })
    if (state.attempts.length > KEPT_ATTEMPTS) state.attempts.shift()
    return status
  }

  async function retry(url: string, bytes: Buffer, field: string): Promise<void> {
    for (const [index, ms] of retryMs.entries()) {
      await wait(ms, undefined, { ref: false, signal: stopping.signal })
      if ((await attempt(url, { bytes, signature: 'valid', field, attempt: index + 2 })) === 200) return
    }
  }

  return {
    signal: stopping.signal,
    close: () => stopping.abort(),
    async deliver(changes) {
      const [first] = changes
      const waba = first && state.wabas.get(first.wabaId)
      const url = waba?.callback?.url ?? state.webhookUrl
      if (first === undefined || waba?.subscribed !== true || url === null) return undefined
      const bytes = webhookBody(changes, state.now())
      const status = await attempt(url, { bytes, signature: 'valid', field: first.field, attempt: 1 })
      if (status !== 200) retry(url, bytes, first.field).catch(() => undefined)
      return status
    },
    async post(bytes, signature) {
      if (state.webhookUrl === null) throw new RangeError('webhookUrl: not set, see POST /whatsapp/app')
      return attempt(state.webhookUrl, { bytes, signature, field: 'raw', attempt: 1 })
    },
  }
}
