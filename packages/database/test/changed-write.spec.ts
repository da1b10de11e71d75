import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { expect } from 'chai'
import { writePayload } from '../src/connection/hinted-write.ts'
import {
  changeExternalWrite,
  type Db,
  type ExternalWriteChanges,
  hintedId,
  hintedWrite,
  insertExternalWrite,
  type Pool,
  readExternalWrite,
} from '../src/index.ts'
import { openDatabase } from './open-database.ts'

const at = new Date('2026-11-27T12:00:00.123Z')

const changes: Readonly<Record<string, ExternalWriteChanges>> = {
  'its claim and intent': {
    runningSince: at,
    runningBy: 'pool-1',
    wakeAt: at,
    openStep: 'post',
    attempt: 1,
    attemptedAt: at,
    settleAt: at,
    probes: 0,
    updatedAt: at,
    changedBy: randomUUID(),
  },
  'its end': {
    wakeAt: null,
    runningSince: null,
    openStep: null,
    status: 'succeeded',
    providerIds: ['at://did:plc:x/1', 'with "quotes", {braces} and \\'],
    result: '{"postIds": ["at://x"], "permalink": null, "createdAt": "2026-11-27T12:00:00.000Z", "count": 1.50}',
    state: '{"b": 1, "a": [true, null, "\\u00e9"]}',
    updatedAt: at,
  },
  'its failure': {
    status: 'failed',
    error: '{"code": "provider_error", "message": "No.", "status": 502, "details": {"updatedAt": "soon"}}',
    updatedAt: at,
  },
  'its acceptance, and what is left as it is': { status: 'accepted', acceptedAt: at, result: undefined },
}

describe('the row of a write after a change', () => {
  let pool: Pool
  let db: Db
  let close: () => Promise<void>
  let organizationId: string

  before(async () => {
    ;({ pool, db, close } = await openDatabase())
    organizationId = randomUUID()
    await pool.query(`insert into organization (id, name, created_at) values ($1, 'Shop', now())`, [organizationId])
  })
  after(() => close())

  async function write(payload: object = { text: 'hello', createdAt: '2026-11-27T12:00:00.000Z' }) {
    const owner = { organizationId, profileId: randomUUID(), accountId: randomUUID(), platform: 'bluesky' as const }
    const row = { id: randomUUIDv7(), kind: 'publish', ...owner, requestId: 'test', state: '{"step": 1}' }
    return insertExternalWrite(db, { ...row, payload: JSON.stringify(payload), wakeAt: at, createdAt: at })
  }

  for (const [what, change] of Object.entries(changes)) {
    it(`equals the stored row: ${what}`, async () => {
      const changed = await changeExternalWrite(db, await write(), change)
      expect(changed).to.deep.equal(await readExternalWrite(db, changed?.id ?? ''))
      expect(changed?.version).to.equal(1)
    })

    it(`is the same in a notification: ${what}`, async () => {
      const changed = await changeExternalWrite(db, await write(), change)
      if (!changed) throw new Error('the write was not changed')
      const payload = writePayload(changed)
      expect(hintedId(payload)).to.equal(changed.id)
      expect(hintedWrite(payload)).to.deep.equal(changed)
    })
  }

  it('is undefined if another process has changed the write, which is left as it is', async () => {
    const row = await write()
    const changed = await changeExternalWrite(db, row, { status: 'accepted' })
    expect(await changeExternalWrite(db, row, { status: 'failed' })).to.equal(undefined)
    expect(await readExternalWrite(db, row.id)).to.deep.equal(changed)
  })

  it('is not in a notification if it is too long', async () => {
    const payload = writePayload(await write({ text: 'é'.repeat(4_000) }))
    expect(payload).to.have.length(36)
    expect(hintedWrite(payload)).to.equal(undefined)
  })
})
