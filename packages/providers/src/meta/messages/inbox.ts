import { setTimeout as wait } from 'node:timers/promises'
import type { RateName } from '@carillon/domain'
import type { CallContext } from '../../call-context.ts'
import type { Dialect } from '../../call-network.ts'
import { ProviderError } from '../../error-rules.ts'
import type { Fields } from '../../json.ts'
import { callGraph, type GraphRequest, type GraphToken } from '../graph.ts'

/** The differences between messages of Instagram and of a Page. */
export interface Inbox<Credentials> {
  platform: 'instagram' | 'messenger'
  /** The rate limit for reading conversations, counted for each account. */
  rate: RateName
  dialect: Dialect
  /** Throws when the connection cannot be used for messages, because it has no Page or lacks a permission. */
  requireAccess(call: CallContext<Credentials>): void
  reach(call: CallContext<Credentials>): { host: string; access: GraphToken }
  /** The id of the node whose `conversations` are read. */
  readerId(call: CallContext<Credentials>): string
  /** The id of the node to whose `messages` a message is posted. */
  senderId(call: CallContext<Credentials>): string
  /** Whether a participant is the account itself. */
  isAccount(call: CallContext<Credentials>, participant: Fields): boolean
  /** Parameters of every message. */
  sendParameters: Fields
}

const maxTurns = 3

/**
 * Waits for a free slot of the rate, which takes about a second.
 * @throws ProviderError `provider_error` with the seconds to wait, when other calls take the slots or the caller's deadline passes
 */
async function takeSlot<C>(call: CallContext<C>, rate: RateName): Promise<void> {
  for (let turn = 1; ; turn++) {
    try {
      await call.acquireRateSlot(rate, call.account.providerId)
      return
    } catch (error) {
      if (!(error instanceof ProviderError) || error.code !== 'rate_limited') throw error
      const { retryAfter = 1 } = error
      const isOver = turn === maxTurns || (await isAborted(retryAfter, call.signal))
      if (isOver) throw new ProviderError('provider_error', error.message, 'not_sent', { cause: error, retryAfter })
    }
  }
}

function isAborted(seconds: number, signal: AbortSignal): Promise<boolean> {
  return wait(seconds * 1000, false, { signal }).catch(() => true)
}

/** Reads conversations or messages within the account's rate limit. */
export async function readInbox<C>(
  inbox: Inbox<C>,
  call: CallContext<C>,
  request: Pick<GraphRequest, 'path' | 'operation' | 'query'>,
): Promise<Fields> {
  inbox.requireAccess(call)
  await takeSlot(call, inbox.rate)
  return callGraph(call, inbox.dialect, { ...request, method: 'GET', ...inbox.reach(call) })
}
