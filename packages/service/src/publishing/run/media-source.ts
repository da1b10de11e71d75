import { findMediaFile, insertMediaLink, listMediaLinks, type MediaFileRow } from '@carillon/database'
import { mediaTransport, supports } from '@carillon/domain'
import { makeLinkToken } from '@carillon/media'
import type { MediaLink, MediaSource } from '@carillon/providers'
import { secondsFrom } from '../../journal/transition.ts'
import type { Run } from '../../journal/write-kind.ts'
import { isStoredSource } from '../body/stored-post.ts'

const linkHours = 24

/**
 * Seconds for which a presigned URL is valid; it cannot be revoked. Networks that accept one fetch the file before they
 * respond.
 */
const presignedSeconds = 3600

/** File suffixes, keyed by content type, because some networks check the URL before the bytes. */
const suffixes: Readonly<Record<string, string>> = {
  'image/jpeg': '.jpg',
  'image/png': '.png',
  'image/webp': '.webp',
  'image/gif': '.gif',
  'video/mp4': '.mp4',
  'video/quicktime': '.mov',
  'video/webm': '.webm',
}

/**
 * Returns a function that builds the media source of an item of a post for an adapter. Call it for each item, in their
 * order. A source can read the file's bytes or request a public URL for the network: one of the bucket if the network
 * and the media store allow that, otherwise one of Carillon. Items with the same file get different URLs of Carillon,
 * so that each fetch is noticed. The returned function takes the stored source of an item that has been downloaded and
 * converted; it rejects with an Error if no file of the source is stored.
 */
export function mediaSources(run: Run): (source: unknown) => Promise<MediaSource> {
  const uses = new Map<string, number>()
  let linked: Promise<unknown> = Promise.resolve()
  // One after the other: two links that are created at the same time would not see each other.
  function linkInTurn(file: MediaFileRow, use: number): Promise<MediaLink> {
    const link = linked.then(() => linkFor(run, file, use))
    linked = link.catch(() => undefined)
    return link
  }
  return async (source) => {
    const file =
      isStoredSource(source) && 'mediaId' in source ? await findMediaFile(run.context.db, source.mediaId) : undefined
    if (!file) throw new Error('a media item of a publish has no file')
    const use = uses.get(file.id) ?? 0
    uses.set(file.id, use + 1)
    return {
      mediaId: file.id,
      contentType: file.contentType,
      bytes: file.bytes,
      sha256: file.sha256,
      width: file.width,
      height: file.height,
      durationSeconds: file.durationSeconds,
      open: (range) => run.context.media.open(file.id, range),
      link: async () => (await presignedLink(run, file)) ?? (await linkInTurn(file, use)),
    }
  }
}

/**
 * Returns a presigned URL of the bucket, if the network accepts one and the media store has a bucket that allows it;
 * otherwise null.
 */
async function presignedLink({ context, row }: Run, { id, contentType }: MediaFileRow): Promise<MediaLink | null> {
  if (!supports('posts.publish', row.platform) || mediaTransport[row.platform] !== 'any') return null
  const url = await context.media.presignedUrl(id, { contentType, seconds: presignedSeconds })
  return url === null ? null : { url }
}

function place(hash: Buffer) {
  return { table: 'media_link', row: hash.toString('hex'), column: 'sealed' }
}

/** Returns the number of the attempt for which a link is created: the open one, or the next. */
function attemptOf({ row }: Run): number {
  return row.openStep === null ? row.attempt + 1 : row.attempt
}

/**
 * Returns the public URL of a file for the open or next attempt, which is created if it does not exist. `use` is the
 * number of items before this one that have the same file.
 */
async function linkFor(run: Run, file: MediaFileRow, use: number): Promise<MediaLink> {
  const { context, row } = run
  const attempt = attemptOf(run)
  const url = (token: string) => `${context.config.media.publicUrl}/media/${token}${suffixes[file.contentType] ?? ''}`
  const links = await listMediaLinks(context.db, { writeId: row.id, attempt })
  const existing = links
    .filter((link) => link.mediaId === file.id)
    .toSorted((one, other) => Buffer.compare(one.hash, other.hash))[use]
  if (existing) return { url: url(String(context.encryption.decrypt(place(existing.hash), existing.ciphertext))) }
  const { token, hash } = makeLinkToken()
  const now = context.now()
  await insertMediaLink(context.db, {
    hash,
    mediaId: file.id,
    writeId: row.id,
    attempt,
    ciphertext: context.encryption.encrypt(place(hash), token),
    createdAt: now,
    expiresAt: secondsFrom(now, linkHours * 3600),
  })
  return { url: url(token) }
}
