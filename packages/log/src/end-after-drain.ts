import { AsyncLocalStorage } from 'node:async_hooks'
import type { Logger } from './logger.ts'

/** The id of the request that the running code belongs to. */
const requests = new AsyncLocalStorage<string>()

/** Runs the work of a request. An error that escapes from it is logged with the request's id. */
export function inRequest<T>(requestId: string, work: () => T): T {
  return requests.run(requestId, work)
}

export interface DrainOptions {
  log: Logger
  /** Finishes what is in flight. It has its own limit of time, and ends the process itself when that is over. */
  drain(): Promise<void>
  /** Ends the process with a code; `process.exit` when left out. */
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
    log.fatal({ err: error, requestId: requests.getStore() }, 'unexpected error, ending the process')
    const ended = () => exit(1)
    drain().then(ended, ended)
  }
  process.on('uncaughtException', end)
  return end
}
