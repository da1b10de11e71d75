import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type AccountRow, findAccountForWorker, replaceCredential, upsertAccount } from '@carillon/database'
import type { Platform } from '@carillon/domain'
import { createLogger, type ProcessLogger } from '@carillon/log'
import type { JsonObject } from '@carillon/providers'
import { freshDatabase } from '@carillon/testkit'
import { encryptCredentials } from '../src/credentials/encrypted-credentials.ts'
import {
  type Config,
  type Context,
  createContext,
  createOrganization,
  type Overrides,
  readConfig,
} from '../src/index.ts'

export interface Harness {
  context: Context
  organizationId: string
  profileId: string
  dir: string
  overrides: Overrides
  /** Another process on the same database: its own pools and caches. */
  another(overrides?: Overrides & { log?: ProcessLogger }, settings?: Partial<Config>): Promise<Context>
  connect(input: { platform: Platform; credentials?: JsonObject; expiresAt?: Date | null }): Promise<AccountRow>
  close(): Promise<void>
}

/** A service on a database of its own, with one organization and its default profile. */
export async function startHarness(overrides: Overrides = {}, env: Record<string, string> = {}): Promise<Harness> {
  const fresh = await freshDatabase()
  const dir = await mkdtemp(join(tmpdir(), 'carillon-service-'))
  const config = readConfig({
    DATABASE_URL: fresh.url,
    SEAL_KEYS: `1:${randomBytes(32).toString('base64')}`,
    MEDIA_DIR: join(dir, 'media'),
    SPOOL_DIR: join(dir, 'spool'),
    SETTLE_SCALE: '0',
    PUBLISH_WAIT_MS: '5000',
    ...env,
  })
  const log = createLogger({ name: 'test', level: 'silent' })
  const contexts: Context[] = []
  const another = async (own: Overrides & { log?: ProcessLogger } = overrides, settings?: Partial<Config>) => {
    const context = await createContext(settings ? { ...config, ...settings } : config, { log, ...own })
    contexts.push(context)
    return context
  }
  const context = await another()
  const { organizationId, defaultProfileId } = await createOrganization(context, { name: 'Test' })
  return {
    context,
    organizationId,
    profileId: defaultProfileId,
    dir,
    overrides,
    another,
    async connect({ platform, credentials = {}, expiresAt = null }) {
      const now = context.now()
      const id = await upsertAccount(context.db, {
        id: randomUUIDv7(),
        organization_id: organizationId,
        profile_id: defaultProfileId,
        platform,
        provider_id: `person-${randomUUIDv7()}`,
        display_identifier: 'person',
        display_name: 'Person',
        avatar_url: null,
        auth_method: null,
        status: 'connected',
        scopes: ['write'],
        missing_scopes: [],
        connected_at: now,
        updated_at: now,
      })
      const sealed = encryptCredentials(context.encryption, id, credentials)
      await replaceCredential(context.db, { account_id: id, sealed, expires_at: expiresAt, refreshed_at: now })
      return (await findAccountForWorker(context.db, id)) as AccountRow
    },
    async close() {
      await Promise.all(contexts.map((one) => one.close()))
      await fresh.drop()
      await rm(dir, { recursive: true, force: true })
    },
  }
}
