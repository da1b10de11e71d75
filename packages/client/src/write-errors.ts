import { ApiError } from './api-error.ts'
import type { Publish, PublishWithAttempts, Write } from './schema.ts'

type Failure = Publish['error']

const failureOf = (error: Failure, thing: string) => ({
  code: error?.code ?? ('internal_error' as const),
  message: error?.message ?? `The ${thing} failed.`,
  // That of the code, as the document describes it.
  details: Object(error).details,
})

const facts = (requestId: string) => ({ status: 200, requestId, retryAfterSeconds: null, shouldRetry: false })

type Cause = { cause?: unknown }

/** Thrown for a publish that was stored and failed. `code` and `details` are those of its error. */
export class PublishFailedError extends ApiError {
  override readonly name = 'PublishFailedError'
  readonly publish: Publish | PublishWithAttempts

  constructor(publish: Publish | PublishWithAttempts, { cause }: Cause = {}) {
    super(failureOf(publish.error, 'publish'), facts(publish.requestId))
    this.publish = publish
    this.cause = cause
  }
}

/** Thrown if it is unknown whether the post was published: check the account, then call `client.publishes.resolve`. */
export class PublishUnknownError extends Error {
  override readonly name = 'PublishUnknownError'
  /** The publish, with the status `unknown`; null if it could not be looked up. Repeat the lookup with `requestId`. */
  readonly publish: Publish | PublishWithAttempts | null
  readonly requestId: string

  constructor({ publish, requestId, cause }: { publish: Publish | null; requestId: string } & Cause) {
    const found = publish === null ? 'it could not be looked up' : `${publish.publishId} is unknown`
    super(`Whether the post was published is not known: ${found} (request ${requestId}). Do not send it again.`)
    this.publish = publish
    this.requestId = requestId
    this.cause = cause
  }
}

/** Thrown if the wait for a publish ends before the publish, which continues. Wait again, or follow its events. */
export class PublishTimeoutError extends Error {
  override readonly name = 'PublishTimeoutError'
  readonly publish: Publish | PublishWithAttempts

  constructor(publish: Publish | PublishWithAttempts, timeoutMs: number, { cause }: Cause = {}) {
    const why = cause === undefined ? `has not ended after ${timeoutMs} ms` : 'is stored, but could not be read'
    super(`Publish ${publish.publishId} ${why}; it is ${publish.status}.`)
    this.publish = publish
    this.cause = cause
  }
}

/** Thrown for a reply, message or campaign that was stored and failed. `code` and `details` are those of its error. */
export class WriteFailedError extends ApiError {
  override readonly name = 'WriteFailedError'
  readonly write: Write

  constructor(write: Write, { requestId, cause }: { requestId: string } & Cause) {
    super(failureOf(write.error, write.kind), facts(requestId))
    this.write = write
    this.cause = cause
  }
}

/** Thrown if it is unknown whether a reply, message, campaign or schedule was made: check before repeating it. */
export class WriteUnknownError extends Error {
  override readonly name = 'WriteUnknownError'
  /** The write; null if it could not be looked up. Repeat the lookup with `requestId`. */
  readonly write: Write | null
  readonly requestId: string

  constructor({ write, requestId, cause }: { write: Write | null; requestId: string } & Cause) {
    const found = write === null ? 'it could not be looked up' : `${write.kind} ${write.id} is ${write.status}`
    super(`What became of the request is not known: ${found} (request ${requestId}). Do not send it again.`)
    this.write = write
    this.requestId = requestId
    this.cause = cause
  }
}
