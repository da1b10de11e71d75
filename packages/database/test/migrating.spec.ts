import { once } from 'node:events'
import { createLogger } from '@carillon/log'
import { freshDatabase } from '@carillon/testkit'
import { expect } from 'chai'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { isMigrated, openPool, type Pool } from '../src/index.ts'
import type { Migration } from '../src/migrating/migration.ts'
import { type LockWaits, MigrationBlockedError } from '../src/migrating/repeat-while-locked.ts'
import { runMigrations, withoutOthers } from '../src/migrating/run-migrations.ts'

const log = createLogger({ name: 'test', level: 'silent' })
const quick: LockWaits = { lockMs: 100, indexMs: 200, tries: 3, pauseMs: 20 }

/** A migration that sends these statements. */
function migrationOf(statements: readonly string[], after: Migration['after'] = []): Migration {
  return {
    after,
    async up(db) {
      for (const statement of statements) await sql.raw(statement).execute(db)
    },
  }
}

describe('migrating', () => {
  let fresh: Awaited<ReturnType<typeof freshDatabase>>
  let pool: Pool
  let other: pg.Client
  beforeEach(async () => {
    fresh = await freshDatabase()
    pool = openPool({ url: fresh.url, log, max: 3, statementTimeoutMs: 0 })
    other = new pg.Client({ connectionString: fresh.url, application_name: 'holder' })
    other.on('error', () => {})
    await other.connect()
    await other.query('create table thing (id int primary key, number int)')
    await other.query('insert into thing select n, n % 500 from generate_series(1, 2500) as n')
  })
  afterEach(async () => {
    await other.end()
    await pool.end()
    await fresh.drop()
  })

  /** Runs migrations as one process does; the pool may be another's. */
  async function run(migrations: Record<string, Migration>, waits = quick, on = pool): Promise<void> {
    const all = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: on }) })
    await all
      .connection()
      .execute((db) => withoutOthers(db, log, () => runMigrations({ db, pool: on, log, waits }, migrations)))
  }

  /** Runs migrations with the schema `apart` before `public` on the search path. */
  async function runApart(migrations: Record<string, Migration>): Promise<void> {
    const url = new URL(fresh.url)
    url.searchParams.set('options', '-c search_path=apart,public')
    const apart = openPool({ url: url.href, log, max: 3, statementTimeoutMs: 0 })
    await run(migrations, quick, apart).finally(() => apart.end())
  }

  const failureOf = (promise: Promise<unknown>): Promise<unknown> => promise.catch((error: unknown) => error)
  const one = async (text: string) => (await other.query({ text, rowMode: 'array' })).rows[0]?.[0]
  const columns = () =>
    one(`select array_agg(attname::text order by attnum) from pg_attribute
      where attrelid = 'thing'::regclass and attnum > 2 and not attisdropped`)
  const recorded = () => one("select array_agg(name order by name) from kysely_migration where name like 't%'")
  const isValid = () => one("select indisvalid from pg_index where indexrelid = to_regclass('thing_number')")

  it('keeps the migrations before one that fails, and nothing of that one', async () => {
    const failure = await failureOf(
      run({
        t1: migrationOf(['alter table thing add column a int']),
        t2: migrationOf(['alter table thing add column b int', 'select 1 / 0']),
      }),
    )
    expect(failure).to.include({ code: '22012' })
    expect(await columns()).to.deep.equal(['a'])
    expect(await recorded()).to.deep.equal(['t1'])
    await run({ t1: migrationOf(['select 1 / 0']), t2: migrationOf(['alter table thing add column b int']) })
    expect(await recorded()).to.deep.equal(['t1', 't2'])
  })

  it('gives up on locks after some tries, and names the sessions that have them', async () => {
    await other.query('begin; lock table thing in share mode')
    const adding = { t1: migrationOf(['alter table thing add column a int']) }
    const failure = await failureOf(run(adding))
    expect(failure).to.be.instanceOf(MigrationBlockedError)
    const { message } = failure as MigrationBlockedError
    const pid = await one('select pg_backend_pid()')
    expect(message).to.match(new RegExp(`Migration t1 .* in 3 tries.*\\n  ${pid} \\(holder, idle in transaction for`))
    await other.query('commit')
    await run(adding)
    expect(await columns()).to.deep.equal(['a'])
  })

  it('repeats what does not get its locks, and lets others go on between the tries', async () => {
    await other.query('begin; lock table thing in share mode')
    const warned = once(pool, 'blocked')
    const noting = Object.assign(Object.create(log), { warn: () => pool.emit('blocked') })
    const all = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
    const migrated = all
      .connection()
      .execute((db) =>
        runMigrations(
          { db, pool, log: noting, waits: { ...quick, tries: 1_000 } },
          { t1: migrationOf(['alter table thing add column a int']) },
        ),
      )
    await warned
    await pool.query('select from thing')
    await other.query('commit')
    await migrated
    expect(await columns()).to.deep.equal(['a'])
  })

  it('runs them once when several processes do so at the same time, indexes included', async () => {
    const pools = Array.from({ length: 4 }, () => openPool({ url: fresh.url, log, max: 3, statementTimeoutMs: 0 }))
    const migrations = {
      t1: migrationOf(
        ['alter table thing add column a int'],
        [
          { kind: 'index', name: 'thing_number', on: 'thing (number)' },
          { kind: 'back-fill', name: 'a', table: 'thing', key: 'id', set: 'a = coalesce(a, 0) + 1' },
        ],
      ),
    }
    try {
      await Promise.all(pools.map((each) => run(migrations, { ...quick, indexMs: 60_000 }, each)))
      expect(await one('select array_agg(distinct a) from thing')).to.deep.equal([1])
      expect(await isValid()).to.equal(true)
    } finally {
      await Promise.all(pools.map((each) => each.end()))
    }
  })

  it('drops an index that could not be built, and builds it with the next run', async () => {
    await other.query('begin isolation level repeatable read; select from thing')
    const indexing = { t1: migrationOf([], [{ kind: 'index', name: 'thing_number', on: 'thing (number)' }]) }
    const failure = await failureOf(run(indexing))
    expect(failure).to.be.instanceOf(MigrationBlockedError)
    expect((failure as MigrationBlockedError).message).to.match(/Migration t1, index thing_number .*\n {2}\d+ \(holder/)
    await other.query('commit')
    expect(await isValid()).to.not.equal(true)
    expect(await recorded()).to.equal(null)
    await run(indexing)
    expect(await isValid()).to.equal(true)
    expect(await recorded()).to.deep.equal(['t1'])
    expect(await one('select count(*)::int from migration_progress')).to.equal(0)
  })

  it('drops and builds again an index that a process which ended has left invalid', async () => {
    await failureOf(other.query('create unique index concurrently thing_number on thing (number)'))
    expect(await isValid()).to.equal(false)
    await run({ t1: migrationOf([], [{ kind: 'index', name: 'thing_number', on: 'thing (number)' }]) })
    expect(await isValid()).to.equal(true)
  })

  it('finds such an index in the schema in which the tables are, if that is not public', async () => {
    await other.query('create schema apart; set search_path = apart, public; alter table thing set schema apart')
    await failureOf(other.query('create unique index concurrently thing_number on thing (number)'))
    expect(await isValid()).to.equal(false)
    const index = { kind: 'index', name: 'thing_number', on: 'thing (number)' } as const
    await runApart({ t1: migrationOf([], [index]) })
    expect(await isValid()).to.equal(true)
  })

  it('runs none again, and goes on with the same tables, when another schema comes first on the search path', async () => {
    const t1 = migrationOf(['create table once (id int)'])
    await run({ t1 })
    await other.query('create schema apart')
    await runApart({ t1, t2: migrationOf(['alter table once add column a int', 'create table twice (id int)']) })
    expect(await recorded()).to.deep.equal(['t1', 't2'])
    const apart = `select count(*)::int from pg_class where relnamespace = 'apart'::regnamespace`
    expect(await one(apart)).to.equal(0)
  })

  it('drops an index, unless it is gone already', async () => {
    await other.query('create index thing_number on thing (number)')
    const drop = { kind: 'drop-index', name: 'thing_number' } as const
    await run({ t1: migrationOf([], [drop]), t2: migrationOf([], [drop]) })
    expect(await isValid()).to.equal(undefined)
    expect(await recorded()).to.deep.equal(['t1', 't2'])
  })

  it('leaves no unique index behind that rows violate', async () => {
    const unique = { kind: 'index', name: 'thing_number', unique: true, on: 'thing (number)' } as const
    expect(await failureOf(run({ t1: migrationOf([], [unique]) }))).to.include({ code: '23505' })
    expect(await isValid()).to.equal(undefined)
  })

  describe('a back-fill', () => {
    // Not in the same migration, which the row that is locked below would block.
    beforeEach(() => other.query('alter table thing add column a int not null default 0'))
    const filling = {
      t1: migrationOf(
        ['create table once (id int)'],
        [{ kind: 'back-fill', name: 'a', table: 'thing', key: 'id', set: 'a = a + 1', where: 'number < 250' }],
      ),
    }

    it('changes each of the rows that are meant once', async () => {
      await run(filling)
      expect(await one('select count(*)::int from thing where a = 1')).to.equal(1_250)
      expect(await one('select bool_and((number < 250) = (a = 1)) from thing')).to.equal(true)
    })

    it('that is interrupted keeps its batches and continues after them; `up` is not run again', async () => {
      await other.query('begin; select from thing where id = 1600 for update')
      expect(await failureOf(run(filling))).to.be.instanceOf(MigrationBlockedError)
      expect(await pool.query('select from thing where a = 1')).to.have.property('rowCount', 500)
      expect(await recorded()).to.equal(null)
      await other.query('commit')
      await run(filling)
      expect(await one('select count(*)::int from thing where a = 1')).to.equal(1_250)
      expect(await one('select max(a) from thing')).to.equal(1)
    })

    it('is interrupted by the end of its process, and continued by another', async () => {
      await other.query('begin; select from thing where id = 1600 for update')
      const ended = failureOf(run(filling, { ...quick, lockMs: 60_000 }))
      const waiting = "select pid from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()"
      for (let pid: number | undefined; pid === undefined; ) {
        pid = (await pool.query<{ pid: number }>(waiting)).rows[0]?.pid
        if (pid !== undefined) await pool.query('select pg_terminate_backend($1)', [pid])
      }
      expect(await ended).to.be.instanceOf(Error)
      await other.query('commit')
      await run(filling)
      expect(await one('select array_agg(distinct a order by a) from thing')).to.deep.equal([0, 1])
      expect(await one('select count(*)::int from thing where a = 1')).to.equal(1_250)
    })
  })

  it('validates a constraint, and reports rows that violate it', async () => {
    const checking = (check: string) =>
      migrationOf(
        [`alter table thing add constraint small check (${check}) not valid`],
        [{ kind: 'validate', name: 'small', table: 'thing' }],
      )
    await run({ t1: checking('number < 500') })
    expect(await one("select convalidated from pg_constraint where conname = 'small'")).to.equal(true)
    await other.query('alter table thing drop constraint small')
    expect(await failureOf(run({ t2: checking('number < 5') }))).to.include({ code: '23514' })
  })

  it('leaves alone what a newer version has migrated', async () => {
    await run({ t1: migrationOf([]), t9: migrationOf([]) })
    await run({ t1: migrationOf(['select 1 / 0']) })
    expect(await recorded()).to.deep.equal(['t1', 't9'])
    expect(await isMigrated(pool, 15_000)).to.equal(true)
  })

  it('finds a database that lacks the newest migration, or has none at all, not migrated', async () => {
    await other.query('delete from kysely_migration where name = (select max(name) from kysely_migration)')
    expect(await isMigrated(pool, 15_000)).to.equal(false)
    await other.query('drop table kysely_migration')
    expect(await isMigrated(pool, 15_000)).to.equal(false)
  })
})
