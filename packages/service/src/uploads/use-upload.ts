import type { StagedFile } from '@carillon/domain'
import { ServiceError } from '@carillon/errors'
import { stagedFacts, stagedUpload } from '@carillon/media'
import { destinationProblem, destinationRules } from '@carillon/outbound'
import { ownHosts } from '../config/own-hosts.ts'
import type { Context } from '../context.ts'
import { findUpload } from './find-upload.ts'
import { finishUpload } from './finish-upload.ts'

interface UseOptions {
  organizationId: string
  /**
   * Whether an incomplete upload is accepted by the properties that its client announced, as for a validation.
   * Otherwise it is rejected.
   */
  announced: boolean
}

/**
 * Returns the file of an upload, to be used like a file sent in the request. An upload whose bytes have all arrived is
 * completed first. If it is incomplete and `announced` is true, as for a validation, the result has no bytes, only the
 * type and size that the client announced.
 * @throws ServiceError `upload_not_found`, or `upload_incomplete` if it is incomplete and `announced` is false
 */
export async function useUpload(
  context: Context,
  uploadId: string,
  { organizationId, announced }: UseOptions,
): Promise<StagedFile> {
  const found = await findUpload(context, organizationId, uploadId)
  const { id, bytes, received, ...row } = await finishUpload(context, found)
  const { fileId, sha256, contentType, filetype } = row
  if (fileId !== null && sha256 !== null) return stagedUpload({ id: fileId, bytes, sha256, contentType }, id)
  if (announced) return stagedFacts({ contentType: filetype, bytes, width: null, height: null, durationSeconds: null })
  const message = `${received} of the ${bytes} bytes of upload ${id} have arrived. Complete it first.`
  throw new ServiceError('upload_incomplete', message)
}

const uploadPath = /^\/api\/v1\/uploads\/([^/]+)$/

/** Returns the id in the path of a URL of any host that has the form of an upload's; undefined for any other URL. */
export function uploadIdIn(url: string): string | undefined {
  return uploadPath.exec(URL.parse(url)?.pathname ?? '')?.[1]
}

/**
 * Returns whether a URL can be fetched as far as is known before its host name is resolved. One that leads to a private
 * network or to Carillon itself cannot: with the path of an upload, it can only name one.
 */
function canBeFetched({ config }: Context, url: URL): boolean {
  const { allowedOrigins } = config.media
  return destinationProblem(url, destinationRules({ allowedOrigins, ownHosts: ownHosts(config) })) === undefined
}

/**
 * Returns the file of the upload to which a media URL (`PUBLIC_URL/api/v1/uploads/<id>`) points, without fetching it.
 * The gateway may have other names, such as one in a private network, so a URL with this path at another origin also
 * counts if the organization has an upload with the id. Null for any other value. With `announced`, an incomplete
 * upload gives only the announced type and size.
 * @throws ServiceError `upload_not_found` for an unknown id if the URL is at `PUBLIC_URL` or cannot be fetched, or
 *   `upload_incomplete` if it is incomplete and `announced` is false
 */
export async function uploadAt(context: Context, url: unknown, options: UseOptions): Promise<StagedFile | null> {
  const parsed = typeof url === 'string' ? URL.parse(url) : null
  const id = parsed ? uploadIdIn(parsed.href) : undefined
  if (!parsed || id === undefined) return null
  try {
    return await useUpload(context, id, options)
  } catch (error) {
    const isOwn = parsed.origin === new URL(context.config.publicUrl).origin
    const isUnknown = error instanceof ServiceError && error.code === 'upload_not_found'
    if (isUnknown && !isOwn && canBeFetched(context, parsed)) return null
    throw error
  }
}
