import type { Pool } from '@carillon/database'

/** Notes how many rows of a table each statement deletes or updates; returns these numbers, without those of no rows. */
export async function noteRows(
  pool: Pool,
  table: string,
  event: 'delete' | 'update',
): Promise<() => Promise<number[]>> {
  const name = `rows_of_${event}_${table}`
  await pool.query(
    `create table ${name} (number int);
     create function note_${name}() returns trigger language plpgsql as
       'begin insert into ${name} select count(*) from before; return null; end';
     create trigger note_${name} after ${event} on ${table} referencing old table as before
       for each statement execute function note_${name}()`,
  )
  return async () => {
    const { rows } = await pool.query<{ number: number }>(`select number from ${name} where number > 0`)
    return rows.map(({ number }) => number)
  }
}
