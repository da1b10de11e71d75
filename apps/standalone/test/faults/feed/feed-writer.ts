// One of several processes whose writers store changes with their events until they are stopped or killed.
import { randomUUIDv7 } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Db, type NewEvent, raiseEvents, transaction } from '@carillon/database'
import { createLogger } from '@carillon/log'
import { createContext, readConfig } from '@carillon/service'
import { pick, seeded } from '../random.ts'
import { storeChanges } from './feed-tables.ts'

const { FEED_ORGANIZATIONS = '', FEED_WRITERS, FEED_SEED, FEED_OBJECTS } = process.env
const organizations = FEED_ORGANIZATIONS.split(',')
const config = readConfig(process.env)
const log = createLogger({ name: 'feed-writer', level: config.logLevel })
const context = await createContext(config, { log, notified: false })
// A process that was killed goes on with other numbers.
const random = seeded(Number(FEED_SEED) + process.pid)
const whole = (below: number) => Math.floor(random() * below)

const maxEvents = 12
/** Shares of the transactions that are rolled back, that wait before their commit, and that wait long. */
const [undone, slow, verySlow] = [0.02, 0.05, 0.002]

class Undone extends Error {}

function eventOf(organizationId: string): NewEvent {
  return {
    ...{ id: randomUUIDv7(), type: 'comment.updated', organizationId, profileId: null, accountId: null },
    ...{ platform: null, objectId: `object-${whole(Number(FEED_OBJECTS))}`, occurredAt: new Date(), truncated: false },
    data: { text: 'x'.repeat(whole(400)) },
  }
}

async function store(tx: Db, organizationId: string): Promise<void> {
  const events = Array.from({ length: 1 + whole(maxEvents) }, () => eventOf(organizationId))
  await raiseEvents(tx, events)
  await tx.query(storeChanges, [organizationId, events.map(({ objectId }) => objectId), events.map(({ id }) => id)])
}

async function change(): Promise<void> {
  await transaction(context.db, async (tx) => {
    const organizationId = pick(random, organizations)
    await store(tx, organizationId)
    const fate = random()
    if (fate < slow) await sleep(random() * 100)
    if (fate < verySlow) await sleep(1_000)
    if (fate > 0.9) await store(tx, organizationId)
    if (random() < undone) throw new Undone()
  })
}

async function write(): Promise<void> {
  for (;;) {
    try {
      await change()
    } catch (error) {
      // Connections end and transactions lock each other out: what was not committed is not in the feed.
      if (!(error instanceof Undone)) await sleep(20)
    }
  }
}

process.once('SIGTERM', () => process.exit(0))
process.once('disconnect', () => process.exit(0))
process.send?.({ type: 'ready' })
await Promise.all(Array.from({ length: Number(FEED_WRITERS) }, write))
