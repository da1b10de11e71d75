import { createLogger } from '@carillon/log'
import { type Context, createContext, readConfig } from '@carillon/service'
import { type Installation, openInstallation } from '@carillon/testkit'

export interface TestContext extends Pick<Installation, 'databaseUrl' | 'close'> {
  context: Context
  /** Another context over the same database and directories, as in another process. */
  another(): Promise<Context>
}

/** A context over a database and directories of its own. Settings in `env` replace those of the tests. */
export async function openTestContext(env?: Parameters<typeof openInstallation>[0]): Promise<TestContext> {
  const { settings, databaseUrl, track, close } = await openInstallation(env)
  const log = createLogger({ name: 'test', level: 'silent' })
  const another = async () => track(await createContext(readConfig(settings), { log, notified: false }))
  return { context: await another(), databaseUrl, another, close }
}
