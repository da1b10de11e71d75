import { platformSetups } from '../config/platform-setup.ts'
import type { UseCase } from '../request.ts'

/**
 * Lists for each platform whether this installation has its app credentials, with the names of missing settings. Values
 * of settings are not returned.
 */
export const listPlatforms: UseCase<'platforms.list'> = async ({ config }) => {
  return { status: 200, body: { platforms: platformSetups(config) } }
}
