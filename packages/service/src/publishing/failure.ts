import { catalogueRow, ServiceError } from '@carillon/errors'
import { outcomeOfFailure, ProviderError } from '@carillon/providers'
import { finishFailed, finishUnknown } from './finish.ts'
import { type Run, restUntil, secondsFrom, type Turn } from './run.ts'

/** Failures in a row of a repeatable step, before the network has the post, after which the publish is given up. */
const mostTries = 5
/** How long the network is asked about a post it has taken in, or that may be there. */
const longestHours = 24
const longestPauseSeconds = 300

export function pauseAfter(tries: number): number {
  return Math.min(longestPauseSeconds, 2 ** tries)
}

export function isTooOld(run: Run): boolean {
  return run.context.now().getTime() - run.row.created_at.getTime() > longestHours * 3_600_000
}

/** Whether the catalogue advises a client to send it again: then so do we. */
function isWorthRetrying(thrown: unknown): boolean {
  if (!(thrown instanceof ServiceError)) return false
  const { retry } = catalogueRow(thrown.code)
  return retry === 'backoff' || retry === 'after' || (retry === 'with-care' && thrown.code !== 'internal_error')
}

/**
 * A step that may be repeated failed. Before the network has the post, refusals end the publish, throttling too, since
 * the caller is waiting and nothing was posted. Once it has it, we keep asking.
 */
export async function afterStepFailure(run: Run, thrown: unknown): Promise<Turn> {
  const { context, row } = run
  const has = row.accepted_at !== null
  if (has && needsReconnecting(thrown) && !isFinal(thrown)) {
    return finishUnknown(run, 'the connection expired before the network told.')
  }
  if (isFinal(thrown) || !isWorthRetrying(thrown)) return finishFailed(run, thrown)
  if (has && isTooOld(run)) return finishUnknown(run, 'the network did not tell what became of it.')
  const refused = outcomeOfFailure(thrown) === 'refused'
  if (!has && (refused || row.tries + 1 >= mostTries || asksToWait(thrown))) return finishFailed(run, thrown)
  const tries = row.tries + 1
  const wait = Math.max(pauseAfter(tries), has ? retryAfterOf(thrown) : 0)
  context.log.warn({ requestId: row.request_id, publishId: row.id, attempt: tries, err: thrown }, 'publish step failed')
  return restUntil(run, secondsFrom(context.now(), wait), { tries })
}

/** Whether the network said that nothing will come of what it had taken in. */
function isFinal(thrown: unknown): boolean {
  return thrown instanceof ProviderError && thrown.final
}

/** Whether the network cannot be asked any more until a person has connected the account again. */
function needsReconnecting(thrown: unknown): boolean {
  return thrown instanceof ServiceError && catalogueRow(thrown.code).retry === 'reconnect'
}

function asksToWait(thrown: unknown): boolean {
  return thrown instanceof ServiceError && catalogueRow(thrown.code).retry === 'after'
}

function retryAfterOf(thrown: unknown): number {
  return thrown instanceof ServiceError ? (thrown.retryAfter ?? 0) : 0
}
