import { allowedFields, type LogFields } from './fields.ts'

/** What the line of a request says. */
export interface RequestLine extends Pick<LogFields, 'requestId' | 'organizationId' | 'keyId' | 'code' | 'outcome'> {
  level: 'info' | 'warn'
  method: string
  route: string
  operation: string | null
  status: number
  durationMs: number
}

/** Of methods and routes there are few. */
const maxKnown = 1_000

/** The fields of a JSON object without its braces. */
const inner = (fields: object): string => JSON.stringify(fields).slice(1, -1)

/**
 * Makes the log lines of requests. A line is identical to that of a logger with the same `base`; fields that many
 * requests have in common are checked and serialized once.
 */
export function requestLines(base: object): (line: RequestLine) => string {
  const baseText = inner(base)
  const known = new Map<string, string>()
  let second = ''
  let secondsSince = Number.NaN

  /** The time as ISO 8601. Its seconds are kept, as many requests end in one. */
  function time(): string {
    const now = Date.now()
    const milliseconds = now % 1_000
    if (now - milliseconds !== secondsSince) {
      secondsSince = now - milliseconds
      second = new Date(secondsSince).toISOString().slice(0, 20)
    }
    return `${second}${String(milliseconds).padStart(3, '0')}Z`
  }

  function commonOf({ method, route, operation }: RequestLine): string {
    const name = `${method} ${route}`
    const before = known.get(name)
    if (before !== undefined) return before
    const text = inner(allowedFields({ method, route, ...(operation !== null && { operation }) }))
    if (known.size < maxKnown) known.set(name, text)
    return text
  }

  return (line) => {
    const { level, status, durationMs, requestId, organizationId, keyId, code, outcome } = line
    const own = inner(allowedFields({ status, durationMs, requestId, organizationId, keyId, code, outcome }))
    return `{"level":"${level}","time":"${time()}",${baseText},${commonOf(line)},${own},"message":"request"}\n`
  }
}
