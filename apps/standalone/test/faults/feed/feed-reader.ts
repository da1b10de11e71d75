// One of several processes whose readers follow feeds through the API until the run is over and they are at the end.
import { setTimeout as sleep } from 'node:timers/promises'
import { openPool } from '@carillon/database'
import { createLogger } from '@carillon/log'
import { seeded } from '../random.ts'
import { followFeed } from './followed.ts'

const { DATABASE_URL = '', PUBLIC_URL, FEED_KEYS = '[]', FEED_READERS, FEED_SEED } = process.env
/** Keys of one organization each. */
const keys: { organizationId: string; apiKey: string }[] = JSON.parse(FEED_KEYS)
const random = seeded(Number(FEED_SEED))
const pool = openPool({ url: DATABASE_URL, log: createLogger({ name: 'feed-reader', level: 'error' }), max: 1 })
pool.on('error', () => {})

/** The share of responses that a reader loses, so that it reads from the same cursor again. */
const lost = 0.02
const waitSeconds = 10

const responses: Record<string, number> = {}
let isOver = false

interface Page {
  events: { id: string; object: { id: string }; sequence: number }[]
  cursor: string
  hasMore: boolean
}

async function read(apiKey: string, query: string): Promise<Page | null> {
  const headers = { authorization: `Bearer ${apiKey}` }
  const signal = AbortSignal.timeout(30_000)
  const response = await fetch(`${PUBLIC_URL}/api/v1/events?${query}`, { headers, signal }).catch(() => null)
  const text = (await response?.text().catch(() => null)) ?? null
  const page: Page | null = response?.status === 200 && text !== null ? JSON.parse(text) : null
  const status = page === null && response?.status === 200 ? 'broken' : String(response?.status ?? 'none')
  responses[status] = (responses[status] ?? 0) + 1
  return page
}

async function follow({ organizationId, apiKey }: (typeof keys)[number], index: number) {
  const feed = followFeed()
  // Every third reader polls, the others wait for events; the sizes of their pages differ.
  const wait = index % 3 === 0 ? 0 : waitSeconds
  const limit = [20, 100, 200][index % 3]
  let cursor = ''
  for (;;) {
    const isLast = isOver
    const parts = [`limit=${limit}`, ...(cursor === '' ? [] : [`cursor=${cursor}`])]
    const page = await read(apiKey, [...parts, `wait=${isLast ? 0 : wait}`].join('&'))
    if (page === null) {
      await sleep(100)
      continue
    }
    if (random() < lost) continue
    for (const { id, object, sequence } of page.events) feed.see({ id, objectId: object.id, sequence })
    cursor = page.cursor
    if (isLast && !page.hasMore) return { organizationId, ...feed.result() }
    if (wait === 0 && !page.hasMore) await sleep(200 + random() * 300)
  }
}

async function watchEnd(): Promise<void> {
  while (!isOver) {
    const { rows } = await pool.query<{ is_over: boolean }>('select is_over from fault_run').catch(() => ({ rows: [] }))
    isOver = rows[0]?.is_over ?? false
    await sleep(500)
  }
}

process.once('disconnect', () => process.exit(0))
process.once('SIGTERM', () => process.exit(0))
process.send?.({ type: 'ready' })
const watching = watchEnd()
const readers = Array.from({ length: Number(FEED_READERS) }, (_, index) => {
  const key = keys[index % keys.length]
  if (!key) throw new Error('a reader needs a key')
  return follow(key, index)
})
const feeds = await Promise.all(readers)
await watching
process.send?.({ type: 'done', feeds, responses })
