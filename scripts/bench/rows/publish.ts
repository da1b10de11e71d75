import { figureOf, interleave, type Row, ratios } from '../measure.ts'
import type { LoadResult } from '../process/load.ts'

const rounds = 5
const load = { method: 'POST', connections: 32, seconds: 3 } as const

export const publish: Row = {
  id: 'publish',
  about: 'posts published through the journal on a network that answers at once, against Express adding a bare job',
  bars: [
    { figure: 'of a bare job', unit: '×', atLeast: 0.2 },
    { figure: 'published', unit: 'posts/s', atLeast: 150 },
    { figure: 'bare jobs', unit: 'jobs/s' },
    { figure: 'asked to published, p99', unit: 'ms' },
  ],
  async run(installation) {
    const DATABASE_URL = await installation.emptyDatabase()
    const [gateway, bare, client] = await Promise.all([
      installation.start('gateway'),
      installation.start('bare', { DATABASE_URL }),
      installation.start('load'),
      installation.start('worker'),
    ])
    await installation.start('bare-worker', { DATABASE_URL })
    const body = JSON.stringify({
      platform: 'bluesky',
      accountId: await installation.connect(),
      text: 'Hello from the bench',
    })
    const headers = { authorization: `Bearer ${installation.apiKey}`, 'content-type': 'application/json' }
    const waits: number[] = []
    const found = await interleave(
      {
        async bare() {
          const url = `${bare.ready['url']}/jobs`
          return (await client.ask<LoadResult>('load', { ...load, url, headers, body })).perSecond
        },
        async gateway() {
          const url = `${gateway.ready['url']}/api/v1/posts`
          const { perSecond, p99 } = await client.ask<LoadResult>('load', { ...load, url, headers, body })
          waits.push(p99)
          return perSecond
        },
      },
      { rounds },
    )
    return {
      'of a bare job': figureOf(ratios(found.gateway, found.bare)),
      published: figureOf(found.gateway),
      'bare jobs': figureOf(found.bare),
      'asked to published, p99': figureOf(waits),
    }
  },
}
