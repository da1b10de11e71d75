import { EventEmitter } from 'node:events'
import type { Db } from '@carillon/database'
import { createLogger } from '@carillon/log'
import { expect } from 'chai'
import { createKey } from '../../src/index.ts'
import { createKeyring } from '../../src/process-state/keyring.ts'
import { type Harness, startHarness } from '../harness.ts'

describe('the cache of API keys', () => {
  const hash = Buffer.from('hash')
  const row = { id: 'one', hash }

  /** Reads a key while `meanwhile` happens, and returns what the cache has afterwards. */
  async function cachedAfter(meanwhile: (events: EventEmitter) => unknown): Promise<unknown> {
    const events = new EventEmitter()
    const response = Promise.withResolvers<object[]>()
    const db = { query: () => response.promise } as unknown as Db
    const log = createLogger({ name: 'test', level: 'silent' })
    const keyring = createKeyring({ db, events, now: () => new Date(), log })
    const found = keyring.find(hash)
    meanwhile(events)
    response.resolve([row])
    expect(await found).to.equal(row)
    return keyring.remembered(hash)
  }

  it('keeps a key that was read', async () => {
    expect(await cachedAfter(() => {})).to.equal(row)
  })

  it('does not keep a key that was changed or deleted while it was read', async () => {
    expect(await cachedAfter((events) => events.emit('api_key', 'one'))).to.equal(undefined)
  })
})

describe('the last use of API keys', () => {
  let harness: Harness
  let id: string
  before(async () => {
    harness = await startHarness()
    ;({ keyId: id } = await createKey(harness.context, { organizationId: harness.organizationId }))
  })
  after(() => harness.close())

  const keyringOn = (db: Db) => {
    const log = createLogger({ name: 'test', level: 'silent' })
    return createKeyring({ db, events: new EventEmitter(), now: () => new Date(), log, touchEveryMs: 50 })
  }

  async function untilUsedFrom(ip: string): Promise<void> {
    const read = harness.context.db.kysely.selectFrom('apiKey').select('lastUsedIp').where('id', '=', id)
    while ((await read.executeTakeFirstOrThrow()).lastUsedIp !== ip);
  }

  it('is stored although no other request follows', async () => {
    const keyring = keyringOn(harness.context.db)
    for (const ip of ['192.0.2.1', '192.0.2.2']) keyring.noteUse(id, ip)
    await untilUsedFrom('192.0.2.2')
  })

  it('is stored after the database has failed, unless there was a later one', async () => {
    const other = (await createKey(harness.context, { organizationId: harness.organizationId })).keyId
    let failures = 2
    const failing = new Proxy(harness.context.db, {
      get(db, name) {
        if (name === 'kysely' && failures-- > 0) throw new Error('the database has failed')
        return Reflect.get(db, name)
      },
    })
    const keyring = keyringOn(failing)
    keyring.noteUse(other, '192.0.2.3')
    keyring.noteUse(id, '192.0.2.3')
    await new Promise((resolve) => setImmediate(resolve))
    keyring.noteUse(other, '192.0.2.4')
    await untilUsedFrom('192.0.2.3')
    const row = await harness.context.db.kysely
      .selectFrom('apiKey')
      .select('lastUsedIp')
      .where('id', '=', other)
      .executeTakeFirstOrThrow()
    expect(row.lastUsedIp).to.equal('192.0.2.4')
    expect(failures).to.be.below(0)
  })
})
