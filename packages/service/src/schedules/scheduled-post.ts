import type { AccountRow, ScheduledMedia } from '@carillon/database'
import type { PostBody, PublishPlatform } from '@carillon/domain'
import { errorIn, ServiceError } from '@carillon/errors'
import type { MediaFile } from '@carillon/media'
import type { PreparedPost, PublishPort } from '@carillon/providers'
import { requireCard } from '../billing.ts'
import type { Context } from '../context.ts'
import { connectionExpired } from '../credentials/connection-expired.ts'
import { preparedPost } from '../publishing/body/prepared-post.ts'
import { isStoredSource, toStoredPost } from '../publishing/body/stored-post.ts'
import { requestFetcher } from '../publishing/media/fetch-in-time.ts'
import { checkPermissions } from '../publishing/validation/check-permissions.ts'
import type { AccountFor, Grant } from '../request.ts'
import { removeFiles } from '../uploads/remove-files.ts'

/**
 * A post that has been checked, with all its media in the media store. `media` has the type, size, dimensions and
 * duration of each file, keyed by its id; `items` is the number of posts, including those of a thread.
 */
export interface ScheduledPost {
  payload: Record<string, unknown>
  files: MediaFile[]
  /** The ids of files that were converted to others and are no longer needed. */
  replaced: string[]
  media: Record<string, ScheduledMedia>
  items: number
}

interface Posting {
  account: AccountFor<'posts.publish'>
  grant: Grant
  body: PostBody
  requestId: string
  signal: AbortSignal
}

const factsOf = ({ contentType, bytes, width, height, durationSeconds }: MediaFile): ScheduledMedia => ({
  contentType,
  bytes,
  width,
  height,
  durationSeconds,
})

/**
 * Builds the adapter's input from a stored schedule, to check it: its media can be read but have no public URLs, and an
 * empty `sha256`, so it cannot be published.
 * @throws Error if a media item has no properties in `media`
 */
export function readablePost(
  { media }: Context,
  platform: PublishPlatform,
  { payload, media: known }: { payload: Record<string, unknown>; media: Record<string, ScheduledMedia> },
): Promise<PreparedPost<PublishPlatform>> {
  return preparedPost(platform, payload, (source) => {
    const mediaId = isStoredSource(source) && 'mediaId' in source ? source.mediaId : null
    const facts = mediaId === null ? undefined : known[mediaId]
    if (mediaId === null || facts === undefined) throw new Error('a media item of a schedule has no file')
    return {
      ...facts,
      mediaId,
      sha256: '',
      open: (range) => media.open(mediaId, range),
      link: () => Promise.reject(new Error('a post that is not published yet has no public links')),
    }
  })
}

/**
 * Error codes that say nothing about the later time at which the post is due. Errors with `retryAfter`, such as a limit
 * of the account, do not either.
 */
const ofToday: ReadonlySet<string> = new Set(['rate_limited', 'quota_exhausted', 'upload_limit_exceeded'])

/**
 * Returns whether an error that the network reports now will still apply when the post is due. False for rate limits,
 * quotas, limits that pass, and server errors.
 */
export function isLasting(thrown: unknown): thrown is ServiceError {
  if (!(thrown instanceof ServiceError) || thrown.retryAfter !== undefined) return false
  return thrown.status < 500 && !ofToday.has(thrown.code)
}

/**
 * Checks with the network whether the account may publish the post. If the network cannot be read, the post is
 * accepted.
 * @throws ServiceError if the network rejects the post and still will when it is due
 */
async function requirePermissions(context: Context, { account, requestId, signal }: Posting, post: ScheduledPost) {
  try {
    const input = await readablePost(context, account.platform, post)
    await checkPermissions(context, { account, requestId, signal }, input)
  } catch (error) {
    if (isLasting(error)) throw error
    context.log.info({ requestId, accountId: account.id, err: error }, 'post scheduled without a check by its network')
  }
}

/**
 * Checks that an account can publish.
 * @throws ServiceError `connection_expired` if its connection has expired, or the platform's billing code if it charges
 *   for calls and the organization has no card on file
 */
export async function requireUsable(context: Context, account: AccountRow): Promise<void> {
  await requireCard(context, account.organizationId, account.platform)
  if (account.status === 'expired') throw connectionExpired()
}

/**
 * Returns the ids of all files of a checked post: those in `media`, and those that were converted to them (`replaced`).
 */
export function everyFile({ media, replaced }: ScheduledPost): string[] {
  return [...Object.keys(media), ...replaced]
}

/**
 * Makes all checks of a publish, including those that publishing makes later: media are downloaded, converted and
 * stored in the media store, and the network is queried whether the account may publish. Stores no rows.
 * @throws ServiceError the error with which publishing would fail, such as `connection_expired`, a billing code, or the
 *   code for an invalid text or media, about fields of `post`. Errors of the network that may be over when the post is
 *   due (rate limits, quotas, server errors) are only logged
 */
export async function scheduledPost(context: Context, posting: Posting): Promise<ScheduledPost> {
  await requireUsable(context, posting.account)
  try {
    return await checkedPost(context, posting)
  } catch (error) {
    throw error instanceof ServiceError ? errorIn('post', error) : error
  }
}

async function checkedPost(context: Context, posting: Posting): Promise<ScheduledPost> {
  const { account, grant, body, signal } = posting
  const { platform, organizationId } = account
  const { publish }: { publish: Pick<PublishPort<PublishPlatform>, 'check'> } = await context.registry.adapter(platform)
  publish.check?.(body)
  const fetcher = requestFetcher(context, { grant, platform, signal })
  try {
    const stored = await toStoredPost(context, { platform, organizationId, fetch: fetcher.load }, body)
    const items = 1 + ('thread' in body ? (body.thread?.length ?? 0) : 0)
    const media = Object.fromEntries(stored.files.map((file) => [file.id, factsOf(file)]))
    const post = { ...stored, items, media }
    try {
      await requirePermissions(context, posting, post)
    } catch (error) {
      await removeFiles(context, everyFile(post))
      throw error
    }
    return post
  } finally {
    fetcher.release()
  }
}
