import {
  listCredentials,
  listEndpointsEncryptedWithOther,
  reencryptCredential,
  reencryptEndpoint,
} from '@carillon/database'
import { ServiceError } from '@carillon/errors'
import type { Context } from '../context.ts'
import { encryptCredentials, readableCredentials } from '../credentials/encrypted-credentials.ts'
import { replaySpool } from '../credentials/token-spool.ts'
import { decryptHeaders, decryptSecret, encryptHeaders, encryptSecret } from '../webhook-endpoints/endpoint-secrets.ts'

const batch = 200

/** The numbers of rows that were encrypted again, and of those that no key decrypts. */
interface Rotated {
  encrypted: number
  unreadable: number
}

type Endpoint = Awaited<ReturnType<typeof listEndpointsEncryptedWithOther>>[number]

/**
 * Returns the secrets and headers of an endpoint, encrypted with the newest key; null, which is logged, if no key
 * decrypts them.
 */
function secretsAgain({ encryption, log }: Context, { id, ...row }: Endpoint): Endpoint | null {
  const again = (secret: Buffer) => encryptSecret(encryption, id, decryptSecret(encryption, id, secret))
  try {
    const headers = encryptHeaders(encryption, id, decryptHeaders(encryption, id, row.headers))
    return { id, headers, secret: again(row.secret), oldSecret: row.oldSecret && again(row.oldSecret) }
  } catch (err) {
    log.error({ endpointId: id, err }, 'stored webhook secrets not readable')
    return null
  }
}

/** Encrypts the secrets and headers of webhook endpoints again with the newest key. */
async function rotateEndpoints(context: Context): Promise<Rotated> {
  const { db, encryption } = context
  const rotated: Rotated = { encrypted: 0, unreadable: 0 }
  for (let after: string | null = null; ; ) {
    const rows: Endpoint[] = await listEndpointsEncryptedWithOther(db, encryption.newestKeyId, { after, max: batch })
    if (rows.length === 0) return rotated
    for (const row of rows) {
      const again = secretsAgain(context, row)
      const isChanged = again !== null && !(await reencryptEndpoint(db, row, again))
      // Perhaps only one of its values is new: it is read again with the others.
      if (isChanged) break
      if (again === null) rotated.unreadable++
      else rotated.encrypted++
      after = row.id
    }
  }
}

/** Encrypts the credentials of accounts again with the newest key. */
async function rotateCredentials(context: Context): Promise<Rotated> {
  const { db, encryption } = context
  const rotated: Rotated = { encrypted: 0, unreadable: 0 }
  for (let after: string | null = null; ; ) {
    const rows = await listCredentials(db, { after, limit: batch, exceptKey: encryption.newestKeyId })
    for (const row of rows) {
      const { accountId, generation, ciphertext: from } = row
      const credentials = readableCredentials(context, row)
      if (credentials === null) {
        rotated.unreadable++
        continue
      }
      const to = encryptCredentials(encryption, accountId, credentials)
      if (await reencryptCredential(db, { accountId, generation, from, to })) rotated.encrypted++
    }
    after = rows.at(-1)?.accountId ?? null
    if (rows.length < batch) return rotated
  }
}

/**
 * Encrypts every stored credential and the secrets and headers of webhook endpoints again with the newest key, while
 * the service is running. Credentials that change meanwhile are skipped, because the change has encrypted them with
 * that key. Refreshed tokens in the token spool are stored first. Other encrypted data, such as that of open connection
 * sessions and feed cursors, keeps its key until it expires.
 * @returns the number of rows that were encrypted again, and the id of the newest key
 * @throws ServiceError `invalid_request` if some rows cannot be decrypted with any key. The message has their number.
 *   They are logged and left as they are; all others have been encrypted with the newest key
 */
export async function rotateKeys(context: Context): Promise<{ encrypted: number; keyId: number }> {
  const keyId = context.encryption.newestKeyId
  // Tokens that wait in the spool would otherwise be stored later, encrypted with an older key.
  await replaySpool(context.db, { files: context.tokenSpool, log: context.log })
  const [endpoints, credentials] = [await rotateEndpoints(context), await rotateCredentials(context)]
  const encrypted = endpoints.encrypted + credentials.encrypted
  const unreadable = endpoints.unreadable + credentials.unreadable
  if (unreadable === 0) return { encrypted, keyId }
  const message = `No key in ENCRYPTION_KEYS decrypts ${unreadable} of the credentials and webhook endpoints; ${encrypted} others were encrypted again with the key ${keyId}. Add the missing key again, or have these accounts reconnected, these secrets renewed and the headers of their endpoints set again; the log names them.`
  throw new ServiceError('invalid_request', message)
}
