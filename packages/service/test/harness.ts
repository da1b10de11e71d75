import { type AccountRow, findAccountForWorker, replaceCredential, upsertAccount } from '@carillon/database'
import type { Platform } from '@carillon/domain'
import { createLogger, type ProcessLogger } from '@carillon/log'
import type { JsonObject } from '@carillon/providers'
import { accountRow, openInstallation } from '@carillon/testkit'
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
  const { settings, dir, track, close } = await openInstallation({ SETTLE_SCALE: '0', PUBLISH_WAIT_MS: '5000', ...env })
  const config = readConfig(settings)
  const log = createLogger({ name: 'test', level: 'silent' })
  const another = async (own: Overrides & { log?: ProcessLogger } = overrides, changed?: Partial<Config>) =>
    track(await createContext(changed ? { ...config, ...changed } : config, { log, ...own }))
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
      const row = accountRow({ organizationId, profileId: defaultProfileId, platform, now })
      const id = await upsertAccount(context.db, { ...row, displayName: 'Person', scopes: ['write'] })
      const ciphertext = encryptCredentials(context.encryption, id, credentials)
      await replaceCredential(context.db, { accountId: id, ciphertext, expiresAt, refreshedAt: now })
      return (await findAccountForWorker(context.db, id)) as AccountRow
    },
    close,
  }
}
