import type { Response } from 'express'
import type { NetworkFault } from '../faults.ts'
import type { Dependencies } from './dependencies.ts'
import type { Endpoint } from './http/endpoint.ts'
import { sendEnvelope } from './http/envelope.ts'
import { codes } from './rejection.ts'
import type { FailureReason } from './store/publish-record.ts'

interface Hit {
  dependencies: Dependencies
  endpoint: Endpoint | undefined
  response: Response
}

type Play = (hit: Hit) => void

const throttled: Play = ({ dependencies, response }) =>
  sendEnvelope(response, {
    now: dependencies.context.now(),
    code: codes.throttled,
    message: 'App reaches the QPS limit, please try again later.',
  })

function broken(status: number): Play {
  return ({ dependencies, response }) =>
    sendEnvelope(response, {
      now: dependencies.context.now(),
      status,
      code: codes.internal,
      message: 'Internal service error.',
    })
}

/**
 * Returns a fault that accepts a publish, whose status is then `FAILED` with `reason`. If the fault is injected into a
 * status call, that call reports the same. Other calls are throttled.
 */
function postingLimit(reason: FailureReason): Play {
  return (hit) => {
    const { dependencies, endpoint, response } = hit
    const now = dependencies.context.now()
    if (endpoint?.operation === 'posts.status') {
      sendEnvelope(response, { now, data: { status: 'FAILED', reason } })
    } else if (endpoint?.operation === 'posts.create') {
      const share_id = `${endpoint.path.includes('photo') ? 'p' : 'v'}_pub_url~v1.${900_000_000 + dependencies.store.doomedIds.next()}`
      dependencies.store.doomed.set(share_id, reason)
      sendEnvelope(response, { now, data: { share_id } })
    } else {
      throttled(hit)
    }
  }
}

/**
 * The response to each fault. TikTok has no upload limit besides its posting limit, so `quota-exhausted` and
 * `upload-limit-exceeded` have the same effect.
 */
const plays: Record<NetworkFault, Play> = {
  throttle: throttled,
  'quota-exhausted': postingLimit('spam_risk_too_many_posts'),
  'upload-limit-exceeded': postingLimit('spam_risk_too_many_posts'),
  unavailable: broken(503),
  'accept-then-500': broken(500),
}

/** Sends TikTok's response to an injected fault: an error, or an accepted publish that fails later (`postingLimit`). */
export function playFault(fault: NetworkFault, hit: Hit): void {
  plays[fault](hit)
}
