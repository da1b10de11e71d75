import { type Kysely, sql } from 'kysely'

/** One object of the schema: a table, a column, an index … */
export interface SchemaObject {
  kind: 'table' | 'column' | 'default' | 'index' | 'constraint' | 'trigger' | 'function'
  /** Stays the same when the object is renamed. */
  id: string
  /** For messages, such as `column message.body`. */
  name: string
  /** The id of its table; of functions, an empty string. */
  table: string
  /** What may not change, as text. */
  facts: string
  /** For columns that are not null without a stored default, and constraints that all rows were checked for. */
  isStrict: boolean
}

export interface Catalogue {
  objects: ReadonlyMap<string, SchemaObject>
  /** Rows read and written by the transaction so far, by table. */
  accesses: ReadonlyMap<string, number>
  /** The modes in which the transaction has locked tables. */
  locks: ReadonlyMap<string, readonly string[]>
}

const ours = sql`relnamespace in ('public'::regnamespace, to_regnamespace('graphile_worker'))
  and relname not in ('kysely_migration', 'migration_progress')`

/** What there is, each row with the fields of a `SchemaObject`. Rewriting a table gives it another file. */
const objects = sql`
  with tables as (select * from pg_class where relkind in ('r', 'p', 'v', 'm', 'f', 'S') and ${ours})
  select 'table' as kind, t.oid::text as id, relname as name, t.oid::text as table, false as is_strict,
    concat_ws(' ', relname, relnamespace, relfilenode, relkind, relpersistence, relowner, relacl, relrowsecurity,
      relforcerowsecurity, relreplident, reltablespace, relhasrules) as facts
  from tables t
  union all
  select 'column', concat_ws('.', attrelid, attnum), relname || '.' || attname, attrelid::text,
    attnotnull and not atthasmissing,
    concat_ws(' ', attname, atttypid, atttypmod, attcollation, attnotnull, attgenerated, attidentity, attacl)
  from pg_attribute join tables t on t.oid = attrelid where attnum > 0 and not attisdropped
  union all
  select 'default', concat_ws('.', adrelid, adnum), relname || '.' || adnum, adrelid::text, false, ''
  from pg_attrdef join tables t on t.oid = adrelid
  union all
  select 'index', i.indexrelid::text, c.relname, i.indrelid::text, true,
    concat_ws(' ', c.relname, c.relfilenode, i.indisunique, i.indisprimary, i.indisvalid)
  from pg_index i join tables t on t.oid = i.indrelid join pg_class c on c.oid = i.indexrelid
  union all
  select 'constraint', k.oid::text, relname || '.' || conname, conrelid::text, convalidated and contype in ('c', 'f'),
    concat_ws(' ', conname, contype, convalidated, condeferrable)
  from pg_constraint k join tables t on t.oid = conrelid where contype <> 'n'
  union all
  select 'trigger', g.oid::text, relname || '.' || tgname, tgrelid::text, false, concat_ws(' ', tgname, tgenabled)
  from pg_trigger g join tables t on t.oid = tgrelid where not tgisinternal
  union all
  select 'function', p.oid::text, proname, '', false, concat_ws(' ', proname, prorettype, proargtypes)
  from pg_proc p where pronamespace = 'public'::regnamespace`

async function readObjects(tx: Kysely<unknown>): Promise<Catalogue['objects']> {
  const found = await sql<Omit<SchemaObject, 'isStrict'> & { is_strict: boolean }>`${objects}`.execute(tx)
  return new Map(
    found.rows.map(({ is_strict: isStrict, ...object }) => [`${object.kind} ${object.id}`, { ...object, isStrict }]),
  )
}

/**
 * Reads the schema as the transaction sees it, and what the transaction has done so far.
 * @param known the objects of the schema, where nothing has changed since they were read
 */
export async function readCatalogue(tx: Kysely<unknown>, known?: Catalogue['objects']): Promise<Catalogue> {
  const schema = known ?? (await readObjects(tx))
  const accesses = await sql<{ table: string; count: number }>`
    select relid::text as table,
      (coalesce(seq_scan, 0) + coalesce(idx_scan, 0) + n_tup_ins + n_tup_upd + n_tup_del)::int as count
    from pg_stat_xact_all_tables where schemaname in ('public', 'graphile_worker')`.execute(tx)
  const locks = await sql<{ table: string; modes: string[] }>`
    select relation::text as table, array_agg(mode) as modes
    from pg_locks where pid = pg_backend_pid() and locktype = 'relation' group by 1`.execute(tx)
  return {
    objects: schema,
    accesses: new Map(accesses.rows.map(({ table, count }) => [table, count])),
    locks: new Map(locks.rows.map(({ table, modes }) => [table, modes])),
  }
}
