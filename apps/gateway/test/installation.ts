import { readdir } from 'node:fs/promises'
import { type Platform, type PublishPlatform, platformsWith } from '@carillon/domain'
import { createLogger } from '@carillon/log'
import { createContext, createKey, createOrganization, readConfig } from '@carillon/service'
import { accountRow, openInstallation as openTestInstallation } from '@carillon/testkit'
import type { Context } from '../src/service.ts'

/** A service on a database of its own, with one organization, two keys and an account. */
export interface Installation {
  context: Context
  organizationId: string
  profileId: string
  keyId: string
  key: string
  /** Bound to the default profile. */
  boundKey: string
  /** One connected account on each network on which posts can be published. */
  accounts: Readonly<Record<PublishPlatform, string>>
  /** Another organization's. */
  foreign: { key: string; profileId: string }
  /** Files in the media store. */
  files(): Promise<string[]>
  close(): Promise<void>
}

/** Has posts checked without their networks, which cannot be read: the accounts of an installation have no credentials. */
export function skipNetworkChecks(context: Context): void {
  const { registry } = context
  const adapter = async (platform: Platform) => {
    const own = await registry.adapter(platform)
    return 'publish' in own ? { ...own, publish: { ...own.publish, validate: undefined } } : own
  }
  Object.assign(context, { registry: { adapter } })
}

/** Stores an account without credentials, and returns its id. */
export async function insertAccount(
  context: Context,
  owner: { organizationId: string; profileId: string; platform: Platform },
): Promise<string> {
  const row = accountRow({ ...owner, now: context.now() })
  await context.db.kysely.insertInto('account').values(row).execute()
  return row.id
}

async function found(context: Context, name: string) {
  const { organizationId, defaultProfileId: profileId } = await createOrganization(context, { name })
  const { apiKey, keyId } = await createKey(context, { organizationId })
  return { organizationId, profileId, key: apiKey, keyId }
}

async function filesUnder(dir: string): Promise<string[]> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}

export async function openInstallation(env: Readonly<Record<string, string>> = {}): Promise<Installation> {
  const { settings, track, close } = await openTestInstallation({ MEDIA_FREE_FLOOR_BYTES: '0', ...env })
  const config = readConfig(settings)
  const context = track(await createContext(config, { log: createLogger({ name: 'test', level: 'silent' }) }))
  const own = await found(context, 'Acme')
  const { organizationId, profileId } = own
  const { apiKey: boundKey } = await createKey(context, { organizationId, profileId })
  const connected = platformsWith('posts.publish')
  const ids = await Promise.all(
    connected.map((platform) => insertAccount(context, { organizationId, profileId, platform })),
  )
  return {
    context,
    ...own,
    boundKey,
    accounts: Object.fromEntries(
      connected.map((platform, index) => [platform, ids[index] ?? '']),
    ) as Installation['accounts'],
    foreign: await found(context, 'Other'),
    files: () => filesUnder(config.media.dir),
    close,
  }
}
