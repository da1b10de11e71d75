import { type Body, type Client, PublishUnknownError, pagesOf } from '@carillon/client'
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow'
import { clientOf } from './connect.ts'
import { operations } from './generated/operations.ts'
import type { Operation } from './operation.ts'
import { type Parts, requestParts } from './request.ts'
import { attemptIdOf, requestIdOf } from './request-id.ts'
import { sendOnce } from './send-once.ts'
import { isPublish } from './write-properties.ts'

interface WriteOptions {
  requestId?: string
  /** Seconds. */
  storeWithin?: number
  onUnknown?: 'return' | 'fail'
}

interface Run {
  context: IExecuteFunctions
  itemIndex: number
  client: Client
  operation: Operation
  parts: Parts
  options: WriteOptions
}

interface CallOptions {
  path: Parts['path']
  query: Parts['query']
  headers: Record<string, string>
  body?: unknown
  lookUpFirst?: boolean
}

/** Sends a request of any operation: those of the table are those of the client's types. */
type AnyCall = (path: string, options: CallOptions) => Promise<{ data: unknown }>

function send({ client, operation, parts }: Run, more: Partial<CallOptions> = {}): Promise<unknown> {
  const { path, query, header, body } = parts
  const call = client[operation.method] as unknown as AnyCall
  const headers = { ...header, ...more.headers }
  const options = { path, query, ...(body && { body }), ...more, headers }
  return call(operation.path, options).then(({ data }) => data)
}

/** The entries of a list, page after page, each of them once. */
async function listed(run: Run): Promise<unknown[]> {
  const { context, itemIndex, operation, parts } = run
  const { list = '', isPaged, repeatsItems } = operation
  const all = isPaged ? context.getNodeParameter('returnAll', itemIndex, false) : true
  const limit = all ? Number.POSITIVE_INFINITY : Number(context.getNodeParameter('limit', itemIndex, 50))
  const entries: unknown[] = []
  const read = (more: object) => send(run, { query: { ...parts.query, ...more } }).then(Object)
  for await (const entry of pagesOf(read, { items: list, repeatsItems })) if (entries.push(entry) >= limit) break
  return entries
}

async function publish(run: Run, requestId: string): Promise<unknown> {
  const { context, itemIndex, client, parts, options } = run
  const wait = context.getNodeParameter('waitForCompletion', itemIndex, true) === true
  // The service checks the body, and reports each field of it.
  const body = parts.body as unknown as Body<'posts.publish'>
  const onError = (error: unknown) => {
    const isReturned = options.onUnknown !== 'fail' && error instanceof PublishUnknownError && error.publish !== null
    return isReturned ? error.publish : Promise.reject(error)
  }
  return client.posts.publish(body, { requestId, lookUpFirst: true, wait }).catch(onError)
}

/** Sends something once, however often n8n runs the item. */
async function write(run: Run): Promise<unknown> {
  const { context, itemIndex, client, operation, options } = run
  const requestId = await attemptIdOf(client, options.requestId || requestIdOf(context, operation, itemIndex))
  if (isPublish(operation)) return publish(run, requestId)
  return send(run, { headers: { 'X-Request-Id': requestId }, lookUpFirst: true })
}

function call(run: Run): Promise<unknown> {
  const { context, itemIndex, operation } = run
  if (operation.isSafe) return write(run)
  if (operation.list) return listed(run)
  if (operation.isRead || operation.method !== 'post') return send(run)
  const id = requestIdOf(context, operation, itemIndex)
  if (operation.isIdempotent) return send(run, { headers: { 'Idempotency-Key': id } })
  return sendOnce(id, () => send(run))
}

const isObject = (value: unknown): value is IDataObject => typeof value === 'object' && value !== null

/** What an operation returns as items: the entries of a list, or its response. */
function itemsOf(data: unknown): IDataObject[] {
  if (Array.isArray(data)) return data.flatMap(itemsOf)
  if (isObject(data)) return [data]
  return [data === undefined ? { success: true } : { data: String(data) }]
}

/**
 * Runs the operation that the node has for an item and returns its items: the entries of a list, otherwise the
 * response, or `{ success: true }` if it has no body. A POST that changes something takes effect once, however often
 * n8n runs the item.
 * @throws the errors of the client, LostResponseError, or TypeError for an operation that does not exist
 */
export async function runOperation(context: IExecuteFunctions, itemIndex: number): Promise<IDataObject[]> {
  const id = context.getNodeParameter('operation', itemIndex)
  const operation = operations.find((each) => each.id === id)
  if (operation === undefined) throw new TypeError(`The operation ${String(id)} does not exist.`)
  const options: WriteOptions = operation.isSafe ? Object(context.getNodeParameter('options', itemIndex, {})) : {}
  const { storeWithin } = options
  const client = await clientOf(context, storeWithin === undefined ? {} : { publishWithinMs: storeWithin * 1000 })
  const parts = await requestParts(context, operation, itemIndex, { context, itemIndex, client, operation })
  return itemsOf(await call({ context, itemIndex, client, operation, parts, options }))
}
