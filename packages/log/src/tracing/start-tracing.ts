import { useTracer } from './spans.ts'

interface TracingOptions {
  /** The process, such as `gateway`. */
  name: string
  version: string
  /** The share of traces that is exported, from 0 to 1. */
  ratio: number
}

/**
 * Exports spans by OTLP to `OTEL_EXPORTER_OTLP_ENDPOINT`, with the other variables that the exporter itself reads, such
 * as `OTEL_EXPORTER_OTLP_HEADERS`. The libraries are loaded by this call: a process without tracing has none of them.
 */
export async function startTracing(options: TracingOptions): Promise<void> {
  const [{ BatchSpanProcessor }, { OTLPTraceExporter }, { openTracer }] = await Promise.all([
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('./open-tracer.ts'),
  ])
  const processor = new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })
  useTracer(openTracer({ ...options, processor }))
}
