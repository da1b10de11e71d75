import type { Fields } from '../json.ts'
import type { Step } from '../ports/publish.ts'
import { readApi } from './client.ts'
import type { TikTokPublishCall } from './credentials.ts'
import { failureFor, isPullFailure } from './failure-reasons.ts'
import { isPublic } from './post-checks.ts'
import { begin, type State } from './publish-state.ts'
import { addressFailure } from './url-properties.ts'

type Call = TikTokPublishCall

/** Seconds between status reads. TikTok documents no interval, but allows 40 reads a minute for each account. */
const pauses = [2, 3, 5, 5, 10, 10, 15, 30]
const maxPause = 60

/**
 * The time in ms to wait for the id of a completed post. A public post gets its id up to three minutes after
 * completion; a post held for review may never get one.
 */
const maxWithoutIdMs = 10 * 60_000

function lookAgain(state: State): Step<State> {
  const seconds = pauses[state.polls] ?? maxPause
  return { kind: 'wait', seconds, accepted: true, state: { ...state, polls: state.polls + 1 } }
}

function completed(call: Call, state: State, { post_ids: reported }: Fields): Step<State> {
  const ids = Array.isArray(reported) ? reported.filter((id) => typeof id === 'string') : []
  const now = call.now()
  const since = state.completeAt ?? now.toISOString()
  const over = !isPublic(call.input) || now.getTime() - Date.parse(since) >= maxWithoutIdMs
  if (ids.length > 0 || over) return { kind: 'next', state: { ...state, postIds: ids } }
  return lookAgain({ ...state, completeAt: since })
}

/** Seconds before a post whose media could not be fetched is submitted again, each time with new URLs. */
const renewalPauses = [10, 60]

/**
 * Returns the next step after TikTok has failed a post, which is final: nothing was published. If the media could not
 * be fetched, for example during an outage of the gateway, the post is submitted again after a wait.
 * @throws ProviderError for another `reason`, a media URL that is not verified, or after two resubmissions
 */
async function failed(call: Call, state: State, { reason }: Fields): Promise<Step<State>> {
  const failure = failureFor(reason, call.input.video ? 'video' : 'photos')
  if (!isPullFailure(reason)) throw failure
  const cause = await addressFailure(call, failure)
  const seconds = renewalPauses[state.renewals]
  if (cause !== failure || seconds === undefined) throw cause
  return { kind: 'wait', seconds, accepted: true, state: { ...begin(), checked: true, renewals: state.renewals + 1 } }
}

/**
 * Reads the status of a submitted post and returns the next step; `shareId` is TikTok's id of the publish task. If the
 * first read fails, the publish continues, because TikTok has accepted the post. A post whose media TikTok could not
 * fetch is submitted again, twice at most.
 * @throws ProviderError if TikTok failed the post for another reason, after the second resubmission, or because the
 *   media URL is not verified (`media_url_unverified`); also if a later read fails
 * @see https://business-api.tiktok.com/portal/docs?id=1743172029620225 (read 2026-11-20)
 */
export async function pollStatus(call: Call, state: State, shareId: string): Promise<Step<State>> {
  let data: Fields
  try {
    const query = { publish_id: shareId }
    data = await readApi(call, {
      path: '/business/publish/status/',
      operation: 'posts.status',
      query,
    })
  } catch (error) {
    if (state.polls > 0) throw error
    return lookAgain(state)
  }
  if (data['status'] === 'FAILED') return failed(call, state, data)
  // Reports the post as accepted before it reports the end, however fast TikTok is.
  if (state.polls === 0) return lookAgain(state)
  if (data['status'] === 'PUBLISH_COMPLETE') return completed(call, state, data)
  if (data['status'] === 'SEND_TO_USER_INBOX') return { kind: 'next', state: { ...state, postIds: [] } }
  return lookAgain(state)
}
