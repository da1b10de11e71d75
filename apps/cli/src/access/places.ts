import { join } from 'node:path'
import type { Places } from '../invocation/invocation.ts'

/** Where the command line keeps its files: as the XDG base directories say, or below the home directory. */
export function placesOf(env: Readonly<Record<string, string | undefined>>, home: string): Places {
  const config = env['XDG_CONFIG_HOME'] || join(home, '.config')
  const state = env['XDG_STATE_HOME'] || join(home, '.local/state')
  return { loginFile: join(config, 'carillon/login.json'), requestsFolder: join(state, 'carillon/requests') }
}
