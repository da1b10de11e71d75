import { setTimeout as sleep } from 'node:timers/promises'
import { say } from './say.ts'

/** A running process or server. */
export interface Running {
  /** Resolves with a text about how it ended. */
  ended: Promise<string>
  stop(): Promise<void>
}

export interface SuperviseOptions<R extends Running> {
  name: string
  /**
   * Starts the process and resolves when it is ready; rejects if it exits before that. The process has to exit when the
   * signal aborts.
   */
  start(signal: AbortSignal): Promise<R>
  /**
   * Called with each process that became ready: the first one, and those after restarts. The message of an error that
   * it throws is printed; the process runs on.
   */
  onStart?(running: R): void
}

export interface Supervised<R extends Running> {
  /** Resolves when the process is ready for the first time, and rejects if the first start fails. */
  first: Promise<R>
  stop(): Promise<void>
}

/** The pauses in ms before restarts, longer after each failed start in a row. */
const pauses = [200, 500, 1_000, 2_000, 5_000]

/**
 * Starts a process and, once it has been ready, restarts it whenever it ends unexpectedly, with growing pauses. Returns
 * at once; if the first start fails, `first` rejects and there are no restarts. `stop` ends the process and the
 * restarts, also while the process is starting.
 */
export function supervise<R extends Running>(options: SuperviseOptions<R>): Supervised<R> {
  const { name, start, onStart } = options
  const stopping = new AbortController()
  const { signal } = stopping
  let current: R | undefined

  async function startOne(): Promise<R> {
    const running = await start(signal)
    current = running
    try {
      onStart?.(running)
    } catch (error) {
      // It runs: to start it again would leave two of it.
      say(`${name}: ${error instanceof Error ? error.message : error}`)
    }
    if (signal.aborted) await running.stop()
    return running
  }

  /** Starts the process again until it runs; undefined after a stop was requested. */
  async function startAgain(reason: string): Promise<R | undefined> {
    let why = reason
    for (let failures = 0; !signal.aborted; failures++) {
      say(`${why}; restarting it`)
      await sleep(pauses[Math.min(failures, pauses.length - 1)], undefined, { signal }).catch(() => {})
      if (signal.aborted) return undefined
      try {
        return await startOne()
      } catch (error) {
        why = error instanceof Error ? error.message : `${name} did not start`
      }
    }
    return undefined
  }

  async function keepUp(first: R): Promise<void> {
    let running: R | undefined = first
    while (running) running = await startAgain(`${name} exited (${await running.ended})`)
  }

  const first = startOne()
  const over = first.then(keepUp, () => {})
  return {
    first,
    async stop() {
      stopping.abort()
      await first.catch(() => {})
      await current?.stop()
      await over
    },
  }
}
