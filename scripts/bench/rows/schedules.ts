import { setTimeout as sleep } from 'node:timers/promises'
import { createKey, createOrganization } from '@carillon/service'
import type { Installation } from '../installation.ts'
import { figureOf, quantile, type Row } from '../measure.ts'
import { option } from '../options.ts'
import type { LoadResult } from '../process/load.ts'

const usualCount = 10_000
const organizations = 50
/** Seconds from now until the posts are due, in which they are stored. */
const aheadSeconds = 15
const readSeconds = 60
const readsPerSecond = 20
/** How many posts are scheduled one after the other on an installation at rest. */
const alone = 8
const maxMs = 600_000

interface Owner {
  organizationId: string
  profileId: string
  accountId: string
  keyId: string
}

async function createOwner({ context, connect }: Installation): Promise<Owner> {
  const { organizationId, defaultProfileId: profileId } = await createOrganization(context, { name: 'Schedules' })
  const { keyId } = await createKey(context, { organizationId })
  const accountId = await connect()
  const moved = 'update account set organization_id = $2, profile_id = $3 where id = $1'
  await context.pool.query(moved, [accountId, organizationId, profileId])
  return { organizationId, profileId, accountId, keyId }
}

const insert = `insert into schedule (id, organization_id, profile_id, account_id, platform, key_id, request_id, status,
    due_at, late_minutes, late_then, payload, items, created_at, updated_at)
  select uuidv7(), $1, $2, $3, 'bluesky', $4, $5 || '-' || n, 'scheduled', $6, 60, 'publish',
    jsonb_build_object('text', 'Post ' || n), 1, now(), now()
  from generate_series(1, $7::int) as n`

interface Scheduling {
  name: string
  due: Date
  count: number
}

async function schedule({ context }: Installation, owner: Owner, { name, due, count }: Scheduling): Promise<void> {
  const { organizationId, profileId, accountId, keyId } = owner
  await context.pool.query(insert, [organizationId, profileId, accountId, keyId, name, due, count])
}

/** Milliseconds after the posts were due at which the calls of their publishes began, by organization. */
const starts = `select schedule.organization_id as "organizationId",
    extract(epoch from attempted_at - schedule.due_at) * 1000 as "lateMs"
  from external_write join schedule on schedule.id = external_write.schedule_id
  where schedule.request_id like $1 || '-%' and attempted_at is not null`

/** Waits until all calls have begun. */
async function startsOf({ context }: Installation, name: string, count: number) {
  const until = performance.now() + maxMs
  for (;;) {
    const { rows } = await context.pool.query<{ organizationId: string; lateMs: string }>(starts, [name])
    if (rows.length === count) return rows.map(({ lateMs, ...row }) => ({ ...row, lateMs: Number(lateMs) }))
    if (performance.now() > until) throw new Error(`${rows.length} of ${count} posts have started`)
    await sleep(500)
  }
}

/** The latest start of posts that are due one at a time while nothing else happens. */
async function latestAlone(installation: Installation, owner: Owner): Promise<number[]> {
  const late: number[] = []
  for (let number = 0; number < alone; number++) {
    const name = `alone${number}`
    // At various times between the looks of the worker.
    const due = new Date(Date.now() + 6_000 + number * 130)
    await schedule(installation, owner, { name, due, count: 1 })
    const [start] = await startsOf(installation, name, 1)
    late.push(start?.lateMs ?? Number.NaN)
  }
  return late
}

/** Few organizations have most of the posts: the first one has so many times those of the nth as n says. */
function sharesOf(count: number): number[] {
  const weights = Array.from({ length: organizations }, (_, at) => 1 / (at + 1))
  const sum = weights.reduce((total, weight) => total + weight, 0)
  const shares = weights.map((weight) => Math.max(1, Math.round((count * weight) / sum)))
  const others = shares.slice(1).reduce((total, share) => total + share, 0)
  return [count - others, ...shares.slice(1)]
}

export const schedules: Row = {
  id: 'schedules',
  about: `${usualCount} posts (\`--schedules=\`) of ${organizations} organizations that are due at the same minute, and single ones at rest`,
  bars: [
    { figure: 'last start after the minute began', unit: 's', atMost: 60 },
    { figure: "smallest organization's starts, p99", unit: 's', atMost: 10 },
    { figure: "another organization's reads, p99", unit: 'ms', atMost: 250 },
    { figure: 'starts', unit: 'posts/s' },
    { figure: 'latest start at rest', unit: 's', atMost: 2 },
    { figure: 'starts before their time', unit: '', atMost: 0 },
  ],
  async run(installation) {
    const count = option('schedules', usualCount)
    const gateway = await installation.start('gateway')
    await installation.start('worker')
    const client = await installation.start('load')
    const owners: Owner[] = []
    for (let number = 0; number < organizations; number++) owners.push(await createOwner(installation))
    const [first, smallest] = [owners[0], owners.at(-1)]
    if (!first || !smallest) throw new Error('there are no organizations')
    const late = await latestAlone(installation, smallest)
    const due = new Date(Math.ceil((Date.now() + aheadSeconds * 1_000) / 60_000) * 60_000)
    for (const [number, share] of sharesOf(count).entries()) {
      await schedule(installation, owners[number] ?? first, { name: 'minute', due, count: share })
    }
    await sleep(due.getTime() - Date.now())
    const headers = { authorization: `Bearer ${installation.apiKey}` }
    const url = `${gateway.ready['url']}/api/v1/posts/publishes`
    const reading = { url, headers, connections: 4, seconds: readSeconds, perSecond: readsPerSecond }
    const reads = client.ask<LoadResult>('load', reading)
    const found = await startsOf(installation, 'minute', count)
    const ofSmallest = found.filter(({ organizationId }) => organizationId === smallest.organizationId)
    const last = Math.max(...found.map(({ lateMs }) => lateMs)) / 1_000
    return {
      'last start after the minute began': figureOf([last]),
      "smallest organization's starts, p99": figureOf([
        quantile(
          ofSmallest.map(({ lateMs }) => lateMs / 1_000),
          0.99,
        ),
      ]),
      "another organization's reads, p99": figureOf([(await reads).p99]),
      starts: figureOf([count / last]),
      'latest start at rest': figureOf([Math.max(...late) / 1_000]),
      'starts before their time': figureOf([
        [...late, ...found.map(({ lateMs }) => lateMs)].filter((ms) => ms < 0).length,
      ]),
    }
  },
}
