import { listWritesOfRequest } from '@carillon/database'
import { hasKeyScope, limits } from '@carillon/domain'
import type { UseCase } from '../request.ts'
import { viewWrite, writeReaders } from './write-view.ts'

/**
 * Lists the external writes made by requests with a request id, of the kinds that the API key may read, newest first,
 * at most `limits.writesOfRequest`. Waits for writes of these requests that are being stored.
 */
export const listWrites: UseCase<'writes.list'> = async (context, { grant, input }) => {
  const readers = new Map(
    writeReaders.filter(({ scope }) => hasKeyScope(grant.scopes, scope)).map((reader) => [reader.kind, reader]),
  )
  const rows = await listWritesOfRequest(context.db, grant.scope, {
    requestId: input.query.requestId,
    kinds: [...readers.keys()],
    max: limits.writesOfRequest,
  })
  const writes = rows.flatMap((row) => {
    const reader = readers.get(row.kind)
    return reader === undefined ? [] : [viewWrite(row, reader)]
  })
  return { status: 200, body: { writes } }
}
