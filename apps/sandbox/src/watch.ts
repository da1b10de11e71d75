import type { ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { recordExchange } from './bodies/exchange.ts'
import { deviated } from './deviation.ts'
import type { FaultName, FaultRule, Faults, NetworkFault, TakenFault } from './faults.ts'
import { type InterceptedResponse, interceptResponse } from './intercepted-response.ts'
import type { Journal } from './journal.ts'
import type { WatchedCall } from './watched-call.ts'

type Play = (call: WatchedCall, taken: TakenFault) => void | Promise<void>

const DEFAULT_DELAY_MS = 5_000

function worded(fault: NetworkFault): Play {
  return (call, { rule }) => {
    // The caller may still be sending; unread bytes would keep the connection from being used again.
    call.request.resume()
    call.sendFault(fault, rule)
  }
}

function drop({ response }: WatchedCall): void {
  response.socket?.destroy()
}

function send(response: ServerResponse, { status, headers, body }: InterceptedResponse): void {
  response.writeHead(status, headers)
  response.end(body)
}

function isAccepted({ isRejection }: WatchedCall, response: InterceptedResponse): boolean {
  return response.status < 400 && isRejection?.(response) !== true
}

/**
 * Returns a fault that lets the network handle a call, and then sends, changes or withholds the response with `spoil`.
 * If the network rejects the call, that response is sent unchanged, and the fault stays pending for the next call.
 */
function spoiled(
  spoil: (call: WatchedCall, intercepted: InterceptedResponse, rule: FaultRule) => void | Promise<void>,
): Play {
  return async (call, { rule, giveBack }) => {
    const held = interceptResponse(call.response)
    call.pass()
    const intercepted = await held
    if (isAccepted(call, intercepted)) return spoil(call, intercepted, rule)
    giveBack()
    send(call.response, intercepted)
  }
}

async function hang(call: WatchedCall, { delayMs }: FaultRule): Promise<void> {
  if (delayMs === undefined) return
  await wait(delayMs, undefined, { ref: false })
  drop(call)
}

/** Sends a response after `delayMs` (default: 5,000 ms), so that a client with a shorter timeout gives up first. */
async function sendLate(
  call: WatchedCall,
  intercepted: InterceptedResponse,
  { delayMs = DEFAULT_DELAY_MS }: FaultRule,
): Promise<void> {
  await wait(delayMs, undefined, { ref: false })
  send(call.response, intercepted)
}

function truncate(call: WatchedCall, { status, headers, body }: InterceptedResponse): void {
  delete headers['transfer-encoding']
  call.response.writeHead(status, { ...headers, 'content-length': body.length })
  call.response.write(body.subarray(0, Math.floor(body.length / 2)), () => drop(call))
}

const PLAYS: Record<FaultName, Play> = {
  'drop-before': drop,
  hang: (call, { rule }) => {
    call.request.resume()
    return hang(call, rule)
  },
  'accept-then-drop': spoiled(drop),
  'accept-then-hang': spoiled((call, _response, rule) => hang(call, rule)),
  'accept-then-slow': spoiled(sendLate),
  'accept-then-500': spoiled((call) => call.sendFault('accept-then-500')),
  unavailable: worded('unavailable'),
  throttle: worded('throttle'),
  'quota-exhausted': worded('quota-exhausted'),
  'upload-limit-exceeded': worded('upload-limit-exceeded'),
  slow: async (call, { rule }) => {
    await wait(rule.delayMs ?? DEFAULT_DELAY_MS, undefined, { ref: false })
    call.pass()
  },
  truncate: spoiled(truncate),
  deviate: async (call, { rule, giveBack }) => {
    const held = interceptResponse(call.response)
    call.pass()
    const intercepted = await held
    const changed = isAccepted(call, intercepted) ? deviated(intercepted, rule) : null
    // A response without the field is not a deviation: the fault waits for the next one.
    if (changed === null) giveBack()
    send(call.response, changed ?? intercepted)
  },
  'revoke-token': async (call, { rule }) => {
    await call.revokeTokens(rule.as)
    call.pass()
  },
}

/**
 * Records a call in the sandbox's journal and injects the pending fault that matches it, if any: it drops or delays the
 * connection, changes the response, responds instead of the network, or revokes tokens before the call. Otherwise
 * passes the call to the network.
 */
export async function watch(
  call: WatchedCall,
  { journal, faults }: { journal: Journal; faults: Faults },
): Promise<void> {
  const { network, operation, path, request, response } = call
  const entry = journal.open({ network, operation: operation ?? null, method: request.method ?? 'GET', path })
  const exchange = recordExchange(request, response)
  // Express, the recorder and the networks' own middleware each listen for the end of a response.
  response.setMaxListeners(30)
  response.once('close', () => journal.keepBodies(entry, exchange))
  response.once('finish', () => {
    entry.status = response.statusCode
  })
  const taken = operation === undefined ? undefined : faults.take({ network, operation })
  if (taken === undefined) return call.pass()
  const { rule, giveBack } = taken
  entry.fault = rule.fault
  await PLAYS[rule.fault](call, {
    rule,
    giveBack() {
      entry.fault = null
      giveBack()
    },
  })
}
