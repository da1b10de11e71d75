import { isAbsolute, join } from 'node:path'
import type { Places } from '../invocation/invocation.ts'

/**
 * Returns the paths of the file with the stored login and of the directory in which writes are recorded before they are
 * sent: in the XDG directories for configuration and state, or in their defaults below the directory `home`.
 * Directories that are not absolute are ignored, as the specification of XDG requires.
 * @see https://specifications.freedesktop.org/basedir-spec/latest/ (read 2026-11-30)
 */
export function placesOf(env: Readonly<Record<string, string | undefined>>, home: string): Places {
  const folder = (given: string | undefined, usual: string) => (given && isAbsolute(given) ? given : join(home, usual))
  const config = folder(env['XDG_CONFIG_HOME'], '.config')
  const state = folder(env['XDG_STATE_HOME'], '.local/state')
  return { loginFile: join(config, 'carillon/login.json'), requestsFolder: join(state, 'carillon/requests') }
}
