import type { Connection } from './connection.ts'
import type { Operations } from './generated/operations.ts'
import { requestFor } from './named-operations.ts'
import type { Body, CallOptions } from './operation-types.ts'
import { pause } from './pause.ts'
import { isSafeToRepeat } from './retries.ts'
import type { Publish, PublishWithAttempts } from './schema.ts'
import { sendOperation } from './send-operation.ts'
import { PublishFailedError, PublishTimeoutError, PublishUnknownError } from './write-errors.ts'

export interface WaitOptions extends Omit<CallOptions, 'requestId' | 'headers'> {
  /** Milliseconds after which waiting for the publish ends. Default: 900,000. */
  timeoutMs?: number
}

export interface PublishOptions extends CallOptions {
  /** Whether to wait until the publish has ended, and how long. If omitted, it may still be in progress then. */
  wait?: boolean | WaitOptions
}

const maxWaitMs = 900_000
const slowestPollMs = 5_000

const isOpen = ({ status }: Publish | PublishWithAttempts) => status === 'processing' || status === 'accepted'

/** Throws for a publish that failed or whose outcome is unknown; returns any other publish. */
function requireNoFailure<Any extends Publish | PublishWithAttempts>(publish: Any): Any {
  if (publish.status === 'failed') throw new PublishFailedError(publish)
  if (publish.status === 'unknown') throw new PublishUnknownError({ publish, requestId: publish.requestId })
  return publish
}

/** Creates a client's `publish` (of a post) and `waitForPublish`, which polls a publish until it has ended. */
export function publishing(connection: Connection, { publishes }: Pick<Operations, 'publishes'>) {
  async function waitForPublish(of: string | Publish, options: WaitOptions = {}): Promise<PublishWithAttempts> {
    const { timeoutMs = maxWaitMs, ...call } = options
    let last = typeof of === 'string' ? null : of
    const end = Date.now() + timeoutMs
    for (let pollMs = 250; ; pollMs = Math.min(pollMs * 1.5, slowestPollMs)) {
      const read = await publishes.get(typeof of === 'string' ? of : of.publishId, call).catch((error: unknown) => {
        if (last === null || call.signal?.aborted) throw error
        // The publish is stored and continues: this error must not be taken for that of a request that was not sent.
        if (isSafeToRepeat(error, true)) return null
        throw new PublishTimeoutError(last, timeoutMs, { cause: error })
      })
      if (read !== null && !isOpen(read)) return read
      last = read ?? last
      if (last !== null && Date.now() >= end) throw new PublishTimeoutError(last, timeoutMs)
      await pause(Math.min(pollMs, end - Date.now()), call.signal)
    }
  }

  async function publish(body: Body<'posts.publish'>, options: PublishOptions = {}): Promise<Publish> {
    const { wait = false, ...call } = options
    const request = requestFor('posts.publish', { body }, call)
    const published = requireNoFailure((await sendOperation<Publish>(connection, 'posts.publish', request)).data)
    if (wait === false || !isOpen(published)) return published
    const waiting = { ...(call.signal && { signal: call.signal }), ...(typeof wait === 'object' && wait) }
    return requireNoFailure(await waitForPublish(published, waiting))
  }

  return { publish, waitForPublish }
}
