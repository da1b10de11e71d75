import { join } from 'node:path'
import type { Places } from '../invocation/invocation.ts'

/**
 * Returns the paths of the file with the stored login and of the directory in which writes are recorded before they are
 * sent: in the XDG directories for configuration and state, or in their defaults below the directory `home`.
 */
export function placesOf(env: Readonly<Record<string, string | undefined>>, home: string): Places {
  const config = env['XDG_CONFIG_HOME'] || join(home, '.config')
  const state = env['XDG_STATE_HOME'] || join(home, '.local/state')
  return { loginFile: join(config, 'carillon/login.json'), requestsFolder: join(state, 'carillon/requests') }
}
