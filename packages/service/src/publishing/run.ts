import {
  type AccountRow,
  addJob,
  movePublication,
  type PublicationChanges,
  type PublicationRow,
  type Tx,
  transaction,
} from '@carillon/database'
import type { PublishPlatform } from '@carillon/domain'
import type { PublishPort } from '@carillon/providers'
import type { Context } from '../context.ts'

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

/** Changes the row only if nobody else has; `beside` happens in the same transaction. */
export async function move(run: Held, changes: Change, beside?: (tx: Tx) => Promise<void>): Promise<void> {
  const { context, row } = run
  const change = { ...changes, updated_at: context.now() }
  run.row = await transaction(context.db, async (tx) => {
    const moved = await movePublication(tx, row, change)
    if (!moved) throw new Overtaken()
    await beside?.(tx)
    return moved
  })
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
