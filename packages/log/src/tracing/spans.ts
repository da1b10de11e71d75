import type { LogFields } from '../fields.ts'

/** The names of all tracing spans of Carillon. */
export type SpanName =
  | 'request'
  | 'wait for the outcome'
  | 'job'
  | 'write'
  | 'write attempt'
  | 'network call'
  | 'transaction'
  | 'token refresh'
  | 'webhook delivery'
  | 'call of an account'

/** A tracing span that has begun. */
export interface Span {
  /** The id of the span's trace, as bytes. */
  readonly traceId: Uint8Array
  /** Runs `work` within the span: spans that begin there become its children. */
  run<T>(work: () => T): T
  /** Adds fields, in the format of log lines. */
  note(fields: LogFields): void
  /** Marks the span as failed. A failed span is exported whether or not its trace is sampled. */
  fail(): void
  /** Ends the span, which is then exported if its trace is sampled or it has failed. */
  end(): void
}

export interface SpanStart {
  fields?: LogFields
  /** The parent span from another process, as a W3C `traceparent`; an invalid value is ignored. */
  traceparent?: string | null | undefined
}

/** Creates tracing spans and exports them when they end. */
export interface Tracer {
  /** Begins a span, which the caller has to end. */
  begin(name: SpanName, start: SpanStart): Span
  /** Returns the `traceparent` of the current span; null outside of spans. */
  traceparent(): string | null
  /** Returns the id of the current trace, as bytes; null outside of spans. */
  traceId(): Uint8Array | null
  /** Exports the waiting spans and ends the tracer. */
  close(): Promise<void>
}

/** The tracer of this process; null while tracing is off. */
let current: Tracer | null = null

/** Sets the tracer of this process; null turns tracing off. */
export function useTracer(tracer: Tracer | null): void {
  current = tracer
}

/** Returns whether tracing is on in this process. */
export function isTracing(): boolean {
  return current !== null
}

/**
 * Begins a span, which the caller has to end: a child of `start.traceparent` or, without a valid one, of the current
 * span. It is current only in work that its `run` calls. Returns null while tracing is off.
 */
export function beginSpan(name: SpanName, start: SpanStart = {}): Span | null {
  return current?.begin(name, start) ?? null
}

/**
 * Runs `work` in a span, which ends with the work and fails if the work throws. While tracing is off, `work` is called
 * with null.
 */
export async function inSpan<T>(
  name: SpanName,
  work: (span: Pick<Span, 'note' | 'fail'> | null) => Promise<T>,
  start: SpanStart = {},
): Promise<T> {
  if (current === null) return work(null)
  const span = current.begin(name, start)
  try {
    return await span.run(() => work(span))
  } catch (error) {
    span.fail()
    throw error
  } finally {
    span.end()
  }
}

/** Returns the `traceparent` of the current span; null outside of spans and while tracing is off. */
export function currentTraceparent(): string | null {
  return current?.traceparent() ?? null
}

/** Returns the log field with the id of the current trace; `{}` outside of spans and while tracing is off. */
export function traceFields(): { traceId?: Uint8Array } {
  const traceId = current?.traceId() ?? null
  return traceId === null ? {} : { traceId }
}

/** Exports the waiting spans and turns tracing off. Called when the process ends. */
export async function endTracing(): Promise<void> {
  const ending = current
  current = null
  await ending?.close()
}
