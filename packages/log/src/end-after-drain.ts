import { AsyncLocalStorage } from 'node:async_hooks'
import type { LogFields } from './fields.ts'
import type { Logger } from './logger.ts'

/** The fields of log lines that identify what the running code is working for: a request, a job or both. */
const origins = new AsyncLocalStorage<LogFields>()

function within<T>(fields: LogFields, work: () => T): T {
  return origins.run({ ...origins.getStore(), ...fields }, work)
}

/**
 * Runs `work` on behalf of an API request and returns its result. An error that nothing catches is logged with the
 * request's id, and `requestFields` returns the id in everything that `work` starts.
 */
export function inRequest<T>(requestId: string, work: () => T): T {
  return within({ requestId }, work)
}

/**
 * Runs `work` as a job of the queue and returns its result. An error that nothing catches is logged with the task and
 * the id of the job, and with the id of the API request that the job works on, if `inRequest` names one.
 */
export function inJob<T>(job: { task: string; jobId: string }, work: () => T): T {
  return within(job, work)
}

/** Returns the log field with the id of the API request on whose behalf the code runs; `{}` outside of requests. */
export function requestFields(): Pick<LogFields, 'requestId'> {
  const requestId = origins.getStore()?.requestId
  return requestId === undefined ? {} : { requestId }
}

export interface DrainOptions {
  log: Logger
  /** Finishes the work in flight. It must have its own time limit and end the process when that has passed. */
  drain(): Promise<void>
  /** Ends the process with this exit code; `process.exit` if omitted. */
  exit?: (code: number) => void
}

/**
 * Makes an uncaught error end the process: with one `fatal` line, then `drain`, which finishes the work in flight, and
 * exit code 1. A second uncaught error ends it at once. Returns the same handler, for an error that was caught and has
 * to end the process.
 */
export function endAfterDrain({ log, drain, exit = process.exit }: DrainOptions): (error: unknown) => void {
  let ending = false
  function end(error: unknown): void {
    if (ending) {
      exit(1)
      return
    }
    ending = true
    log.fatal({ err: error, ...origins.getStore() }, 'unexpected error, ending the process')
    const ended = () => exit(1)
    drain().then(ended, ended)
  }
  process.on('uncaughtException', end)
  return end
}
