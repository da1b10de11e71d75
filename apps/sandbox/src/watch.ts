import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { FaultName, FaultRule, Faults } from './faults.ts'
import { holdAnswer } from './held-answer.ts'
import type { Journal } from './journal.ts'
import type { NetworkFault } from './network.ts'

/** A call on its way to a network, with what the frame needs to watch over it. */
export interface WatchedCall {
  network: string
  operation: string | undefined
  /** As the network sees it, without query. */
  path: string
  request: IncomingMessage
  response: ServerResponse
  /** Lets the network handle the call. */
  pass(): void
  answerFault(fault: NetworkFault): void
  revokeTokens(handle?: string): void | Promise<void>
}

type Play = (call: WatchedCall, rule: FaultRule) => void | Promise<void>

const DEFAULT_DELAY_MS = 5_000

function worded(fault: NetworkFault): Play {
  return (call) => {
    // The caller may still be sending; unread bytes would keep the connection from being used again.
    call.request.resume()
    call.answerFault(fault)
  }
}

async function handled(call: WatchedCall) {
  const held = holdAnswer(call.response)
  call.pass()
  return held
}

function drop(call: WatchedCall): void {
  call.response.socket?.destroy()
}

async function hang(call: WatchedCall, rule: FaultRule): Promise<void> {
  await handled(call)
  if (rule.delayMs === undefined) return
  await wait(rule.delayMs, undefined, { ref: false })
  drop(call)
}

async function truncate(call: WatchedCall): Promise<void> {
  const { status, headers, body } = await handled(call)
  delete headers['transfer-encoding']
  call.response.writeHead(status, { ...headers, 'content-length': body.length })
  const half = body.subarray(0, Math.floor(body.length / 2))
  call.response.write(half, () => drop(call))
}

const PLAYS: Record<FaultName, Play> = {
  'drop-before': drop,
  'accept-then-drop': async (call) => {
    await handled(call)
    drop(call)
  },
  'accept-then-hang': hang,
  'accept-then-500': async (call) => {
    await handled(call)
    call.answerFault('accept-then-500')
  },
  unavailable: worded('unavailable'),
  throttle: worded('throttle'),
  'quota-exhausted': worded('quota-exhausted'),
  'upload-limit-exceeded': worded('upload-limit-exceeded'),
  slow: async (call, rule) => {
    await wait(rule.delayMs ?? DEFAULT_DELAY_MS, undefined, { ref: false })
    call.pass()
  },
  truncate,
  'revoke-token': async (call, rule) => {
    await call.revokeTokens(rule.as)
    call.pass()
  },
}

/** Writes the call into the journal and plays the fault that waits for it, if one does. */
export async function watch(
  call: WatchedCall,
  { journal, faults }: { journal: Journal; faults: Faults },
): Promise<void> {
  const { network, operation, path, request, response } = call
  const entry = journal.open({ network, operation: operation ?? null, method: request.method ?? 'GET', path })
  response.once('finish', () => {
    entry.status = response.statusCode
  })
  const rule = operation === undefined ? undefined : faults.take({ network, operation })
  if (rule === undefined) return call.pass()
  entry.fault = rule.fault
  await PLAYS[rule.fault](call, rule)
}
