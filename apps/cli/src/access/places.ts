import { join } from 'node:path'
import type { Places } from '../invocation/invocation.ts'

/**
 * Returns where the command line keeps its own files: in the XDG base directories, or in their defaults below the home
 * directory.
 */
export function placesOf(env: Readonly<Record<string, string | undefined>>, home: string): Places {
  const config = env['XDG_CONFIG_HOME'] || join(home, '.config')
  const state = env['XDG_STATE_HOME'] || join(home, '.local/state')
  return { loginFile: join(config, 'carillon/login.json'), requestsFolder: join(state, 'carillon/requests') }
}
