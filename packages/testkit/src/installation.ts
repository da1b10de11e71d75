import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freshDatabase } from './template-database.ts'

type Settings = Readonly<Record<string, string>>

interface Closeable {
  close(): Promise<void>
}

export interface Installation {
  /** Settings as environment variables: a database, directories and an encryption key of its own. */
  settings: Settings
  /** URL of the database, without a pooler that the settings may add. */
  databaseUrl: string
  /** The directory that contains those of the settings. */
  dir: string
  /** Closes a context of the service with the installation, unless the test has closed it before. */
  track<Context extends Closeable>(context: Context): Context
  /** Closes the contexts, and removes the database and the directories. */
  close(): Promise<void>
}

/**
 * Makes an installation, of which the caller opens one or more contexts.
 * @param more settings that replace those of the tests, or a function of the URL of the database that returns them
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

/** The row of a connected account that no test looks at more closely. */
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
