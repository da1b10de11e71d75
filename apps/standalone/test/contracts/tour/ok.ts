import type { Answer } from '../../whole.ts'

/** The body of a response that has to be a success; what the gateway said otherwise is the failure. */
export function ok({ status, body }: Answer, what: string): Answer['body'] {
  if (status >= 300 && status !== 302) throw new Error(`${what}: ${status} ${JSON.stringify(body)}`)
  return body
}
