import { randomBytes } from 'node:crypto'
import type { OperationId } from '@carillon/contract'
import type { Scope } from '@carillon/domain'
import { ServiceError } from '@carillon/errors'
import {
  type Address,
  type Answer,
  type Context,
  hashBody,
  type Named,
  resolveAddress,
  useCases,
} from '../src/index.ts'

export interface Asked {
  scope: Scope
  address?: Address
  /** Resolved into the address, as the binder of requests does. */
  named?: Named
  params?: Record<string, string>
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: object
  requestId?: string
  signal?: AbortSignal
}

/** Calls a use case as the gateway does once a request is valid and allowed. */
export async function ask(context: Context, id: OperationId, asked: Asked): Promise<Answer> {
  const { scope, named, params = {}, query = {}, headers = {}, body } = asked
  const grant = { keyId: 'key', scope }
  const useCase = useCases[id] as unknown as (context: Context, request: unknown) => Promise<Answer>
  const address = named ? await resolveAddress(context, grant, named, 'required') : (asked.address ?? null)
  return useCase(context, {
    grant,
    address,
    input: { params, query, headers, body },
    requestId: asked.requestId ?? `request-${randomBytes(6).toString('hex')}`,
    signal: asked.signal ?? new AbortController().signal,
    bodyHash: body === undefined ? null : hashBody(body),
  })
}

/** The refusal that work ends in; fails when it ends well or in anything else. */
export async function refusal(work: Promise<unknown>): Promise<ServiceError> {
  const ended = await work.then(
    (answer) => new Error(`was not refused: ${JSON.stringify(answer)}`),
    (error: unknown) => error,
  )
  if (ended instanceof ServiceError) return ended
  throw ended
}

/** The body of an answer, as JSON has it. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every operation.
export function bodyOf({ body }: Answer): any {
  return JSON.parse(JSON.stringify(body))
}
