import { createLogger } from '@carillon/log'
import { StartError } from './start-error.ts'

type Env = Readonly<Record<string, string | undefined>>

/**
 * Runs the migrations of the database that the settings name.
 * @throws StartError if a setting is invalid, or the database cannot be reached, or rejects the connection or a
 *   statement of a migration; any other error of a migration
 */
export async function migrate(env: Env): Promise<void> {
  // Loaded while the sandbox is starting, not before.
  const { ConfigError, runCommand } = await import('@carillon/admin')
  const log = createLogger({ name: 'standalone', level: 'error', destination: process.stderr })
  try {
    await runCommand(['migrate'], { env, log })
  } catch (error) {
    if (error instanceof ConfigError) throw new StartError(error.message)
    if (!(error instanceof Error && 'code' in error)) throw error
    throw new StartError(`The database cannot be used: ${error.message} (${error.code}).`, { cause: error })
  }
}
