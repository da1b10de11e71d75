import type { GraphCall } from '../graph/call.ts'
import { GraphError } from '../graph/graph-error.ts'
import { SECOND_MS } from '../graph/graph-time.ts'
import type { Channel } from '../state/conversation.ts'
import type { State } from '../state/state.ts'

/** The times of the latest calls in ms since the epoch, for each state, keyed by the id of the Page or account. */
const calls = new WeakMap<State, Map<string, number[]>>()

const THROTTLED: Record<Channel, [string, number]> = {
  messenger: ['There have been too many calls to this Messenger account. Wait a bit and try again.', 80006],
  instagram: ['Calls to this api have exceeded the rate limit.', 613],
}

/**
 * Counts a call that reads the conversations of a Page or account towards that account's limit, which is
 * `settings.conversationCallsPerSecond` calls in any second. A rejected call does not count.
 * @throws GraphError with status 429 if the limit is exceeded
 * @see https://developers.facebook.com/docs/graph-api/overview/rate-limiting (read 2026-11-20)
 */
export function countConversationCall({ state, settings }: GraphCall, channel: Channel, accountId: string): void {
  const accounts = calls.get(state) ?? new Map<string, number[]>()
  calls.set(state, accounts)
  const recent = (accounts.get(accountId) ?? []).filter((at) => at > state.now() - SECOND_MS)
  if (recent.length >= settings.conversationCallsPerSecond) {
    const [message, code] = THROTTLED[channel]
    throw new GraphError(`(#${code}) ${message}`, { code, status: 429, transient: true })
  }
  accounts.set(accountId, [...recent, state.now()])
}
