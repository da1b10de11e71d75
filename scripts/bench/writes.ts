import { randomUUIDv7 } from 'node:crypto'
import { type Db, type ExternalWriteRow, enqueueExternalWrite, openDb, openPool, type Pool } from '@carillon/database'
import type { Installation } from './installation.ts'

/** Stores one write with its job, as a gateway does. */
export type Enqueue = (db: Db, runAt?: Date) => Promise<ExternalWriteRow>

/** A function that stores writes of one account. Their job does nothing and is for the account's organization. */
export async function enqueueFor({ pool }: Installation['context'], accountId: string): Promise<Enqueue> {
  const { rows } = await pool.query<{ organizationId: string; profileId: string }>(
    'select organization_id as "organizationId", profile_id as "profileId" from account where id = $1',
    [accountId],
  )
  const [owner] = rows
  if (!owner) throw new Error('the account does not exist')
  const { organizationId } = owner
  return (db, runAt) => {
    const id = randomUUIDv7()
    const now = new Date()
    const write = { id, kind: 'publish', ...owner, accountId, platform: 'bluesky' as const, requestId: 'bench' }
    const payload = JSON.stringify({ text: 'Hello from the bench' })
    const flags = ['call', `call:organization:${organizationId}`, 'call:network:bluesky']
    const options = { key: `write:${id}`, flags, ...(runAt && { runAt }) }
    const job = { name: 'nothing', payload: { writeId: id }, options }
    return enqueueExternalWrite(db, { ...write, payload, state: '{}', createdAt: now, wakeAt: now }, { job })
  }
}

/** Opens connections for that many clients. */
export function openClients({ databaseUrl, log }: Installation, count: number): { pool: Pool; db: Db } {
  const pool = openPool({ url: databaseUrl, log, max: count })
  return { pool, db: openDb(pool) }
}

/** Runs `work` with that many clients at once until `isOver`. */
export async function withClients(count: number, isOver: () => boolean, work: () => Promise<unknown>): Promise<void> {
  const client = async () => {
    while (!isOver()) await work()
  }
  await Promise.all(Array.from({ length: count }, client))
}

/** What notified before wake-ups followed the commit: inserts and changes of the status, within their transactions. */
export const notifyWithin = {
  begin: `
    create function bench_notify() returns trigger language plpgsql as $$
    begin
      perform pg_notify('jobs:insert', '{"count":1}');
      perform pg_notify('external_write', new.id::text);
      return null;
    end $$;
    create trigger bench_inserted after insert on external_write for each row execute function bench_notify();
    create trigger bench_changed after update of status on external_write for each row execute function bench_notify()`,
  end: 'drop function bench_notify() cascade',
} as const

/** Removes all writes and their jobs. */
export async function emptyJournal({ pool }: Installation['context']): Promise<void> {
  await pool.query('truncate external_write cascade')
  await pool.query('delete from graphile_worker._private_jobs')
}
