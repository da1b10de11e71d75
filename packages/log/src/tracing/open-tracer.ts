import { AsyncLocalStorage } from 'node:async_hooks'
import { randomFillSync } from 'node:crypto'
import { type Attributes, ROOT_CONTEXT, type SpanContext, SpanStatusCode, TraceFlags, trace } from '@opentelemetry/api'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { AlwaysOnSampler, type SpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import { allowedFields, type LogFields } from '../fields.ts'
import type { Span, SpanName, Tracer } from './spans.ts'
import { parseTraceparent, traceparentOf } from './traceparent.ts'

export interface TracerOptions {
  /** The name of the process, such as `gateway`. */
  name: string
  version: string
  /**
   * The share of traces that is exported, from 0 to 1. A client that sends a `traceparent` decides for its own trace.
   */
  ratio: number
  /** Receives ended spans that are sampled or failed. */
  processor: SpanProcessor
}

/** The identity of a running span, which its children refer to. */
interface Running {
  traceId: string
  /** `traceId` as bytes, the form in which log lines take it. */
  traceBytes: Uint8Array
  spanId: string
  /** Whether the spans of the trace are exported. Failed ones always are. */
  isSampled: boolean
  /** Whether the span runs in another process. */
  isRemote: boolean
}

/** A span that has ended. Times are in ms since 1970. */
interface Ended {
  name: SpanName
  own: Running
  parent: Running | undefined
  startedAt: number
  endedAt: number
  fields: readonly LogFields[]
  hasFailed: boolean
}

const random = Buffer.alloc(4_096)
let used = random.length

/**
 * Returns this number of random bytes in hexadecimal. They are generated in advance for many ids, as each generation
 * costs as much as a span.
 */
function randomHex(bytes: number): string {
  if (used + bytes > random.length) {
    randomFillSync(random)
    used = 0
  }
  used += bytes
  return random.toString('hex', used - bytes, used)
}

/** Converts fields to attributes: `requestId` → `carillon.requestId`. Their values have the format of log lines. */
function attributesOf(fields: LogFields): Attributes {
  const entries = Object.entries(allowedFields(fields)).map(([name, value]) => [`carillon.${name}`, value])
  return Object.fromEntries(entries)
}

const flagsOf = ({ isSampled }: Running) => (isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE)

/**
 * Returns `send`, which converts an ended span to one of OpenTelemetry and exports it, and `close`, which ends exports.
 */
function openExport({ name, version, processor }: Omit<TracerOptions, 'ratio'>) {
  let own: Running | undefined
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': `carillon-${name}`, 'service.version': version }),
    sampler: new AlwaysOnSampler(),
    idGenerator: { generateTraceId: () => own?.traceId ?? '', generateSpanId: () => own?.spanId ?? '' },
    spanProcessors: [processor],
  })
  const tracer = provider.getTracer('carillon', version)

  function send(ended: Ended): void {
    const { parent } = ended
    own = ended.own
    const context =
      parent === undefined
        ? ROOT_CONTEXT
        : trace.setSpanContext(ROOT_CONTEXT, { ...parent, traceFlags: flagsOf(parent) })
    const span = tracer.startSpan(ended.name, { startTime: ended.startedAt }, context)
    for (const fields of ended.fields) span.setAttributes(attributesOf(fields))
    if (ended.hasFailed) span.setStatus({ code: SpanStatusCode.ERROR })
    span.end(ended.endedAt)
  }
  return { send, close: () => provider.shutdown() }
}

/** Returns the span of another process, of which a caller has passed the trace context. */
function remote({ traceId, spanId, traceFlags }: SpanContext): Running {
  const isSampled = traceFlags === TraceFlags.SAMPLED
  return { traceId, traceBytes: Buffer.from(traceId, 'hex'), spanId, isSampled, isRemote: true }
}

/**
 * Creates the tracer of a process. `ratio`, from 0 to 1, is the share of new traces whose spans are exported to
 * `processor`; failed spans are always exported. A span becomes one of OpenTelemetry only when it is exported, so that
 * other spans cost little.
 */
export function openTracer({ ratio, ...options }: TracerOptions): Tracer {
  const exported = openExport(options)
  const running = new AsyncLocalStorage<Running>()
  const now = () => performance.timeOrigin + performance.now()

  function parentOf(traceparent: string | null | undefined): Running | undefined {
    const caller = parseTraceparent(traceparent)
    return caller === null ? running.getStore() : remote(caller)
  }

  return {
    begin(name, { fields, traceparent }): Span {
      const parent = parentOf(traceparent)
      const traceId = parent?.traceId ?? randomHex(16)
      const own: Running = {
        traceId,
        traceBytes: parent?.traceBytes ?? Buffer.from(traceId, 'hex'),
        spanId: randomHex(8),
        isSampled: parent?.isSampled ?? Math.random() < ratio,
        isRemote: false,
      }
      const startedAt = now()
      const noted = fields ? [fields] : []
      let hasFailed = false
      return {
        traceId: own.traceBytes,
        run: (work) => running.run(own, work),
        note: (more) => void noted.push(more),
        fail() {
          hasFailed = true
        },
        end() {
          if (own.isSampled || hasFailed)
            exported.send({ name, own, parent, startedAt, endedAt: now(), fields: noted, hasFailed })
        },
      }
    },
    traceparent() {
      const current = running.getStore()
      return current ? traceparentOf({ ...current, traceFlags: flagsOf(current) }) : null
    },
    traceId: () => running.getStore()?.traceBytes ?? null,
    close: exported.close,
  }
}
