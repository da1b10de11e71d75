import pg from 'pg'
import { previousVersion, type Send } from './previous-version.ts'

interface LoadSoFar {
  /** Statements that were sent. */
  statements: number
  /** How often each activity was completed. */
  completed: Record<string, number>
  /** Errors, each with the activity that failed. */
  failures: string[]
  /** The statement that took longest so far. */
  longest: { ms: number; statement: string }
}

export interface Load {
  readonly soFar: LoadSoFar
  stop(): Promise<LoadSoFar>
}

type Activity = (send: Send) => Promise<unknown>

/** Runs activities one after another on each of some connections, those of the previous version by default. */
export async function startLoad(
  url: string,
  {
    connections,
    activities = previousVersion,
  }: { connections: number; activities?: Readonly<Record<string, Activity>> },
): Promise<Load> {
  const completed = Object.fromEntries(Object.keys(activities).map((name) => [name, 0]))
  const soFar: LoadSoFar = { statements: 0, completed, failures: [], longest: { ms: 0, statement: '' } }
  let stopped = false

  async function client(offset: number): Promise<void> {
    const connection = new pg.Client({ connectionString: url, application_name: 'load' })
    await connection.connect()
    const send: Send = async (text, values) => {
      const begun = performance.now()
      try {
        return (await connection.query(text, values)).rows
      } finally {
        const ms = performance.now() - begun
        soFar.statements++
        if (ms > soFar.longest.ms) soFar.longest = { ms, statement: text }
      }
    }
    const entries = Object.entries(activities)
    for (let at = offset; !stopped; at++) {
      const [name, run] = entries[at % entries.length] ?? expectEntry()
      try {
        await run(send)
        completed[name] = (completed[name] ?? 0) + 1
      } catch (error) {
        soFar.failures.push(`${name}: ${error}`)
      }
    }
    await connection.end()
  }

  const running = Promise.all(Array.from({ length: connections }, (_, offset) => client(offset)))
  return {
    soFar,
    async stop() {
      stopped = true
      await running
      return soFar
    },
  }
}

function expectEntry(): never {
  throw new Error('a load needs at least one activity')
}
