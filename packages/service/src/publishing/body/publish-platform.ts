import type { ExternalWriteRow } from '@carillon/database'
import { type PublishPlatform, supports } from '@carillon/domain'

/** The network of a publish. Rows of this kind exist only for networks that can publish. */
export function publishPlatform({ id, platform }: Pick<ExternalWriteRow, 'id' | 'platform'>): PublishPlatform {
  if (supports('posts.publish', platform)) return platform
  throw new Error(`publish ${id} is for ${platform}, which publishes nothing`)
}
