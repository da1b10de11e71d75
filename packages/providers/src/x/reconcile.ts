import { listOf, textOf } from '../json.ts'
import type { OpenCommit, Verdict } from '../ports/publish.ts'
import { recordPostCharge } from './create-post.ts'
import type { XPublishCall } from './credentials.ts'
import { partsOf, uploadsOf } from './post-parts.ts'
import type { State } from './publish-state.ts'
import { mediaKeys, readTimeline } from './timeline.ts'
import { comparable, writtenText } from './written-text.ts'

/** The maximum in ms by which X's clock may lag behind ours. */
const clockSkewMs = 10_000
/**
 * The maximum number of pages of 100 posts that a search reads: more than most accounts fill between the call and the
 * search.
 */
const maxPages = 5

const tooMany = { kind: 'undecidable', reason: 'the account has posted too much meanwhile to look through.' } as const

interface Wanted {
  text: string
  /** Null if the keys of some media may be missing in the state. */
  mediaKeys: string[] | null
  /** The number of media items of the post. */
  items: number
  /** Ids of the thread's posts so far. */
  postIds: readonly string[]
}

/** Returns the id of the post that a post replies to; null if it is not a reply, undefined if X does not report it. */
function parentOf(post: Record<string, unknown>): string | null | undefined {
  const references = post['referenced_tweets'] ?? post['referenced_posts']
  const parent = listOf(references).find(({ type }) => type === 'replied_to')
  if (parent) return textOf(parent['id']) ?? undefined
  return textOf(post['conversation_id']) === textOf(post['id']) ? null : undefined
}

/**
 * Returns whether a post continues the thread: it replies to the last of `postIds` or, if that list is empty, to no
 * post. If X does not report the parent, the conversation decides.
 */
function standsInPlace(post: Record<string, unknown>, postIds: readonly string[]): boolean {
  const parent = parentOf(post)
  if (parent !== undefined) return parent === (postIds.at(-1) ?? null)
  const conversation = textOf(post['conversation_id'])
  return conversation === null || conversation === postIds[0]
}

function suffixes(keys: readonly string[]): string {
  return keys
    .map((key) => key.slice(key.indexOf('_') + 1))
    .sort()
    .join()
}

/**
 * Returns whether a post is the one searched for. Media are compared first, because they were uploaded for this post
 * only; texts are compared for posts without media, and for those whose media keys may be missing.
 */
function isWanted(post: Record<string, unknown>, { text, mediaKeys: wanted, items, postIds }: Wanted): boolean {
  if (!standsInPlace(post, postIds)) return false
  if (wanted === null) {
    return mediaKeys(post).length === items && comparable(writtenText(post)) === comparable(text)
  }
  if (suffixes(mediaKeys(post)) !== suffixes(wanted)) return false
  return wanted.length > 0 || comparable(writtenText(post)) === comparable(text)
}

/**
 * Reads the posts of the account since a time and before `until`, which may be omitted, as X returns them. `isWhole` is
 * false if only the newest 500 were read.
 */
async function postsSince(
  call: XPublishCall,
  since: Date,
  until?: Date,
): Promise<{ posts: Record<string, unknown>[]; isWhole: boolean }> {
  const posts: Record<string, unknown>[] = []
  let cursor: string | null = null
  for (let page = 0; page < maxPages; page++) {
    const found = await readTimeline(call, { cursor, since, ...(until && { until }) })
    posts.push(...found.posts)
    cursor = found.next
    if (cursor === null) break
  }
  return { posts, isWhole: cursor === null }
}

/**
 * Searches the account's newest posts since the first call whose response was lost (`startedAt`), up to 500, for
 * the post of the thread that this call or a repetition may have created. Returns `done`, with the post's id in the
 * state and its charge recorded, `absent` if it is not found, or `undecidable` if it is not found and the account has
 * more new posts than are read. Posts that other writes created (`claimed`) are ignored. X bills this read.
 * @throws ProviderError if X rejects the read or does not respond
 */
export async function reconcilePost(
  call: XPublishCall,
  state: State,
  { startedAt, claimed }: OpenCommit,
): Promise<Verdict<State>> {
  const parts = partsOf(call.input)
  const index = state.postIds.length
  const part = parts[index]
  if (!part) return { kind: 'done', state }
  const wanted = {
    text: part.text,
    mediaKeys: uploadsOf(parts, state, index).map(({ mediaKey }) => mediaKey),
    items: part.items.length,
    postIds: state.postIds,
  }
  const { posts, isWhole } = await postsSince(call, new Date(startedAt.getTime() - clockSkewMs))
  const known = (id: string) => claimed.has(id) || state.postIds.includes(id)
  const found = posts.find((post) => !known(String(post['id'])) && isWanted(post, wanted))
  if (!found) return isWhole ? { kind: 'absent' } : tooMany
  await recordPostCharge(call, part, index)
  return { kind: 'done', state: { ...state, postIds: [...state.postIds, String(found['id'])] } }
}

/**
 * Returns the posts that can be the next one of a thread: by its media keys if they are known, otherwise by text and
 * place.
 */
function findNext(posts: readonly Record<string, unknown>[], wanted: Wanted): Record<string, unknown>[] {
  const byKeys = wanted.mediaKeys?.length === wanted.items ? posts.filter((post) => isWanted(post, wanted)) : []
  return byKeys.length > 0 ? byKeys : posts.filter((post) => isWanted(post, { ...wanted, mediaKeys: null }))
}

/**
 * Searches the account's posts since the first call whose outcome is unknown (`startedAt`), up to `until` if it is set,
 * for the posts of a thread whose ids or media keys may be missing in the database. Returns `done` if all ids are
 * known, without a read, or if some of the missing posts were found; the charges of found posts are recorded. Returns
 * `absent` if none was found. Returns `undecidable` if several posts match, or if a post without text matches of which
 * not all media keys are known. Also returns `undecidable` if posts are missing and the account has more than the 500
 * new posts that are read. X bills the read.
 * @throws ProviderError if X rejects the read or does not respond
 */
export async function recoverPosts(
  call: XPublishCall,
  state: State,
  { startedAt, until, claimed }: OpenCommit,
): Promise<Verdict<State>> {
  const parts = partsOf(call.input)
  const since = new Date(startedAt.getTime() - clockSkewMs)
  const end = until && new Date(until.getTime() + clockSkewMs)
  // X's search of posts rejects ends of less than ten seconds ago.
  const isPast = end && end.getTime() < call.now().getTime() - 2 * clockSkewMs
  if (state.postIds.length >= parts.length) return { kind: 'done', state }
  const read = await postsSince(call, since, isPast ? end : undefined)
  const posts = read.posts.filter(({ id }) => !claimed.has(String(id)))
  const postIds = [...state.postIds]
  for (const [index, part] of parts.entries()) {
    if (index < postIds.length) continue
    const keys = uploadsOf(parts, state, index).map(({ mediaKey }) => mediaKey)
    const [found, ...others] = findNext(
      posts.filter(({ id }) => !postIds.includes(String(id))),
      { text: part.text, mediaKeys: keys, items: part.items.length, postIds },
    )
    if (found === undefined) break
    if (others.length > 0 || (part.text.trim() === '' && keys.length < part.items.length)) {
      return { kind: 'undecidable', reason: 'the account has posts that could be this one.', isSeen: true }
    }
    await recordPostCharge(call, part, index)
    postIds.push(String(found['id']))
  }
  if (postIds.length < parts.length && !read.isWhole) return tooMany
  if (postIds.length === state.postIds.length) return { kind: 'absent' }
  return { kind: 'done', state: { ...state, postIds } }
}
