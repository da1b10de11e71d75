import { setTimeout as sleep } from 'node:timers/promises'
import type { RateName } from '@carillon/domain'
import type { AppCall, CallContext } from '../../call-context.ts'
import type { Dialect } from '../../call-network.ts'
import { ProviderError } from '../../error-rules.ts'
import type { Fields } from '../../json.ts'
import { codesOf } from '../codes.ts'
import { callGraph, type GraphRequest, type GraphToken } from '../graph.ts'

/** Describes how reading and sending messages differs between an Instagram account and a Facebook Page. */
export interface Inbox<Credentials> {
  platform: 'instagram' | 'messenger'
  /** The rate limit for reading conversations, counted for each account. */
  rate: RateName
  /** Interprets the responses of calls that read. */
  dialect: Dialect
  /** Interprets the responses of calls that send. */
  sendDialect: Dialect
  /** Throws if the connection cannot be used for messages, because it has no Page or lacks a permission. */
  requireAccess(call: CallContext<Credentials>): void
  /** Returns the host, without a trailing slash, and the token for calls about messages. */
  reach(call: CallContext<Credentials>): { host: string; access: GraphToken }
  /** Returns the id of the Graph node whose `conversations` are read. */
  readerId(call: CallContext<Credentials>): string
  /** Returns the id of the Graph node to whose `messages` a message is posted. */
  senderId(call: CallContext<Credentials>): string
  /** Returns whether a participant of a conversation is the account itself. */
  isAccount(call: CallContext<Credentials>, participant: Fields): boolean
  /**
   * Reads the account's current username, if `isAccount` depends on it: it may have changed since the account was
   * connected. Null if the network does not report it.
   */
  readUsername?(call: CallContext<Credentials>): Promise<string | null>
  /** Parameters that are sent with every message. */
  sendParameters: Fields
}

const maxTurns = 3

/**
 * Acquires a slot of the rate limit `rate` for the account. If no slot is free, waits and tries again, up to twice.
 * @throws ProviderError `provider_error` with the seconds to wait, if no slot was free three times, or if the call is
 *   aborted while it waits
 */
async function takeSlot<C>(call: CallContext<C>, rate: RateName): Promise<void> {
  for (let turn = 1; ; turn++) {
    try {
      await call.acquireRateSlot(rate, call.account.providerId)
      return
    } catch (error) {
      if (!(error instanceof ProviderError) || error.code !== 'rate_limited') throw error
      const { retryAfter = 1 } = error
      const isOver = turn === maxTurns || (await isAborted(call, retryAfter * 1000))
      if (isOver) throw new ProviderError('provider_error', error.message, 'not_sent', { cause: error, retryAfter })
    }
  }
}

/** Waits for `ms` milliseconds and returns whether `signal` has aborted the call in the meantime. */
async function isAborted({ signal, wait }: Pick<AppCall, 'signal' | 'wait'>, ms: number): Promise<boolean> {
  if (!wait) return sleep(ms, false, { signal }).catch(() => true)
  await wait(ms)
  return signal.aborted
}

/** One read: the path below the version, the name of the operation in logs, and the query. */
type InboxRequest = Pick<GraphRequest, 'path' | 'operation' | 'query'>

async function readOnce<C>(inbox: Inbox<C>, call: CallContext<C>, request: InboxRequest): Promise<Fields> {
  const beforeRetry = () => takeSlot(call, inbox.rate)
  await beforeRetry()
  return callGraph(call, inbox.dialect, { ...request, method: 'GET', ...inbox.reach(call), beforeRetry })
}

/**
 * Codes with which Graph throttles the reading of one account's conversations: Instagram's, and Messenger's.
 * @see https://developers.facebook.com/docs/graph-api/overview/rate-limiting (read 2026-11-20)
 */
const throttledCodes: readonly unknown[] = [613, 80006]
/** The time in ms after which a throttled read is repeated: Meta limits the calls per second. */
const throttledMs = 1_000

/**
 * Reads conversations or messages within the account's rate limit, waiting for a free slot before each attempt. Meta
 * counts calls when they arrive, Carillon when they are made, so that a call can be throttled although a slot was free.
 * Such a call is repeated once, after one second.
 * @throws ProviderError `provider_error` with the seconds to wait, if no slot becomes free in time; the error of
 *   `inbox.requireAccess` if the connection has no Page or lacks a permission; otherwise the error of the call
 */
export async function readInbox<C>(inbox: Inbox<C>, call: CallContext<C>, request: InboxRequest): Promise<Fields> {
  inbox.requireAccess(call)
  try {
    return await readOnce(inbox, call, request)
  } catch (error) {
    const isThrottled = throttledCodes.includes(codesOf(error).code)
    if (!isThrottled || (await isAborted(call, throttledMs))) throw error
    return readOnce(inbox, call, request)
  }
}
