import { AsyncLocalStorage } from 'node:async_hooks'
import type { LogFields } from './fields.ts'
import type { Logger } from './logger.ts'

/** The fields that name what the running code belongs to: a request, a job or both. */
const origins = new AsyncLocalStorage<LogFields>()

function within<T>(fields: LogFields, work: () => T): T {
  return origins.run({ ...origins.getStore(), ...fields }, work)
}

/** Runs the work of a request. An error that escapes from it is logged with the request's id. */
export function inRequest<T>(requestId: string, work: () => T): T {
  return within({ requestId }, work)
}

/** Runs a job. An error that escapes from it is logged with its task and id, and with the request that it works on. */
export function inJob<T>(job: { task: string; jobId: string }, work: () => T): T {
  return within(job, work)
}

/** The field of log lines that names the request for which the running code works; none outside of requests. */
export function requestFields(): Pick<LogFields, 'requestId'> {
  const requestId = origins.getStore()?.requestId
  return requestId === undefined ? {} : { requestId }
}

export interface DrainOptions {
  log: Logger
  /** Finishes what is in flight. It has its own limit of time, and ends the process itself when that is over. */
  drain(): Promise<void>
  /** Ends the process with a code; `process.exit` if omitted. */
  exit?: (code: number) => void
}

/**
 * Makes an error that nothing has caught end the process after a drain, with code 1 and one `fatal` line. A second such
 * error ends it at once. Returns the function that handles them, for an error that was caught and must end the process.
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
