import type { Pool } from '@carillon/database'

/** Notes how many rows of a table each statement deletes; returns these numbers, without those of no rows. */
export async function noteDeletions(pool: Pool, table: string): Promise<() => Promise<number[]>> {
  await pool.query(
    `create table deletions_of_${table} (rows int);
     create function note_deletions_of_${table}() returns trigger language plpgsql as
       'begin insert into deletions_of_${table} select count(*) from gone; return null; end';
     create trigger note_deletions after delete on ${table} referencing old table as gone
       for each statement execute function note_deletions_of_${table}()`,
  )
  return async () => {
    const { rows } = await pool.query<{ rows: number }>(`select rows from deletions_of_${table} where rows > 0`)
    return rows.map((row) => row.rows)
  }
}
