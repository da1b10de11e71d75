import { changeExternalWrite, type ExternalWriteRow, readExternalWrite, transaction } from '@carillon/database'
import { ServiceError } from '@carillon/errors'
import type { Context } from '../context.ts'
import { storedError } from './finish.ts'
import { eventsOfChange } from './transition.ts'
import type { WriteKind } from './write-kind.ts'

/**
 * The outcome of a write as known from another source than its own call: an event or later read of the network, the
 * operator, or a client. If `providerIds` is omitted, the network's ids are taken from `result` by the write's kind.
 */
export type Decision =
  | { status: 'succeeded'; result: unknown; providerIds?: string[] }
  | { status: 'failed'; error: ServiceError }

/**
 * Returns the decision for a write whose outcome someone has looked up at the network: `succeeded`, with the found
 * object beside those that were known before, such as the first posts of a thread, or `failed` with `provider_error` if
 * the write created nothing. Stores nothing.
 * @param found.providerId the network's id of the object that the write created; undefined if it created nothing
 * @param found.finder the subject of the error message, such as `The operator`
 */
export function manualDecision(
  kind: WriteKind,
  row: ExternalWriteRow,
  { providerId, finder }: { providerId: string | undefined; finder: string },
): Decision {
  if (providerId !== undefined) {
    const providerIds = [...new Set([...row.providerIds, providerId])]
    return { status: 'succeeded', result: kind.resolved(providerId, { ...row, providerIds }), providerIds }
  }
  const { thing, done } = kind.words
  const message = `${finder} found that the ${thing} was not ${done}.`
  return { status: 'failed', error: new ServiceError('provider_error', message) }
}

const maxTries = 5

/**
 * Ends a write that is in progress or whose outcome is unknown, with the outcome in `decision`, as the end of a run
 * does: with its events and the further rows of its kind, but without a refund of its budget. A process that is
 * carrying it out finds the row changed and stops. Returns the changed row; undefined if the write has already
 * succeeded or failed or does not exist.
 * @throws Error if others change the row during each of five attempts
 */
export async function decideWrite(
  context: Context,
  writeId: string,
  decision: Decision,
): Promise<ExternalWriteRow | undefined> {
  for (let tries = 0; tries < maxTries; tries++) {
    const row = await readExternalWrite(context.db, writeId)
    if (!row || row.status === 'succeeded' || row.status === 'failed') return undefined
    const decided = await decideOnce(context, row, decision)
    if (decided) {
      context.counters.add('writes_ended', [row.kind, decided.status])
      context.log.info(
        { requestId: row.requestId, writeId, kind: row.kind, outcome: decided.status },
        'unknown write decided',
      )
      return decided
    }
  }
  throw new Error(`write ${writeId} was changed by others again and again`)
}

function decideOnce(
  context: Context,
  row: ExternalWriteRow,
  decision: Decision,
): Promise<ExternalWriteRow | undefined> {
  const now = context.now()
  const kind = context.kindOf(row.kind)
  const end =
    decision.status === 'succeeded'
      ? {
          result: JSON.stringify(decision.result),
          providerIds: decision.providerIds ?? kind?.providerIds(decision.result) ?? [],
          error: null,
        }
      : { error: JSON.stringify(storedError(decision.error)) }
  const over = { wakeAt: null, runningSince: null, openStep: null, updatedAt: now, status: decision.status }
  const isOpen = row.openStep !== null || row.status === 'unknown'
  const outcome = decision.status === 'succeeded' ? ('reconciled' as const) : ('absent' as const)
  const attempt = isOpen ? { number: row.attempt, endedAt: now, outcome, errorCode: null } : undefined
  const changes = { ...over, ...end }
  const events = eventsOfChange({ context, kind, row }, changes)
  return transaction(context.db, async (tx) => {
    const changed = await changeExternalWrite(tx, row, changes, { attempt, events })
    if (!changed) return undefined
    await kind?.onEnd?.(tx, { context, row: changed })
    return changed
  })
}
