import { type MediaSpace, readUsedSpace } from '@carillon/database'
import { ServiceError } from '@carillon/errors'
import type { Context } from '../../context.ts'

/** The media of a post: the total size in bytes of its own files, and whether others are to be downloaded from URLs. */
export interface MediaSizes {
  bytes: number
  toFetch: boolean
}

/**
 * Returns the space that an organization has for the media files of its publishes: `PUBLISH_BYTES_PER_ORGANIZATION`,
 * with the error for a post with media of these sizes that does not fit. Media at URLs, whose size is not known, need a
 * byte: they are downloaded if there is any space.
 */
export function publishSpace({ config }: Pick<Context, 'config'>, { bytes, toFetch }: MediaSizes): MediaSpace {
  const { publishBytesPerOrganization: max, graceMinutes } = config.media
  const own = bytes > 0 ? `with media of ${bytes} bytes` : 'whose media are at URLs'
  return {
    needed: bytes + (toFetch ? 1 : 0),
    max,
    exceeded: (used) =>
      new ServiceError(
        'upload_quota_exceeded',
        `The media of the organization's publishes have ${used} bytes, and ${max} is the maximum: this post, ${own}, does not fit. Wait until some publishes have ended: their media are removed ${graceMinutes} minutes afterwards.`,
      ),
  }
}

/**
 * Checks that an organization has space for media of these sizes, without taking it: that of a publish that are about
 * to be downloaded, since many posts with URLs may have been accepted before the first of their files was stored, or
 * that of a post that is validated.
 * @throws ServiceError `upload_quota_exceeded`
 */
export async function requireSpace(context: Context, organizationId: string, sizes: MediaSizes): Promise<void> {
  const { needed, max, exceeded } = publishSpace(context, sizes)
  const used = await readUsedSpace(context.db, organizationId)
  if (used + needed > max) throw exceeded(used)
}
