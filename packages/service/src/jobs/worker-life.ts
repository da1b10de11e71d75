import { holdLease, type Lease, reapDeadPools } from '@carillon/database'
import { type Checkpoint, type Context, checkpoints } from '../context.ts'
import { replaySpool } from '../credentials/token-spool.ts'

/** Tells other workers that this one lives. `onLost` has to end the process: its jobs are then theirs. */
export function holdWorkerLease(context: Context, { name, onLost }: { name: string; onLost(): void }): Promise<Lease> {
  context.worker.name = name
  return holdLease({ url: context.config.databaseUrl, name, log: context.log, onLost })
}

/** Gives the jobs of workers that died back to the queue. */
export async function reapWorkers(context: Context): Promise<void> {
  const count = await reapDeadPools(context.db)
  if (count > 0) context.log.warn({ count }, 'jobs of dead workers freed')
}

/** Stores refreshed tokens that an earlier process could not. */
export function replayTokens(context: Context): Promise<number> {
  return replaySpool(context.db, { dir: context.config.spoolDir, log: context.log })
}

/** For fault tests: ends the process without warning at one named place; nowhere when none is named. */
export function crashAt(name: string | undefined): (place: Checkpoint) => void {
  if (!name) return () => {}
  if (!checkpoints.some((place) => place === name)) throw new Error(`CRASH_AT names no place: ${name}`)
  return (place) => {
    if (place === name) process.kill(process.pid, 'SIGKILL')
  }
}
