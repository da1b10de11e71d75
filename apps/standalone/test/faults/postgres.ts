import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { type EmbeddedPostgres, startPostgres } from '@carillon/embedded-postgres'
import { copyCluster } from '@carillon/testkit'

/** A server that can be crashed: what was committed is on disk, everything else is gone. */
export interface CrashingPostgres {
  /** Straight to the server, past any relay. */
  url: string
  port(): number
  /** Ends it as `pg_ctl stop -m immediate` does and starts it again on the same data, after `downMs` if that is given. */
  crash(downMs?: number): Promise<void>
  /** Takes the processor from it and all of its processes: connections stay open and nobody responds. */
  freeze(): void
  thaw(): void
  stop(): Promise<void>
}

function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
}

/** The server's main process comes first, so that it starts nothing in the meantime. */
function signalAll(pid: number, signal: NodeJS.Signals): void {
  process.kill(pid, signal)
  for (const child of childrenOf(pid)) if (runs(child)) process.kill(child, signal)
}

function runs(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

export async function startCrashingPostgres(dir: string): Promise<CrashingPostgres> {
  // The machine itself does not fail here, so that the disk need not be waited for; every commit still reaches it.
  const settings = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'on' }
  copyCluster(dir)
  let server: EmbeddedPostgres = await startPostgres({ dir, settings })
  const { url, port } = server
  return {
    url,
    port: () => server.port,
    async crash(downMs = 0) {
      process.kill(server.pid, 'SIGQUIT')
      while (runs(server.pid)) await sleep(5)
      await sleep(downMs)
      server = await startPostgres({ dir, port, settings })
    },
    freeze: () => signalAll(server.pid, 'SIGSTOP'),
    thaw: () => signalAll(server.pid, 'SIGCONT'),
    stop: () => server.stop(),
  }
}
