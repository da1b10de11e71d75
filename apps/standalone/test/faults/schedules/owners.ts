import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { replaceCredential, upsertAccount } from '@carillon/database'
import { createLogger } from '@carillon/log'
import { type Context, createContext, createKey, createOrganization, readConfig } from '@carillon/service'
import type { Cluster } from '../cluster.ts'

/** An organization with an account of the played network. */
export interface Owner {
  headers: { authorization: string }
  accountId: string
}

async function connect(context: Context, owner: { organizationId: string; profileId: string }): Promise<string> {
  const now = context.now()
  const id = await upsertAccount(context.db, {
    ...{ id: randomUUIDv7(), ...owner, platform: 'bluesky', providerId: `did:plc:${randomBytes(12).toString('hex')}` },
    ...{ displayIdentifier: 'user.test', displayName: 'User', avatarUrl: null, authMethod: null, status: 'connected' },
    ...{ scopes: [], missingScopes: [], connectedAt: now, updatedAt: now },
  })
  const credentials = { accessToken: randomBytes(16).toString('hex') }
  const ciphertext = context.encryption.encrypt({ table: 'credential', row: id, column: 'sealed' }, credentials)
  await replaceCredential(context.db, { accountId: id, ciphertext, expiresAt: null, refreshedAt: now })
  return id
}

/** Creates organizations with an account each, as if their users had connected them. */
export async function createOwners(cluster: Pick<Cluster, 'env'>, count: number): Promise<Owner[]> {
  const log = createLogger({ name: 'owners', level: 'error', destination: process.stderr })
  const context = await createContext(readConfig(cluster.env), { log, notified: false })
  try {
    const owners: Owner[] = []
    for (let index = 0; index < count; index++) {
      const { organizationId, defaultProfileId: profileId } = await createOrganization(context, { name: `No ${index}` })
      const { apiKey } = await createKey(context, { organizationId })
      const accountId = await connect(context, { organizationId, profileId })
      owners.push({ headers: { authorization: `Bearer ${apiKey}` }, accountId })
    }
    return owners
  } finally {
    await context.close()
  }
}
