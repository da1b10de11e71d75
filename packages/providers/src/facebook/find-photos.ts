import { type Fields, idOf, listOf, objectOf, textOf, timeOf } from '../json.ts'
import { mayBeOthers, plainText } from '../lost-write.ts'
import { graphPage } from '../meta/graph.ts'
import { postPageSizes, readShrinking } from '../meta/smaller-pages.ts'
import type { OpenCommit, Verdict } from '../ports/publish.ts'
import { callPage } from './client.ts'
import { type FacebookPublishCall, requirePage } from './credentials.ts'
import { readDialect } from './errors.ts'
import type { PublishState } from './publish-state.ts'

type Call = FacebookPublishCall

/** The maximum in ms by which Facebook's clock may lag behind Carillon's. */
const clockSkewMs = 5 * 60_000
const maxPages = 10

const tooMany = { kind: 'undecidable', reason: 'the Page published too much meanwhile to look through.' } as const

/**
 * Reads the Page's posts since a time, up to `until` if it is set, newest first, until `found` returns a value for a
 * page. Undefined if no page has one, null if there are too many pages to read.
 * @see https://developers.facebook.com/docs/graph-api/reference/page/feed (read 2026-11-20)
 */
async function searchPosts<T>(
  call: Call,
  { since, until, fields }: { since: Date; until?: Date | undefined; fields: string },
  found: (posts: readonly Fields[]) => T | undefined,
): Promise<T | undefined | null> {
  const { pageId } = requirePage(call)
  let after: string | undefined
  for (let read = 0; read < maxPages; read++) {
    const page = graphPage(
      await readShrinking(postPageSizes, (limit) =>
        callPage(call, {
          dialect: readDialect,
          method: 'GET',
          path: `/${pageId}/published_posts`,
          operation: 'posts.list',
          query: {
            ...{ fields, limit, after },
            since: Math.floor((since.getTime() - clockSkewMs) / 1000),
            until: until && Math.ceil((until.getTime() + clockSkewMs) / 1000),
          },
        }),
      ),
    )
    const value = found(page.items)
    if (value !== undefined) return value
    if (page.after === null) return undefined
    after = page.after
  }
  return null
}

/** Returns the ids of all objects, such as photos, that a post shows. */
function targetsOf(post: Fields): string[] {
  const attachments = listOf(objectOf(post['attachments'])['data'])
  const inner = attachments.flatMap(({ subattachments }) => listOf(objectOf(subattachments)['data']))
  return [...attachments, ...inner].flatMap(({ target }) => idOf(objectOf(target)['id']) ?? [])
}

function shows(post: Fields, photoIds: readonly string[]): boolean {
  return targetsOf(post).some((id) => photoIds.includes(id))
}

/**
 * Searches the Page's posts since the first call of a commit (`startedAt`) for the post that a call with a lost
 * response created: the one that shows one of `state.photoIds`, since each photo was uploaded for this publish only.
 * Returns `done` with the post's id in the state, `absent` if no post shows any of the photos, and `undecidable` if the
 * Page has more than the 10 pages of posts that are read.
 * @throws ProviderError `page_not_selected` if the connection has no Page; otherwise the rejection of Facebook
 */
export async function reconcilePhotos(
  call: Call,
  state: PublishState,
  { startedAt }: Pick<OpenCommit, 'startedAt'>,
): Promise<Verdict<PublishState>> {
  const query = { since: startedAt, fields: 'id,created_time,attachments{target,subattachments}' }
  const postId = await searchPosts(call, query, (posts) => {
    const found = posts.find((post) => shows(post, state.photoIds))
    return textOf(found?.['id']) ?? undefined
  })
  if (postId === null) return tooMany
  return postId === undefined ? { kind: 'absent' } : { kind: 'done', state: { ...state, postId } }
}

/**
 * Returns whether a post may be the result of the publish, by its text and time. Photos are not counted, because
 * Facebook does not list all photos of a long album.
 */
function isAlike(post: Fields, call: Call, { startedAt, until, claimed }: OpenCommit): boolean {
  const createdAt = timeOf(post['created_time'])
  return (
    !claimed.has(textOf(post['id']) ?? '') &&
    createdAt !== null &&
    Date.parse(createdAt) >= startedAt.getTime() - clockSkewMs &&
    (until === undefined || Date.parse(createdAt) <= until.getTime() + clockSkewMs) &&
    targetsOf(post).length > 0 &&
    plainText(textOf(post['message']) ?? '') === plainText(call.input.message ?? '')
  )
}

/**
 * Searches the Page's posts since the first call whose outcome is unknown (`open.startedAt`), up to `open.until` if it
 * is set, for the post of a publish whose latest photo ids may be missing in the database, after a failover or in a
 * restored backup: one that shows a known photo, otherwise the only one with the same text. Returns `done` with its id
 * in the state, or `absent` without such a post. Returns `undecidable` if several posts have the text, if the only one
 * has an empty text, or if the Page has more than the 10 pages of posts that are read.
 * @throws ProviderError `page_not_selected` if the connection has no Page; `provider_error` with the outcome
 *   `indeterminate` while a post with the text may be that of another publish; otherwise the rejection of Facebook
 */
export async function recoverPhotos(call: Call, state: PublishState, open: OpenCommit): Promise<Verdict<PublishState>> {
  const alike: string[] = []
  const fields = 'id,message,created_time,attachments{target,subattachments}'
  const query = { since: open.startedAt, until: open.until, fields }
  const postId = await searchPosts(call, query, (posts) => {
    alike.push(...posts.filter((post) => isAlike(post, call, open)).flatMap(({ id }) => idOf(id) ?? []))
    return textOf(posts.find((post) => shows(post, state.photoIds))?.['id']) ?? undefined
  })
  if (postId === null) return tooMany
  if (postId !== undefined) return { kind: 'done', state: { ...state, postId } }
  const [id, ...others] = alike
  if (id === undefined) return { kind: 'absent' }
  if (open.mayBeOthers) throw mayBeOthers('The new post of the Page')
  if (others.length === 0 && plainText(call.input.message ?? '') !== '')
    return { kind: 'done', state: { ...state, postId: id } }
  return { kind: 'undecidable', reason: 'the Page has posts that could be this one.', isSeen: true }
}
