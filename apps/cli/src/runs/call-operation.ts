import { readFile } from 'node:fs/promises'
import {
  type Client,
  mayHaveArrived,
  type OperationId,
  operationTable,
  PublishFailedError,
  PublishUnknownError,
  pagesOf,
  WriteFailedError,
  WriteUnknownError,
} from '@carillon/client'
import { requireExactNumbers } from '../fields/exact-numbers.ts'
import type { RequestFields } from '../fields/request-fields.ts'
import { type Invocation, textOf } from '../invocation/invocation.ts'
import type { Earlier, SentKind } from '../requests/find-earlier.ts'
import { ChangeUnknownError } from '../requests/outcome-unknown.ts'
import { openRequest, requestIdOf, sendOnce } from '../requests/send-once.ts'
import { anyCall } from '../untyped-requests.ts'
import { UsageError } from '../usage-error.ts'

/**
 * Reads the JSON object of `--body`, from a file or from standard input; `{}` without `--body`.
 * @throws UsageError if it cannot be read, is not a JSON object or has a number that cannot be sent exactly
 */
export async function givenBody({
  values,
  io,
}: Pick<Invocation, 'values'> & { io: Pick<Invocation['io'], 'readAll'> }): Promise<Record<string, unknown>> {
  const file = textOf(values, 'body')
  if (file === undefined) return {}
  const text = await (file === '-' ? io.readAll() : readFile(file, 'utf8')).catch((error: unknown) => {
    throw new UsageError(`${file} cannot be read: ${Object(error).code ?? error}.`)
  })
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch (error) {
    throw new UsageError(`--body is not valid JSON: ${Object(error).message}`)
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new UsageError('--body is not a JSON object.')
  requireExactNumbers('--body', text)
  return { ...body }
}

interface Call {
  operation: OperationId
  fields: RequestFields
}

async function send(
  client: Client,
  { operation, fields }: Call,
  options: { signal: AbortSignal; requestId?: string },
): Promise<unknown> {
  const { method, path: template, ...row } = operationTable[operation]
  const { path, query, headers, body } = fields
  const { signal, requestId } = options
  const takesBody = 'inputs' in row && String(row.inputs).includes('body')
  const { data } = await anyCall(client, method)(template, {
    ...{ path, query, signal, headers: { ...headers, ...(requestId !== undefined && { 'X-Request-Id': requestId }) } },
    ...(takesBody && { body }),
  })
  return data
}

/**
 * Returns what an earlier run has stored: a publish or a schedule, or another write that has succeeded.
 * @throws PublishFailedError or WriteFailedError if it failed; PublishUnknownError or WriteUnknownError if its outcome
 *   is unknown; WriteUnknownError also for a write that is still in progress
 */
async function earlierResult(earlier: Earlier, requestId: string): Promise<unknown> {
  if ('publish' in earlier) {
    const { publish } = earlier
    if (publish.status === 'failed') throw new PublishFailedError(publish)
    if (publish.status === 'unknown') throw new PublishUnknownError({ publish, requestId })
    return publish
  }
  if ('schedule' in earlier) return earlier.schedule
  const { write } = earlier
  if (write.status === 'failed') throw new WriteFailedError(write, { requestId })
  if (write.status !== 'published') throw new WriteUnknownError({ write, requestId })
  return write
}

/** The kinds of the requests of the operations that are never sent twice, keyed by operation id. */
const kinds: Partial<Record<OperationId, SentKind>> = {
  'posts.publish': 'publish',
  'schedules.create': 'schedule',
  'comments.create': 'reply',
  'messages.send': 'message',
  'ads.campaigns.create': 'campaign',
}

async function writeOnce(invocation: Invocation, call: Call): Promise<unknown> {
  const { io, signal } = invocation
  const { requestId, isGiven } = requestIdOf(invocation)
  const { journal, release } = openRequest(invocation, requestId)
  const say = (text: string) => io.say(text)
  const kind = kinds[call.operation]
  if (kind === undefined) throw new TypeError(`${call.operation} is not looked up.`)
  say(`Request ${requestId}`)
  try {
    const sending = {
      ...({ requestId, journal, signal, say, kind } as const),
      send: (client: Client) => send(client, call, { signal, requestId }),
      resultOf: (earlier: Earlier) => earlierResult(earlier, requestId),
    }
    return await sendOnce(invocation.client({ journal }), sending, isGiven)
  } finally {
    release()
  }
}

/**
 * Sends an operation that cannot be looked up, and returns the body of its response. The client repeats it only if a
 * second request has no further effect.
 * @throws ChangeUnknownError if the response to a change was lost or interrupted
 */
async function sendUnsafe(invocation: Invocation, call: Call): Promise<unknown> {
  const { signal } = invocation
  const { method } = operationTable[call.operation]
  const requestId = crypto.randomUUID()
  try {
    return await send(invocation.client(), call, { signal, requestId })
  } catch (error) {
    if (method === 'get' || !mayHaveArrived(error)) throw error
    throw new ChangeUnknownError(call.operation, requestId, { cause: error })
  }
}

/**
 * Calls an operation and returns the body of its response. An operation that writes to a network is never sent twice.
 */
function callOperation(invocation: Invocation, call: Call): Promise<unknown> {
  const isSafe = 'isSafe' in operationTable[call.operation]
  return isSafe ? writeOnce(invocation, call) : sendUnsafe(invocation, call)
}

/**
 * Reads the items of all pages of a list, each of them once.
 * @throws UsageError for an operation that has no pages
 */
function allItems(invocation: Invocation, { operation, fields }: Call): AsyncIterable<unknown> {
  const row = operationTable[operation]
  if (!('items' in row)) throw new UsageError(`--all is for lists; ${operation} has no pages.`)
  const client = invocation.client()
  const { signal } = invocation
  const callOf = (more: object) => ({ operation, fields: { ...fields, query: { ...fields.query, ...more } } })
  return pagesOf((more) => send(client, callOf(more), { signal }).then(Object), row)
}

/**
 * Calls an operation and prints the body of the response; with `--all`, the items of all pages, each on a line of its
 * own. A write to a network is never sent twice.
 * @throws UsageError for `--all` with an operation that has no pages, ChangeUnknownError or OutcomeUnknownError if the
 *   response was lost, or the error of the client
 */
export async function printOperation(invocation: Invocation, call: Call): Promise<undefined> {
  const { io, values } = invocation
  if (values['all'] === true) {
    for await (const item of allItems(invocation, call)) {
      if (io.closed.aborted) return
      io.printLine(item)
    }
    return
  }
  const data = await callOperation(invocation, call)
  // The audit log as CSV.
  if (typeof data === 'string') io.printText(data)
  else io.print(data ?? {})
}
