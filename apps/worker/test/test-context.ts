import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLogger } from '@carillon/log'
import { type Context, createContext, readConfig } from '@carillon/service'
import { freshDatabase } from '@carillon/testkit'

export interface TestContext {
  context: Context
  /** URL of the database, without the pooler that `env` may add. */
  databaseUrl: string
  /** Another context over the same database and directories, as in another process. */
  another(): Promise<Context>
  /** Closes the contexts that are open and removes the database and the directories. */
  close(): Promise<void>
}

/** A context over a database and directories of its own. Settings in `env` replace those of the tests. */
export async function openTestContext(
  env: (databaseUrl: string) => Record<string, string> | Promise<Record<string, string>> = () => ({}),
): Promise<TestContext> {
  const [fresh, dir] = await Promise.all([freshDatabase(), mkdtemp(join(tmpdir(), 'carillon-worker-'))])
  const config = readConfig({
    DATABASE_URL: fresh.url,
    SEAL_KEYS: `1:${randomBytes(32).toString('base64')}`,
    MEDIA_DIR: join(dir, 'media'),
    SPOOL_DIR: join(dir, 'spool'),
    ...(await env(fresh.url)),
  })
  const log = createLogger({ name: 'test', level: 'silent' })
  const contexts: Context[] = []
  const another = async () => {
    const context = await createContext(config, { log })
    const { close } = context
    let closing: Promise<void> | undefined
    // A test may close a context itself.
    context.close = () => {
      closing ??= close()
      return closing
    }
    contexts.push(context)
    return context
  }
  return {
    context: await another(),
    databaseUrl: fresh.url,
    another,
    async close() {
      await Promise.all(contexts.map((context) => context.close()))
      await fresh.drop()
      await rm(dir, { recursive: true, force: true })
    },
  }
}
