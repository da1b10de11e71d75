import pg from 'pg'

const foreignKeyViolation = '23503'

export interface RequestWindowTable {
  key_id: string
  started_at: Date
  used: number
}

/**
 * Takes up to `want` requests from a key's window of `limit`, across all processes, with a prepared statement. Returns
 * how many were taken and how many are left; undefined if the key has been deleted.
 */
export async function takeRequests(
  pool: pg.Pool,
  input: { keyId: string; windowStart: Date; want: number; limit: number },
): Promise<{ taken: number; left: number } | undefined> {
  const query = {
    name: 'take-requests',
    text: `insert into request_window as w (key_id, started_at, used) values ($1, $2, $3)
      on conflict (key_id, started_at) do update set used = w.used + $3
      returning used`,
    values: [input.keyId, input.windowStart, input.want],
  }
  const rows = await pool.query<{ used: number }>(query).then(
    (result) => result.rows,
    (error: unknown) => {
      if (error instanceof pg.DatabaseError && error.code === foreignKeyViolation) return undefined
      throw error
    },
  )
  if (!rows) return undefined
  // The count runs past the limit; what lies beyond was not taken.
  const used = rows[0]?.used ?? input.limit + input.want
  const taken = Math.max(0, Math.min(input.want, input.limit - (used - input.want)))
  return { taken, left: Math.max(0, input.limit - used) }
}
