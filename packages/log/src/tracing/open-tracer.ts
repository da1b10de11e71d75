import {
  type Attributes,
  context,
  ROOT_CONTEXT,
  type SpanContext,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  createAlwaysRecordSampler,
  ParentBasedSampler,
  type ReadableSpan,
  type SpanProcessor,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { allowedFields, type LogFields } from '../fields.ts'
import type { Span, Tracer } from './spans.ts'
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

const sampled = (context: SpanContext): boolean => (context.traceFlags & TraceFlags.SAMPLED) !== 0

/** Returns a copy of the span that is marked as sampled. */
function asSampled(span: ReadableSpan): ReadableSpan {
  const spanContext = () => ({ ...span.spanContext(), traceFlags: TraceFlags.SAMPLED })
  return Object.create(span, { spanContext: { value: spanContext } })
}

/** Passes on spans that are sampled, and all that failed. */
function keepErrors(processor: SpanProcessor): SpanProcessor {
  return {
    onStart: (span, parent) => processor.onStart(span, parent),
    onEnd(span) {
      if (sampled(span.spanContext())) processor.onEnd(span)
      else if (span.status.code === SpanStatusCode.ERROR) processor.onEnd(asSampled(span))
    },
    forceFlush: () => processor.forceFlush(),
    shutdown: () => processor.shutdown(),
  }
}

/** Converts fields to attributes: `requestId` → `carillon.requestId`. Their values have the format of log lines. */
function attributesOf(fields: LogFields): Attributes {
  const entries = Object.entries(allowedFields(fields)).map(([name, value]) => [`carillon.${name}`, value])
  return Object.fromEntries(entries)
}

/** Creates the tracer of a process. Call it once, since it registers the global context manager of OpenTelemetry. */
export function openTracer({ name, version, ratio, processor }: TracerOptions): Tracer {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  const root = new TraceIdRatioBasedSampler(ratio)
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': `carillon-${name}`, 'service.version': version }),
    sampler: createAlwaysRecordSampler(new ParentBasedSampler({ root })),
    spanProcessors: [keepErrors(processor)],
  })
  const tracer = provider.getTracer('carillon', version)
  const running = () => trace.getSpanContext(context.active())

  return {
    begin(spanName, { fields = {}, traceparent }): Span {
      const caller = parseTraceparent(traceparent)
      const parent = caller ? trace.setSpanContext(ROOT_CONTEXT, caller) : context.active()
      const span = tracer.startSpan(spanName, { attributes: attributesOf(fields) }, parent)
      const within = trace.setSpan(parent, span)
      return {
        traceId: Buffer.from(span.spanContext().traceId, 'hex'),
        run: (work) => context.with(within, work),
        note: (more) => span.setAttributes(attributesOf(more)),
        fail: () => span.setStatus({ code: SpanStatusCode.ERROR }),
        end: () => span.end(),
      }
    },
    traceparent() {
      const current = running()
      return current ? traceparentOf(current) : null
    },
    traceId() {
      const current = running()
      return current ? Buffer.from(current.traceId, 'hex') : null
    },
    async close() {
      await provider.shutdown()
      context.disable()
    },
  }
}
