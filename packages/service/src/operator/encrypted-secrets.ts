import { type Db, type EndpointSecrets, listCredentials, listEndpointsEncryptedWithOther } from '@carillon/database'
import type { Context } from '../context.ts'

/** An id that no encryption key has. */
const noKeyId = -1

/**
 * Returns up to `max` webhook endpoints with their encrypted headers and secrets, in the order of their ids: those that
 * follow the endpoint `after`, or the first if it is null.
 */
export function listEndpointSecrets(db: Db, page: { after: string | null; max: number }): Promise<EndpointSecrets[]> {
  return listEndpointsEncryptedWithOther(db, noKeyId, page)
}

/**
 * Returns whether the database has encrypted values that do not expire: credentials of accounts, or secrets of webhook
 * endpoints.
 */
export async function hasEncryptedSecrets({ db }: Pick<Context, 'db'>): Promise<boolean> {
  const credentials = await listCredentials(db, { after: null, limit: 1 })
  return credentials.length > 0 || (await listEndpointSecrets(db, { after: null, max: 1 })).length > 0
}
