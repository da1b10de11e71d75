import { EventEmitter } from 'node:events'
import type { Db } from '@carillon/database'
import { createLogger } from '@carillon/log'
import { expect } from 'chai'
import { createKeyring } from '../../src/process-state/keyring.ts'

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
