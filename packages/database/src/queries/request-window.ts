import { violatesForeignKey } from '../connection/errors.ts'
import type { Db } from '../db.ts'
import { statement } from '../statements/statement.ts'

/**
 * Returns the statement that reserves requests. All gateways together reserve in advance at most a tenth of a limit,
 * and at most a quarter of what is left. Each reserves at most half of what the others leave, so that the shares of
 * many gateways become equal although they do not know of each other. Of each minute are stored the number of reserved
 * requests (`used`), how many of them were reserved in advance (`idle`), and how many the last statement reserved
 * (`taken`).
 */
function reservation(table: string, owner: string) {
  return statement<{ used: number; taken: number }>(`insert into ${table} as w (${owner}, started_at, used, idle, taken)
    values ($1, $2, least($3::integer, $6::integer), 0, least($3::integer, $6::integer))
    on conflict (${owner}, started_at) do update set (used, idle, taken) = (
      select w.used + need + extra, w.idle - $5::integer + extra, need + extra
      from (select least($3::integer, greatest(0, $6::integer - w.used)) as need) as needed,
      lateral (select greatest(0, least($4::integer,
        (least($6::integer / 10, ($6::integer - w.used - need) / 4) - w.idle + $5::integer) / 2)) as extra) as advance
    )
    returning used, taken`)
}

const reservations = {
  key: reservation('request_window', 'key_id'),
  organization: reservation('organization_request_window', 'organization_id'),
}

/** Whose requests are counted: those of an API key, or of an organization. */
export type RequestCounter = keyof typeof reservations

/** The requests of one minute that a gateway reserves. */
export interface RequestTake {
  counter: RequestCounter
  /** The id of the key or the organization. */
  id: string
  /** The beginning of the minute. */
  windowStart: Date
  /** The number of requests that wait for the reservation. */
  need: number
  /** The maximum number of further requests to reserve in advance. */
  extra: number
  /** The number of requests reserved in advance that this gateway has served since its last call. */
  served: number
  /** The maximum number of requests per minute. */
  limit: number
}

/**
 * Reserves requests for this gateway from the limit per minute of an API key or organization, which all gateways share.
 * Returns the number of reserved requests (`taken`, at most `need + extra`), how many of them were reserved in advance
 * (`extra`), and how many no gateway has reserved in this minute (`left`); undefined if the key or the organization has
 * been deleted.
 */
export async function takeRequests(
  db: Db,
  { counter, id, windowStart, need, extra, served, limit }: RequestTake,
): Promise<{ taken: number; extra: number; left: number } | undefined> {
  try {
    const [row] = await reservations[counter](db, [id, windowStart, need, extra, served, limit])
    const { used, taken } = row ?? { used: limit, taken: 0 }
    return { taken, extra: Math.max(0, taken - need), left: Math.max(0, limit - used) }
  } catch (error) {
    if (violatesForeignKey(error)) return undefined
    throw error
  }
}
