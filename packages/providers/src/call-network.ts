import { findOutboundError, type OutboundAnswer, type OutboundRequest } from '@carillon/outbound'
import type { AppCall } from './call-context.ts'
import { type ErrorRule, ProviderError, type Refusal, translate } from './error-rules.ts'

export interface Dialect {
  network: string
  rules: readonly ErrorRule[]
  /** What a network says of a refusal; undefined when the answer is a success. */
  refusal(answer: OutboundAnswer): Refusal | undefined
}

export type NetworkRequest = Omit<OutboundRequest, 'network' | 'signal'> & { signal?: AbortSignal }

/** A failure below HTTP: what never left this machine is `unsent`, anything else may have arrived. */
export function transportFailure(thrown: unknown): unknown {
  const error = findOutboundError(thrown)
  if (!error) return thrown
  const message = error.sent ? 'The network did not answer in time.' : 'The network could not be reached.'
  return new ProviderError('provider_error', message, error.sent ? 'unclear' : 'unsent', { cause: thrown })
}

/**
 * One call to a network. Answers only a success; a refusal is translated by the dialect's rules.
 *
 * @throws ProviderError with its outcome
 */
export async function callNetwork(call: AppCall, dialect: Dialect, request: NetworkRequest): Promise<OutboundAnswer> {
  let answer: OutboundAnswer
  try {
    answer = await call.outbound.request({ signal: call.signal, ...request, network: dialect.network })
  } catch (error) {
    throw transportFailure(error)
  }
  const refusal = dialect.refusal(answer)
  if (refusal) throw translate(dialect.rules, refusal, { operation: request.operation, ...refusal })
  return answer
}

/** The seconds that `Retry-After` or a reset header in Unix seconds asks to wait, at least one. */
export function secondsUntil(reset: string | null, now: Date): number | undefined {
  const seconds = Number(reset)
  if (reset === null || !Number.isFinite(seconds)) return undefined
  const wait = seconds > 1_000_000_000 ? seconds - now.getTime() / 1000 : seconds
  return Math.max(1, Math.ceil(wait))
}

/** The body as an object; `{}` when it is none, so that a proxy's page reads as an answer without fields. */
export function jsonObject(answer: OutboundAnswer): Record<string, unknown> {
  try {
    const body = answer.json()
    return typeof body === 'object' && body !== null && !Array.isArray(body) ? { ...body } : {}
  } catch {
    return {}
  }
}
