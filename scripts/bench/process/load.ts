// Sends as many requests as are answered, for a while, and counts.
import autocannon from 'autocannon'
import { answerAsks, endOn } from './asks.ts'

export interface Load {
  url: string
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string
  connections: number
  seconds: number
  /** Requests a second at the most; as many as possible when left out. */
  perSecond?: number
}

export interface LoadResult {
  perSecond: number
  p50: number
  p99: number
}

async function load({ perSecond, seconds, ...options }: Load): Promise<LoadResult> {
  const { requests, latency, errors, non2xx } = await autocannon({
    ...options,
    duration: seconds,
    ...(perSecond && { overallRate: perSecond }),
  })
  if (errors > 0 || non2xx > 0) throw new Error(`${options.url}: ${errors} errors, ${non2xx} answers other than 2xx`)
  return { perSecond: requests.total / seconds, p50: latency.p50, p99: latency.p99 }
}

answerAsks({ load })
endOn(async () => {})
process.send?.({ type: 'ready' })
