import type { PostProblem } from '@carillon/domain'
import { type Issue, ServiceError } from '@carillon/errors'

/**
 * Returns whether an error is due to the post or account, including a quota that is used up: any `ServiceError` with a
 * status below 500 except `rate_limited`.
 */
export function isProblem(thrown: unknown): thrown is ServiceError {
  return thrown instanceof ServiceError && thrown.status < 500 && thrown.code !== 'rate_limited'
}

function isIssue(value: unknown): value is Issue {
  return typeof value === 'object' && value !== null && 'path' in value && 'message' in value
}

/**
 * Converts an error about a post to the problems that a validation reports: one for each field in `details`, with the
 * limit and the actual value from `bounds`; if `details` lists no fields, one for the whole post.
 */
export function problemsOf({ code, message, details, bounds }: ServiceError): PostProblem[] {
  const issues = Array.isArray(details) ? details.filter(isIssue) : []
  if (issues.length === 0) return [{ code, path: [], message, limit: null, actual: null }]
  return issues.map((issue, index) => ({
    code,
    path: issue.path,
    message: issue.message,
    limit: bounds[index]?.limit ?? null,
    actual: bounds[index]?.actual ?? null,
  }))
}
