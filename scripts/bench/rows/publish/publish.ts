import type { Installation } from '../../installation.ts'
import { figureOf, interleave, type Measure, type Row, ratios } from '../../measure.ts'
import type { LoadResult } from '../../process/load.ts'
import { costBars, measureCost } from '../../publish-cost.ts'
import { manyKeys, usualLimit } from '../read.ts'

const rounds = 5
const load = { method: 'POST', connections: 32, seconds: 3 } as const

/** How long publishes are made whose counts are read. */
const countedSeconds = 6

const bars: Row['bars'] = [
  { figure: 'of a bare job', unit: '×', atLeast: 0.2 },
  { figure: 'published', unit: 'posts/s', atLeast: 150 },
  { figure: 'bare jobs', unit: 'jobs/s' },
  { figure: 'asked to published, p99', unit: 'ms' },
  ...costBars,
]

/**
 * Posts through the journal against bare jobs; under the settings `env`, and with `keys` by turns if they are given.
 */
async function compare(
  installation: Installation,
  { env, keys }: { env?: Record<string, string>; keys?: readonly string[] } = {},
): Promise<Measure> {
  const DATABASE_URL = await installation.emptyDatabase()
  const [gateway, worker, bare, client] = await Promise.all([
    installation.start('gateway', env),
    installation.start('worker'),
    installation.start('bare', { DATABASE_URL }),
    installation.start('load'),
  ])
  await installation.start('bare-worker', { DATABASE_URL })
  const body = JSON.stringify({
    platform: 'bluesky',
    accountId: await installation.connect(),
    text: 'Hello from the bench',
  })
  const headers = { authorization: `Bearer ${installation.apiKey}`, 'content-type': 'application/json' }
  const url = `${gateway.ready['url']}/api/v1/posts`
  const request = { ...load, url, headers, body, ...(keys && { keys }) }
  const waits: number[] = []
  const found = await interleave(
    {
      async bare() {
        const job = { ...load, url: `${bare.ready['url']}/jobs`, headers, body }
        return (await client.ask<LoadResult>('load', job)).perSecond
      },
      async gateway() {
        const { perSecond, p99 } = await client.ask<LoadResult>('load', request)
        waits.push(p99)
        return perSecond
      },
    },
    { rounds },
  )
  const cost = await measureCost(installation, { gateway, worker }, () =>
    client.ask('load', { ...request, seconds: countedSeconds }),
  )
  return {
    ...cost,
    'of a bare job': figureOf(ratios(found.gateway, found.bare)),
    published: figureOf(found.gateway),
    'bare jobs': figureOf(found.bare),
    'asked to published, p99': figureOf(waits),
  }
}

export const publish: Row = {
  id: 'publish',
  about:
    "the journal's rate: posts on a network that responds at once and is never called over HTTP, against Express adding a bare job",
  bars,
  run: (installation) => compare(installation),
}

export const publishLimited: Row = {
  id: 'publish-limited',
  about: `the same with ${manyKeys} keys, each held to the usual number of requests a minute`,
  bars,
  run: async (installation) => compare(installation, { env: usualLimit, keys: await installation.moreKeys(manyKeys) }),
}
