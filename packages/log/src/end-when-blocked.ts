import { url as debuggerUrl } from 'node:inspector'
import { Worker } from 'node:worker_threads'
import type { Logger, LogLevel } from './logger.ts'

/** What the watching thread is given. */
export interface BlockedWatch {
  /** One number, which the watched thread changes whenever its event loop turns. */
  turns: Int32Array
  everyMs: number
  maxStill: number
  /** The process, for its `fatal` line, and the level from which it logs. */
  name: string
  level: LogLevel
}

export interface BlockedOptions {
  log: Logger
  /** The process: `gateway`, `worker`, … */
  name: string
  level: LogLevel
  /** Milliseconds between two looks at the event loop; 1 s if omitted. */
  everyMs?: number
  /** How many looks in a row may find that it has not turned; 25 if omitted. */
  maxStill?: number
}

/**
 * Makes a process whose event loop stands still for 25 s end with SIGKILL and one `fatal` line: it responds to nobody,
 * its timers and signal handlers do not run either, and its locks would be kept for ever. A thread of its own watches.
 * It counts its own looks, not the time: a process that was stopped as a whole and continues is not ended.
 * Does nothing while a debugger, which stops the event loop, may be attached.
 */
export function endWhenBlocked({ log, name, level, everyMs = 1_000, maxStill = 25 }: BlockedOptions): void {
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
