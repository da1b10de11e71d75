import { url as debuggerUrl } from 'node:inspector'
import { Worker } from 'node:worker_threads'
import type { Logger, LogLevel } from './logger.ts'

/** The data that the watching thread receives. */
export interface BlockedWatch {
  /** A counter in shared memory that the watched thread increases by a timer, at least once between two checks. */
  turns: Int32Array
  /** The time between two checks of the counter, in ms. */
  everyMs: number
  /** The number of checks in a row that find the counter unchanged after which the process is ended. */
  maxStill: number
  /** The name of the process and its log level, for the `fatal` line. */
  name: string
  level: LogLevel
}

export interface BlockedOptions {
  log: Logger
  /** The name of the process, such as `gateway` or `worker`. */
  name: string
  level: LogLevel
  /** The time between two checks of the event loop, in ms; 5 s if omitted. */
  everyMs?: number
  /** The number of checks in a row that find that the event loop has not turned, to end the process; 5 if omitted. */
  maxStill?: number
}

/**
 * Starts a thread that ends the process with SIGKILL and one `fatal` line if its event loop is blocked for 25 s (or
 * `everyMs` × `maxStill`): such a process does not respond, its timers and signal handlers do not run, and its locks
 * would be kept forever. The thread counts its checks instead of measuring time, so that a process that was paused as a
 * whole and continues is not ended. Does nothing if a debugger may be attached when it is called.
 */
export function endWhenBlocked({ log, name, level, everyMs = 5_000, maxStill = 5 }: BlockedOptions): void {
  if (debuggerUrl() !== undefined) return
  const turns = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  const watch: BlockedWatch = { turns, everyMs, maxStill, name, level }
  // Without the flags of the process, which may load or name a program of their own.
  const thread = new Worker(new URL('./blocked-thread.ts', import.meta.url), { workerData: watch, execArgv: [] })
  const timer = setInterval(() => Atomics.add(turns, 0, 1), everyMs / 2)
  thread.on('error', (error) => log.error({ err: error }, 'event loop not watched'))
  thread.unref()
  timer.unref()
}
