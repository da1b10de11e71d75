import type { LogFields } from '../fields.ts'

/** The spans of Carillon. */
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

/** A span that has begun. */
export interface Span {
  /** The id of its trace, as bytes. */
  readonly traceId: Uint8Array
  /** Runs work within it: spans that begin there are its children. */
  run<T>(work: () => T): T
  /** Adds fields, in the format that log lines hold them to. */
  note(fields: LogFields): void
  /** Marks it as failed: such a span is exported whether or not its trace is sampled. */
  fail(): void
  end(): void
}

export interface SpanStart {
  fields?: LogFields
  /** The span that caused this one, as a `traceparent` of W3C Trace Context; invalid text is ignored. */
  traceparent?: string | null | undefined
}

/** Begins spans and exports them. */
export interface Tracer {
  begin(name: SpanName, start: SpanStart): Span
  /** The `traceparent` of the running span; null outside of spans. */
  traceparent(): string | null
  /** The id of the running trace, as bytes; null outside of spans. */
  traceId(): Uint8Array | null
  /** Exports what is waiting. */
  close(): Promise<void>
}

/** The tracer of this process, as spans belong to whatever runs in it; null while nothing is traced. */
let current: Tracer | null = null

/** Makes a tracer that of the process; null ends tracing. */
export function useTracer(tracer: Tracer | null): void {
  current = tracer
}

/** Whether spans are recorded. */
export function isTracing(): boolean {
  return current !== null
}

/** Begins a span, which the caller ends; null while nothing is traced. */
export function beginSpan(name: SpanName, start: SpanStart = {}): Span | null {
  return current?.begin(name, start) ?? null
}

/** Runs work in a span, which fails if the work throws. Without tracing, only the work is run. */
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

/** The `traceparent` of the running span; null without one. */
export function currentTraceparent(): string | null {
  return current?.traceparent() ?? null
}

/** The field of log lines that names the running trace. */
export function traceFields(): { traceId?: Uint8Array } {
  const traceId = current?.traceId() ?? null
  return traceId === null ? {} : { traceId }
}

/** Exports what is waiting, and ends tracing. */
export async function endTracing(): Promise<void> {
  const ending = current
  current = null
  await ending?.close()
}
