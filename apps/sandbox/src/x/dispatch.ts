import type { Request, Response } from 'express'
import { checkRights, identify } from './api/admit.ts'
import type { EndpointResponse } from './api/endpoint.ts'
import type { Backend } from './backend.ts'
import { endpointsAt } from './endpoints.ts'
import { readBytes } from './wire/body.ts'
import { internalError, invalid, noSuchPage, Problem, tooManyRequests, wrongMethod } from './wire/problem.ts'
import { readQuery } from './wire/query.ts'

function found(request: Request) {
  const here = endpointsAt(request.path)
  const match = here.find(({ endpoint }) => endpoint.method === request.method)
  if (match === undefined) throw here.length === 0 ? noSuchPage() : wrongMethod()
  return match
}

/**
 * Checks and handles a call. A call with several mistakes gets the error of the first failing check: path, method,
 * token, rate limit, rights, `id`, query, and then the endpoint's own checks.
 */
async function handle(backend: Backend, request: Request, response: Response, body: Buffer): Promise<EndpointResponse> {
  const { endpoint, parameters } = found(request)
  response.set(backend.limiter.headers(endpoint.operation, 'all'))
  const admitted = identify(backend, request.headers.authorization)
  const { app, account } = admitted
  const allowance = backend.limiter.take({
    operation: endpoint.operation,
    clientId: app.clientId,
    accountId: account?.id ?? null,
  })
  response.set(allowance.headers)
  if (!allowance.allowed) throw tooManyRequests(0)
  checkRights(admitted, endpoint)
  const { id } = parameters
  if (id !== undefined && !/^[0-9]{1,19}$/.test(id)) {
    throw invalid('id', `The \`id\` path parameter value [${id}] does not match ^[0-9]{1,19}$`, id)
  }
  const rules = typeof endpoint.query === 'function' ? endpoint.query(backend.options.vocabulary) : endpoint.query
  const query = readQuery(new URL(request.originalUrl, 'http://x').searchParams, rules)
  return endpoint.handle({ backend, caller: { app, account }, parameters, query, request, body })
}

/** Sends the response that a thrown `Problem` describes; for any other thrown value, X's response 500. */
export function reject(response: Response, error: unknown): void {
  const problem = error instanceof Problem ? error : internalError()
  response.status(problem.status).json(problem.body)
}

/**
 * Handles a call of the API and sends the response. An unexpected error is sent as X's 500 and then thrown, so that the
 * operator of the sandbox sees it.
 */
export async function dispatch(backend: Backend, request: Request, response: Response): Promise<void> {
  try {
    const { status = 200, body } = await handle(backend, request, response, await readBytes(request))
    response.status(status).json(body)
  } catch (error) {
    reject(response, error)
    // A fault of the double's own making must be visible to its operator.
    if (!(error instanceof Problem)) throw error
  }
}
