import { allowedFields, type LogFields } from './fields.ts'
import { type BuildLine, fieldsText } from './line-builder.ts'

/** The fields of the log line of an API request. */
export interface RequestLine
  extends Pick<LogFields, 'requestId' | 'traceId' | 'organizationId' | 'keyId' | 'code' | 'outcome'> {
  level: 'debug' | 'info' | 'warn'
  method: string
  route: string
  /** The id of the operation; null for a request to another route. */
  operation: string | null
  status: number
  durationMs: number
}

/** The maximum number of cached results. There are few methods, routes and operations. */
const maxKnown = 1_000

/**
 * Returns a function that builds the log line of an API request with `build`, as JSON ending with a newline. A value
 * that does not have the form of its field is replaced, as in all log lines. Method, route and operation, which many
 * requests have in common, are checked and serialized once.
 */
export function requestLines(build: BuildLine): (line: RequestLine) => string {
  const known = new Map<string, string>()

  function commonOf({ method, route, operation }: RequestLine): string {
    const name = `${method} ${route} ${operation ?? ''}`
    const before = known.get(name)
    if (before !== undefined) return before
    const text = fieldsText(allowedFields({ method, route, ...(operation !== null && { operation }) }))
    if (known.size < maxKnown) known.set(name, text)
    return text
  }

  return (line) => {
    const { level, status, durationMs, requestId, traceId, organizationId, keyId, code, outcome } = line
    const fields = { status, durationMs, requestId, traceId, organizationId, keyId, code, outcome }
    const own = fieldsText(allowedFields(fields))
    return build(level, `${commonOf(line)},${own}`, 'request')
  }
}
