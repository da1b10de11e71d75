import type { ApiResponse } from '../../whole.ts'

/** The body of a response that has to be a success; what the gateway said otherwise is the failure. */
export function ok({ status, body }: ApiResponse, what: string): ApiResponse['body'] {
  if (status >= 300 && status !== 302) throw new Error(`${what}: ${status} ${JSON.stringify(body)}`)
  return body
}
