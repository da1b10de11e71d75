import { setTimeout as sleep } from 'node:timers/promises'
import { readKey, touchKeys } from '@carillon/database'
import type { KeyBudgets } from '@carillon/domain'
import { expect } from 'chai'
import type pg from 'pg'
import { ask } from '../ask.ts'
import { noteRows } from '../note-rows.ts'
import { hour, type Scheduling, startScheduling } from '../schedules/scheduling.ts'
import { keyWith } from './budgeted-reply.ts'

describe('an API key that is deleted', () => {
  let own: Scheduling
  beforeEach(async () => {
    own = await startScheduling()
  })
  afterEach(() => own.close())

  const budgets: KeyBudgets = { publishesPerDay: 9 }

  /** Runs `work` on a connection, in a transaction that it commits. */
  async function inTransaction<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await own.harness.context.pool.connect()
    try {
      await client.query('begin')
      const result = await work(client)
      await client.query('commit')
      return result
    } finally {
      client.release()
    }
  }

  async function untilBlocked(): Promise<void> {
    const blocked = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    while ((await own.harness.context.pool.query(blocked)).rowCount === 0) await sleep(20)
  }

  /** A key with budgets that another one created, and a schedule of it. */
  async function family() {
    const { context, profileId } = own.harness
    const parent = await keyWith(own.harness, budgets)
    const child = await keyWith(own.harness, budgets, parent.keyId)
    await context.pool.query('update api_key set profile_id = $2 where id = $1', [parent.keyId, profileId])
    const { scheduleId } = await own.create(hour, {}, { grant: child })
    return { parent, child, scheduleId }
  }

  /** The status of a deletion, or its error. */
  const deletion = (operation: 'keys.delete' | 'profiles.delete', params: Record<string, string>): Promise<unknown> => {
    const scope = { organizationId: own.harness.organizationId, profileId: null }
    return ask(own.harness.context, operation, { scope, params, grant: own.grant }).then(({ status }) => status, String)
  }

  it('waits for no one who notes that it was used, with other keys', async () => {
    const [used, other] = [await keyWith(own.harness, null), await keyWith(own.harness, null)]
    const first = '00000000-0000-7000-8000-000000000000'
    // The row is then after the other one in the table, and before it in the order of ids.
    await own.harness.context.pool.query('update api_key set id = $2 where id = $1', [other.keyId, first])
    const { touched } = await inTransaction(async (client) => {
      await client.query('select from api_key where id = $1 for update', [first])
      const uses = [used.keyId, first].map((id) => [id, '192.0.2.1'] as const)
      const touched = touchKeys(own.harness.context.db, new Map(uses), new Date()).then(() => 'noted', String)
      await untilBlocked()
      await client.query('select from api_key where id = $1 for update', [used.keyId])
      return { touched }
    })
    expect(await touched).to.equal('noted')
    expect(await readKey(own.harness.context.db, first)).to.include({ lastUsedIp: '192.0.2.1' })
  })

  it('leaves its schedule to a change that was begun before, which uses the budget of the key that makes it', async () => {
    const { child, scheduleId } = await family()
    const grant = await keyWith(own.harness, budgets)
    const publishAt = new Date(own.clock.at + 48 * hour).toISOString()
    const { changed } = await inTransaction(async (client) => {
      await client.query('delete from api_key where id = $1', [child.keyId])
      const changed = own.ask('schedules.update', { params: { scheduleId }, body: { publishAt }, grant })
      changed.catch(() => {})
      await untilBlocked()
      return { changed }
    })
    expect((await changed).publishAt.instant).to.equal(publishAt)
    const { rows } = await own.harness.context.pool.query(
      'select key_id from key_budget_use where used > 0 and day = $1',
      [publishAt.slice(0, 10)],
    )
    expect(rows).to.deep.equal([{ key_id: grant.keyId }])
  })

  const deletions = {
    itself: ({ parent }: Awaited<ReturnType<typeof family>>) => deletion('keys.delete', { keyId: parent.keyId }),
    'with its profile': () => deletion('profiles.delete', { profileId: own.harness.profileId }),
  }
  it('expires and leaves its schedules that have not ended in parts, if there are many', async () => {
    const made = await family()
    const { pool, db } = own.harness.context
    await pool.query(
      `insert into schedule
         select (jsonb_populate_record(one, jsonb_build_object('id', gen_random_uuid()))).*
         from schedule as one, generate_series(1, 4001)`,
    )
    const changed = await noteRows(pool, 'schedule', 'update')
    const { ended } = await inTransaction(async (client) => {
      await client.query('select from schedule where id = $1 for update', [made.scheduleId])
      const ended = deletions.itself(made)
      await untilBlocked()
      const expired = await client.query('select from api_key where expires_at <= clock_timestamp() and id = any($1)', [
        [made.parent.keyId, made.child.keyId],
      ])
      expect(expired.rowCount).to.equal(2)
      return { ended }
    })
    expect(await ended).to.equal(200)
    expect(Math.max(...(await changed()))).to.equal(2_000)
    expect(await readKey(db, made.child.keyId)).to.equal(undefined)
    const { rows } = await pool.query('select distinct key_id, status from schedule')
    expect(rows).to.deep.equal([{ key_id: null, status: 'scheduled' }])
  })

  for (const [how, begin] of Object.entries(deletions)) {
    it(`${how} leaves its schedules that have ended in parts, as there can be any number of them`, async () => {
      const made = await family()
      const { pool } = own.harness.context
      await pool.query(
        `insert into schedule
           select (jsonb_populate_record(one, jsonb_build_object('id', gen_random_uuid(), 'status', 'published'))).*
           from schedule as one, generate_series(1, 2001)`,
      )
      const changed = await noteRows(pool, 'schedule', 'update')
      expect(await begin(made)).to.equal(200)
      expect((await changed()).every((count) => count <= 2_000)).to.equal(true)
      const { rows } = await pool.query('select distinct key_id from schedule')
      expect(rows).to.deep.equal([{ key_id: null }])
    })

    it(`${how} waits for a change of a schedule that then uses its budget`, async () => {
      const made = await family()
      const { ended } = await inTransaction(async (client) => {
        await client.query('select from schedule where id = $1 for update', [made.scheduleId])
        const ended = begin(made)
        await untilBlocked()
        await client.query('update key_budget_use set used = used + 1 where key_id = $1', [made.child.keyId])
        return { ended }
      })
      expect(await ended).to.equal(200)
      expect(await readKey(own.harness.context.db, made.child.keyId)).to.equal(undefined)
      expect(await own.get(made.scheduleId)).to.include({ status: 'scheduled' })
    })

    it(`${how} waits for a write that uses the budget of a key below it for the first time of the day`, async () => {
      const made = await family()
      const { ended } = await inTransaction(async (client) => {
        await client.query('update key_budget_use set used = used + 1 where key_id = $1', [made.parent.keyId])
        const ended = begin(made)
        await untilBlocked()
        await client.query(`insert into key_budget_use values ($1, 'publishesPerDay', '2026-01-01', 1)`, [
          made.child.keyId,
        ])
        return { ended }
      })
      expect(await ended).to.equal(200)
      expect(await readKey(own.harness.context.db, made.child.keyId)).to.equal(undefined)
    })
  }
})
