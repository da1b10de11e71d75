import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '@carillon/database'
import { rates } from '@carillon/domain'
import { createLogger } from '@carillon/log'
import { childEnv } from '@carillon/testkit'
import { type Member, startMember } from './fleet.ts'
import { startCrashingPostgres } from './postgres.ts'

export interface QuotaResult {
  /** Calls that arrived, and those among them that a network counting any span by arrival would have rejected. */
  calls: number
  overruns: number
  /** Share of the calls that the rate allows in the time that were made. */
  usable: number
  /** Units that arrived of those that there were. */
  units: number
  unitsUsable: number
}

/** A network that counts: any span of the rate's length by when calls arrive, and the units of one day. */
async function startLimiter() {
  const arrivals: number[] = []
  let units = 0
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    if (url.pathname === '/rate') arrivals.push(performance.now())
    else units += Number(url.searchParams.get('cost'))
    response.end()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    arrivals,
    units: () => units,
    close: () => new Promise((done) => server.close(done)),
  }
}

/** Calls that make a span of the rate's length hold more than the rate. */
function overrunsOf(arrivals: readonly number[], { requests, perSeconds }: { requests: number; perSeconds: number }) {
  return arrivals.filter((at, index) => {
    const earlier = arrivals[index - requests]
    return earlier !== undefined && at - earlier < perSeconds * 1_000
  }).length
}

/** Several processes draw on one rate and one day's units as fast as they can. */
export async function runQuotas(options: { processes: number; ms: number; seed: number }): Promise<QuotaResult> {
  const { processes, ms, seed } = options
  const allUnits = 10_000
  const dir = await mkdtemp(join(tmpdir(), 'carillon-quotas-'))
  const postgres = await startCrashingPostgres(join(dir, 'postgres'))
  const limiter = await startLimiter()
  const takers: Member[] = []
  try {
    await migrate({ url: postgres.url, log: createLogger({ name: 'quotas', level: 'error' }) })
    const started = performance.now()
    const starting = Array.from({ length: processes }, (_, index) =>
      startMember({
        name: `taker-${index}`,
        script: join(import.meta.dirname, 'members/quota-taker.ts'),
        env: {
          ...childEnv,
          DATABASE_URL: postgres.url,
          LIMITER_URL: limiter.url,
          QUOTA_MS: String(ms),
          QUOTA_SEED: String(seed + index),
          QUOTA_UNITS: String(allUnits),
        },
        logPath: join(dir, `taker-${index}.log`),
      }),
    )
    takers.push(...(await Promise.all(starting)))
    await Promise.all(takers.map((taker) => taker.nextMessage('done')))
    const rate = rates['tiktok.endpoint']
    const [first = started] = limiter.arrivals
    const spans = 1 + Math.floor((started + ms - first) / (rate.perSeconds * 1_000))
    return {
      calls: limiter.arrivals.length,
      overruns: overrunsOf(limiter.arrivals, rate),
      usable: limiter.arrivals.length / (spans * rate.requests),
      units: limiter.units(),
      unitsUsable: limiter.units() / allUnits,
    }
  } finally {
    await Promise.all(takers.map((taker) => taker.stop()))
    await limiter.close()
    await postgres.stop()
    await rm(dir, { recursive: true, force: true })
  }
}
