import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Named } from './row-query.ts'

/** Selects the statements that each take one job, and says how one of them takes several. */
export interface TakingStatements {
  /** Returns whether a statement takes one job. */
  matches(text: string): boolean
  /** Returns `text` changed to take as many jobs as the value of the placeholder `$<place>` says. */
  takingMany(text: string, place: number): string
}

interface Gathering {
  query: Named
  results: PromiseWithResolvers<pg.QueryResult>[]
}

/** The time in ms after which another statement is sent although the statement before it has not ended. */
const nextAfterMs = 25

/**
 * Returns a function that sends a statement which takes one job. Callers with the same statement and values share one
 * statement, which takes a job for each of them: it is sent at the end of the turn of the event loop or, while an equal
 * statement is in flight, at the end of that one, but after 25 ms at the latest. A caller for which no job was left
 * gets no row. If the statement fails, all callers that share it are rejected with the same error.
 * @param send sends a statement on any connection
 */
export function shareTakes(
  send: (query: Named) => Promise<pg.QueryResult>,
  { takingMany }: Pick<TakingStatements, 'takingMany'>,
): (query: Named) => Promise<pg.QueryResult> {
  const gatherings = new Map<string, Gathering>()
  const inFlight = new Map<string, Promise<unknown>>()

  function sendFor({ text, values, name }: Named, count: number): Promise<pg.QueryResult> {
    if (count === 1) return send({ text, values, name })
    const many = { text: takingMany(text, values.length + 1), values: [...values, count] }
    return send({ ...many, name: name && `${name}*` })
  }

  async function sendAll(key: string, { query, results }: Gathering): Promise<void> {
    await (inFlight.has(key) ? Promise.race([inFlight.get(key), sleep(nextAfterMs)]) : setImmediate())
    gatherings.delete(key)
    try {
      const sent = sendFor(query, results.length)
      const ended = sent
        .catch(() => {})
        .then(() => {
          if (inFlight.get(key) === ended) inFlight.delete(key)
        })
      inFlight.set(key, ended)
      const taken = await sent
      for (const [at, { resolve }] of results.entries()) resolve({ ...taken, rows: taken.rows.slice(at, at + 1) })
    } catch (error) {
      for (const { reject } of results) reject(error)
    }
  }

  return (query) => {
    const key = JSON.stringify([query.text, query.values])
    const result = Promise.withResolvers<pg.QueryResult>()
    const open = gatherings.get(key)
    if (open) open.results.push(result)
    else {
      const gathering = { query, results: [result] }
      gatherings.set(key, gathering)
      sendAll(key, gathering).catch(result.reject)
    }
    return result.promise
  }
}
