import type { Bound, ErrorCode } from '@carillon/errors'
import { type Outcome, ProviderError } from './error-rules.ts'

/** A fault of a post that is found before the post is sent. */
interface PostFault {
  code: ErrorCode
  /** Where the fault is in the body of the post, such as `thread[0].text`. */
  at: string
  /** The public message: a sentence with the limit and the actual value, if there are any. */
  message: string
  bound?: Bound | undefined
  /** `rejected` if omitted. */
  outcome?: Outcome
}

/** Creates the error for a fault of a post, with the path of the field (`at`) and the violated limit (`bound`). */
export function postFault({ code, at, message, bound, outcome = 'rejected' }: PostFault): ProviderError {
  const path = at.split(/[.[\]]+/).filter((part) => part !== '')
  return new ProviderError(code, message, outcome, { details: [{ path, message }], bounds: [bound ?? null] })
}
