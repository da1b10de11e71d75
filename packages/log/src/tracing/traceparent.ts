import { isSpanContextValid, type SpanContext } from '@opentelemetry/api'

const format = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/

/**
 * Parses a `traceparent` header; null if it is absent or invalid, or of another version than 00.
 * @see https://www.w3.org/TR/trace-context/#traceparent-header (read 2026-11-25)
 */
export function parseTraceparent(text: string | null | undefined): SpanContext | null {
  const [, traceId, spanId, flags] = format.exec(text ?? '') ?? []
  if (traceId === undefined || spanId === undefined || flags === undefined) return null
  const context = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true }
  return isSpanContextValid(context) ? context : null
}

/** Returns the `traceparent` header that identifies a span. Of `traceFlags`, only the flag `sampled` is kept. */
export function traceparentOf({ traceId, spanId, traceFlags }: SpanContext): string {
  return `00-${traceId}-${spanId}-${(traceFlags & 1).toString(16).padStart(2, '0')}`
}
