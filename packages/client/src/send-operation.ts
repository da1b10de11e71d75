import type { Connection } from './connection.ts'
import { type OperationId, operationTable } from './generated/operations.ts'
import type { FoundWrite, LookUpSource } from './lookups.ts'
import type { AnyResult } from './read-response.ts'
import type { AnyRequest } from './request-of.ts'
import { responseOfWrite, type SafeOperation } from './responses-of-writes.ts'
import { newRequestId } from './web-crypto.ts'
import { headerOf, writeSafely } from './write-safely.ts'

function isOperationId(id: string): id is OperationId {
  return id in operationTable
}

/** The ids of all operations. */
export const operationIds = Object.keys(operationTable).filter(isOperationId)

/** Returns the id of the operation with a method (`get`) and path (`/posts/{postId}`); undefined if it is unknown. */
export function operationAt(method: string, path: string): OperationId | undefined {
  return operationIds.find((id) => operationTable[id].method === method && operationTable[id].path === path)
}

/** Where each operation is looked up. */
const sources: Record<SafeOperation, LookUpSource> = {
  'posts.publish': { list: 'publishes' },
  'schedules.create': { list: 'schedules' },
  'comments.create': { list: 'writes', kinds: ['comment', 'reply'] },
  'messages.send': { list: 'writes', kinds: ['message', 'template'] },
  'ads.campaigns.create': { list: 'writes', kinds: ['campaign'] },
}

const isSafe = (id: OperationId): id is SafeOperation => 'isSafe' in operationTable[id]

/**
 * Sends the request of an operation. After a lost response, a write to a network is looked up by its request id, and
 * any other request is sent again if that is safe. Adds an `Idempotency-Key` if the operation supports it.
 */
export async function sendOperation<Data>(
  connection: Connection,
  id: OperationId | undefined,
  request: AnyRequest,
): Promise<AnyResult<Data>> {
  if (id === undefined) return connection.send(request)
  if (isSafe(id)) {
    const responseOf = (found: FoundWrite) => responseOfWrite<Data>(id, found, request.body)
    return writeSafely<Data>(connection, { request, source: sources[id], responseOf })
  }
  if (!('isIdempotent' in operationTable[id])) return connection.send(request)
  const key = headerOf(request, 'idempotency-key') ? {} : { 'Idempotency-Key': await newRequestId() }
  return connection.send({ ...request, headers: { ...request.headers, ...key } }, true)
}
