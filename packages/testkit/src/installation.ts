import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freshDatabase } from './template-database.ts'

type Settings = Readonly<Record<string, string>>

interface Closeable {
  close(): Promise<void>
}

/**
 * A database, directories and an encryption key for one test. The test opens contexts of the service with its settings.
 */
export interface Installation {
  /** The settings as environment variables. */
  settings: Settings
  /** The URL of the database itself, even if the settings contain that of a pooler. */
  databaseUrl: string
  /** The directory that contains `MEDIA_DIR` and `SPOOL_DIR` of the settings. */
  dir: string
  /** Makes `close` close this context of the service, unless the test has closed it before. Returns the context. */
  track<Context extends Closeable>(context: Context): Context
  /** Closes the tracked contexts, and removes the database and the directories. */
  close(): Promise<void>
}

/**
 * Creates an installation with a migrated database and directories of its own. The caller opens contexts with its
 * `settings`, and calls `close` at the end of the test to delete them.
 * @param more settings that replace the defaults, or a function that returns them, given the URL of the database
 */
export async function openInstallation(
  more: Settings | ((databaseUrl: string) => Settings | Promise<Settings>) = {},
): Promise<Installation> {
  const [database, dir] = await Promise.all([freshDatabase(), mkdtemp(join(tmpdir(), 'carillon-test-'))])
  const contexts: Closeable[] = []
  return {
    settings: {
      DATABASE_URL: database.url,
      ENCRYPTION_KEYS: `1:${randomBytes(32).toString('base64')}`,
      MEDIA_DIR: join(dir, 'media'),
      SPOOL_DIR: join(dir, 'spool'),
      ...(typeof more === 'function' ? await more(database.url) : more),
    },
    databaseUrl: database.url,
    dir,
    track(context) {
      const closeable: Closeable = context
      const close = closeable.close.bind(context)
      let closing: Promise<void> | undefined
      closeable.close = () => {
        closing ??= close()
        return closing
      }
      contexts.push(closeable)
      return context
    },
    async close() {
      await Promise.all(contexts.map((context) => context.close()))
      await database.drop()
      await rm(dir, { recursive: true, force: true })
    },
  }
}

/**
 * Builds the row of a connected account, with a new id, for tests in which its other values do not matter. Inserts
 * nothing.
 */
export function accountRow<Platform extends string>(owner: {
  organizationId: string
  profileId: string
  platform: Platform
  now: Date
}) {
  const id = randomUUIDv7()
  return {
    id,
    organizationId: owner.organizationId,
    profileId: owner.profileId,
    platform: owner.platform,
    providerId: id,
    displayIdentifier: null,
    displayName: null,
    avatarUrl: null,
    authMethod: null,
    status: 'connected' as const,
    scopes: [],
    missingScopes: [],
    connectedAt: owner.now,
    updatedAt: owner.now,
  }
}
