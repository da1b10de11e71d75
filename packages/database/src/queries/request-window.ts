import { violatesForeignKey } from '../connection/errors.ts'
import type { Db } from '../db.ts'
import { statement } from '../statements/statement.ts'

/** Whose requests are counted. */
export type RequestCounter = 'key' | 'organization'

const tables: Readonly<Record<RequestCounter, { table: string; owner: string }>> = {
  key: { table: 'request_window', owner: 'key_id' },
  organization: { table: 'organization_request_window', owner: 'organization_id' },
}

/**
 * All gateways together take at most a tenth of a limit in advance, and at most a quarter of what is left. Each takes
 * at most half of what the others leave of that, so that the shares of many gateways become equal without knowing of
 * each other.
 */
function statementFor(counter: RequestCounter): string {
  const { table, owner } = tables[counter]
  return `insert into ${table} as w (${owner}, started_at, used, idle, taken)
    values ($1, $2, least($3::integer, $6::integer), 0, least($3::integer, $6::integer))
    on conflict (${owner}, started_at) do update set (used, idle, taken) = (
      select w.used + need + extra, w.idle - $5::integer + extra, need + extra
      from (select least($3::integer, greatest(0, $6::integer - w.used)) as need) as needed,
      lateral (select greatest(0, least($4::integer,
        (least($6::integer / 10, ($6::integer - w.used - need) / 4) - w.idle + $5::integer) / 2)) as extra) as advance
    )
    returning used, taken`
}

const statements = {
  key: statement<{ used: number; taken: number }>(statementFor('key')),
  organization: statement<{ used: number; taken: number }>(statementFor('organization')),
}

/** The requests of one minute that a gateway reserves. */
export interface RequestTake {
  counter: RequestCounter
  /** The id of the key or the organization. */
  id: string
  /** The beginning of the minute. */
  windowStart: Date
  /** Requests that wait for it now. */
  need: number
  /** Maximum number of requests to take in advance. */
  extra: number
  /** Requests that this gateway reserved in advance before and has served since. */
  served: number
  /** Requests per minute. */
  limit: number
}

/**
 * Takes requests from the window of a key or an organization, across all processes. Returns
 * how many were taken, at most `need + extra`, how many of them in advance, and how many are left; undefined if the key
 * or the organization has been deleted.
 */
export async function takeRequests(
  db: Db,
  { counter, id, windowStart, need, extra, served, limit }: RequestTake,
): Promise<{ taken: number; extra: number; left: number } | undefined> {
  try {
    const [row] = await statements[counter](db, [id, windowStart, need, extra, served, limit])
    const { used, taken } = row ?? { used: limit, taken: 0 }
    return { taken, extra: Math.max(0, taken - need), left: Math.max(0, limit - used) }
  } catch (error) {
    if (violatesForeignKey(error)) return undefined
    throw error
  }
}
