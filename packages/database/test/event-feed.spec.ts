import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { createLogger } from '@carillon/log'
import { expect } from 'chai'
import {
  type Db,
  deliveryChannel,
  feedChannel,
  feedEnd,
  insertEndpointUpTo,
  insertOrganization,
  listen,
  type NewEvent,
  numberEvents,
  raiseEvents,
  readFeed,
  transaction,
} from '../src/index.ts'
import { openDatabase } from './open-database.ts'

describe('the feed of events', () => {
  let url: string
  let db: Db
  let close: () => Promise<void>
  const start = { position: 0, at: new Date(0) }
  before(async () => {
    ;({ url, db, close } = await openDatabase({ max: 20 }))
  })
  after(() => close())

  const eventOf = (organizationId: string, objectId: string, data: object = {}): NewEvent => ({
    id: randomUUIDv7(),
    organizationId,
    profileId: null,
    accountId: null,
    platform: null,
    type: 'publish.published',
    objectId,
    occurredAt: new Date(),
    truncated: false,
    data,
  })
  const read = (organizationId: string, after = start, limit = 10_000) =>
    readFeed(db, { organizationId, profileIds: null, after, limit })

  it('counts the events of each object, also several in one change', async () => {
    const organization = randomUUID()
    await raiseEvents(db, [eventOf(organization, 'a'), eventOf(organization, 'b'), eventOf(organization, 'a')])
    await raiseEvents(db, [eventOf(organization, 'a')])
    await numberEvents(db)
    const events = await read(organization)
    expect(events.map(({ objectId, sequence }) => `${objectId}${sequence}`)).to.deep.equal(['a1', 'b1', 'a2', 'a3'])
  })

  it('has the events after a place from before the clock was put back', async () => {
    const organization = randomUUID()
    const { position } = await feedEnd(db)
    await raiseEvents(db, [eventOf(organization, 'a')])
    await numberEvents(db)
    for (const hours of [2, 10_000]) {
      const at = new Date(Date.now() + hours * 3_600_000)
      expect(await read(organization, { position, at }), `${hours} hours`).to.have.length(1)
    }
  })

  it('keeps the data of an event as it was written', async () => {
    const organization = randomUUID()
    const data = { z: 'é 😀 \\u0000', a: [1.5, null, { deep: '</script>' }], text: '"\\' }
    await raiseEvents(db, [eventOf(organization, 'a', data)])
    await numberEvents(db)
    const [event] = await read(organization)
    expect(event?.data).to.equal(JSON.stringify(data))
  })

  it('replaces characters that cannot be stored', async () => {
    const organization = randomUUID()
    await raiseEvents(db, [eventOf(organization, 'a', { text: 'zero \0, half \ud83d' })])
    await numberEvents(db)
    const [event] = await read(organization)
    expect(JSON.parse(event?.data ?? '')).to.deep.equal({ text: 'zero \ufffd, half \ufffd' })
  })

  it('has no event of a change that was rolled back', async () => {
    const organization = randomUUID()
    await transaction(db, async (tx) => {
      await raiseEvents(tx, [eventOf(organization, 'a')])
      throw new Error('no change')
    }).catch(() => {})
    await numberEvents(db)
    expect(await read(organization)).to.deep.equal([])
  })

  it('lets a reader of its end miss none, in the order of each object, however late a change is committed', async () => {
    const organization = randomUUID()
    const writers = 16
    const each = 25
    let writing = writers
    let [seen, place] = [[] as string[], await feedEnd(db)]
    const follow = async () => {
      const end = await feedEnd(db)
      const events = await read(organization, place)
      seen.push(...events.map(({ objectId, sequence }) => `${objectId} ${sequence}`))
      const last = events.at(-1)
      place = last && last.position > end.position ? { position: last.position, at: last.storedAt } : end
    }
    async function write(writer: number): Promise<void> {
      for (let n = 0; n < each; n++) {
        // Every third change stays open over other statements; each object is shared by two writers.
        const events = [eventOf(organization, `object-${writer % 8}`), eventOf(organization, `own-${writer}`)]
        await transaction(db, async (tx) => {
          await raiseEvents(tx, events)
          if (n % 3 === 0) await tx.query('select pg_sleep(0.003)', [])
        })
      }
      writing--
    }
    async function number(): Promise<void> {
      while (writing > 0) await numberEvents(db)
    }
    async function reader(): Promise<void> {
      while (writing > 0) await follow()
    }
    await Promise.all([...Array.from({ length: writers }, (_, n) => write(n)), number(), number(), reader()])
    while ((await numberEvents(db)).hasMore);
    await follow()
    expect(seen).to.have.length(writers * each * 2)
    for (const object of new Set(seen.map((name) => name.split(' ')[0]))) {
      const sequence = seen.filter((name) => name.startsWith(`${object} `)).map((name) => Number(name.split(' ')[1]))
      expect(sequence, object).to.deep.equal(sequence.map((_, at) => at + 1))
    }
    seen = []
  })

  it('announces deliveries only where an endpoint takes an event', async () => {
    const log = createLogger({ name: 'test', level: 'silent' })
    const listener = await listen({ url, channels: [feedChannel, deliveryChannel], log })
    try {
      const heard: string[] = []
      const delivered = new Promise<void>((done) => {
        listener.events.on(feedChannel, (payload: string) => heard.push(payload))
        listener.events.on(deliveryChannel, () => {
          heard.push('deliveries')
          done()
        })
      })
      const [without, withOne, endpointId] = [randomUUID(), randomUUIDv7(), randomUUIDv7()]
      const now = new Date()
      await insertOrganization(db, { id: withOne, name: 'Bakery', createdAt: now })
      const endpoint = { id: endpointId, organizationId: withOne, profileId: null, url: 'https://example.com/hook' }
      const contents = {
        types: ['*'],
        readableObjects: null,
        description: null,
        headerNames: [],
        headers: Buffer.of(1),
        secret: Buffer.of(1),
      }
      const state = { status: 'enabled', disabledReason: null, createdAt: now, updatedAt: now } as const
      await insertEndpointUpTo(db, { ...endpoint, ...contents, ...state }, 1)
      for (const organization of [without, withOne]) {
        await raiseEvents(db, [eventOf(organization, 'a')])
        await numberEvents(db)
      }
      await delivered
      expect(heard).to.deep.equal([without, withOne, 'deliveries'])
    } finally {
      await listener.close()
    }
  })
})
