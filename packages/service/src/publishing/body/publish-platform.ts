import type { ExternalWriteRow } from '@carillon/database'
import { type PublishPlatform, supports } from '@carillon/domain'

/**
 * Returns the platform of a stored publish, with the type of a platform that can publish.
 * @throws Error for any other platform, which no stored publish has
 */
export function publishPlatform({ id, platform }: Pick<ExternalWriteRow, 'id' | 'platform'>): PublishPlatform {
  if (supports('posts.publish', platform)) return platform
  throw new Error(`publish ${id} is for ${platform}, which publishes nothing`)
}
