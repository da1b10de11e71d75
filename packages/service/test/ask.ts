import { randomBytes } from 'node:crypto'
import { type OperationId, operationRow, propertiesOf } from '@carillon/contract'
import { requireSupport, type Scope } from '@carillon/domain'
import { ServiceError } from '@carillon/errors'
import {
  type AnyOutput,
  type Context,
  type Grant,
  hashBody,
  type Named,
  resolveTarget,
  useCases,
} from '../src/index.ts'

export interface Asked {
  scope: Scope
  /** The key of the request, where it matters which. */
  grant?: Partial<Pick<Grant, 'keyId' | 'budgets' | 'scopes'>>
  /** The ids of the request, besides those in its other parts. */
  named?: Named
  params?: Record<string, string>
  query?: Record<string, string | number>
  headers?: Record<string, string>
  body?: object
  requestId?: string
  signal?: AbortSignal
  reportPublish?: (publishId: string | null) => void
}

/** Calls a use case as the gateway does with a valid request: target found, capability of its platform required. */
export async function ask(context: Context, id: OperationId, asked: Asked): Promise<AnyOutput> {
  const { scope, params = {}, query = {}, headers = {}, body } = asked
  const row = operationRow(id)
  const grant = { keyId: 'key', scope, scopes: ['*' as const], ...asked.grant }
  const inPath = Object.entries(params).filter(([name]) => name in propertiesOf(row.params))
  const {
    profileId,
    accountId,
    platform: sent,
  }: Named = {
    ...Object(row.routedBy === undefined ? body : Object(body)[row.routedBy]),
    ...query,
    ...Object.fromEntries(inPath),
    ...asked.named,
  }
  const target = await resolveTarget(context, grant, { profileId, accountId, platform: sent }, row.profile)
  const platform = row.platform ?? sent ?? target?.account?.platform
  if (row.capability && platform) requireSupport(row.capability, platform)
  const useCase = useCases[id] as unknown as (context: Context, request: unknown) => Promise<AnyOutput>
  return useCase(context, {
    grant,
    target,
    account: target?.account ?? null,
    platform: platform ?? null,
    input: { params, query, headers, body },
    requestId: asked.requestId ?? `request-${randomBytes(6).toString('hex')}`,
    signal: asked.signal ?? new AbortController().signal,
    bodyHash: body === undefined ? null : hashBody(body),
    ...(asked.reportPublish && { reportPublish: asked.reportPublish }),
  })
}

/** The rejection that work ends in; fails when it ends well or in anything else. */
export async function rejection(work: Promise<unknown>): Promise<ServiceError> {
  const ended = await work.then(
    (response) => new Error(`was not rejected: ${JSON.stringify(response)}`),
    (error: unknown) => error,
  )
  if (ended instanceof ServiceError) return ended
  throw ended
}

/** The body of a response, as JSON has it. */
// biome-ignore lint/suspicious/noExplicitAny: tests read responses of every operation.
export function bodyOf({ body, json }: AnyOutput): any {
  return JSON.parse(json ? Buffer.concat(json).toString() : JSON.stringify(body))
}
