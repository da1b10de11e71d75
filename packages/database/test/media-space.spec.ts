import { randomUUIDv7 } from 'node:crypto'
import { expect } from 'chai'
import { enqueueExternalWrite } from '../src/index.ts'
import { type OpenDatabase, openDatabase } from './open-database.ts'

const full = new Error('full')

describe('the bytes of an organization’s publishes', () => {
  let database: OpenDatabase
  before(async () => {
    // Tables are filled within one statement, which takes long on a busy machine.
    database = await openDatabase({ max: 1, statementTimeoutMs: 600_000 })
    await database.pool.query('set session_replication_role = replica')
  })
  after(() => database.close())

  /** Replaces all files by 4,500: those whose number meets the condition are the organization's, of 1,000 bytes each. */
  async function storeFiles(organizationId: string, isOwn: string): Promise<void> {
    await database.pool.query(`truncate media_file cascade;
      insert into media_file (id, organization_id, write_id, schedule_id, content_type, bytes, sha256, created_at)
      select gen_random_uuid(), case when ${isOwn} then '${organizationId}' else gen_random_uuid() end,
        case when n % 2 = 0 then gen_random_uuid() end, case when n % 3 = 0 then gen_random_uuid() end, 'image/png',
        1000, repeat('a', 1500), now()
      from generate_series(1, 4500) as n`)
    await vacuum()
  }

  /** Vacuums the files until no page needs to be looked at: a session that opens elsewhere can hold this back. */
  async function vacuum(): Promise<void> {
    await database.pool.query('vacuum analyze media_file')
    const { rows } = await database.pool.query(
      `select relallvisible = relpages as done from pg_class where oid = 'media_file'::regclass`,
    )
    if (!rows[0].done) await vacuum()
  }

  /** Returns how many rows of files, of entries of indexes, and of publishes were read so far. */
  async function read(): Promise<{ rows: number; entries: number; publishes: number }> {
    await database.pool.query('select pg_stat_force_next_flush()')
    const { rows } = await database.pool.query(
      `select files.idx_tup_fetch + files.seq_tup_read as rows,
        (select sum(idx_tup_read) from pg_stat_user_indexes where relname = 'media_file') as entries,
        publishes.idx_tup_fetch + publishes.seq_tup_read as publishes
      from pg_stat_user_tables as files, pg_stat_user_tables as publishes
      where files.relname = 'media_file' and publishes.relname = 'external_write'`,
    )
    const [{ rows: fetched, entries, publishes } = { rows: 0, entries: 0, publishes: 0 }] = rows
    return { rows: Number(fetched), entries: Number(entries), publishes: Number(publishes) }
  }

  /** Stores a publish with a file of 10 bytes; the number of bytes before if it does not fit, otherwise null. */
  async function store(organizationId: string, max: number): Promise<number | null> {
    const now = new Date()
    const [id, other] = [randomUUIDv7(), randomUUIDv7()]
    const write = {
      ...{ id, kind: 'publish', organizationId, profileId: other, accountId: other, platform: 'x' as const },
      ...{ requestId: 'request', payload: '{}', state: '{}', createdAt: now, wakeAt: now },
    }
    const file = {
      ...{ id: randomUUIDv7(), organizationId, writeId: id, contentType: 'image/png', bytes: 10, sha256: 'a' },
      ...{ width: 1, height: 1, durationSeconds: null, createdAt: now },
    }
    let before: number | null = null
    const exceeded = (used: number) => {
      before = used
      return full
    }
    await enqueueExternalWrite(database.db, write, {
      job: { name: 'write.run', payload: { writeId: id }, options: { key: id } },
      files: [file],
      space: { needed: 10, max, exceeded },
    }).catch((error: unknown) => {
      if (error !== full) throw error
    })
    return before
  }

  it('are those of files with a publish', async () => {
    const organizationId = randomUUIDv7()
    await storeFiles(organizationId, 'n <= 12')
    expect(await store(organizationId, 6_009)).to.equal(6_000)
    expect(await store(organizationId, 6_010)).to.equal(null)
    expect(await store(organizationId, 6_010)).to.equal(6_010)
    expect(await store(randomUUIDv7(), 10)).to.equal(null)
    expect(await store(randomUUIDv7(), 9)).to.equal(0)
  })

  for (const mode of ['force_custom_plan', 'force_generic_plan']) {
    for (const [share, isOwn, entries] of [
      ['few', 'n <= 12', 6],
      ['two thirds', 'n > 1500', 1_500],
    ] as const) {
      it(`are read by an index alone, for an organization with ${share} of all files (${mode})`, async () => {
        const organizationId = randomUUIDv7()
        await storeFiles(organizationId, isOwn)
        await database.pool.query(`set plan_cache_mode = ${mode}`)
        for (let times = 0; times < 3; times++) await store(organizationId, 1)
        const before = await read()
        expect(await store(organizationId, 1)).to.equal(entries * 1_000)
        const after = await read()
        expect(after.rows - before.rows, 'rows').to.equal(0)
        expect(after.entries - before.entries, 'entries').to.be.lessThanOrEqual(entries + 10)
        expect(after.publishes - before.publishes, 'publishes').to.equal(0)
      })
    }
  }
})
