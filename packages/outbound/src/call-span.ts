import { inSpan } from '@carillon/log'
import type { CallLabels } from './call-record.ts'

/**
 * Runs `call` in a tracing span with its labels and the status of the response, and returns the response. The span
 * fails if the call throws or the status is 400 or more: failed spans are exported whether or not their trace is
 * sampled.
 * @see https://opentelemetry.io/docs/specs/semconv/http/http-spans/#status (read 2026-11-26)
 */
export function inCallSpan<Response extends { status: number }>(
  { network, operation }: CallLabels,
  call: () => Promise<Response>,
): Promise<Response> {
  return inSpan(
    'network call',
    async (span) => {
      const response = await call()
      span?.note({ status: response.status })
      if (response.status >= 400) span?.fail()
      return response
    },
    { fields: { network, operation } },
  )
}
