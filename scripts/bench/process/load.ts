// Sends the next request when a response arrives, for a while, and counts.
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import autocannon from 'autocannon'
import { quantile } from '../measure.ts'
import { endOn, handleCommands, healthCommands } from './asks.ts'
import { offer } from './offer.ts'

export interface Load {
  url: string
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string
  connections: number
  seconds: number
  /** Keys that requests are sent with by turns, each as the whole Authorization header. */
  keys?: readonly string[]
  /** The maximum number of requests per second, all sent at its start; as many as possible if omitted. */
  perSecond?: number
  /** Whether responses are to be 304; any 2xx when left out. */
  unchanged?: boolean
  /** Whether errors and responses of other statuses are counted; otherwise they end the measurement. */
  counts?: boolean
}

export interface FreshLoad {
  url: string
  headers: Record<string, string>
  seconds: number
  perSecond: number
}

export interface LoadResult {
  perSecond: number
  p50: number
  p99: number
  /** Requests that timed out or broke, and responses of other statuses. */
  failed?: number
}

async function load({
  perSecond,
  seconds,
  unchanged = false,
  counts = false,
  keys,
  ...options
}: Load): Promise<LoadResult> {
  const { requests, latency, errors, non2xx, ...statuses } = await autocannon({
    ...options,
    ...(keys && { requests: keys.map((authorization) => ({ headers: { ...options.headers, authorization } })) }),
    duration: seconds,
    ...(perSecond && { overallRate: perSecond }),
  })
  const other = unchanged ? requests.total - statuses['3xx'] : non2xx
  const failed = errors + other
  if (failed > 0 && !counts) throw new Error(`${options.url}: ${errors} errors, ${other} responses of other statuses`)
  return { perSecond: requests.total / seconds, p50: latency.p50, p99: latency.p99, failed }
}

/** Milliseconds of one request on a connection of its own, from its opening to the end of the response. */
async function fresh(url: string, headers: Record<string, string>): Promise<number> {
  const began = performance.now()
  const [response] = (await once(get(url, { headers, agent: false }), 'response')) as [IncomingMessage]
  if (response.statusCode !== 200) throw new Error(`${url}: ${response.statusCode}`)
  await once(response.resume(), 'end')
  return performance.now() - began
}

/** Opens connections at a steady rate, each for one request, whatever the earlier ones take. */
async function freshLoad({ url, headers, seconds, perSecond }: FreshLoad): Promise<LoadResult> {
  const requests: Promise<number>[] = []
  for (let sent = 0; sent < seconds * perSecond; sent++) {
    requests.push(fresh(url, headers))
    await sleep(1000 / perSecond)
  }
  const taken = await Promise.all(requests)
  return { perSecond, p50: quantile(taken, 0.5), p99: quantile(taken, 0.99) }
}

handleCommands({ ...healthCommands(), load, freshLoad, offer })
endOn(async () => {})
process.send?.({ type: 'ready' })
