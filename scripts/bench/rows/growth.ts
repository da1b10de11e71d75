import { migrate } from '@carillon/database'
import pg from 'pg'
import { generate } from '../growth/generate.ts'
import { type Cost, costsOf } from '../growth/plans.ts'
import { queries } from '../growth/queries.ts'
import { figureOf, quantile, type Row } from '../measure.ts'

/**
 * 10 thousand writes against a million, or as many times more as `--scale=` says, with everything else in proportion.
 */
const asked = process.argv.find((word) => word.startsWith('--scale='))?.slice('--scale='.length)
const scales = [1, Number(asked ?? 100)] as const
const rounds = 15

/** Pages and median time of every query on generated data of a scale. */
async function costsAt(url: string, scale: number): Promise<Map<string, Cost[]>> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const known = await generate(client, scale)
    const found = new Map<string, Cost[]>()
    for (let round = 0; round < rounds; round++) {
      for (const [name, query] of Object.entries(queries)) {
        const costs = await costsOf({ url, client }, (db) => query(db, known))
        found.set(name, [...(found.get(name) ?? []), ...costs])
      }
    }
    return found
  } finally {
    await client.end()
  }
}

export const growth: Row = {
  id: 'growth',
  about:
    'every query on a million writes and schedules, ten million comments and five million messages against a hundredth of them',
  bars: [
    { figure: 'queries that read all of a table, or sort it', unit: '', atMost: 0 },
    { figure: 'slowest growth of a query that takes over 0.1 ms', unit: '×', atMost: 1.5 },
  ],
  async run(installation) {
    const [small, large] = [new Map<string, Cost[]>(), new Map<string, Cost[]>()]
    for (const [scale, found] of [
      [scales[0], small],
      [scales[1], large],
    ] as const) {
      const url = await installation.emptyDatabase()
      await migrate({ url, log: installation.log })
      for (const [name, costs] of await costsAt(url, scale)) found.set(name, costs)
    }
    const growing = [...large].filter(([, costs]) => costs.some(({ grows }) => grows.length > 0))
    for (const [name, costs] of growing) console.log(`  ${name}: ${costs.flatMap(({ grows }) => grows)[0]}`)
    const median = (costs: readonly Cost[], figure: 'milliseconds' | 'pages') =>
      quantile(
        costs.map((cost) => cost[figure]),
        0.5,
      )
    const factors = [...large].map(([name, costs]) => {
      const [before, after] = [small.get(name) ?? [], costs].map((each) => median(each, 'milliseconds')) as [
        number,
        number,
      ]
      const pages = [small.get(name) ?? [], costs].map((each) => median(each, 'pages')).join(' and ')
      return { name, after, factor: after / before, pages }
    })
    const slow = factors.filter(({ after }) => after > 0.1).toSorted((a, b) => b.factor - a.factor)
    for (const { name, after, factor, pages } of slow.slice(0, 8)) {
      console.log(`  ${name}: ${after.toFixed(2)} ms, ${factor.toFixed(1)} ×; ${pages} pages`)
    }
    return {
      'queries that read all of a table, or sort it': figureOf([growing.length]),
      'slowest growth of a query that takes over 0.1 ms': figureOf([slow[0]?.factor ?? 1]),
    }
  },
}
