import { buffer } from 'node:stream/consumers'
import { type AccountRow, findAccount, findCommentPost } from '@carillon/database'
import { asServiceError } from '@carillon/errors'
import { deliverImage, fetchMedia, inspectMedia } from '@carillon/media'
import type { Context } from '../context.ts'
import type { Grant } from '../request.ts'
import { removeFiles } from '../uploads/remove-files.ts'

/** An avatar or thumbnail from a social network, reduced to at most 160 pixels per side. */
interface Picture {
  contentType: string
  data: Buffer
}

const named = { code: 'invalid_image', item: 'picture' } as const
/** The format in which an image is returned. */
const delivery = { contentTypes: ['image/webp'], maxBytes: 50_000, maxSide: 160 } as const
const maxBytes = 5_000_000
const timeoutMs = 8_000

/**
 * Returns the URL of the account's avatar or, if `postId` is given, of the thumbnail of that post as stored with its
 * comments; null if none is known.
 */
async function urlOf(context: Context, account: AccountRow, postId: string | null): Promise<string | null> {
  if (postId === null) return account.avatarUrl
  const copy = await findCommentPost(context.db, { accountId: account.id, postId })
  const { thumbnailUrl = null }: { thumbnailUrl?: string | null } = copy ? JSON.parse(copy.summary) : {}
  return thumbnailUrl
}

interface Fetching {
  /** The id of the organization. */
  owner: string
  network: AccountRow['platform']
  url: string
  signal: AbortSignal
}

/**
 * Fetches an image and reduces it; null for a file of another type, such as a video. The file is deleted from the media
 * store.
 * @throws ServiceError `invalid_image` if it cannot be fetched or decoded; the error of the media store
 */
async function fetchPicture(context: Context, { owner, network, url, signal }: Fetching): Promise<Picture | null> {
  const staged = await fetchMedia({
    url,
    fetch: (address, options) =>
      context.outbound.guarded({
        ...{ network, operation: 'picture.fetch', url: address, timeoutMs, maxBytes: maxBytes + 1 },
        signal: options.signal,
      }),
    store: context.media,
    maxBytes,
    signal,
    ...named,
  })
  const stored = new Set([staged.id])
  try {
    if (!staged.sniffed?.startsWith('image/')) return null
    const inspected = await inspectMedia(context.media, staged, { ...named, owner })
    const file = await deliverImage(context.media, inspected, { ...delivery, ...named, owner })
    stored.add(file.id)
    return { contentType: file.contentType, data: await buffer(context.media.open(file.id)) }
  } finally {
    await removeFiles(context, stored)
  }
}

/**
 * Fetches the avatar of an account, or the thumbnail of one of its posts, from the social network. Null if no image
 * exists or can be fetched now, or the API key has no access to the account. Failures of the database and the media
 * store are thrown. Pages show the image from the gateway's origin, so that no other site learns of the visit. Each
 * process fetches at most six images of an organization at the same time; others wait.
 * @param options.postId the network's id of the post; null for the avatar
 */
export async function openPicture(
  context: Context,
  { scope }: Pick<Grant, 'scope'>,
  { accountId, postId, signal }: { accountId: string; postId: string | null; signal: AbortSignal },
): Promise<Picture | null> {
  const { account } = (await findAccount(context.db, { scope, id: accountId })) ?? {}
  const url = account ? await urlOf(context, account, postId) : null
  if (!account || url === null) return null
  try {
    const owner = account.organizationId
    return await context.state.pictures.take(owner, () => {
      const ending = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
      return fetchPicture(context, { owner, network: account.platform, url, signal: ending })
    })
  } catch (thrown) {
    const { code } = asServiceError(thrown)
    if (code !== named.code && !(thrown instanceof DOMException)) throw thrown
    context.log.info({ accountId, code }, 'picture not shown')
    return null
  }
}
