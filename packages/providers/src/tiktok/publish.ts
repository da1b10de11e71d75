import type { TokenPair } from '../credentials.ts'
import { ProviderError } from '../error-rules.ts'
import { type Fields, textOf } from '../json.ts'
import type { PublishPort, Step } from '../ports/publish.ts'
import { requireScope, writeApi } from './client.ts'
import { checkCreator } from './creator-settings.ts'
import type { TikTokPublishCall } from './credentials.ts'
import { publishDialect } from './errors.ts'
import { findPost, recoverPost } from './find-post.ts'
import { checkPost, checkText, isDraft } from './post-checks.ts'
import { withDefaults } from './post-defaults.ts'
import { postRequest } from './post-request.ts'
import { begin, type State } from './publish-state.ts'
import { pollStatus } from './publish-status.ts'
import { addressFailure, takesMediaFrom } from './url-properties.ts'
import { videosById } from './videos.ts'

type Call = TikTokPublishCall

/** Returns the call with the default of each field of the post that the client omitted. */
function complete(call: Call): Call {
  return { ...call, input: withDefaults(call.input) }
}

/**
 * Reads the URL of a post that was just published; null if it cannot be found, since the post is published in any case.
 */
async function permalinkOf(call: Call, [id]: readonly string[]): Promise<string | null> {
  if (id === undefined || !call.account.scopes.includes('video.list')) return null
  try {
    const { videos } = await videosById(call, { fields: ['share_url'], ids: [id] })
    const post = videos.find((video) => video['item_id'] === id)
    return textOf(post?.['share_url'])
  } catch (error) {
    if (error instanceof ProviderError) return null
    throw error
  }
}

/**
 * Checks texts and settings of the post, the scopes, and the creator's settings. Drafts need another scope than posts;
 * the creator's settings can be read only with the scope for posts, and are otherwise not checked.
 * @throws ProviderError for the first problem; `connection_expired` for a scope that was not granted
 */
async function check(call: Call): Promise<void> {
  const { input: post, account } = call
  checkPost(post)
  requireScope(call, isDraft(post) ? 'video.upload' : 'video.publish')
  if (account.scopes.includes('video.publish')) await checkCreator(call, post)
}

async function advance(call: Call, state: State): Promise<Step<State>> {
  const { shareId, postIds } = state
  if (postIds && state.polls > 0)
    return { kind: 'done', result: { postIds, permalink: await permalinkOf(call, postIds) } }
  // A post found after a lost response is first reported as accepted, like any other.
  if (postIds) return { kind: 'wait', seconds: 1, accepted: true, state: { ...state, polls: 1 } }
  if (shareId !== null) return pollStatus(call, state, shareId)
  if (state.checked) return { kind: 'commit', step: 'publish' }
  await check(call)
  return { kind: 'next', state: { ...state, checked: true } }
}

/**
 * Submits the post and returns TikTok's `data`. If TikTok rejects it as `provider_rejected`, the media URL may be the
 * cause: if it is not verified, the error is `media_url_unverified`.
 */
async function submit(call: Call): Promise<Fields> {
  const { kind, path, body } = await postRequest(call.input)
  const dialect = publishDialect(kind)
  try {
    return await writeApi(call, { path, operation: 'posts.create', body, dialect, timeoutMs: 30_000 })
  } catch (error) {
    const vague = error instanceof ProviderError && error.code === 'provider_rejected'
    throw vague ? await addressFailure(call, error) : error
  }
}

/**
 * Submits the post. Returns the state with TikTok's id of the publish task.
 * @throws ProviderError `provider_error` with the outcome `indeterminate` if the response contains no id; otherwise as
 *   `submit`
 * @see https://business-api.tiktok.com/portal/docs/api-reference/v1.3 (read 2026-11-20)
 */
async function commit(call: Call, state: State): Promise<State> {
  const data = await submit(call)
  const shareId = textOf(data['share_id'])
  if (shareId === null) {
    throw new ProviderError('provider_error', 'TikTok accepted the post without an id.', 'indeterminate')
  }
  return { ...state, shareId }
}

/** Publishes a video or photos, or sends them to the creator as a draft. */
export const tiktokPublish: PublishPort<'tiktok', State, TokenPair> = {
  // The links stay open until the network is read, so that a post that was accepted can be completed.
  settling: { callSeconds: 40, seconds: 120, maxProbes: 2, probeIntervalSeconds: 10 },
  check: (post) => checkText(withDefaults(post)),
  validate: (call) => check(complete(call)),
  begin,
  advance: (call, state) => advance(complete(call), state),
  commit: (call, state) => commit(complete(call), state),
  reconcile: (call, state, open) => findPost(complete(call), state, open),
  recover: (call, state, open) => recoverPost(complete(call), state, open),
  createdIds: ({ postIds }) => postIds ?? [],
  takesMediaFrom,
}
