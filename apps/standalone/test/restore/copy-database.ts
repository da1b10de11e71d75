import pg from 'pg'

async function withClient<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const tables = `select format('%I.%I', schemaname, tablename) as name from pg_tables
  where schemaname in ('public', 'graphile_worker') and tablename not like 'kysely%' and tablename <> 'migrations'
    and not (select relispartition from pg_class where oid = format('%I.%I', schemaname, tablename)::regclass)`

const partitions = `select format('create table if not exists %s partition of %s %s', c.oid::regclass, i.inhparent::regclass,
    pg_get_expr(c.relpartbound, c.oid)) as text
  from pg_inherits i join pg_class c on c.oid = i.inhrelid where c.relispartition and c.relkind = 'r'`

const columnsOf = `select quote_ident(attname) as name, attidentity <> '' as counted from pg_attribute
  where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`

/**
 * Copies all rows of a database, as one moment shows them, into a migrated one without rows: what pg_dump and pg_restore
 * do, for machines that have neither in the server's version.
 */
export async function copyDatabase(from: string, to: string): Promise<void> {
  const { held, created } = await withClient(from, async (client) => {
    await client.query('begin isolation level repeatable read read only')
    const { rows } = await client.query<{ name: string }>(tables)
    const held: { name: string; rows: string }[] = []
    for (const { name } of rows) {
      const all = await client.query<{ rows: string }>(
        `select coalesce(json_agg(t), '[]')::text as rows from ${name} t`,
      )
      held.push({ name, rows: all.rows[0]?.rows ?? '[]' })
    }
    const created = await client.query<{ text: string }>(partitions)
    await client.query('commit')
    return { held, created: created.rows }
  })
  await withClient(to, async (client) => {
    // Foreign keys and triggers wait until every table is there, as pg_restore has them wait.
    await client.query('set session_replication_role = replica')
    for (const { text } of created) await client.query(text)
    for (const { name, rows } of held) {
      await client.query(`delete from ${name}`)
      const { rows: columns } = await client.query<{ name: string; counted: boolean }>(columnsOf, [name])
      const list = columns.map((column) => column.name).join(', ')
      await client.query(
        `insert into ${name} (${list}) overriding system value
          select ${list} from json_populate_recordset(null::${name}, $1::json)`,
        [rows],
      )
      for (const { name: column } of columns.filter(({ counted }) => counted)) {
        const next = `(select coalesce(max(${column}), 0) + 1 from ${name})`
        await client.query(`select setval(pg_get_serial_sequence('${name}', '${column}'), ${next}, false)`)
      }
    }
  })
}
