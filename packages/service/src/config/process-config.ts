import type { Config } from './config.ts'
import { ConfigError } from './config-error.ts'
import { readConfig } from './read-config.ts'

/**
 * Reads the configuration of a process that starts. If a setting is missing or invalid, prints which one and what it
 * takes to standard error, and ends the process with exit code 1.
 */
export function processConfig(env: Readonly<Record<string, string | undefined>>): Config {
  try {
    return readConfig(env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    process.stderr.write(`${error.message}\n`)
    return process.exit(1)
  }
}
