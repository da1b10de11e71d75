import { type OperationId, operationIds, operationRow, readsBody } from '@carillon/contract'
import { startWhole } from '../../whole.ts'
import { pick, seeded } from '../random.ts'
import { type GatewayProcess, startGatewayProcess } from './gateway-process.ts'
import { type Abort, type Moment, type RawRequest, sendAndLeave, ways } from './raw-client.ts'
import { requests, type Sent } from './requests.ts'
import { makeTargets, networks, type Targets } from './targets.ts'

export interface AbortOptions {
  seed: number
  /** Whether every moment is tried in every way; otherwise in one way, which the seed decides. */
  exhaustive: boolean
  report?(operation: AbortedOperation): void
}

interface AbortedOperation {
  id: OperationId
  /** Milliseconds that it took when nobody left. */
  tookMs: number
  aborts: number
}

export interface AbortResult {
  operations: AbortedOperation[]
  /** What went wrong, in the order in which it was found. */
  found: string[]
}

/** Shares of the time that an operation takes, at which its client leaves. */
const shares = [0, 0.15, 0.35, 0.55, 0.75, 0.95]

const connections = ['new', 'kept alive'] as const

/** When and how the clients of an operation leave: eight moments of the response, and within the body. */
export function plan(options: { random(): number; exhaustive: boolean; tookMs: number; hasBody: boolean }) {
  const { random, exhaustive, tookMs, hasBody } = options
  const delays = shares.map((share): Moment => ({ afterMs: Math.round(share * tookMs) }))
  const moments: Moment[] = [...delays, 'first byte', 'response', ...(hasBody ? (['body'] as const) : [])]
  const all = ways.flatMap((way) => connections.map((connection) => ({ way, connection })))
  return moments.flatMap((moment) => (exhaustive ? all : [pick(random, all)]).map((how) => ({ ...how, moment })))
}

function pathOf(id: OperationId, { path = {}, query = {} }: Sent): string {
  const filled = operationRow(id).path.replace(/\{(\w+)\}/g, (_all, name) => encodeURIComponent(path[name] ?? ''))
  const search = new URLSearchParams(query).toString()
  return `/api/v1${filled}${search && `?${search}`}`
}

interface Run {
  targets: Targets
  gateway: GatewayProcess
  found: string[]
}

function rawRequest({ targets, gateway }: Run, id: OperationId, sent: Sent): RawRequest {
  const body = sent.body ? JSON.stringify(sent.body) : ''
  const lines = [
    `${operationRow(id).method.toUpperCase()} ${pathOf(id, sent)} HTTP/1.1`,
    `Host: ${new URL(gateway.url).host}`,
    `Authorization: Bearer ${targets.whole.apiKey}`,
    ...(body ? ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`] : []),
  ]
  return { head: `${lines.join('\r\n')}\r\n\r\n`, body }
}

/**
 * What a network responds with once its limit is used up, which is a success here: a business may have a limited number
 * of ad accounts, and the aborted requests have created as many.
 */
const usedUp: Readonly<Partial<Record<OperationId, string>>> = { 'ads.accounts.create': 'provider_rejected' }

function succeeded(id: OperationId, status: number, text: string): boolean {
  const code = usedUp[id]
  return status < 300 || (code !== undefined && text.includes(`"code":"${code}"`))
}

/** Sends a request and waits for its response, which must be a success; returns the milliseconds that it took. */
async function sendPlainly({ targets, gateway, found }: Run, id: OperationId, when: string): Promise<number> {
  const sent = await requests[id](targets)
  const began = performance.now()
  const response = await fetch(`${gateway.url}${pathOf(id, sent)}`, {
    method: operationRow(id).method.toUpperCase(),
    headers: { authorization: `Bearer ${targets.whole.apiKey}`, 'content-type': 'application/json' },
    ...(sent.body && { body: JSON.stringify(sent.body) }),
  }).catch((error: unknown) => new Response(String(error), { status: 599 }))
  const text = await response.text()
  if (!succeeded(id, response.status, text)) found.push(`${id} ${when}: ${response.status} ${text.slice(0, 300)}`)
  return performance.now() - began
}

/** Aborts one operation at every moment of the plan. */
async function abortOperation(run: Run, id: OperationId, options: AbortOptions): Promise<AbortedOperation> {
  const { targets, gateway } = run
  const tookMs = await sendPlainly(run, id, 'before')
  const random = seeded(options.seed + operationIds.indexOf(id))
  const hasBody = readsBody(operationRow(id)) && (await requests[id](targets)).body !== undefined
  const before = rawRequest(run, 'platforms.list', {})
  const planned = plan({ random, exhaustive: options.exhaustive, tookMs, hasBody })
  for (const { way, connection, moment } of planned) {
    const abort: Abort = { way, moment, before: connection === 'new' ? null : before }
    await sendAndLeave(gateway.url, rawRequest(run, id, await requests[id](targets)), abort)
    if (gateway.ended() !== null) throw new Error(`ended the gateway at ${JSON.stringify(abort)}`)
  }
  return { id, tookMs, aborts: planned.length }
}

async function abortAll(run: Run, options: AbortOptions): Promise<AbortedOperation[]> {
  const operations: AbortedOperation[] = []
  for (const id of operationIds) {
    try {
      const operation = await abortOperation(run, id, options)
      operations.push(operation)
      options.report?.(operation)
    } catch (error) {
      run.found.push(`${id}: ${error}`)
    }
  }
  for (const id of operationIds) {
    await sendPlainly(run, id, 'afterwards').catch((error: unknown) => run.found.push(`${id} afterwards: ${error}`))
  }
  return operations
}

/** Requests of the whole run, which no limit of requests may reject. */
const limits = { REQUESTS_PER_MINUTE: '100000', MAX_CONNECTIONS_PER_IP: '1000' }

/** Has the clients of every operation leave at every moment, and then sends each operation once more. */
export async function runAborts(options: AbortOptions): Promise<AbortResult> {
  const whole = await startWhole({ networks, env: { ...limits, COMMENTS_STALE_AFTER_SECONDS: '0' } })
  try {
    const targets = await makeTargets(whole)
    const gateway = await startGatewayProcess(whole.env)
    const found: string[] = []
    try {
      const operations = await abortAll({ targets, gateway, found }, options)
      return { operations, found: [...found, ...gateway.complaints] }
    } finally {
      await gateway.stop()
    }
  } finally {
    await whole.close()
  }
}
