import {
  type AccountRow,
  addJob,
  movePublication,
  type PublicationChanges,
  type PublicationRow,
  readPublication,
  type Tx,
  transaction,
} from '@carillon/database'
import type { PublishPlatform } from '@carillon/domain'
import type { PublishPort } from '@carillon/providers'
import type { Context } from '../context.ts'
import { throughStoreFailures } from '../store-failure.ts'

/** A publication in this process's hands; `row` is always what the database last said. */
export interface Held {
  context: Context
  row: PublicationRow
}

/** One process driving one publication. */
export interface Run extends Held {
  account: AccountRow
  port: PublishPort<PublishPlatform>
  /** Aborts when the process drains; a call that cannot be taken back is not ended by it. */
  signal: AbortSignal
}

/** Somebody else has moved the publication: this process has nothing more to say about it. */
export class Overtaken extends Error {}

/** What a turn leaves to do: go on at once, or leave the row to its next wake-up. */
export type Turn = 'next' | 'rest'

type Change = PublicationChanges

/** Set beside every result that is kept: failures and deaths count again from here. */
export const gettingOn = { tries: 0, crashes: 0 } as const

/** How long in ms a change is tried again while the database fails; well within the lease of the row. */
const storesAgainForMs = 20_000

/**
 * Changes the row only if nobody else has; `beside` happens in the same transaction. A database that fails meanwhile is
 * asked again: what a network did must not be forgotten over one broken connection.
 */
export async function move(run: Held, changes: Change, beside?: (tx: Tx) => Promise<void>): Promise<void> {
  const { context, row } = run
  const change = { ...changes, updated_at: context.now() }
  run.row = await throughStoreFailures(storesAgainForMs, async (again) => {
    const moved = await transaction(context.db, async (tx) => {
      const changed = await movePublication(tx, row, change)
      if (changed) await beside?.(tx)
      return changed
    })
    const ours = moved ?? (again ? await storedBefore(run, change) : undefined)
    if (!ours) throw new Overtaken()
    return ours
  })
}

/** The row as this process has changed it, where only the confirmation of the change was lost. */
async function storedBefore({ context, row }: Held, { updated_at }: { updated_at: Date }) {
  const stored = await readPublication(context.db, row.id)
  const isOurs = stored?.version === row.version + 1 && stored.updated_at.getTime() === updated_at.getTime()
  return isOurs ? stored : undefined
}

/** Leaves the row until `at`; the job that takes it up again is queued in the same transaction. */
export async function restUntil(
  run: Held,
  at: Date,
  changes: Change = {},
  beside?: (tx: Tx) => Promise<void>,
): Promise<Turn> {
  await move(run, { ...changes, wake_at: at, running_since: null }, async (tx) => {
    await beside?.(tx)
    await addJob(tx, 'publication.run', { publishId: run.row.id }, { key: `publication:${run.row.id}`, runAt: at })
  })
  return 'rest'
}

export function secondsFrom(now: Date, seconds: number): Date {
  return new Date(now.getTime() + seconds * 1000)
}
