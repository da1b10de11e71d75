import { createPartitions, dropPartitionsBefore } from '@carillon/database'
import pg from 'pg'
import type { Installation } from '../../installation.ts'
import { figureOf, interleave, type Row, ratios } from '../../measure.ts'
import type { OfferResult } from '../../process/offer.ts'

/** Events that are dropped in all, or as many as `--events=` says. */
const asked = process.argv.find((word) => word.startsWith('--events='))?.slice('--events='.length)
const total = Number(asked ?? 10_000_000)

const rounds = 5
const daysPerRound = 2
const dayMs = 86_400_000
const offered = { perSecond: 100, seconds: 6, connections: 16 }

/** The first of the days whose events are dropped: the retention period of all of them has ended. */
const firstDay = Math.floor(Date.now() / dayMs - 60) * dayMs
const dayAt = (number: number) => new Date(firstDay + number * dayMs)

/** Fills a partition for each day with an equal part of the events, half of them of the bench's organization. */
async function fill({ context, databaseUrl }: Installation): Promise<void> {
  const days = rounds * daysPerRound
  await createPartitions(context.db, 'event', { from: dayAt(0), to: dayAt(days) })
  // Without the time limit of statements of the service.
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  for (let day = 0; day < days; day++) {
    await client.query(
      `insert into event (position, stored_at, id, organization_id, type, object_type, object_id, sequence, occurred_at,
        truncated, data)
      select number, $1::timestamptz + number % 86000 * interval '1 second', gen_random_uuid(),
        case when number % 2 = 0 then o.id else gen_random_uuid() end, 'publish.published', 'publish',
        number::text, 1, $1, false, json_build_object('publishId', number, 'text', repeat('x', 150))
      from organization o, generate_series(($2::bigint + 1), ($2::bigint + $3::bigint)) as number
      where o.name = 'Bench'`,
      [dayAt(day), day * Math.ceil(total / days), Math.ceil(total / days)],
    )
  }
  await client.query('analyze event')
  await client.end()
}

export const retention: Row = {
  id: 'retention',
  about: `reads of the feed, ${offered.perSecond} a second, while partitions with ${total.toLocaleString('en')} events are dropped, against the same without`,
  bars: [
    { figure: 'p99, of that without', unit: '×', atMost: 1.5 },
    { figure: 'p99 while partitions are dropped', unit: 'ms' },
    { figure: 'partitions dropped', unit: '', atLeast: rounds * daysPerRound },
    { figure: 'time for all of them', unit: 's' },
  ],
  async run(installation) {
    const { context } = installation
    await fill(installation)
    const [gateway, client] = await Promise.all([installation.start('gateway'), installation.start('load')])
    const request = { url: `${gateway.ready['url']}/api/v1/events?limit=50`, method: 'GET' as const }
    const headers = { authorization: `Bearer ${installation.apiKey}` }
    const read = () => client.ask<OfferResult>('offer', { ...request, headers, ...offered })
    await read()
    let [round, dropped, seconds] = [0, 0, 0]
    const found = await interleave(
      {
        without: async () => (await read()).p99,
        async dropping() {
          const reading = read()
          const began = performance.now()
          round++
          dropped += (await dropPartitionsBefore(context.db, 'event', dayAt(round * daysPerRound))).length
          seconds += (performance.now() - began) / 1000
          return (await reading).p99
        },
      },
      { rounds, warmUps: 0 },
    )
    return {
      'p99, of that without': figureOf(ratios(found.dropping, found.without)),
      'p99 while partitions are dropped': figureOf(found.dropping),
      'partitions dropped': figureOf([dropped]),
      'time for all of them': figureOf([seconds]),
    }
  },
}
