import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ServiceError } from '@carillon/errors'
import { createLogger } from '@carillon/log'
import { ConfigError } from '@carillon/service'
import { runCommand } from './run-command.ts'
import { UsageError } from './usage-error.ts'

/**
 * Reads the settings that `npm start` has stored in `DATA_DIR`, so that commands act on that installation. Empty if
 * nothing is stored, or `DATABASE_URL` names another database.
 */
function standaloneEnv(): Record<string, string> {
  const { DATABASE_URL: named, DATA_DIR: dataDir } = process.env
  const dir = dataDir || join(import.meta.dirname, '../../../.carillon')
  try {
    const settings: Record<string, string> = JSON.parse(readFileSync(join(dir, 'environment.json'), 'utf8'))
    return !named || settings['DATABASE_URL'] === named ? settings : {}
  } catch {
    return {}
  }
}

const log = createLogger({ name: 'admin', level: 'error', destination: process.stderr })
try {
  const env = { ...standaloneEnv(), ...process.env }
  const response = await runCommand(process.argv.slice(2), { env, log })
  process.stdout.write(`${JSON.stringify(response, null, 2)}\n`)
  if (typeof response === 'object' && response !== null && 'ok' in response && response.ok === false)
    process.exitCode = 1
} catch (error) {
  const isArgument = error instanceof ServiceError && error.code === 'invalid_request'
  const expected = error instanceof UsageError || error instanceof ConfigError || isArgument
  const isPlain = expected || error instanceof ServiceError || !(error instanceof Error)
  const message = error instanceof Error ? error.message : String(error)
  process.stderr.write(`${isPlain ? message : `${error.name}: ${message}`}\n`)
  process.exitCode = expected ? 2 : 1
}
