import type { Request, Response } from 'express'
import type { NetworkFault } from '../faults.ts'
import type { Backend } from './backend.ts'
import { reject } from './dispatch.ts'
import {
  creditsDepleted,
  internalError,
  type Problem,
  tooManyRequests,
  unavailable,
  usageCapExceeded,
} from './wire/problem.ts'

/** The response to each fault. X has no upload limit: `upload-limit-exceeded` injects its monthly usage cap. */
const PROBLEMS: Record<NetworkFault, (turn: number) => Problem> = {
  throttle: tooManyRequests,
  'quota-exhausted': creditsDepleted,
  'upload-limit-exceeded': usageCapExceeded,
  unavailable,
  'accept-then-500': internalError,
}

/**
 * Builds the function that responds to a request with an injected fault. If X has two formats for an error, they
 * alternate. `operation` returns the name of the request's operation, whose rate limit the response's headers contain;
 * undefined for an unknown operation.
 */
export function createFaultResponses(
  { limiter }: Pick<Backend, 'limiter'>,
  operation: (request: Request) => string | undefined,
) {
  const turns = new Map<NetworkFault, number>()
  return (fault: NetworkFault, request: Request, response: Response): void => {
    const turn = turns.get(fault) ?? 0
    turns.set(fault, turn + 1)
    response.set(limiter.headers(operation(request) ?? '', fault === 'throttle' ? 'none' : 'all'))
    reject(response, PROBLEMS[fault](turn))
  }
}
