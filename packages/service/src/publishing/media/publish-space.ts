import { type MediaSpace, readUsedSpace } from '@carillon/database'
import { ServiceError } from '@carillon/errors'
import type { Context } from '../../context.ts'

/**
 * Returns the space that an organization has for the media files of its publishes: `PUBLISH_BYTES_PER_ORGANIZATION`,
 * with the error for a post that does not fit.
 * @param bytes the size of the post's own files; 0 if all of its media are at URLs
 */
export function publishSpace({ config }: Pick<Context, 'config'>, bytes: number): MediaSpace {
  const { publishBytesPerOrganization: max, graceMinutes } = config.media
  const own = bytes > 0 ? `with media of ${bytes} bytes` : 'whose media are at URLs'
  return {
    max,
    exceeded: (used) =>
      new ServiceError(
        'upload_quota_exceeded',
        `The media of the organization's publishes have ${used} bytes, and ${max} is the maximum: this post, ${own}, does not fit. Wait until some publishes have ended: their media are removed ${graceMinutes} minutes afterwards.`,
      ),
  }
}

/**
 * Checks that an organization has space for media of a publish that are about to be downloaded: many posts with URLs
 * may have been accepted before the first of their files was stored.
 * @throws ServiceError `upload_quota_exceeded`
 */
export async function requireSpaceToFetch(context: Context, organizationId: string): Promise<void> {
  const { max, exceeded } = publishSpace(context, 0)
  const used = await readUsedSpace(context.db, organizationId)
  if (used >= max) throw exceeded(used)
}
