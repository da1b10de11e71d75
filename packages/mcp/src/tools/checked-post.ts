import { hasKeyScope } from '@carillon/domain'
import { fieldError } from '@carillon/errors'
import { askUser } from '../confirmation.ts'
import { type Fields, fieldsOf, listOf } from '../fields.ts'
import { LookupFailed, lookUp, writeOnce } from '../once.ts'
import type { InternalRequest, InternalResponse, RequestBackend, StoredWrite } from '../request-backend.ts'
import { failure, failureOf } from '../results.ts'
import type { Confirmation, ToolCall, ToolResult } from '../tool.ts'
import { previewOf } from './preview.ts'

export const invalid = (field: string, message: string) => fieldError({ path: [field], message, whole: 'arguments' })

/** The schedule or external write as which a checked post was stored. */
type Found = { schedule: Fields } | { write: Fields }

async function findSchedule({ call, scopes }: RequestBackend, requestId: string): Promise<Fields | undefined> {
  // A key without this scope has scheduled nothing.
  if (!hasKeyScope(scopes, 'schedules:read')) return undefined
  const response = await call({ operation: 'schedules.list', query: { requestId } })
  if (response.status !== 200) throw new LookupFailed(response)
  return listOf(response.body['schedules'])[0]
}

/**
 * Returns the schedule or external write that was stored for a request id; undefined if nothing was. A scheduled post
 * is returned as its schedule, even after it was published.
 */
async function findSent(backend: RequestBackend, requestId: string): Promise<Found | undefined> {
  const schedule = await findSchedule(backend, requestId)
  if (schedule !== undefined) return { schedule }
  const write = await lookUp(backend, requestId)
  return write && { write }
}

interface Sending {
  /** The name of the tool. */
  tool: string
  requestId: string
  confirm: string | undefined
  /** The question to the user, shown before the preview. */
  question: string
  /** Returns the request that publishes or schedules the post as it was checked. */
  requestOf(post: unknown): Omit<InternalRequest, 'headers'>
}

/**
 * Returns the result that asks the user for confirmation, or says that the user declined; undefined if the post can be
 * sent.
 * @throws ServiceError `invalid_request` if the client cannot show a question and `confirm` is not the code of the post
 */
function unconfirmed(
  stored: StoredWrite,
  { tool, question, confirm, confirmation }: Sending & { confirmation: Confirmation },
): ToolResult | undefined {
  if (confirmation === 'accepted') return undefined
  if (confirmation === 'pending') return askUser(`${question}\n\n${previewOf(fieldsOf(stored.payload))}`)
  if (confirmation === 'declined') {
    const message = `The user declined. The requestId stays valid until ${stored.expiresAt.toISOString()}.`
    return failure({ published: false, message })
  }
  if (confirm === stored.code) return undefined
  const message = `Show the preview of check_post to the user. If the user agrees, call ${tool} again with confirm: the code that check_post returned with this requestId.`
  throw invalid('confirm', message)
}

/**
 * Returns the checked post of a request id, or what has already been stored for it (`found`).
 * @throws ServiceError `invalid_request` if the request id is unknown, or has expired before anything was stored
 */
async function checkedPost(backend: RequestBackend, requestId: string): Promise<StoredWrite | { found: Found }> {
  const stored = await backend.writes.read(requestId)
  if (stored === undefined || stored.tool !== 'publish_post') {
    throw invalid('requestId', 'is unknown. Call check_post, which returns one that is valid for 15 minutes.')
  }
  const isNew = stored.payload !== null && stored.state === 'open' && !stored.isUsed
  const found = isNew ? undefined : await findSent(backend, requestId)
  if (found !== undefined) return { found }
  if (stored.payload !== null && stored.state !== 'expired') return stored
  const since = stored.expiresAt.toISOString()
  throw invalid('requestId', `expired at ${since}, and nothing was published with it. Call check_post again.`)
}

/**
 * The outcome for a checked post: the response if this call sent it, what an earlier call stored, or the tool's result
 * that says why it was not sent.
 */
type Sent = { response: InternalResponse } | { found: Found } | { result: ToolResult }

/**
 * Publishes or schedules a post that `check_post` has checked: only one of the two and only once for its request id,
 * whichever tools are called. Asks the user for confirmation first, if the client can show a question; otherwise it
 * requires `confirm`, the code that `check_post` returned.
 * @returns `response` if this call sent the post, `found` if an earlier call did, otherwise `result`: the question to
 *   the user, or a failure because the user declined or the service responded with an error
 * @throws ServiceError `invalid_request` for an unknown or expired request id or a wrong code; LookupFailed if it is
 *   unknown whether the post is stored
 */
export async function sendChecked({ backend, confirmation }: ToolCall, sending: Sending): Promise<Sent> {
  const { requestId, requestOf } = sending
  const stored = await checkedPost(backend, requestId)
  if ('found' in stored) return stored
  // A post that another call is sending was confirmed in that call.
  const open = stored.state === 'open' ? unconfirmed(stored, { ...sending, confirmation }) : undefined
  if (open !== undefined) return { result: open }
  const find = () => findSent(backend, requestId)
  const written = await writeOnce(backend, { requestId, request: requestOf(stored.payload), find })
  if (written.kind === 'rejected') return { result: failureOf(written.response) }
  if (written.kind === 'expired') throw invalid('requestId', 'has expired, and nothing was published with it.')
  await backend.writes.dropChecked(requestId)
  return written
}
