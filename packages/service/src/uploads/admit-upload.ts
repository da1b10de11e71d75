import { limits } from '@carillon/domain'
import { ServiceError } from '@carillon/errors'
import type { Reservation } from '@carillon/media'
import type { Context } from '../context.ts'
import type { UploadInProgress } from '../process-state/process-state.ts'
import type { Grant } from '../request.ts'

export interface Admission {
  /**
   * Disk space reserved for the announced length, which written bytes use up. Undefined if nothing was reserved,
   * because the body is too small to need it.
   */
  reservation: Reservation | undefined
  release(): void
}

const wait = (message: string) => new ServiceError('rate_limited', message, { retryAfter: 1 })

function requireSlot(uploads: string, { max, used }: { max: number; used: number }): void {
  if (used < max) return
  throw wait(`At most ${max} ${uploads} can be in progress, and ${used} are. Send this one when some have ended.`)
}

/** Checks that a reservation leaves the organization within its share; the first one of an organization always does. */
function requireShare(bytes: number, { max, used }: { max: number; used: number }): void {
  if (bytes === 0 || used === 0 || used + bytes <= max) return
  const found = `Uploads of this organization that are in progress have ${used} bytes, at most ${max} are taken together`
  throw wait(`${found}: send this one of ${bytes} bytes when some have ended.`)
}

/**
 * Admits an upload before its body is read: takes one of the upload slots of the process, of the organization and of the
 * API key, and reserves disk space for the announced length of a body of more than 1 MiB. For a smaller body that
 * contains a file, the media store checks the space itself. Call `release` when the body has been received or has
 * failed.
 * @throws ServiceError `rate_limited` if no slot is free, or if the organization's uploads in progress announce more
 *   bytes than its uploads may have; `database_error` if there is not enough disk space
 */
export async function admitUpload(
  context: Context,
  { keyId, scope: { organizationId } }: Grant,
  { announcedBytes }: { announcedBytes: number },
): Promise<Admission> {
  const { uploads } = context.state
  const { uploadSlots, uploadSlotsPerOrganization, uploadSlotsPerKey, uploadBytesPerOrganization } =
    context.config.gateway
  const ofOrganization = [...uploads].filter((upload) => upload.organizationId === organizationId)
  const ofKey = ofOrganization.filter((upload) => upload.keyId === keyId)
  requireSlot('uploads with this key', { max: uploadSlotsPerKey, used: ofKey.length })
  requireSlot('uploads of this organization', { max: uploadSlotsPerOrganization, used: ofOrganization.length })
  requireSlot('uploads to this gateway', { max: uploadSlots, used: uploads.size })
  const bytes = announcedBytes > limits.bodyBytes ? announcedBytes : 0
  const announced = ofOrganization.reduce((sum, upload) => sum + upload.bytes, 0)
  requireShare(bytes, { max: uploadBytesPerOrganization, used: announced })
  const upload: UploadInProgress = { keyId, organizationId, bytes }
  uploads.add(upload)
  try {
    const reservation = bytes > 0 ? await context.media.reserve(bytes) : undefined
    return {
      reservation,
      release() {
        reservation?.release()
        uploads.delete(upload)
      },
    }
  } catch (error) {
    uploads.delete(upload)
    throw error
  }
}
