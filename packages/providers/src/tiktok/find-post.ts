import { ProviderError } from '../error-rules.ts'
import { type Fields, stringOf } from '../json.ts'
import { mayBeOthers, plainText } from '../lost-write.ts'
import type { OpenCommit, Verdict } from '../ports/publish.ts'
import type { TikTokPublishCall } from './credentials.ts'
import { captionOf, isPublic } from './post-checks.ts'
import type { State } from './publish-state.ts'
import { createdAt, listVideos } from './videos.ts'

type Call = TikTokPublishCall

/**
 * The time in ms after the start of the submission within which a post that TikTok does not list may still appear.
 * After it, the outcome is `undecidable`.
 */
const listedWithinMs = 5 * 60_000
/** The tolerance in ms between our clock and TikTok's times, which are whole seconds. */
const clockSkewMs = 60_000
/** The tolerance for video durations, which are rounded. */
const durationSlackSeconds = 1.5
const maxPages = 5

function plain(text: unknown): string {
  return plainText(stringOf(text) ?? '')
}

/**
 * Returns whether a post in TikTok's list can be the submitted one: the kind, the caption and, for a video, the
 * duration match as far as TikTok reports them. It reports durations only after a day or two.
 * @see https://github.com/bububa/tiktok-business/blob/master/model/business/video/video.go (read 2026-11-30)
 */
function couldBe({ input: post }: Call, video: Fields): boolean {
  const kind = post.video ? 'VIDEO' : 'PHOTO'
  if (video['media_type'] !== undefined && video['media_type'] !== kind) return false
  const [wanted, length] = [post.video?.source.durationSeconds ?? null, video['video_duration']]
  const known = wanted !== null && typeof length === 'number' && length > 0
  return (
    plain(video['caption']) === plain(captionOf(post)) && !(known && Math.abs(wanted - length) > durationSlackSeconds)
  )
}

function isBetween(at: number, since: number, end: number | null): boolean {
  return at >= since && (end === null || at <= end)
}

async function candidates(call: Call, { startedAt, until, claimed }: OpenCommit): Promise<string[]> {
  const since = startedAt.getTime() - clockSkewMs
  const end = until ? until.getTime() + clockSkewMs : null
  const fields = ['media_type', 'caption', 'create_time', 'video_duration']
  const found = new Set<string>()
  let before = end
  for (let page = 0; page < maxPages; page++) {
    const { videos, next } = await listVideos(call, { fields, before })
    const inTime = videos.filter((video) => isBetween(createdAt(video) ?? 0, since, end))
    const ids = inTime.filter((video) => couldBe(call, video)).map((video) => String(video['item_id']))
    // A list that changes while its pages are read may contain a post twice.
    for (const id of ids) if (!claimed.has(id)) found.add(id)
    if (next === null || next < since) break
    before = next
  }
  return [...found]
}

/**
 * Determines the outcome of a submission whose response was lost. TikTok fetches the media from URLs that are created
 * for this attempt only and closed by now: returns `absent` if TikTok did not fetch from all of them. Otherwise returns
 * `done` if exactly one of the account's posts since the call matches, and `undecidable` if several match or if none
 * matches after five minutes. Also `undecidable` for a post that is not public, and without the scope `video.list`:
 * TikTok then does not list the post.
 * @throws ProviderError with the outcome `indeterminate` while the post may not be listed yet, or while what is listed
 *   may be the post of another publish; the rejection of TikTok if the list cannot be read
 */
export async function findPost(call: Call, state: State, open: OpenCommit): Promise<Verdict<State>> {
  if (!open.linksFetched) return { kind: 'absent' }
  if (!isPublic(call.input) || !call.account.scopes.includes('video.list')) {
    return { kind: 'undecidable', reason: 'TikTok has fetched its media, but does not list posts of this kind.' }
  }
  const [id, ...others] = await candidates(call, open)
  if (id !== undefined && open.mayBeOthers) throw mayBeOthers('The new post of the account')
  if (id !== undefined && others.length === 0) return { kind: 'done', state: { ...state, postIds: [id] } }
  if (id !== undefined) return { kind: 'undecidable', reason: 'TikTok lists several posts that could be this one.' }
  const { startedAt, latestAt = startedAt } = open
  if (call.now().getTime() - latestAt.getTime() < listedWithinMs) {
    throw new ProviderError('provider_error', 'TikTok does not list the post yet.', 'indeterminate')
  }
  return { kind: 'undecidable', reason: 'TikTok has fetched the media but does not list the post.' }
}

/**
 * Determines the outcome of a publish whose latest states, and with them the URLs of later attempts, may be missing in
 * the database. Returns `done` if the state has TikTok's id of the publish task or of the post, or if exactly one of
 * the account's posts matches; otherwise `undecidable`, because a post that is not listed may exist all the same.
 * @throws ProviderError if the account's posts cannot be read, or while the post found may be that of another publish
 */
export async function recoverPost(call: Call, state: State, open: OpenCommit): Promise<Verdict<State>> {
  if (state.shareId !== null || state.postIds !== null) return { kind: 'done', state }
  const isListed = isPublic(call.input) && call.account.scopes.includes('video.list')
  const [id, ...others] = isListed ? await candidates(call, open) : []
  if (id !== undefined && open.mayBeOthers) throw mayBeOthers('The new post of the account')
  if (id !== undefined && others.length === 0) return { kind: 'done', state: { ...state, postIds: [id] } }
  const reason = 'TikTok lists no post that is certainly this one.'
  return { kind: 'undecidable', reason, isSeen: id !== undefined }
}
