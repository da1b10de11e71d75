import type { Request, Response } from 'express'
import type { NetworkFault, ThrottleDetails } from '../faults.ts'
import { adsTargetOf } from './ads-target.ts'
import { decodeSegment } from './graph/decode-segment.ts'
import { GraphError, type GraphErrorDetails, sendGraphError } from './graph/graph-error.ts'
import { setBusinessUsageHeaders, type UsageSubject } from './graph/usage.ts'
import { instagramError } from './instagram/errors.ts'
import type { State } from './state/state.ts'

type Target = UsageSubject | undefined

const REGAIN_MINUTES = 19

/**
 * The rate limit errors, keyed by what is throttled: the app, or a Page, account or ad account.
 * @see https://developers.facebook.com/docs/graph-api/overview/rate-limiting (read 2026-11-20)
 */
const THROTTLES: Record<'app' | UsageSubject['type'], [string, GraphErrorDetails]> = {
  app: ['(#4) Application request limit reached', { code: 4, status: 429 }],
  pages: [
    '(#80001) There have been too many calls to this Page account. Wait a bit and try again.',
    { code: 80001, status: 429 },
  ],
  instagram: [
    '(#80002) There have been too many calls to this Instagram account. Wait a bit and try again.',
    { code: 80002, status: 429 },
  ],
  messenger: [
    '(#80006) There have been too many calls to this Messenger account. Wait a bit and try again.',
    { code: 80006, status: 429 },
  ],
  ads_management: [
    '(#80004) There have been too many calls to this ad-account. Wait a bit and try again.',
    { code: 80004, status: 429 },
  ],
  ads_insights: [
    '(#80000) There have been too many calls from this ad-account. Wait a bit and try again.',
    { code: 80000, status: 429 },
  ],
  leadgen: [
    '(#80005) There have been too many leadgen api calls to this Page account. Wait a bit and try again.',
    { code: 80005, status: 429 },
  ],
}

function setThrottleHeaders(target: Target, response: Response, usage: ThrottleDetails['usage']): void {
  if (usage !== undefined) {
    for (const [header, value] of Object.entries(usage)) {
      response.setHeader(header, typeof value === 'string' ? value : JSON.stringify(value))
    }
    return
  }
  const full = { call_count: 100, total_time: 25, total_cputime: 25 }
  if (target === undefined) response.setHeader('X-App-Usage', JSON.stringify(full))
  else setBusinessUsageHeaders(response, target, { percent: 100, minutes: REGAIN_MINUTES })
}

/**
 * Sets the usage headers of a throttled call and returns its error. `target` is the Page or account whose rate limit is
 * reached; undefined for the limit of the app. A code, subcode or headers in the fault rule replace the default ones.
 */
function throttle(target: Target, response: Response, { code, subcode, usage }: ThrottleDetails): GraphError {
  setThrottleHeaders(target, response, usage)
  const [message, details] = THROTTLES[target?.type ?? 'app']
  const worded = code === undefined ? message : `(#${code}) There have been too many calls. Wait a bit and try again.`
  return new GraphError(worded, {
    transient: true,
    ...details,
    ...(code !== undefined && { code }),
    ...(subcode !== undefined && { subcode }),
  })
}

function quota(target: Target): GraphError {
  if (target?.type === 'instagram') return instagramError('quota')
  return new GraphError('(#32) Page request limit reached', { code: 32, status: 403, transient: true })
}

const WORDS: Record<NetworkFault, (target: Target, response: Response, details: ThrottleDetails) => GraphError> = {
  throttle,
  'quota-exhausted': quota,
  'upload-limit-exceeded': (target) =>
    target?.type === 'instagram'
      ? instagramError('quota')
      : new GraphError('(#368) The action attempted has been deemed abusive or is otherwise disallowed', {
          code: 368,
          subcode: 1390008,
          userTitle: 'You can’t post right now',
          userMessage: 'You have posted too often. Try again later.',
        }),
  unavailable: () => new GraphError('Service temporarily unavailable', { code: 2, status: 503, transient: true }),
  'accept-then-500': () => new GraphError('An unknown error has occurred.', { code: 1, status: 500, transient: false }),
}

/**
 * Returns the Page, account or ad account whose rate limit a call counts towards, found by an id in its path; undefined
 * if the path contains none, so that only the app's rate limit applies.
 */
export function targetOf({ path }: Request, state: State): Target {
  const ads = adsTargetOf(path, state)
  if (ads !== undefined) return ads
  const ids = path.split('/').map(decodeSegment)
  for (const id of ids) {
    if (state.instagramAccounts.has(id)) return { id, type: 'instagram' }
    const conversation = state.conversations.get(state.directMessages.get(id)?.conversationId ?? id)
    if (conversation !== undefined) return { id: conversation.accountId, type: conversation.channel }
    if (state.pages.has(id)) return { id, type: /\/(?:conversations|messages)$/.test(path) ? 'messenger' : 'pages' }
    const instagram = state.containers.get(id) ?? state.instagramPosts.get(id)
    if (instagram !== undefined) return { id: instagram.accountId, type: 'instagram' }
    const comment = state.comments.instagram.get(id) ?? state.comments.facebook.get(id)
    const owner = state.instagramPosts.get(comment?.postId ?? '')?.accountId
    if (owner !== undefined) return { id: owner, type: 'instagram' }
    const page = state.pagePosts.get(comment?.postId ?? id) ?? state.photos.get(id) ?? state.videos.get(id)
    if (page !== undefined) return { id: page.pageId, type: 'pages' }
  }
  return undefined
}

/**
 * Sends the response of an injected fault in Graph's error format, with its headers. `target` is the Page, account or
 * ad account whose rate limit the error is about; undefined for that of the app. `details` replaces the code, subcode
 * and usage headers of the fault `throttle`.
 */
export function sendFault(
  fault: NetworkFault,
  { target, response, details = {} }: { target: Target; response: Response; details?: ThrottleDetails | undefined },
): void {
  sendGraphError(WORDS[fault](target, response, details), response)
}
