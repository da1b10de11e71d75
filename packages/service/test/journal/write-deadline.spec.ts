import { randomUUIDv7 } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type AccountRow,
  databaseTime,
  enqueueExternalWrite,
  insertExternalWrite,
  listExternalWrites,
  listWritesOfRequest,
  type NewExternalWrite,
  readExternalWrite,
  transaction,
} from '@carillon/database'
import { ServiceError } from '@carillon/errors'
import { expect } from 'chai'
import { storeBeforeOf } from '../../src/journal/store-before.ts'
import { storeWithRetry } from '../../src/journal/store-with-retry.ts'
import { rejection } from '../ask.ts'
import { type Harness, startHarness } from '../harness.ts'

const past = new Date('2020-01-01T00:00:00Z')
const future = new Date('2100-01-01T00:00:00Z')

/** The error of a pool that gave no connection. */
const neverSent = () =>
  Object.assign(new Error('timeout exceeded when trying to connect'), { code: 'ECONNREFUSED', wasNeverSent: true })

describe('a write with a deadline', () => {
  let harness: Harness
  let account: AccountRow
  before(async () => {
    harness = await startHarness()
    account = await harness.connect({ platform: 'bluesky' })
  })
  after(() => harness.close())

  function newRow(storeBefore: Date | undefined, id: string = randomUUIDv7()): NewExternalWrite {
    const { organizationId, profileId } = harness
    const now = new Date()
    return {
      id,
      kind: 'publish',
      ...{ organizationId, profileId, accountId: account.id, platform: 'bluesky', requestId: id },
      payload: '{"text":"hello"}',
      state: '{}',
      createdAt: now,
      wakeAt: now,
      storeBefore,
    }
  }

  const read = (id: string) => readExternalWrite(harness.context.db, id)

  const filesOf = (row: NewExternalWrite, count: number) =>
    Array.from({ length: count }, () => ({
      id: randomUUIDv7(),
      organizationId: row.organizationId,
      writeId: row.id,
      contentType: 'image/png',
      bytes: 70,
      sha256: 'a'.repeat(64),
      width: 1,
      height: 1,
      durationSeconds: null,
      createdAt: row.createdAt,
    }))

  async function countOf(table: 'media_file' | 'graphile_worker.jobs', condition: string): Promise<number> {
    const { rows } = await harness.context.pool.query(`select count(*)::int as count from ${table} where ${condition}`)
    return rows[0].count
  }

  const enqueue = (row: NewExternalWrite, files = 0) =>
    enqueueExternalWrite(harness.context.db, row, {
      job: { name: 'write.run', payload: { writeId: row.id }, options: { key: row.id } },
      files: filesOf(row, files),
    })

  it('is stored in time with its files and its job', async () => {
    const row = newRow(future)
    const { storeBefore: _storeBefore, ...expected } = row
    const stored = await enqueue(row, 3)
    expect(stored).to.include({ id: row.id, requestId: expected.requestId, status: 'processing' })
    expect(stored.payload).to.deep.equal({ text: 'hello' })
    expect(await countOf('media_file', `write_id = '${row.id}'`)).to.equal(3)
    expect(await countOf('graphile_worker.jobs', `key = '${row.id}'`)).to.equal(1)
  })

  it('is not stored after it, nor are its files and its job', async () => {
    const row = newRow(past)
    expect((await rejection(enqueue(row, 3))).code).to.equal('deadline_passed')
    expect((await rejection(insertExternalWrite(harness.context.db, row))).code).to.equal('deadline_passed')
    expect(await read(row.id)).to.equal(undefined)
    expect(await countOf('media_file', `write_id = '${row.id}'`)).to.equal(0)
    expect(await countOf('graphile_worker.jobs', `key = '${row.id}'`)).to.equal(0)
  })

  it('goes by the clock of the database, when it is stored', async () => {
    const { db } = harness.context
    const row = newRow(await databaseTime(db))
    expect((await rejection(enqueue(row))).code).to.equal('deadline_passed')
  })

  describe('of which the confirmation of the database was lost', () => {
    /** Stores a write again after its deadline; `first` is the attempt without a confirmation. */
    function storeLate(id: string, first: () => Promise<unknown>) {
      let attempts = 0
      return storeWithRetry(harness.context, id, {
        async insert(db) {
          if (attempts++ > 0) return insertExternalWrite(db, newRow(past, id))
          await first()
          throw new Error('Connection terminated unexpectedly')
        },
        until: performance.now() + 60_000,
        undecided: () => new ServiceError('internal_error', 'Undecided.'),
      })
    }

    it('is returned if it was stored', async () => {
      const id = randomUUIDv7()
      const stored = await storeLate(id, () => insertExternalWrite(harness.context.db, newRow(future, id)))
      expect(stored.id).to.equal(id)
    })

    it('has passed its deadline if it was not', async () => {
      const id = randomUUIDv7()
      expect((await rejection(storeLate(id, async () => {}))).code).to.equal('deadline_passed')
      expect(await read(id)).to.equal(undefined)
    })

    it('is returned if it was stored, although the key of its budget has been deleted since', async () => {
      const { db } = harness.context
      const id = randomUUIDv7()
      const takes = { keyId: randomUUIDv7(), budget: 'publishesPerDay' } as const
      let attempts = 0
      const stored = await storeWithRetry(harness.context, id, {
        async insert() {
          if (attempts++ > 0) return insertExternalWrite(db, { ...newRow(undefined, id), takes })
          await insertExternalWrite(db, newRow(undefined, id))
          throw new Error('Connection terminated unexpectedly')
        },
        until: performance.now() + 60_000,
        undecided: () => new ServiceError('internal_error', 'Undecided.'),
      })
      expect([stored.id, attempts]).to.deep.equal([id, 2])
    })

    it('is undecided if the database cannot be reached afterwards until the time is up', async () => {
      let attempts = 0
      const storing = storeWithRetry(harness.context, randomUUIDv7(), {
        insert: () => Promise.reject(attempts++ === 0 ? new Error('Connection terminated unexpectedly') : neverSent()),
        until: performance.now() + 100,
        undecided: (cause) => new ServiceError('internal_error', 'Undecided.', { cause }),
      })
      expect((await rejection(storing)).code).to.equal('internal_error')
    })

    it('is undecided if another server was promoted, which may lack it', async () => {
      const promote = () =>
        harness.context.pool.query(`update database_epoch set raised_at = now() + interval '1 minute'`)
      expect((await rejection(storeLate(randomUUIDv7(), promote))).code).to.equal('internal_error')
    })
  })

  it('fails at once with the reason if it was certainly not stored', async () => {
    const error = neverSent()
    let attempts = 0
    const storing = storeWithRetry(harness.context, randomUUIDv7(), {
      insert() {
        attempts++
        return Promise.reject(error)
      },
      until: performance.now() + 60_000,
      undecided: () => new ServiceError('internal_error', 'Undecided.'),
    })
    expect(await storing.catch((thrown: unknown) => thrown)).to.equal(error)
    expect(attempts).to.equal(1)
  })

  describe('that is being stored when its request is looked up', () => {
    async function untilWaiting(): Promise<void> {
      for (;;) {
        const waiting = `select from pg_locks where locktype = 'advisory' and not granted`
        const { rowCount } = await harness.context.pool.query(waiting)
        if (rowCount === 1) return
        await sleep(10)
      }
    }

    const scope = () => ({ organizationId: harness.organizationId, profileId: null })
    for (const [what, lookUp] of [
      [
        'in the list of writes',
        (requestId: string) =>
          listWritesOfRequest(harness.context.db, scope(), { requestId, kinds: ['publish'], max: 9 }),
      ],
      [
        'in the list of publishes',
        (requestId: string) => listExternalWrites(harness.context.db, scope(), { requestId, kind: 'publish', max: 9 }),
      ],
      [
        'in the search of publishes',
        (requestId: string) =>
          listExternalWrites(harness.context.db, scope(), { requestId, search: 'hello', kind: 'publish', max: 9 }),
      ],
    ] as const) {
      it(`is found once it is: ${what}`, async () => {
        const row = newRow(future)
        const looked = await transaction(harness.context.db, async (tx) => {
          await insertExternalWrite(tx, row)
          const looking = lookUp(row.id)
          await untilWaiting()
          return { looking }
        })
        expect((await looked.looking).map(({ id }) => id)).to.deep.equal([row.id])
      })
    }

    it('does not delay writes of other requests', async () => {
      await transaction(harness.context.db, async (tx) => {
        await insertExternalWrite(tx, newRow(future))
        await enqueue(newRow(future))
      })
    })
  })
})

describe('X-Publish-Before', () => {
  for (const [sent, time] of [
    ['2026-12-24T18:00:00Z', '2026-12-24T18:00:00.000Z'],
    ['2026-12-24T18:00:00.5+01:00', '2026-12-24T17:00:00.500Z'],
    ['2026-12-24t18:00:00.1239z', '2026-12-24T18:00:00.123Z'],
    ['2026-12-31T23:59:60Z', '2026-12-31T23:59:59.000Z'],
    ['2027-01-01T00:59:60.25+01:00', '2026-12-31T23:59:59.250Z'],
  ] as const) {
    it(`is never later than it says: ${sent}`, () => {
      expect(storeBeforeOf({ 'x-publish-before': sent })?.toISOString()).to.equal(time)
    })
  }

  it('is optional', () => {
    expect(storeBeforeOf({})).to.equal(undefined)
  })
})
