import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createLogger } from '@carillon/log'
import { freshDatabase } from '@carillon/testkit'
import { expect } from 'chai'
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import { migrate, openPool, type Pool } from '../src/index.ts'
import { migrations } from '../src/migrate.ts'
import { lockWaits } from '../src/migrating/repeat-while-locked.ts'
import { runMigrations } from '../src/migrating/run-migrations.ts'
import { type Catalogue, readCatalogue } from './migration-rules/catalogue.ts'
import { allowed, drawn, type KnownTable, mutationsOf } from './migration-rules/mutations.ts'
import { retired } from './migration-rules/retired.ts'
import { violationsOf } from './migration-rules/violations.ts'

const log = createLogger({ name: 'test', level: 'silent' })
/** The last migration that the rules do not apply to. */
const last = '0021-due-writes'
const newer = Object.entries(migrations).filter(([name]) => name > last)

const undo = new Error('undone')
const seed = Number(process.env['MUTATION_SEED'] ?? 1)
/** The number of changes that are drawn of more than a thousand. More take longer: 500 a quarter of a minute. */
const count = Number(process.env['MUTATIONS'] ?? 150)

describe('migrations while the previous version runs', () => {
  let fresh: Awaited<ReturnType<typeof freshDatabase>>
  let pool: Pool
  let db: Kysely<unknown>
  /** The schema between the changes that are judged, which are undone; read again once a migration has been run. */
  let schema: Catalogue['objects'] | undefined
  before(async () => {
    fresh = await freshDatabase()
    pool = openPool({ url: fresh.url, log, statementTimeoutMs: 0 })
    db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
    await sql`drop schema public cascade; create schema public; drop schema graphile_worker cascade`.execute(db)
    await migrate({ url: fresh.url, log, to: last })
  })
  after(async () => {
    await db.destroy()
    await fresh.drop()
  })

  /** What is wrong with a change, which is undone. */
  async function judge(change: (tx: Transaction<unknown>) => Promise<unknown>): Promise<string[]> {
    let found: string[] = []
    const judged = db.transaction().execute(async (tx) => {
      const begin = await readCatalogue(tx, schema)
      schema = begin.objects
      await change(tx)
      found = violationsOf(begin, await readCatalogue(tx))
      throw undo
    })
    await judged.catch((error: unknown) => {
      if (error !== undo) throw error
    })
    return found
  }

  const send = (statements: readonly string[]) => async (tx: Transaction<unknown>) => {
    for (const statement of statements) await sql.raw(statement).execute(tx)
  }

  for (const [name, migration] of newer) {
    it(`${name} keeps the rules`, async () => {
      const { rows: unique } = await sql<{ name: string }>`
        select indexrelid::regclass::text as name from pg_index where indisunique`.execute(db)
      const found = await judge((tx) => migration.up(tx))
      for (const step of migration.after ?? []) {
        // It may be the one that `on conflict` relies on.
        if (step.kind === 'drop-index') expect(unique.map((index) => index.name)).to.not.include(step.name)
      }
      expect(found.filter((violation) => !(`${name} ${violation}` in retired))).to.deep.equal([])
      schema = undefined
      await db
        .connection()
        .execute((on) => runMigrations({ db: on, pool, log, waits: lockWaits }, { [name]: migration }))
    })
  }

  it('what is dropped was not used by a version that has been released', () => {
    const changelog = readFileSync(join(import.meta.dirname, '../../../CHANGELOG.md'), 'utf8')
    for (const [violation, { since }] of Object.entries(retired)) {
      expect(newer.map(([name]) => name)).to.include(violation.split(' ')[0])
      expect(changelog, violation).to.include(`\n## ${since}`)
    }
  })

  describe('the rules', () => {
    let tables: KnownTable[]
    before(async () => {
      const { rows } = await sql<KnownTable>`
        select relname as name, json_agg(json_build_object('name', attname, 'type', format_type(atttypid, null),
          'isNotNull', attnotnull) order by attnum) as columns
        from pg_class join pg_attribute on attrelid = pg_class.oid
        where relkind = 'r' and relnamespace = 'public'::regnamespace and attnum > 0 and not attisdropped
          and not relispartition and relname not in ('kysely_migration', 'migration_progress')
        group by 1 order by 1`.execute(db)
      tables = rows
    })

    it('allow what can be added while the previous version runs', async () => {
      const found: string[] = []
      for (const { name } of tables) {
        for (const [what, of] of Object.entries(allowed)) {
          for (const violation of await judge(send([of(name)]))) found.push(`${what} of ${name}: ${violation}`)
        }
      }
      expect(found).to.deep.equal([])
    })

    it('reject any other change of a table, in any spelling, among changes that are allowed', async function () {
      this.timeout(600_000)
      const around = Object.values(allowed)
      const mutations = drawn(mutationsOf(tables), { count, seed })
      const missed: string[] = []
      let inapplicable = 0
      for (const [index, { name, table, statement }] of mutations.entries()) {
        const good = around[index % around.length]?.(table === 'organization' ? 'profile' : 'organization') ?? ''
        const statements = index % 2 === 0 ? [good, statement] : [statement, good]
        const found = await judge(send(statements)).catch((error: unknown) => {
          // The server rejects it: a key stays not null, say.
          if (!(error instanceof Error && 'code' in error)) throw error
          inapplicable++
          return ['rejected by the server']
        })
        if (found.length === 0) missed.push(`${name}: ${statement}`)
      }
      expect(missed, `MUTATION_SEED=${seed}`).to.deep.equal([])
      expect(inapplicable / mutations.length).to.be.lessThan(0.1)
    })
  })
})
