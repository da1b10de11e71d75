import { platformSetups } from '../config/platform-setup.ts'
import type { UseCase } from '../request.ts'

/** Lists for each platform whether this deployment has its settings; the names of those that are missing, no values. */
export const listPlatforms: UseCase<'platforms.list'> = async ({ config }) => {
  return { status: 200, body: { platforms: platformSetups(config) } }
}
