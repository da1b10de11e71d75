import { type ExternalWriteRow, findExternalWrite } from '@carillon/database'
import { ServiceError } from '@carillon/errors'
import type { Context } from '../../context.ts'
import type { ObjectRequest } from '../../request.ts'

/**
 * Reads the publish of a request from the database, and reports its profile to the request (`reportProfile`).
 * @throws ServiceError `post_not_found` if it does not exist or the API key has no access to it
 */
export async function requirePublish(context: Context, request: ObjectRequest, id: string): Promise<ExternalWriteRow> {
  const row = await findExternalWrite(context.db, request.grant.scope, { id, kind: 'publish' })
  if (!row)
    throw new ServiceError('post_not_found', 'No publish with this id exists, or the API key has no access to it.')
  request.reportProfile?.(row.profileId)
  return row
}
