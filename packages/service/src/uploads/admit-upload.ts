import { limits } from '@carillon/domain'
import { ServiceError } from '@carillon/errors'
import type { Reservation } from '@carillon/media'
import type { Context } from '../context.ts'
import type { UploadInProgress } from '../process-state/process-state.ts'
import type { Grant } from '../request.ts'

export interface Admission {
  /**
   * Disk space reserved for the announced length, which written bytes use up. For a body without an announced length,
   * if `onExcess` is given, no space: it only counts the written bytes. Undefined for a body too small to need space.
   */
  reservation: Reservation | undefined
  /** Returns the slot and the reserved space. Call it when the body has arrived or failed. */
  release(): void
}

interface AdmissionOptions {
  /** The number of bytes that the client announced; null if it announced none. */
  announcedBytes: number | null
  /**
   * Called if the bytes of a body without an announced length, with those of the organization's other uploads in
   * progress, exceed its share while they arrive. The body then has to be rejected with this error.
   */
  onExcess?: (error: ServiceError) => void
}

const wait = (message: string) => new ServiceError('rate_limited', message, { retryAfter: 1 })

function requireSlot(uploads: string, { max, used }: { max: number; used: number }): void {
  if (used < max) return
  throw wait(`At most ${max} ${uploads} can be in progress, and ${used} are. Send this one when some have ended.`)
}

const bytesOf = (uploads: readonly UploadInProgress[]): number => uploads.reduce((sum, { bytes }) => sum + bytes, 0)

const isOfSame = (one: UploadInProgress, other: UploadInProgress): boolean =>
  one.organizationId === other.organizationId

/** Checks that a reservation leaves the organization within its share; the first one of an organization always does. */
function requireShare(bytes: number, { max, used }: { max: number; used: number }): void {
  if (bytes === 0 || used === 0 || used + bytes <= max) return
  const found = `Uploads of this organization that are in progress have ${used} bytes, at most ${max} are taken together`
  throw wait(`${found}: send this one of ${bytes} bytes when some have ended.`)
}

/**
 * Returns a reservation of 0 bytes for a body without an announced length. It counts the bytes as they are written, and
 * calls `onExcess` each time that the organization's uploads in progress have more bytes than its share.
 */
function countArriving({ config, state }: Context, upload: UploadInProgress, onExcess: (error: ServiceError) => void) {
  const max = config.gateway.uploadBytesPerOrganization
  return {
    consume(bytes: number) {
      upload.bytes += bytes
      const others = bytesOf([...state.uploads].filter((each) => each !== upload && isOfSame(each, upload)))
      if (others === 0 || others + upload.bytes <= max) return
      const message = `Uploads of this organization that are in progress have ${others + upload.bytes} bytes, at most ${max} are taken together: send this one when some have ended.`
      onExcess(wait(message))
    },
    release() {},
  }
}

/**
 * Admits an upload before its body is read: takes one of the upload slots of this process, whose number is limited in
 * all, for each organization and for each API key, and reserves disk space for the announced length of a body of more
 * than 1 MiB. For a smaller body that contains a file, the media store checks the space itself. Call `release` when the
 * body has been received or has failed.
 * @throws ServiceError `rate_limited` if no slot is free, or if the organization's other uploads in progress and this
 *   one have more bytes together than they may have; `database_error` if there is not enough disk space
 */
export async function admitUpload(
  context: Context,
  { keyId, scope: { organizationId } }: Grant,
  { announcedBytes, onExcess }: AdmissionOptions,
): Promise<Admission> {
  const { uploads } = context.state
  const { uploadSlots, uploadSlotsPerOrganization, uploadSlotsPerKey, uploadBytesPerOrganization } =
    context.config.gateway
  const ofOrganization = [...uploads].filter((upload) => upload.organizationId === organizationId)
  const ofKey = ofOrganization.filter((upload) => upload.keyId === keyId)
  requireSlot('uploads with this key', { max: uploadSlotsPerKey, used: ofKey.length })
  requireSlot('uploads of this organization', { max: uploadSlotsPerOrganization, used: ofOrganization.length })
  requireSlot('uploads to this gateway', { max: uploadSlots, used: uploads.size })
  const bytes = announcedBytes !== null && announcedBytes > limits.bodyBytes ? announcedBytes : 0
  requireShare(bytes, { max: uploadBytesPerOrganization, used: bytesOf(ofOrganization) })
  const upload: UploadInProgress = { keyId, organizationId, bytes }
  uploads.add(upload)
  const count = announcedBytes === null && onExcess ? countArriving(context, upload, onExcess) : undefined
  try {
    const reservation = bytes > 0 ? await context.media.reserve(bytes) : count
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
