import { endAttempt, type PublicationError, type Tx } from '@carillon/database'
import type { Attempt } from '@carillon/domain'
import { asServiceError, ServiceError } from '@carillon/errors'
import { type Held, move, type Turn } from './run.ts'

function stored(thrown: unknown): PublicationError {
  const { code, message, details, status, retryAfter } = asServiceError(thrown)
  return { code, message, status, ...(details !== undefined && { details }), ...(retryAfter && { retryAfter }) }
}

/** Notes how the open attempt ended, beside a change of the row. */
export function noteAttempt(
  run: Held,
  outcome: Attempt['outcome'],
  errorCode: string | null = null,
): (tx: Tx) => Promise<void> {
  const attempt = { publication_id: run.row.id, number: run.row.attempt }
  return async (tx) => {
    await endAttempt(tx, attempt, { ended_at: run.context.now(), outcome, error_code: errorCode })
    run.context.tally.count('publish_attempts', outcome ?? 'open')
  }
}

/** Posts of a thread that had gone out before it was refused: adapters name them in the details. */
export function postIdsOf(thrown: unknown): string[] {
  const details = thrown instanceof ServiceError ? thrown.details : undefined
  const ids = typeof details === 'object' && details !== null && 'postIds' in details ? details.postIds : []
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : []
}

const over = { wake_at: null, running_since: null, open_step: null } as const

export async function finishPublished(run: Held, post: { postIds: string[]; permalink: string | null }): Promise<Turn> {
  await run.context.checkpoint('finish.next')
  await move(run, { ...over, status: 'published', post_ids: post.postIds, permalink: post.permalink })
  logEnd(run)
  return 'rest'
}

export async function finishFailed(run: Held, thrown: unknown, beside?: (tx: Tx) => Promise<void>): Promise<Turn> {
  await run.context.checkpoint('finish.next')
  const changes = { post_ids: postIdsOf(thrown), error: JSON.stringify(stored(thrown)) }
  await move(run, { ...over, status: 'failed', ...changes }, beside)
  logEnd(run, thrown)
  return 'rest'
}

/** Nobody can tell whether it was published: it is never sent again, and people are told. */
export async function finishUnknown(run: Held, reason: string): Promise<Turn> {
  const message = `It cannot be told whether the post was published: ${reason} Look at the account before sending it again.`
  const error = new ServiceError('provider_error', message)
  const beside = run.row.open_step === null ? undefined : noteAttempt(run, 'unclear', 'provider_error')
  await move(run, { ...over, status: 'unknown', error: JSON.stringify(stored(error)) }, beside)
  logEnd(run, error)
  return 'rest'
}

function logEnd({ context, row }: Held, thrown?: unknown): void {
  const line = { requestId: row.request_id, publishId: row.id, accountId: row.account_id, platform: row.platform }
  const outcome = { outcome: row.status, attempts: row.attempt, ...(row.error && { code: row.error.code }) }
  context.tally.count('publishes_ended', row.status)
  context.log.info({ ...line, ...outcome, ...(thrown !== undefined && { err: thrown }) }, 'publish ended')
}
