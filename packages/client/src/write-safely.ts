import { ApiError } from './api-error.ts'
import type { Connection } from './connection.ts'
import { clockSlackMs, type FoundWrite, type LookUp, type LookUpSource, lookUp } from './lookups.ts'
import { pause } from './pause.ts'
import type { AnyResult } from './read-response.ts'
import type { AnyRequest } from './request-of.ts'
import { isNotSent, mayHaveArrived, retryDelay } from './retries.ts'
import { newRequestId } from './web-crypto.ts'
import { PublishFailedError, PublishUnknownError, WriteFailedError, WriteUnknownError } from './write-errors.ts'

/** A request that must not be sent twice, and how it is looked up. */
export interface SafeWrite<Data> {
  request: AnyRequest
  source: LookUpSource
  /** Builds the response of the operation from a stored write that succeeded. */
  responseOf(found: FoundWrite): Data
}

const maxWaitMs = 600_000
/** Matches the ids that the service does not replace: it would store the write under another one. */
const validId = /^[\w.-]{1,128}$/

export function headerOf({ headers = {} }: AnyRequest, name: string): string | undefined {
  return Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]
}

/** A write that was sent; `cause` is the error with which its response was lost. */
type Sent = Pick<LookUp, 'requestId' | 'storeBefore'> & { cause: unknown }

/** Returns the result of a write whose response was lost, or throws its error; null if it will never be stored. */
async function decided<Data>(
  connection: Connection,
  write: SafeWrite<Data>,
  sent: Sent,
): Promise<AnyResult<Data> | null> {
  const { signal } = write.request
  const { requestId, storeBefore, cause } = sent
  const began = Date.now()
  for (;;) {
    const lookup = await lookUp(connection, { source: write.source, requestId, storeBefore, ...(signal && { signal }) })
    if (lookup === null && write.source.list === 'publishes') throw new PublishUnknownError({ ...sent, publish: null })
    if (lookup === null) throw new WriteUnknownError({ ...sent, write: null })
    const { found, result } = lookup
    if (found === null) return null
    if ('publish' in found) {
      const { publish } = found
      if (publish.status === 'failed') throw new PublishFailedError(publish, { cause })
      if (publish.status === 'unknown') throw new PublishUnknownError({ publish, requestId, cause })
      return { ...result, status: publish.status === 'published' ? 201 : 202, data: write.responseOf(found), requestId }
    }
    if ('schedule' in found) return { ...result, status: 201, data: write.responseOf(found), requestId }
    const { write: stored } = found
    if (stored.status === 'published') return { ...result, status: 201, data: write.responseOf(found), requestId }
    if (stored.status === 'failed') throw new WriteFailedError(stored, { requestId, cause })
    const isOver = stored.status === 'unknown' || Date.now() - began > maxWaitMs
    if (isOver) throw new WriteUnknownError({ write: stored, requestId, cause })
    await pause(1_000, signal)
  }
}

/** Returns a time by which an earlier request must have been stored, so that the first lookup is conclusive. */
const ended = (connection: Connection) => connection.now() - 2 * clockSlackMs

/**
 * Sends a request that must not be sent twice: after a lost response, it is looked up by its id, which can take
 * minutes, and sent again only if nothing was stored and nothing will be.
 * @throws ApiError if it is rejected; an error of `write-errors.ts` if the write failed or is unknown; the last error
 *   of `once` if it is not sent again; TypeError for an invalid request id or `X-Publish-Before`; the signal's reason
 */
export async function writeSafely<Data>(connection: Connection, write: SafeWrite<Data>): Promise<AnyResult<Data>> {
  const { settings } = connection
  const { signal, maxRetries = settings.maxRetries } = write.request
  const requestId = String(headerOf(write.request, 'x-request-id') ?? (await newRequestId()))
  if (!validId.test(requestId))
    throw new TypeError('A request id has 1 to 128 letters, digits, dots, hyphens and underscores.')
  const chosen = headerOf(write.request, 'x-publish-before')
  if (Number.isNaN(Date.parse(chosen ?? '2000'))) throw new TypeError('X-Publish-Before is not a time.')
  const isOther = ([key]: [string, unknown]) => !/^x-(?:request-id|publish-before)$/i.test(key)
  const others = Object.fromEntries(Object.entries(write.request.headers ?? {}).filter(isOther))
  if (write.request.lookUpFirst) {
    const earlier = await decided(connection, write, { requestId, storeBefore: ended(connection), cause: undefined })
    if (earlier !== null) return earlier
  }
  for (let attempt = 0; ; attempt++) {
    const storeBefore = chosen === undefined ? connection.now() + settings.publishWithinMs : Date.parse(chosen)
    const before = chosen ?? new Date(storeBefore).toISOString()
    const headers = { ...others, 'X-Request-Id': requestId, 'X-Publish-Before': before }
    try {
      return await connection.once<Data>({ ...write.request, headers })
    } catch (error) {
      if (signal?.aborted) throw error
      const isOpen = mayHaveArrived(error)
      if (isOpen) {
        write.request.onLost?.()
        const result = await decided(connection, write, { requestId, storeBefore, cause: error })
        if (result !== null) return result
      }
      // Nothing was stored and nothing will be. A time that the caller chose is not extended.
      const mayRepeat = error instanceof ApiError ? error.shouldRetry === true : isOpen || isNotSent(error)
      const isOver = chosen !== undefined && connection.now() >= storeBefore
      const delayMs = retryDelay(error, attempt)
      if (!mayRepeat || isOver || attempt >= maxRetries || delayMs === null) throw error
      await pause(delayMs, signal)
    }
  }
}
