import { listCredentials, listEndpointsEncryptedWithOther } from '@carillon/database'
import type { Context } from '../context.ts'

/** An id that no encryption key has. */
const noKeyId = -1

/**
 * Returns whether the database has encrypted values that are needed for good: credentials of accounts, or secrets of
 * webhook endpoints.
 */
export async function hasEncryptedSecrets({ db }: Pick<Context, 'db'>): Promise<boolean> {
  const credentials = await listCredentials(db, { after: null, limit: 1 })
  return (
    credentials.length > 0 || (await listEndpointsEncryptedWithOther(db, noKeyId, { after: null, max: 1 })).length > 0
  )
}
