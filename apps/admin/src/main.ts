import { join } from 'node:path'
import { ServiceError } from '@carillon/errors'
import { createLogger } from '@carillon/log'
import { ConfigError } from '@carillon/service'
import { runCommand } from './run-command.ts'
import { standaloneEnv, withStored } from './standalone-env.ts'
import { UsageError } from './usage-error.ts'

const log = createLogger({ name: 'admin', level: 'error', destination: process.stderr })
const stored = standaloneEnv(process.env, join(import.meta.dirname, '../../../.carillon'))

/** Returns what to do, if the database of a stopped `npm start` cannot be reached. */
function hintOf(error: unknown): string {
  const isAway = error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED'
  return isAway && 'DATABASE_URL' in stored
    ? '\nThis is the database of npm start: start that first, or set DATABASE_URL to another one.'
    : ''
}

try {
  const env = withStored(stored, process.env)
  const response = await runCommand(process.argv.slice(2), { env, log })
  process.stdout.write(`${JSON.stringify(response, null, 2)}\n`)
  if (typeof response === 'object' && response !== null && 'ok' in response && response.ok === false)
    process.exitCode = 1
} catch (error) {
  const isArgument = error instanceof ServiceError && error.code === 'invalid_request'
  const expected = error instanceof UsageError || error instanceof ConfigError || isArgument
  const isPlain = expected || error instanceof ServiceError || !(error instanceof Error)
  const message = error instanceof Error ? error.message : String(error)
  process.stderr.write(`${isPlain ? message : `${error.name}: ${message}`}${hintOf(error)}\n`)
  process.exitCode = expected ? 2 : 1
}
