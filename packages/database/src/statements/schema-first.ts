import { type QueryExecutorProvider, sql } from 'kysely'

/**
 * Makes the schema of a table the first on the search path, so that new tables are created in it although another
 * schema has become the first since the table was created. Does nothing if the table does not exist.
 * @param until when the search path is as before again: after the session, whose connection `db` is, or the transaction
 */
export async function putSchemaFirst(
  db: QueryExecutorProvider,
  { table, until }: { table: string; until: 'session' | 'transaction' },
): Promise<void> {
  await sql`select set_config('search_path', format('%I, %s', nspname, current_setting('search_path')),
      ${sql.lit(until === 'transaction')})
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where pg_class.oid = to_regclass(${table})`.execute(db)
}
